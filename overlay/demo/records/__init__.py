"""What Linden keeps, one subject a module: reading it, changing it, and the rules for both."""
