"""Parts of the standard library as it has them, without what importing them costs.

`contextlib` and `functools` import `collections`, `operator`, `keyword` and `types`: 2 to 3 ms, a
fifth of what Python takes to start. A type checker sees the originals, and a test holds these to
them.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping as Mapping
    from contextlib import closing as closing
    from contextlib import contextmanager as contextmanager
    from contextlib import nullcontext as nullcontext
    from contextlib import suppress as suppress
    from functools import cache as cache
    from functools import cached_property as cached_property
else:
    from _collections_abc import Mapping as Mapping  # loaded since the start, unlike its package

    try:
        from _functools import _lru_cache_wrapper
    except ImportError:  # another Python than CPython
        from functools import cache
    else:

        def cache(function):
            """A function that works out the answer to the same arguments once."""
            return _lru_cache_wrapper(function, None, False, tuple)

    class _Context:
        """A context whose way in and out a generator tells, up to its one `yield` and from it."""

        def __init__(self, generator):
            self.generator = generator

        def __enter__(self):
            """Run the generator to its `yield`; answers what it yields."""
            try:
                return next(self.generator)
            except StopIteration:
                raise RuntimeError("generator didn't yield") from None

        def __exit__(self, kind, problem, trace):
            """Run the generator to its end; whether it took the problem that is thrown into it."""
            if kind is None:
                return self._ended()
            problem = kind() if problem is None else problem
            try:
                self.generator.throw(problem)
            except StopIteration as end:
                return end is not problem
            except BaseException as raised:
                is_own = raised is problem or _is_wrapped(raised, problem)
                if not is_own:
                    raise
                problem.__traceback__ = trace
                return False
            self.generator.close()
            raise RuntimeError("generator didn't stop after throw()")

        def _ended(self):
            try:
                next(self.generator)
            except StopIteration:
                return False
            self.generator.close()
            raise RuntimeError("generator didn't stop")

    def _is_wrapped(raised, problem):
        """Whether an error is what Python makes of a StopIteration that leaves a generator."""
        is_stop = isinstance(problem, StopIteration) and isinstance(raised, RuntimeError)
        return is_stop and raised.__cause__ is problem

    def contextmanager(function):
        """A function whose calls are contexts, of one that makes a generator with one `yield`."""

        def call(*values, **named):
            return _Context(function(*values, **named))

        for name in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
            setattr(call, name, getattr(function, name))
        call.__wrapped__ = function
        return call

    class suppress:  # noqa: N801 - the name that it has there
        """Passes over errors of these classes."""

        def __init__(self, *kinds):
            self.kinds = kinds

        def __enter__(self):
            """Nothing to do."""

        def __exit__(self, kind, problem, trace):
            """Whether the error is one of these."""
            return kind is not None and issubclass(kind, self.kinds)

    class closing:  # noqa: N801
        """Closes something at its end."""

        def __init__(self, thing):
            self.thing = thing

        def __enter__(self):
            """What is to be closed."""
            return self.thing

        def __exit__(self, *problem):
            """Close it."""
            self.thing.close()

    class nullcontext:  # noqa: N801
        """Does nothing."""

        def __init__(self, enter_result=None):
            self.enter_result = enter_result

        def __enter__(self):
            """What it was given."""
            return self.enter_result

        def __exit__(self, *problem):
            """Nothing to do."""

    class cached_property:  # noqa: N801
        """A property that is worked out when it is first asked for, and kept."""

        def __init__(self, function):
            self.function = function
            self.__doc__ = function.__doc__

        def __set_name__(self, owner, name):
            """The name under which the value is kept."""
            self.name = name

        def __get__(self, instance, owner=None):
            """The value; of the class itself, the property."""
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.function(instance)
            return value
