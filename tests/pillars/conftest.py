"""What all tests of this folder need."""

from tests.plain_static import plain_static

__all__ = ["plain_static"]
