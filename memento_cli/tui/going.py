"""Going from what is seen to what it is linked to, and back."""

from __future__ import annotations

from memento_cli.actions.memory.reading import locate
from memento_cli.named_tuple import NamedTuple
from memento_cli.tui.dialogs import Pick
from memento_cli.tui.memory_views import ARCHIVE, MEMORIES
from memento_cli.tui.navigation import Navigation

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.store_access import Host


class Place(NamedTuple):
    """Where somebody was: the view, what was asked there, and the line."""

    view: str
    question: str
    key: str | None


class Going(Navigation):
    """A screen that remembers the way by which somebody came."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._trail: list[Place] = []

    async def action_linked(self) -> None:
        """Choose where to go from what is seen."""
        ways = self.preview.ways
        if not ways:
            self.tell("It leads nowhere")
            return

        def chosen(place: str | None) -> None:
            if place is not None:
                way = ways[int(place)]
                self.action_go_to(way.view, way.key, way.question)

        lines = [
            (str(place), " ".join(f"{way.label} {way.text}".split()))
            for place, way in enumerate(ways)
        ]
        await self.push_screen(Pick("Go to", lines), chosen)

    def action_go_to(self, name: str, key: str, question: str = "") -> None:
        """Go to a thing in a view, or to what a question finds there; Backspace comes back."""
        self.run_worker(self._go_to(name, key, question))

    async def _go_to(self, name: str, key: str, question: str) -> None:
        if name == MEMORIES.name and key:
            place = await self.looked(lambda store, now: _view_of(store, key))
            if place is None:
                return
            name = place
        self._trail.append(Place(self.shown.name, self.question, self.listing.key))
        self.go(name, question, key or None)

    def action_return(self) -> None:
        """Go back to where somebody came from."""
        if self._trail:
            place = self._trail.pop()
            self.go(place.view, place.question, place.key)


def _view_of(store: Store, id: str) -> str:
    """The view in which a memory is; NotFound if it is gone."""
    return (ARCHIVE if locate(store, id)[0] is store.archive else MEMORIES).name
