"""Fescue: a desktop guide that docks beside a web app and shows where to press."""

__version__ = "0.1.0"
