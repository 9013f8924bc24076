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

    from memento_cli.actions.answers import confirm as confirm
    from memento_cli.actions.answers import rate as rate
    from memento_cli.actions.blocks import block as block
    from memento_cli.actions.blocks import blocks as blocks
    from memento_cli.actions.blocks import delete_block as delete_block
    from memento_cli.actions.blocks import write_block as write_block
    from memento_cli.actions.context import context as context
    from memento_cli.actions.context import related as related
    from memento_cli.actions.doctor import doctor as doctor
    from memento_cli.actions.edit import edit as edit
    from memento_cli.actions.erase import erase as erase
    from memento_cli.actions.event_links import link_events as link_events
    from memento_cli.actions.event_links import links_of as links_of
    from memento_cli.actions.event_links import unlink_events as unlink_events
    from memento_cli.actions.exchange import import_memories as import_memories
    from memento_cli.actions.explain import log_of as log_of
    from memento_cli.actions.explain import why as why
    from memento_cli.actions.export import What as What
    from memento_cli.actions.export import export as export
    from memento_cli.actions.export import exported_memories as exported_memories
    from memento_cli.actions.extract import extract as extract
    from memento_cli.actions.facts import Terms as Terms
    from memento_cli.actions.facts import correct_fact as correct_fact
    from memento_cli.actions.facts import end_fact as end_fact
    from memento_cli.actions.facts import every_facts as every_facts
    from memento_cli.actions.facts import facts_of as facts_of
    from memento_cli.actions.facts import set_facts as set_facts
    from memento_cli.actions.facts import update_context as update_context
    from memento_cli.actions.feedback import count_shown as count_shown
    from memento_cli.actions.feedback import feedback as feedback
    from memento_cli.actions.feelings import affect_of as affect_of
    from memento_cli.actions.feelings import feel as feel
    from memento_cli.actions.feelings import felt_about as felt_about
    from memento_cli.actions.feelings import felt_by as felt_by
    from memento_cli.actions.feelings import long_mood as long_mood
    from memento_cli.actions.feelings import mood_history as mood_history
    from memento_cli.actions.feelings import moods as moods
    from memento_cli.actions.feelings import say_mood as say_mood
    from memento_cli.actions.forecast import curve as curve
    from memento_cli.actions.forecast import forecast as forecast
    from memento_cli.actions.graph import graph_of as graph_of
    from memento_cli.actions.graph import shown_entity as shown_entity
    from memento_cli.actions.hard_facts import expired_keys as expired_keys
    from memento_cli.actions.hard_facts import hard_fact as hard_fact
    from memento_cli.actions.hard_facts import hard_facts as hard_facts
    from memento_cli.actions.hard_facts import purge_hard_facts as purge_hard_facts
    from memento_cli.actions.hard_facts import set_hard_fact as set_hard_fact
    from memento_cli.actions.hard_facts import unset_hard_fact as unset_hard_fact
    from memento_cli.actions.health import health as health
    from memento_cli.actions.holding import Act as Act
    from memento_cli.actions.init import init as init
    from memento_cli.actions.init import open_store as open_store
    from memento_cli.actions.law import conversions as conversions
    from memento_cli.actions.law import convert as convert
    from memento_cli.actions.links import link as link
    from memento_cli.actions.links import unlink as unlink
    from memento_cli.actions.listing import list_memories as list_memories
    from memento_cli.actions.maintain import maintain as maintain
    from memento_cli.actions.past import Past as Past
    from memento_cli.actions.past import memory_then as memory_then
    from memento_cli.actions.pinning import pin as pin
    from memento_cli.actions.plans import checked_steps as checked_steps
    from memento_cli.actions.preferences import Subject as Subject
    from memento_cli.actions.preferences import prefer as prefer
    from memento_cli.actions.preferences import preferences as preferences
    from memento_cli.actions.profile import differences as differences
    from memento_cli.actions.profile import set_settings as set_settings
    from memento_cli.actions.proposals import apply as apply
    from memento_cli.actions.proposals import proposals as proposals
    from memento_cli.actions.proposals import reject as reject
    from memento_cli.actions.prune import forget as forget
    from memento_cli.actions.prune import prune as prune
    from memento_cli.actions.prune import prune_plan as prune_plan
    from memento_cli.actions.prune import restore as restore
    from memento_cli.actions.prune import retention_plan as retention_plan
    from memento_cli.actions.reading import memory_at as memory_at
    from memento_cli.actions.rebuild import rebuild as rebuild
    from memento_cli.actions.recall import recall as recall
    from memento_cli.actions.recall import why_not as why_not
    from memento_cli.actions.record import record as record
    from memento_cli.actions.reinforce import reinforce as reinforce
    from memento_cli.actions.reinforce import settle as settle
    from memento_cli.actions.reinforce import used as used
    from memento_cli.actions.relate import Statement as Statement
    from memento_cli.actions.relate import describe as describe
    from memento_cli.actions.relate import forget_entity as forget_entity
    from memento_cli.actions.relate import relate as relate
    from memento_cli.actions.relate import unalias as unalias
    from memento_cli.actions.relate import unrelate as unrelate
    from memento_cli.actions.review import cards as cards
    from memento_cli.actions.revisions import revisions_of as revisions_of
    from memento_cli.actions.sessions import Said as Said
    from memento_cli.actions.sessions import add_item as add_item
    from memento_cli.actions.sessions import add_items as add_items
    from memento_cli.actions.sessions import end_session as end_session
    from memento_cli.actions.sessions import open_session as open_session
    from memento_cli.actions.sessions import session as session
    from memento_cli.actions.sessions import sessions as sessions
    from memento_cli.actions.sessions import start_session as start_session
    from memento_cli.actions.sessions import summarize as summarize
    from memento_cli.actions.sessions import sweep_sessions as sweep_sessions
    from memento_cli.actions.similar import similar as similar
    from memento_cli.actions.sleep import apply_safe as apply_safe
    from memento_cli.actions.sleep import sleep as sleep
    from memento_cli.actions.sources.opened import source_of as source_of
    from memento_cli.actions.states import StateDraft as StateDraft
    from memento_cli.actions.states import add_state as add_state
    from memento_cli.actions.states import add_task as add_task
    from memento_cli.actions.states import close_states as close_states
    from memento_cli.actions.states import confirm_states as confirm_states
    from memento_cli.actions.states import finish_tasks as finish_tasks
    from memento_cli.actions.states import states as states
    from memento_cli.actions.states import update_state as update_state
    from memento_cli.actions.stats import stats as stats
    from memento_cli.actions.status import status as status
    from memento_cli.actions.summarizing import summarized as summarized
    from memento_cli.actions.threads import merge_threads as merge_threads
    from memento_cli.actions.threads import proposed_threads as proposed_threads
    from memento_cli.actions.threads import split_thread as split_thread
    from memento_cli.actions.threads import thread_named as thread_named
    from memento_cli.actions.threads import threads as threads
    from memento_cli.actions.threads import unweave as unweave
    from memento_cli.actions.threads import weave as weave
    from memento_cli.actions.threads import weave_proposed as weave_proposed
    from memento_cli.actions.tidying import tidy as tidy
    from memento_cli.actions.undo import undo as undo
    from memento_cli.actions.world import neighbours as neighbours
    from memento_cli.actions.world import path_between as path_between
    from memento_cli.core.affect import Affect as Affect
    from memento_cli.core.digest import Source as Source
    from memento_cli.core.digest import digest as digest
    from memento_cli.core.memory import Draft as Draft
    from memento_cli.core.memory import Link as Link
    from memento_cli.core.memory import Memory as Memory
    from memento_cli.core.memory import Tags as Tags
    from memento_cli.core.memory import calculate_strength as calculate_strength
    from memento_cli.core.memory import default_half_life as default_half_life
    from memento_cli.core.memory import strength_at as strength_at
    from memento_cli.core.plans import items_of as items_of
    from memento_cli.core.query import Query as Query
    from memento_cli.core.sessions import query_of as query_of
    from memento_cli.core.similarity import calculate_similarity as calculate_similarity
    from memento_cli.core.similarity import find_similar as find_similar
    from memento_cli.core.summary import summary_of as summary_of
    from memento_cli.errors import MementoError as MementoError
    from memento_cli.store.store import Store as Store

__version__ = "0.1.0"

HOMES = {
    "actions.answers": "confirm rate",
    "actions.blocks": "block blocks delete_block write_block",
    "actions.context": "context related",
    "actions.doctor": "doctor",
    "actions.edit": "edit",
    "actions.erase": "erase",
    "actions.event_links": "link_events links_of unlink_events",
    "actions.exchange": "import_memories",
    "actions.explain": "log_of why",
    "actions.export": "What export exported_memories",
    "actions.facts": "Terms correct_fact end_fact every_facts facts_of set_facts update_context",
    "actions.feedback": "count_shown feedback",
    "actions.feelings": "affect_of feel felt_about felt_by long_mood mood_history moods say_mood",
    "actions.forecast": "curve forecast",
    "actions.graph": "graph_of shown_entity",
    "actions.hard_facts": (
        "expired_keys hard_fact hard_facts purge_hard_facts set_hard_fact unset_hard_fact"
    ),
    "actions.health": "health",
    "actions.holding": "Act",
    "actions.init": "init open_store",
    "actions.law": "conversions convert",
    "actions.links": "link unlink",
    "actions.listing": "list_memories",
    "actions.maintain": "maintain",
    "actions.past": "Past memory_then",
    "actions.pinning": "pin",
    "actions.plans": "checked_steps extract",
    "actions.preferences": "Subject prefer preferences",
    "actions.profile": "differences set_settings",
    "actions.proposals": "apply proposals reject",
    "actions.prune": "forget prune prune_plan restore retention_plan",
    "actions.reading": "memory_at",
    "actions.rebuild": "rebuild",
    "actions.recall": "recall why_not",
    "actions.record": "record",
    "actions.reinforce": "reinforce settle used",
    "actions.relate": "Statement describe forget_entity relate unalias unrelate",
    "actions.review": "cards",
    "actions.similar": "similar",
    "actions.revisions": "revisions_of",
    "actions.sessions": (
        "Said add_item add_items end_session open_session session sessions start_session "
        "summarize sweep_sessions"
    ),
    "actions.sleep": "apply_safe sleep",
    "actions.sources.opened": "source_of",
    "actions.states": (
        "StateDraft add_state add_task close_states confirm_states finish_tasks states update_state"
    ),
    "actions.stats": "stats",
    "actions.status": "status",
    "actions.summarizing": "summarized",
    "actions.threads": (
        "merge_threads proposed_threads split_thread thread_named threads unweave weave "
        "weave_proposed"
    ),
    "actions.tidying": "tidy",
    "actions.undo": "undo",
    "actions.world": "neighbours path_between",
    "core.affect": "Affect",
    "core.digest": "Source digest",
    "core.memory": "Draft Link Memory Tags calculate_strength default_half_life strength_at",
    "core.plans": "items_of",
    "core.sessions": "query_of",
    "core.query": "Query",
    "core.similarity": "calculate_similarity find_similar",
    "core.summary": "summary_of",
    "errors": "MementoError",
    "store.store": "Store",
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
