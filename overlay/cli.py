"""The command line: one function a command."""


def main() -> int:
    """Run `fescue`."""
    return 0
