"""Named blocks (document 000): written, read, deleted; each act can be undone."""

from __future__ import annotations

from memento_cli.actions.facts.records import create, remove, revise
from memento_cli.actions.facts.trusted import trusted_blocks
from memento_cli.actions.memory.naming import checked_name
from memento_cli.actions.memory.reading import readable_values
from memento_cli.core.facts.blocks import Block, block_content, block_id, block_name
from memento_cli.core.memory.record_kinds import BLOCKS, ref_of
from memento_cli.core.memory.refs import name_of, person_ref, same_person
from memento_cli.core.security.trust import raised_trust
from memento_cli.core.time.when import iso
from memento_cli.errors import Conflict, NotFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store


def write_block(
    store: Store,
    name: str,
    content: str,
    provenance: Provenance,
    *,
    persona: str | None = None,
    description: str | None = None,
) -> Block:
    """Write a block, in the place of the one of that name and persona, if there is one.

    Without a description an earlier one stays. What says the same already is left as it is.
    SecretFound for a key in it, Unasked where it is a person's words that it takes the place of.
    """
    whose, now = _whose(persona), provenance.signature.at
    checked_name(store, "the persona", name_of(whose or ""))
    called = checked_name(store, "the block", block_name(name))
    new = Block(called, block_content(content), now, whose, description or "", provenance.trust)
    ref = block_ref(new)

    def revised(old: Block) -> Block:
        _check(old, new.name, whose)
        kept = old.description if description is None else description
        if (old.content, old.description) == (content, kept):
            return old._replace(trust=raised_trust(old.trust, provenance.trust))
        question = f"Replace what the user wrote as the block {new.name}?"
        provenance.check_asked(
            old.trust, question, {"it says": old.content, "it would say": content}
        )
        return old._replace(content=content, description=kept, updated=now, trust=provenance.trust)

    with store.lock.held():
        if block_id(new.name, whose) in store.held(BLOCKS):
            return revise(store, ref, revised, provenance)[0]
        create(store, ref, new, provenance)
        return new


def block(
    store: Store, name: str, persona: str | None = None, *, until: datetime | None = None
) -> Block:
    """The block of a name and a persona, or of nobody in particular. NotFound if there is none, or
    it was written after `until`."""
    name, whose = block_name(name), _whose(persona)
    folder, id = store.held(BLOCKS), block_id(name, whose)
    if id not in folder:
        raise NotFound(f"block {name!r} not found", _hint(store, name))
    found: Block = folder.read(id).value
    _check(found, name, whose)
    if until is not None and found.updated > until:
        raise NotFound(f"block {name!r} was written later", f"on {iso(found.updated)}")
    return found


def blocks(
    store: Store,
    persona: str | None = None,
    *,
    until: datetime | None = None,
    least: str | None = None,
) -> list[Block]:
    """All blocks, or those of one persona, by name; a file that cannot be read is skipped.

    What was written after `until` is left out. Each is as somebody so trusted has written it last
    (`least`), if anybody so trusted has.
    """
    whose = _whose(persona)
    found = [
        one
        for one in readable_values(store, store.held(BLOCKS).scan())
        if (until is None or one.updated <= until)
        and (whose is None or same_person(one.persona, whose))
    ]
    found = found if least is None else trusted_blocks(store, found, least)
    return sorted(found, key=lambda block: (block.name, block.persona or ""))


def delete_block(
    store: Store,
    name: str,
    provenance: Provenance,
    *,
    persona: str | None = None,
    least: str | None = None,
) -> Block:
    """Delete a block; an undo brings the same file back. NotFound if there is none.

    Unasked if a person wrote it, or what who sees only the words of somebody so trusted (`least`)
    sees there.
    """
    with store.lock.held():
        found = block(store, name, persona)
        seen = [found] if least is None else [found, *trusted_blocks(store, [found], least)]
        question = f"Delete the block {block_name(name)}, which the user wrote?"
        for one in seen:
            provenance.check_asked(one.trust, question, {"it says": one.content})
        remove(store, block_ref(found), provenance)
    return found


def block_ref(block: Block) -> str:
    """How the journal names a block."""
    return ref_of(BLOCKS, block_id(block.name, block.persona))


def _whose(persona: str | None) -> str | None:
    return None if persona is None else person_ref(persona)


def _check(found: Block, name: str, persona: str | None) -> None:
    """Conflict if the file of a name and a persona has another block."""
    if not found.is_called(name, persona):
        whose = f"of {name_of(found.persona)}" if found.persona else "of nobody in particular"
        raise Conflict(
            f"{block_ref(found)} is the block {found.name!r} {whose}", "choose another name"
        )


def _hint(store: Store, name: str) -> str:
    """What may have been meant by the name of a block that is not there."""
    others = [
        one.persona for one in blocks(store) if one.persona and one.is_called(name, one.persona)
    ]
    if others:
        return f"there is one with --of {name_of(others[0])}"
    return "`memento block list` shows them"
