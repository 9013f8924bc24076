"""Words by which people ask for what likes, dislikes and tasks say in other words."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

ASKED: Mapping[str, str] = {
    "like": "like likes love loves favourite favorite enjoy prefer 好き 好み 大好き 好物",
    "dislike": "dislike dislikes hate hates avoid 嫌い 苦手 大嫌い",
    "food": "food eat dish meal 食べ物 料理 食事",
    "topic": "topic subject talk 話題",
    "style": "style manner tone 会話 話し方",
    "task": "task todo to do 用事 タスク やること 予定",
}
"""By polarity or domain of a preference, or kind of a state."""
