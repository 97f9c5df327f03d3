"""`python -m overlay` is `fescue`."""

import sys

from overlay.cli import main

if __name__ == "__main__":
    sys.exit(main())
