"""memento: long-term memory in plain files.

    from memento_cli import Draft, open_store, recall, record, Query

    store = open_store("my-memory")
    record(store, Draft("Led OAuth2 design review", person="alex"), now)
    recall(store, Query(words=("oauth2",)), now).hits

Each verb takes a store and values, `now` among them as an aware datetime, and answers with values;
what goes wrong is a `MementoError`. Names are imported when they are first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing itself would cost every command a third of bare Python's start

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.actions.checkup.doctor import doctor as doctor
    from memento_cli.actions.checkup.health import health as health
    from memento_cli.actions.checkup.status import full_status as full_status
    from memento_cli.actions.checkup.status import status as status
    from memento_cli.actions.context.context import context as context
    from memento_cli.actions.context.context import new_nonce as new_nonce
    from memento_cli.actions.context.context import related as related
    from memento_cli.actions.events.feelings import affect_of as affect_of
    from memento_cli.actions.events.feelings import feel as feel
    from memento_cli.actions.events.feelings import felt_about as felt_about
    from memento_cli.actions.events.feelings import felt_by as felt_by
    from memento_cli.actions.events.feelings import long_mood as long_mood
    from memento_cli.actions.events.feelings import mood_history as mood_history
    from memento_cli.actions.events.feelings import moods as moods
    from memento_cli.actions.events.feelings import say_mood as say_mood
    from memento_cli.actions.events.notes import link_events as link_events
    from memento_cli.actions.events.notes import links_of as links_of
    from memento_cli.actions.events.notes import unlink_events as unlink_events
    from memento_cli.actions.events.planned import extract as extract
    from memento_cli.actions.events.plans import checked_steps as checked_steps
    from memento_cli.actions.events.threads import add_to_thread as add_to_thread
    from memento_cli.actions.events.threads import merge_threads as merge_threads
    from memento_cli.actions.events.threads import proposed_threads as proposed_threads
    from memento_cli.actions.events.threads import remove_from_thread as remove_from_thread
    from memento_cli.actions.events.threads import split_thread as split_thread
    from memento_cli.actions.events.threads import thread_named as thread_named
    from memento_cli.actions.events.threads import threads as threads
    from memento_cli.actions.exchange.export import What as What
    from memento_cli.actions.exchange.export import export as export
    from memento_cli.actions.exchange.export import exported_memories as exported_memories
    from memento_cli.actions.exchange.imports import import_memories as import_memories
    from memento_cli.actions.exchange.sources.opened import source_of as source_of
    from memento_cli.actions.facts.blocks import block as block
    from memento_cli.actions.facts.blocks import blocks as blocks
    from memento_cli.actions.facts.blocks import delete_block as delete_block
    from memento_cli.actions.facts.blocks import write_block as write_block
    from memento_cli.actions.facts.facts import Terms as Terms
    from memento_cli.actions.facts.facts import correct_fact as correct_fact
    from memento_cli.actions.facts.facts import end_fact as end_fact
    from memento_cli.actions.facts.facts import every_facts as every_facts
    from memento_cli.actions.facts.facts import facts_of as facts_of
    from memento_cli.actions.facts.facts import set_facts as set_facts
    from memento_cli.actions.facts.facts import update_context as update_context
    from memento_cli.actions.facts.kv import expired_keys as expired_keys
    from memento_cli.actions.facts.kv import get_kv as get_kv
    from memento_cli.actions.facts.kv import list_kv as list_kv
    from memento_cli.actions.facts.kv import purge_kv as purge_kv
    from memento_cli.actions.facts.kv import set_kv as set_kv
    from memento_cli.actions.facts.kv import unset_kv as unset_kv
    from memento_cli.actions.facts.preferences import Subject as Subject
    from memento_cli.actions.facts.preferences import preferences as preferences
    from memento_cli.actions.facts.preferences import set_preference as set_preference
    from memento_cli.actions.facts.states import StateDraft as StateDraft
    from memento_cli.actions.facts.states import add_state as add_state
    from memento_cli.actions.facts.states import add_task as add_task
    from memento_cli.actions.facts.states import close_states as close_states
    from memento_cli.actions.facts.states import confirm_states as confirm_states
    from memento_cli.actions.facts.states import finish_tasks as finish_tasks
    from memento_cli.actions.facts.states import states as states
    from memento_cli.actions.facts.states import update_state as update_state
    from memento_cli.actions.fading.explain import log_of as log_of
    from memento_cli.actions.fading.explain import why as why
    from memento_cli.actions.fading.forecast import curve as curve
    from memento_cli.actions.fading.forecast import forecast as forecast
    from memento_cli.actions.fading.law import law_changes as law_changes
    from memento_cli.actions.fading.law import set_law as set_law
    from memento_cli.actions.fading.review import cards as cards
    from memento_cli.actions.fading.review import confirm as confirm
    from memento_cli.actions.fading.review import rate as rate
    from memento_cli.actions.graph.graph import graph_of as graph_of
    from memento_cli.actions.graph.graph import nearby as nearby
    from memento_cli.actions.graph.graph import path_between as path_between
    from memento_cli.actions.graph.graph import shown_entity as shown_entity
    from memento_cli.actions.graph.relate import Statement as Statement
    from memento_cli.actions.graph.relate import add_edge as add_edge
    from memento_cli.actions.graph.relate import describe as describe
    from memento_cli.actions.graph.relate import forget_entity as forget_entity
    from memento_cli.actions.graph.relate import remove_alias as remove_alias
    from memento_cli.actions.graph.relate import remove_edge as remove_edge
    from memento_cli.actions.memory.edit import edit as edit
    from memento_cli.actions.memory.edit import pin as pin
    from memento_cli.actions.memory.feedback import count_shown as count_shown
    from memento_cli.actions.memory.feedback import feedback as feedback
    from memento_cli.actions.memory.links import link as link
    from memento_cli.actions.memory.links import unlink as unlink
    from memento_cli.actions.memory.list import list_memories as list_memories
    from memento_cli.actions.memory.prune import forget as forget
    from memento_cli.actions.memory.prune import prune as prune
    from memento_cli.actions.memory.prune import prune_plan as prune_plan
    from memento_cli.actions.memory.prune import restore as restore
    from memento_cli.actions.memory.prune import retention_plan as retention_plan
    from memento_cli.actions.memory.reading import memory_at as memory_at
    from memento_cli.actions.memory.record import record as record
    from memento_cli.actions.memory.reinforce import note_use as note_use
    from memento_cli.actions.memory.reinforce import reinforce as reinforce
    from memento_cli.actions.memory.reinforce import settle as settle
    from memento_cli.actions.recall.like import recall_like as recall_like
    from memento_cli.actions.recall.past import Past as Past
    from memento_cli.actions.recall.past import memory_then as memory_then
    from memento_cli.actions.recall.recall import recall as recall
    from memento_cli.actions.recall.recall import why_not as why_not
    from memento_cli.actions.redaction.erase import erase as erase
    from memento_cli.actions.sessions.sessions import NewItem as NewItem
    from memento_cli.actions.sessions.sessions import add_item as add_item
    from memento_cli.actions.sessions.sessions import add_items as add_items
    from memento_cli.actions.sessions.sessions import end_session as end_session
    from memento_cli.actions.sessions.sessions import open_session as open_session
    from memento_cli.actions.sessions.sessions import session as session
    from memento_cli.actions.sessions.sessions import sessions as sessions
    from memento_cli.actions.sessions.sessions import start_session as start_session
    from memento_cli.actions.sessions.sessions import summarize as summarize
    from memento_cli.actions.sessions.sessions import sweep_sessions as sweep_sessions
    from memento_cli.actions.sessions.summarizing import summarized as summarized
    from memento_cli.actions.store.init import init as init
    from memento_cli.actions.store.init import open_store as open_store
    from memento_cli.actions.store.profile import differences as differences
    from memento_cli.actions.store.profile import set_settings as set_settings
    from memento_cli.actions.store.upkeep import rebuild as rebuild
    from memento_cli.actions.tidy.proposals import apply as apply
    from memento_cli.actions.tidy.proposals import proposals as proposals
    from memento_cli.actions.tidy.proposals import reject as reject
    from memento_cli.actions.tidy.propose import apply_safe as apply_safe
    from memento_cli.actions.tidy.propose import propose as propose
    from memento_cli.actions.tidy.run import run_tidy as run_tidy
    from memento_cli.actions.tidy.run import tidy as tidy
    from memento_cli.actions.undo.revisions import revisions_of as revisions_of
    from memento_cli.actions.undo.undo import undo as undo
    from memento_cli.core.events.affect import Affect as Affect
    from memento_cli.core.events.plans import items_of as items_of
    from memento_cli.core.journal.provenance import Provenance as Provenance
    from memento_cli.core.memory.memory import Draft as Draft
    from memento_cli.core.memory.memory import Link as Link
    from memento_cli.core.memory.memory import Memory as Memory
    from memento_cli.core.memory.memory import Tags as Tags
    from memento_cli.core.memory.memory import calculate_strength as calculate_strength
    from memento_cli.core.memory.memory import default_half_life as default_half_life
    from memento_cli.core.memory.memory import strength_at as strength_at
    from memento_cli.core.memory.summary import summary_of as summary_of
    from memento_cli.core.recall.query import Query as Query
    from memento_cli.core.recall.similarity import calculate_similarity as calculate_similarity
    from memento_cli.core.recall.similarity import find_similar as find_similar
    from memento_cli.core.sessions.sessions import query_of as query_of
    from memento_cli.core.text.digest import Source as Source
    from memento_cli.core.text.digest import digest as digest
    from memento_cli.errors import Ambiguous as Ambiguous
    from memento_cli.errors import BadData as BadData
    from memento_cli.errors import BadValue as BadValue
    from memento_cli.errors import Busy as Busy
    from memento_cli.errors import Conflict as Conflict
    from memento_cli.errors import MementoError as MementoError
    from memento_cli.errors import NotFound as NotFound
    from memento_cli.errors import Refused as Refused
    from memento_cli.errors import SecretFound as SecretFound
    from memento_cli.errors import Unasked as Unasked
    from memento_cli.store.directory.store import Store as Store

__version__ = "0.1.0"

HOMES = {
    "actions.facts.blocks": "block blocks delete_block write_block",
    "actions.context.context": "context new_nonce related",
    "actions.checkup.doctor": "doctor",
    "actions.memory.edit": "edit pin",
    "actions.redaction.erase": "erase",
    "actions.events.notes": "link_events links_of unlink_events",
    "actions.exchange.imports": "import_memories",
    "actions.fading.explain": "log_of why",
    "actions.exchange.export": "What export exported_memories",
    "actions.facts.facts": (
        "Terms correct_fact end_fact every_facts facts_of set_facts update_context"
    ),
    "actions.memory.feedback": "count_shown feedback",
    "actions.events.feelings": (
        "affect_of feel felt_about felt_by long_mood mood_history moods say_mood"
    ),
    "actions.fading.forecast": "curve forecast",
    "actions.graph.graph": "graph_of nearby path_between shown_entity",
    "actions.facts.kv": ("expired_keys get_kv list_kv purge_kv set_kv unset_kv"),
    "actions.checkup.health": "health",
    "core.journal.provenance": "Provenance",
    "actions.store.init": "init open_store",
    "actions.fading.law": "law_changes set_law",
    "actions.memory.links": "link unlink",
    "actions.memory.list": "list_memories",
    "actions.tidy.run": "run_tidy tidy",
    "actions.recall.past": "Past memory_then",
    "actions.events.planned": "extract",
    "actions.events.plans": "checked_steps",
    "actions.facts.preferences": "Subject preferences set_preference",
    "actions.store.profile": "differences set_settings",
    "actions.tidy.proposals": "apply proposals reject",
    "actions.memory.prune": "forget prune prune_plan restore retention_plan",
    "actions.memory.reading": "memory_at",
    "actions.store.upkeep": "rebuild",
    "actions.recall.recall": "recall why_not",
    "actions.memory.record": "record",
    "actions.memory.reinforce": "note_use reinforce settle",
    "actions.graph.relate": "Statement add_edge describe forget_entity remove_alias remove_edge",
    "actions.fading.review": "cards confirm rate",
    "actions.recall.like": "recall_like",
    "actions.undo.revisions": "revisions_of",
    "actions.sessions.sessions": (
        "NewItem add_item add_items end_session open_session session sessions start_session "
        "summarize sweep_sessions"
    ),
    "actions.tidy.propose": "apply_safe propose",
    "actions.exchange.sources.opened": "source_of",
    "actions.facts.states": (
        "StateDraft add_state add_task close_states confirm_states finish_tasks states update_state"
    ),
    "actions.checkup.status": "full_status status",
    "actions.sessions.summarizing": "summarized",
    "actions.events.threads": (
        "add_to_thread merge_threads proposed_threads remove_from_thread split_thread thread_named"
        " threads"
    ),
    "actions.undo.undo": "undo",
    "core.events.affect": "Affect",
    "core.text.digest": "Source digest",
    "core.memory.memory": "Draft Link Memory Tags calculate_strength default_half_life strength_at",
    "core.events.plans": "items_of",
    "core.sessions.sessions": "query_of",
    "core.recall.query": "Query",
    "core.recall.similarity": "calculate_similarity find_similar",
    "core.memory.summary": "summary_of",
    "errors": "MementoError Ambiguous BadData BadValue Busy Conflict NotFound Refused "
    "SecretFound Unasked",
    "store.directory.store": "Store",
}

__all__ = [name for names in HOMES.values() for name in names.split()]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in HOMES.items():
        if name in names.split():
            return getattr(import_module(f"memento_cli.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
