"""The bounds of what a reader may see of a store: a project, a person, a label of privacy."""

from __future__ import annotations

from memento_cli.core.memory.refs import name_of, person_ref, same_person
from memento_cli.core.security.trust import PRIVACIES, UNLABELLED, is_open
from memento_cli.errors import Refused, Usage, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.core.recall.query import Query


class Scope(NamedTuple):
    """Bounds, each None if there is none; `privacy` is the least public label that is seen.

    Records have no project and no label of privacy; they count as private.
    """

    project: str | None = None
    person: str | None = None
    privacy: str | None = None

    def admits(self, memory: Memory) -> bool:
        """Whether a memory may be seen."""
        return (
            (self.project is None or memory.project == self.project)
            and self.is_of(memory.person)
            and (self.privacy is None or is_open(memory.privacy, self.privacy))
        )

    def is_of(self, person: str) -> bool:
        """Whether what belongs to a person may be seen."""
        return self.person is None or same_person(person, self.person)

    def has_own(self, own: str) -> bool:
        """Whether what belongs to nobody may be seen: only by the store's `own` person."""
        return self.is_of(own) and self.project is None and not self.hides_unlabelled

    @property
    def hides_unlabelled(self) -> bool:
        """Whether what has no label of privacy is hidden."""
        return self.privacy is not None and not is_open(UNLABELLED, self.privacy)

    def narrowed(self, query: Query) -> Query:
        """The query within the bounds. Refused if it asks for a project or a person beyond them."""
        if self.project is not None:
            if query.projects and set(query.projects) != {self.project}:
                raise Refused(f"only the project {self.project} is seen here")
            query = query._replace(projects=(self.project,))
        if self.person is not None:
            self.check_person(query.person)
            query = query._replace(person=self.person, spellings=())
        return query._replace(min_privacy=self.privacy) if self.privacy else query

    def check_person(self, person: str | None) -> None:
        """Raise Refused if a person is given who is not within the bounds."""
        if person is not None and not self.is_of(person):
            raise Refused(f"only what is of {name_of(str(self.person))} is seen here")

    def claimed(self, draft: Draft) -> Draft:
        """A new memory with the project and person of the bounds.

        Refused if it names others, or would be less public, so that nobody here could see it.
        """
        self.check_person(draft.person or None)
        if self.project is not None and draft.project not in (None, self.project):
            raise Refused(f"only the project {self.project} is seen here")
        if self.privacy is not None and not is_open(draft.privacy, self.privacy):
            raise Refused(
                f"only what is {self.privacy} is seen here, and this is {draft.privacy}",
                f"if all may see it who may see that: privacy_scope {self.privacy}",
            )
        return draft._replace(
            person=draft.person or self.person or "", project=draft.project or self.project
        )


OPEN = Scope()
"""No bounds at all."""


def scope_of(texts: Iterable[str]) -> Scope:
    """The bounds that texts such as `person:ana` say, each once; Usage for what is none."""
    bounds = dict[str, str]()
    for text in texts:
        name, sign, value = text.partition(":")
        if not sign or name not in Scope._fields or not value:
            raise Usage(f"--scope cannot be {text!r}", "project:NAME, person:WHO or privacy:team")
        if name in bounds:
            raise Usage(f"--scope {name} is said twice")
        bounds[name] = value
    if "person" in bounds:
        bounds["person"] = person_ref(bounds["person"])
    if bounds.get("privacy", PRIVACIES[0]) not in PRIVACIES:
        raise unknown("scope privacy", bounds["privacy"], PRIVACIES)
    return Scope(**bounds)
