"""Vectors: what turns texts into them, how they are filled, looked at and handed on."""
