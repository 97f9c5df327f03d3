"""Variety without chance: numbers drawn from a text, the same in every run and on every machine."""

import zlib


def pick(key: str, below: int) -> int:
    """A number from 0 to `below - 1` that depends on the key alone."""
    return zlib.crc32(key.encode()) % below
