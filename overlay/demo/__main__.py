"""Start Linden from the command line."""

from overlay.demo.launch import main

if __name__ == "__main__":
    raise SystemExit(main())
