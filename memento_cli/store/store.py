"""A store: its folders, and what was erased kept out of them."""

from __future__ import annotations

from memento_cli.store.folders import Folders


class Store(Folders):
    """An open store.

    Whoever is about to write takes out first what others have erased.
    """

    def _erased_events(self) -> list[str]:
        from memento_cli.store.pending import any_erased

        if not any_erased(self.root):
            return []
        from memento_cli.store.erased_events import event_ids  # most stores have none
        from memento_cli.store.erasing import erasures

        return event_ids(erasures(self))

    def _begin(self) -> None:
        super()._begin()
        from memento_cli.store.pending import nothing_pending

        if not nothing_pending(self.root):
            from memento_cli.store.erasing import finish_if_possible  # few acts come here

            finish_if_possible(self)
