"""SQLite without the package around it, which imports a calendar that no index needs."""

from __future__ import annotations

try:
    from _sqlite3 import Connection, DatabaseError, Error, OperationalError, connect
except ImportError:  # a Python that has its own
    from sqlite3 import Connection, DatabaseError, Error, OperationalError, connect

__all__ = ["Connection", "DatabaseError", "Error", "OperationalError", "connect"]
