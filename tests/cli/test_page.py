"""Pages: valid, without scripts or addresses, and nothing that a store says acts in them."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Draft, Store, Tags, record, reinforce
from memento_cli.actions.fading.forecast import curve, forecast
from memento_cli.cli.call import Call
from memento_cli.cli.commands.fading.curve import curve_page
from memento_cli.cli.commands.fading.forecast import forecast_page
from memento_cli.cli.output.pictures import hand_over
from memento_cli.cli.output.values import safe
from memento_cli.errors import MementoError, Refused, Usage
from memento_cli.pictures.charts import Chart, Curve
from memento_cli.pictures.heat import by_day, by_week
from memento_cli.pictures.page import (
    chart_svg,
    escaped,
    heading,
    heat_legend,
    heat_svg,
    legend,
    page,
    paragraph,
    picture,
    table,
)

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SPACES = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
FORBIDDEN = {"script", "iframe", "object", "embed", "link", "img", "image", "a", "form", "base",
             "foreignObject", "use", "audio", "video"}  # fmt: skip
HOSTILE = [
    "<script>alert(1)</script>",
    "</title></style></svg><script>alert(1)</script>",
    '" onload="alert(1)" x="',
    "' style='background:url(//x.y)'",
    "]]><![CDATA[<b>",
    "<!-- --> &amp; &#x3c;script&#x3e; &lt;",
    "\x00\x1b[31m\x0b\ufffe\uffff\ud800\u202eabc\u2028",
    "javascript:alert(1) {{7*7}} ${x} <?php ?>",
    "設計レビュー 🥬 e\u0301",
]


def parsed(text: str) -> Xml.Element:
    """The page as XML, with every element and attribute checked to be harmless."""
    root = Xml.fromstring(text)
    for element in root.iter():
        name = element.tag.rpartition("}")[2]
        assert element.tag.startswith(SPACES), element.tag
        assert name not in FORBIDDEN
        for key in element.attrib:
            assert not key.startswith("on")
            assert key not in (
                "href",
                "src",
                "style",
                "action",
                "{http://www.w3.org/1999/xlink}href",
            )
    styles = "".join(style.text or "" for style in root.iter(f"{SPACES[0]}style"))
    assert not re.search(r"url\(|@import|expression|https?:", styles)
    policies = [meta.get("content") for meta in root.iter(f"{SPACES[0]}meta")]
    assert any("default-src 'none'" in str(policy) for policy in policies)
    return root


def said(root: Xml.Element) -> str:
    """All text of a page, its pictures' too."""
    return "".join(root.itertext())


def shown(text: str) -> str:
    """A text as a page shows it: what acts or hides by its number."""
    return safe(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


def whole(text: str) -> str:
    """A page that has a text in every place that takes one."""
    curves = [Curve(text[:1], text, [(NOW, 1.0), (NOW + timedelta(days=9), 0.5)])]
    chart = Chart(NOW, NOW + timedelta(days=9), curves, {text: 0.7}, NOW, [NOW])
    grid = by_day({NOW.date(): 2}, NOW.date(), NOW.date() + timedelta(days=9))
    words = [paragraph(text), heading(text), table({text: ""}, [{text: text}])]
    chart_parts = [picture(chart_svg(chart, text)), legend(chart)]
    return page(text, [*words, *chart_parts, picture(heat_svg(grid, text)), heat_legend(grid)])


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_text(text: str) -> None:
    """Whatever a store says is shown as it is, and is nothing but text."""
    assert shown(text) in said(parsed(whole(text)))


@given(st.text(max_size=40))
def test_any_text_makes_a_valid_page(text: str) -> None:
    """A page is XML whatever is in it."""
    parsed(whole(text))
    assert not set("<>\"'") & set(escaped(text))


@given(
    st.lists(st.lists(st.floats(0, 3), min_size=1, max_size=5), max_size=9),
    st.floats(0.001, 9000),
    st.dictionaries(st.integers(0, 400), st.integers(0, 5000), max_size=9),
)
def test_pictures_stay_within_their_frames(
    strengths: list[list[float]], days: float, counts: dict[int, int]
) -> None:
    """Every point, field and word of a picture stands inside of it."""
    end, today = NOW + timedelta(days=days), NOW.date()
    curves = [Curve("c", "c", spread(line, end)) for line in strengths]
    counted = {today + timedelta(days=day): count for day, count in counts.items()}
    last = today + timedelta(days=400)
    for text in (
        chart_svg(Chart(NOW, end, curves, {"faded": 0.7}, NOW, [NOW, end]), "chart"),
        heat_svg(by_day(counted, today, last), "days"),
        heat_svg(by_week(counted, today, last), "weeks"),
    ):
        root = Xml.fromstring(text)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for x, y in places(root):
            assert 0 <= x <= width and 0 <= y <= height


def spread(strengths: list[float], end: datetime) -> list[tuple[datetime, float]]:
    """Points at equal distances from now on."""
    return [(NOW + (end - NOW) * (n / len(strengths)), s) for n, s in enumerate(strengths)]


def places(root: Xml.Element) -> list[tuple[float, float]]:
    """Where the elements of a picture stand."""
    found = []
    for element in root.iter():
        for pair in (element.get("points") or "").split():
            x, _, y = pair.partition(",")
            found.append((float(x), float(y)))
        for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2")):
            if x in element.attrib:
                found.append((float(element.attrib[x]), float(element.attrib[y])))
    return found


@pytest.fixture
def call_of(store: Store) -> Callable[[], Call]:
    """A call about the store of a test, at this test's now."""

    def made() -> Call:
        call = Call()
        call.store_paths, call.now_text = (store.root,), NOW.isoformat()
        return call

    return made


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_fault_81_pages_of_a_hostile_store(
    store: Store, call_of: Callable[[], Call], text: str
) -> None:
    """The pages of a forecast and of a curve escape what memories say."""
    summary = text.replace("\ud800", "")  # which no file can keep
    draft = Draft(summary, "alex", tags=Tags(("x",)), created=NOW - timedelta(days=40))
    memory, _ = record(store, draft, NOW - timedelta(days=40))
    reinforce(store, memory.id, NOW - timedelta(days=20))
    call = call_of()
    for made in (
        forecast_page(call, forecast(call.store, NOW, 90)),
        curve_page(call, curve(call.store, memory.id, NOW)),
    ):
        root = parsed(made)
        assert shown(summary) in said(root)
        assert len(list(root.iter(f"{SPACES[1]}svg"))) >= 1


def test_a_page_is_for_light_and_dark(call_of: Callable[[], Call]) -> None:
    """It follows the reader's colours, says its language, and is of one file."""
    call = call_of()
    text = forecast_page(call, forecast(call.store, NOW, 30))
    assert text.startswith("<!DOCTYPE html>")
    assert "prefers-color-scheme: dark" in text and 'lang="en"' in text
    assert "Nothing turns until 2026-12-21" in said(parsed(text))


def test_a_page_is_private_and_overwrites_nothing(
    call_of: Callable[[], Call], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new file is its owner's alone; what is there is left, unless --force says otherwise."""
    path = tmp_path / "page.html"
    hand_over(call_of(), "one\n", str(path), False)
    assert path.read_text() == "one\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(Refused, match="already there"):
        hand_over(call_of(), "two\n", str(path), False)
    path.chmod(0o644)
    hand_over(call_of(), "three\n", str(path), True)
    assert path.read_text() == "three\n" and stat.S_IMODE(path.stat().st_mode) == 0o644
    assert capsys.readouterr() == ("", f"Wrote {path}\nWrote {path}\n")
    assert [entry.name for entry in tmp_path.glob("*.html")] == ["page.html"]


def test_a_page_is_written_through_a_link(call_of: Callable[[], Call], tmp_path: Path) -> None:
    """A link is followed to its file, and stays a link."""
    (tmp_path / "real.html").write_text("old")
    (tmp_path / "link.html").symlink_to("real.html")
    hand_over(call_of(), "new\n", str(tmp_path / "link.html"), True)
    assert (tmp_path / "real.html").read_text() == "new\n"
    assert (tmp_path / "link.html").is_symlink()


def test_what_is_no_file_is_never_replaced(call_of: Callable[[], Call], tmp_path: Path) -> None:
    """Neither a folder nor a device nor a pipe gives place to a page, not even by force."""
    os.mkfifo(tmp_path / "pipe")
    for path in (str(tmp_path), "/dev/null", str(tmp_path / "pipe")):
        with pytest.raises(Refused, match="is no file"):
            hand_over(call_of(), "page", path, True)
    with pytest.raises(MementoError, match="No such file"):
        hand_over(call_of(), "page", str(tmp_path / "none" / "page.html"), False)


def test_a_page_can_be_printed(
    call_of: Callable[[], Call], capsys: pytest.CaptureFixture[str]
) -> None:
    """`-` prints it; a page has no other format, and needs a name."""
    hand_over(call_of(), "page\n", "-", False)
    assert capsys.readouterr() == ("page\n", "")
    call = call_of()
    call.out.format = "json"
    with pytest.raises(Usage, match="page of its own"):
        hand_over(call, "page", "-", False)
    with pytest.raises(Usage, match="needs a file"):
        hand_over(call_of(), "page", "", False)


def test_a_forecast_says_what_its_words_mean(store: Store, call_of: Callable[[], Call]) -> None:
    """Each turn that comes is explained, and the curves are called by what memories say."""
    record(store, Draft("Met Ana", "alex"), NOW - timedelta(days=80))
    call = call_of()
    text = said(parsed(forecast_page(call, forecast(call.store, NOW, 90))))
    assert "ghost: weaker than 0.3, of the weakest tier" in text
    assert "ghost on 2027-02-05: Met Ana" in text
    assert "faded: " not in text and "prunable: " not in text and "expired: " not in text
