"""Linden, a small ERP of a fictional company: the web app that the product is demonstrated on."""
