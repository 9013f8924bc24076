"""`NamedTuple` as `typing` has it, for a tenth of what it costs to make a class.

`typing.NamedTuple` compiles each annotation, and a constructor, when a class is made: 0.18 ms a
class, which was a third of what a recall took to import its modules. Here a class only gets its
fields; its constructor is compiled once it has been called often enough for that to pay. A type
checker sees `typing.NamedTuple`, and `typing.Generic` and `typing.TypeVar` for the named tuples
that have them.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Generic as Generic
    from typing import NamedTuple as NamedTuple
    from typing import TypeVar as TypeVar
else:
    import sys
    from _collections import _tuplegetter

    new = tuple.__new__
    unexpected = TypeError if sys.version_info >= (3, 13) else ValueError
    ENOUGH = 256
    """So many values are made by the first constructor, each 0.4 µs slower than by the compiled
    one; to compile that takes 60 µs."""
    SLOW = 16
    """For so many counts one with defaults or names, which is 2 µs slower."""

    class Parameters:
        """The signature of a class, made when `help()` or an editor asks for it."""

        def __get__(self, value, made):
            """The fields as parameters, with their types and defaults."""
            from inspect import Parameter, Signature

            kind, defaults = Parameter.POSITIONAL_OR_KEYWORD, made._field_defaults
            types = made.__annotations__
            return Signature(
                Parameter(
                    name, kind, default=defaults.get(name, Parameter.empty), annotation=types[name]
                )
                for name in made._fields
            )

    class Fields(tuple):
        """The methods that all named tuples share."""

        __slots__ = ()
        __signature__ = Parameters()

        @classmethod
        def _make(cls, values):
            """A named tuple of these values. TypeError unless there are as many as fields."""
            made = new(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **values):
            """A copy with other values in some fields. For a field that there is not the error of
            this Python: ValueError, since 3.13 TypeError."""
            made = self._make(map(values.pop, self._fields, self))
            if values:
                raise unexpected(f"Got unexpected field names: {list(values)!r}")
            return made

        __replace__ = _replace

        def _asdict(self):
            """The values by the names of their fields."""
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            """The class and its fields, as an expression that makes the value."""
            fields = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{self.__class__.__name__}({fields})"

        def __getnewargs__(self):
            """The values as a plain tuple, for `copy` and `pickle`."""
            return tuple(self)

    class Maker(type):
        """Makes a plain class of the body of a class statement; it is no class of that class."""

        def __new__(cls, name, bases, body):
            """The class of this name, with the fields that its annotations name."""
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            body |= {field: _tuplegetter(place, None) for place, field in enumerate(fields)}
            body |= {"__slots__": (), "__match_args__": fields}
            body |= {"_fields": fields, "_field_defaults": defaults}

            size, count = len(fields), 0

            def first(cls, *values, **named):
                nonlocal count
                if len(values) == size and not named:
                    count += 1
                    if count <= ENOUGH:
                        return new(cls, values)
                rest = fields[len(values) :]
                others = defaults | named
                count += SLOW
                if count <= ENOUGH and rest and named.keys() <= {*rest} <= others.keys():
                    return new(cls, (*values, *[others[field] for field in rest]))
                made.__new__ = staticmethod(constructor(made))  # which also says what is wrong
                return made.__new__(cls, *values, **named)

            first.__qualname__ = f"{body['__qualname__']}.__new__"
            made = type(name, (Fields,), body | {"__new__": first})
            return made

    def constructor(made):
        """The compiled constructor of a named tuple: as quick as a display of a tuple."""
        values = "".join(f"{field}, " for field in made._fields)
        code = f"lambda _cls, {values}: _new(_cls, ({values}))"  # no field begins with `_`
        real = eval(code, {"_new": new})
        real.__name__, real.__qualname__ = "__new__", f"{made.__qualname__}.__new__"
        real.__module__ = made.__module__
        real.__defaults__ = tuple(made._field_defaults.values())
        return real

    NamedTuple = type.__new__(Maker, "NamedTuple", (), {})

    class Generic:
        """A base whose parameters mean nothing when the program runs."""

        __slots__ = ()

        def __class_getitem__(cls, parameters):
            """The class itself."""
            return cls

    class TypeVar:
        """A name, which means nothing when the program runs."""

        def __init__(self, name, *constraints, **options):
            self.__name__ = name
