"""What every command is given: the store, the clock, the zone, and the printer."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime

from memento_cli.cli.input.unsaved import told
from memento_cli.cli.output.out import Output, can_ask, is_terminal
from memento_cli.errors import BadData, MementoError, NotFound, Usage
from memento_cli.standard import cached_property, contextmanager, suppress
from memento_cli.store.directory.location import store_location
from memento_cli.store.directory.platform_folders import user_file
from memento_cli.store.files.system import WINDOWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import tzinfo
    from typing import Any, BinaryIO

    from memento_cli.store.directory.store import Store

NOW_VARIABLE = "MEMENTO_NOW"
LOCALE_VARIABLES = ("LC_ALL", "LC_TIME", "LANG")
"""Where a locale is named, the first that is set counts."""
LOCALTIME = "/etc/localtime"
AUTOCOMMIT = "git.autocommit"
PROVIDERS = ("url", "command", "table")
"""The settings under `vectors` of which one names a provider of them; few users have one."""


class Call:
    """One call of the command line. The clock is read once."""

    def __init__(self) -> None:
        self.out = Output()
        self.out.remember = self._remember_list
        self.out.local = lambda: self.zone
        self.out.ahead = lambda: self.now if self.now > self.clock else None
        self.out.preference = lambda key: str(self._preferences.get(key, ""))
        self.store_paths: tuple[str, ...] = ()
        self.now_text: str | None = None
        self.is_synced = False  # whether the command has synced by itself
        self.layered = False  # whether the command reads several stores together
        self.filters: dict[str, Any] = {}
        self.params: dict[str, Any] = {}  # the arguments of the command, by name
        self.given: dict[str, str] = {}  # which of them are options, and how these are called
        self.read_as_options: list[str] = []  # the words that may have been meant as text

    @cached_property
    def clock(self) -> datetime:
        """The clock, which $MEMENTO_NOW sets."""
        wall = datetime.now(UTC).replace(microsecond=0)
        text = os.environ.get(NOW_VARIABLE)
        return self._read(text, wall) if text else wall

    @cached_property
    def now(self) -> datetime:
        """The moment that the command is about: --now, as the clock reads it, or the clock."""
        return self._read(self.now_text, self.clock) if self.now_text else self.clock

    @property
    def named_now(self) -> datetime | None:
        """The moment that somebody named, by --now or $MEMENTO_NOW: what was recorded later is not
        shown. None where it is the clock's, which may be wrong and hides nothing."""
        return self.now if self.now_text or os.environ.get(NOW_VARIABLE) else None

    def moving_now(self) -> datetime:
        """The clock of a command that goes on: it moves, unless --now or $MEMENTO_NOW holds it."""
        return self.named_now or datetime.now(UTC).replace(microsecond=0)

    @cached_property
    def _preferences(self) -> Mapping[str, Any]:
        """The user's own settings; none where there is no file, or one that cannot be read, of
        which the search for the store tells."""
        if not os.path.lexists(user_file()):
            return {}
        from memento_cli.store.settings.user import user_settings

        with suppress(MementoError, OSError):
            return user_settings()
        return {}

    @property
    def agent(self) -> str | None:
        """The agent that types this, if $MEMENTO_AGENT names one: its word is an agent's."""
        from memento_cli.store.directory.clone import agent

        return agent() or None

    @property
    def by(self) -> str:
        """Whose word it is what this call writes (`core/security/trust.py`)."""
        from memento_cli.core.security.trust import AGENT, USER

        return AGENT if self.agent else USER

    @cached_property
    def zone(self) -> tzinfo:
        """The zone of the times that are typed, and of the days of pictures: the person's or, where
        it was asked for, UTC."""
        return UTC if self.out.prefers_utc else local_zone()[1]

    @property
    def stores(self) -> tuple[Store, ...]:
        """The stores that the command reads: one, or several together if it is `layered`."""
        return self.layers if self.layered else (self.store,)

    def has_store(self) -> bool:
        """Whether there is a store; if there is none, the command says so, or makes one."""
        try:
            return bool(self.store)
        except NotFound:
            return False

    @property
    def store_path(self) -> str | None:
        """The store that was named; of several the nearest."""
        return self.store_paths[0] if self.store_paths else None

    @property
    def typed(self) -> tuple[str, ...]:
        """The words that begin another command about this store, for a person to type."""
        return ("memento", *(("--store", self.store_path) if self.store_path else ()))

    @cached_property
    def store(self) -> Store:
        """The store that this call is about."""
        return self._opened(self.store_path)

    @cached_property
    def layers(self) -> tuple[Store, ...]:
        """The stores that are read together, the nearest first: that is the one to write to."""
        others = self.store_paths[1:]
        if not self.store_paths and os.path.lexists(user_file()):
            from memento_cli.store.settings.user import layers

            others = tuple(layers())
        stores = {self.store.root: self.store}
        for path in others:
            try:
                store = self._opened(path)
                stores.setdefault(store.root, store)
            except NotFound as problem:
                if self.store_paths:
                    raise
                self.out.warn(f"a layer is left out: {problem.message}")
        return tuple(stores.values())

    def _opened(self, path: str | None) -> Store:
        return self._opened_at(store_location(path, os.environ), path, self.out.warn)

    def opened_anew(self, warn: Callable[[str], None]) -> Store:
        """The store of this call, opened again with the settings of now: for what goes on long."""
        return self._opened_at(self.store.root, self.store_path, warn)

    def _opened_at(self, place: str, named: str | None, warn: Callable[[str], None]) -> Store:
        from memento_cli.actions.store.opening import open_indexed_store
        from memento_cli.store.directory.trust import guarded

        return guarded(open_indexed_store(place, warn), named)

    def moment(self, text: str, *, end: bool = False) -> datetime:
        """A moment as a person types it, seen from `now`."""
        return self._read(text, self.now, end=end)

    def end_moment(self, option: str, text: str, *, end: bool = False) -> datetime:
        """The moment at which something is to end. Usage for a bare length, which counts back."""
        from memento_cli.core.time.counted_times import is_bare_length

        if is_bare_length(text):
            raise Usage(f"{option} {text} is {text} ago", f"+{text} is that far ahead")
        return self._read(text, self.now, end=end, ahead=True)

    def _read(
        self, text: str, now: datetime, *, end: bool = False, ahead: bool = False
    ) -> datetime:
        from memento_cli.core.time.typed_times import typed_moment
        from memento_cli.core.time.when import whole_moment

        moment = whole_moment(text.strip())  # the person's zone is a slow import
        return moment or typed_moment(
            text, now, self.zone, end=end, ahead=ahead, first=self._first_in_date
        )

    @property
    def _first_in_date(self) -> str:
        """What comes first in 10/11/2026: by the locale of a person; a script's does not count."""
        if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
            return ""
        from memento_cli.core.time.date_order import first_in_date

        names = (os.environ.get(name) for name in LOCALE_VARIABLES)
        return first_in_date(next(filter(None, names), ""))

    def store_or_new(self) -> Store:
        """The store; in the default place a person may have it made now."""
        from memento_cli.store.directory.folders import no_store
        from memento_cli.store.directory.location import default_place

        try:
            return self.store
        except NotFound as problem:
            place = store_location(self.store_path, os.environ)
            if place != default_place() or not can_ask():
                raise problem
            answer = self.out.ask(
                f"No store yet. Make one in {place}?", {"y": "yes", "n": "no"}, "n"
            )
            if answer != "y":
                raise no_store(place) from None
        from memento_cli.actions.store.init import init

        init(place, person=user_name(), timezone=local_zone()[0], warn=self.out.warn)
        return self.store

    def _remember_list(self, noun: str, ids: Sequence[str]) -> None:
        from memento_cli.cli.input.last_list import keep_list

        if self.opened_store:
            keep_list(self.opened_store.root, noun, ids)

    @property
    def opened_store(self) -> Store | None:
        """The store, if the command has asked for it."""
        store: Store | None = self.__dict__.get("store")
        return store

    def check_writable(self) -> None:
        """See that the store can be written to, before a person begins to write."""
        with self.store.lock.held():
            self.store.writer()

    def has_hub(self) -> bool:
        """Whether the store has met a hub, as few have: only then is anything of it imported."""
        from memento_cli.store.directory.folders import HUB_NOTES

        return os.path.lexists(os.path.join(self.store.root, HUB_NOTES))

    def commit(self) -> str:
        """Commit what was done, where the settings ask for it and `store git` allowed it; and give
        what was written its vectors, where the user has set a provider. Answers what stood in the
        way of the commit, which it has warned of."""
        store = self.opened_store
        if store is None or not store.changed:
            return ""
        from memento_cli.index.refresh.freshness import note_written

        note_written(store)
        problem = self._commit_in_git(store) if store.settings[AUTOCOMMIT] else ""
        if self._preferences.get("sync.when") == "always" and not self.is_synced:
            from memento_cli.cli.program import command
            from memento_cli.hub.unasked import start_later

            start_later(store, command())
        if any(self._preferences.get(f"vectors.{name}") for name in PROVIDERS):
            from memento_cli.actions.vectors.written import embed_written
            from memento_cli.cli.output.values import said

            with suppress(OSError):  # who waits for a provider has the answer already
                sys.stdout.flush() if sys.stdout is not None else None
            note, same = embed_written(store)
            if same:  # whose words may be anybody's
                other = f"{same.id} may say the same in other words: {same.content.summary}"
                self.out.note(said(other))
            elif note:
                self.out.note(said(note))
        return problem

    def sync_by_night(self) -> None:
        """Sync with the hubs that the store has met, where the user's settings say so; what stands
        in the way is told and fails nothing."""
        if self._preferences.get("sync.when") not in ("nightly", "always"):
            return
        from memento_cli.cli.output.values import safe
        from memento_cli.hub.unasked import sync_with_all

        self.is_synced = True
        for hub, tenant, outcome in sync_with_all(self.store, self.now):
            if isinstance(outcome, MementoError):
                self.out.warn(safe(f"{tenant} on {hub}: {outcome.message}"))

    def _commit_in_git(self, store: Store) -> str:
        from memento_cli.actions.git.commit import commit_done
        from memento_cli.actions.git.setup import is_set_up

        problem = commit_done(store) if is_set_up(store) else ""
        if problem:
            self.out.warn(problem)
        return problem

    def warn_kept(self) -> None:
        """Tell where a text is kept that would be lost."""
        where = told()
        if where:
            self.out.warn(where)

    def note_if_ahead(self) -> None:
        """Tell that what was written with `--now` in the future does not count before then."""
        if self.now > self.clock and self.store.changed:
            self.out.note(f"Dated {self.out.minute(self.now)}: it counts from then on")


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A file that a person named, to be read. NotFound if nothing is there."""
    from memento_cli.store.files.files import os_errors

    with os_errors(path):
        try:
            os.stat(path)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            from memento_cli.actions.exchange.sources.entry import nothing_at

            raise nothing_at(path) from None
        with open(path, "rb") as file:
            yield file


def user_name() -> str:
    """The login name, as the person of new memories."""
    from memento_cli.core.text.normal_forms import slug
    from memento_cli.store.directory.clone import login

    return slug(login(), 40)


def local_zone() -> tuple[str, tzinfo]:
    """The name and rules of the machine's time zone; UTC where they cannot be found."""
    from memento_cli.store.directory.folders import zone_of

    linked = "" if WINDOWS else os.path.realpath(LOCALTIME).rpartition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").lstrip(":"), linked):
        try:
            if name:
                return name, zone_of(name, name)
        except BadData:
            continue
    if WINDOWS:  # which has names of its own
        from dateutil.tz import tzlocal

        return "UTC", tzlocal()
    return "UTC", UTC
