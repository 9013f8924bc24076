"""SQLite without the package `sqlite3`, which imports `datetime`.

Its compiled part asks `functools` for `lru_cache` alone, which is compiled as well: the rest of
that module, and `collections`, which it imports, take a quarter of Python's own start.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False

if TYPE_CHECKING:
    from sqlite3 import Connection, DatabaseError, Error, OperationalError, connect
else:
    try:
        from _functools import _lru_cache_wrapper

        class Functools:
            """What `_sqlite3` asks `functools` for, in its place while that is imported."""

            @staticmethod
            def lru_cache(maxsize):
                """The decorator that keeps the statements that a connection has compiled."""
                return lambda function: _lru_cache_wrapper(function, maxsize, False, tuple)

        is_stand_in = sys.modules.setdefault("functools", Functools) is Functools
        try:
            from _sqlite3 import Connection, DatabaseError, Error, OperationalError, connect
        finally:
            if is_stand_in:
                del sys.modules["functools"]
    except ImportError:  # a Python that is compiled otherwise
        from sqlite3 import Connection, DatabaseError, Error, OperationalError, connect

__all__ = ["Connection", "DatabaseError", "Error", "OperationalError", "connect"]
