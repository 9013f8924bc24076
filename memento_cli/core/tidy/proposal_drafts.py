"""The drafts that proposals lead to: what a memory becomes when somebody applies one."""

from __future__ import annotations

from memento_cli.core.memory.memory import SUPERSEDES, Draft, Link, split_content
from memento_cli.core.security.trust import TRUST, raised_trust, trust_label, trust_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Memory


def superseding(memory: Memory, answer: str, by: str) -> Draft:
    """The draft of a memory that says `answer` in the place of another, as trusted as `by`."""
    summary, detail = split_content(answer)
    return _draft_of(memory)._replace(
        summary=summary,
        detail=detail,
        tags=memory.tags._replace(outcome=None),
        source="feedback",
        links=(Link(SUPERSEDES, memory.id),),
        more={TRUST: by} if memory.agent or trust_label(by) else {},
    )


def vouched_for(proposal: Memory, by: str) -> Draft:
    """The draft of the memory in a proposal, as trusted as who applies it makes it."""
    trust = trust_of(proposal)
    raised = raised_trust(trust, by)
    draft = _draft_of(proposal)
    return draft._replace(more={**draft.more, TRUST: raised}) if raised != trust else draft


def _draft_of(memory: Memory) -> Draft:
    """The draft of a memory that says what another says."""
    content = memory.content
    return Draft(
        content.summary,
        person=memory.person,
        detail=content.detail,
        significance=content.significance,
        tags=memory.tags,
        kind=memory.kind,
        source=memory.source,
        privacy=memory.privacy,
        importance=memory.importance,
        project=memory.project,
        agent=memory.agent,
        links=memory.links,
        more=memory.more,
    )
