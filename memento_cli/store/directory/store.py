"""A store: its folders, from which erased content is removed before anything is written."""

from __future__ import annotations

from memento_cli.store.directory.folders import Folders


class Store(Folders):
    """An open store. A writer first removes from this clone what other clones have erased."""

    def _erased_events(self) -> list[str]:
        from memento_cli.store.redaction.pending import any_erased

        if not any_erased(self.root):
            return []
        from memento_cli.store.redaction.erasure import erasures
        from memento_cli.store.redaction.logs import event_ids  # most stores have none

        return event_ids(erasures(self))

    def _begin(self) -> None:
        super()._begin()
        from memento_cli.store.redaction.pending import nothing_pending

        if not nothing_pending(self.root):
            from memento_cli.store.redaction.erasure import (
                remove_erased_if_possible,  # few acts come here
            )

            remove_erased_if_possible(self)
