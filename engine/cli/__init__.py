"""The engine's command line: ``python -m engine``."""

from engine.cli.main import main

__all__ = ["main"]
