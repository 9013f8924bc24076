"""`python -m tests.conformance [--system NAME] [--json]`: the verdicts, system by system."""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict

from tests.conformance.runner import FAILED, NOT_APPLICABLE, PASSED, Verdict, verdicts
from tests.conformance.vectors import absent, systems


def main(arguments: list[str] | None = None) -> int:
    """Run, print, and answer 1 when any vector failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--system", metavar="NAME", help="only this system's vectors")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    given = parser.parse_args(arguments)
    if why := absent():
        print(f"skipped: {why}", file=sys.stderr)
        return 0
    found = systems()
    if given.system and given.system not in found:
        parser.error(f"no system {given.system!r}; one of: {', '.join(found)}")
    names = [given.system] if given.system else list(found)
    results = {name: verdicts(name, found[name]) for name in names}
    print(as_json(results) if given.json else as_text(results))
    return int(any(one.state == FAILED for every in results.values() for one in every))


def as_json(results: dict[str, list[Verdict]]) -> str:
    """The verdicts as one JSON object."""
    table = {
        name: {
            "passed": [one.id for one in every if one.state == PASSED],
            "failed": [_row(one) for one in every if one.state == FAILED],
            "not_applicable": [_row(one) for one in every if one.state == NOT_APPLICABLE],
        }
        for name, every in results.items()
    }
    return json.dumps({"schema": 1, "systems": table}, indent=1, ensure_ascii=False)


def _row(one: Verdict) -> dict[str, str]:
    return {"id": one.id, "op": one.op, "reason": one.reason}


def as_text(results: dict[str, list[Verdict]]) -> str:
    """The verdicts for people: counts, ids, and the reasons."""
    return "\n\n".join(_section(name, every) for name, every in results.items())


def _section(name: str, every: list[Verdict]) -> str:
    by_state: dict[str, list[Verdict]] = defaultdict(list)
    for one in every:
        by_state[one.state].append(one)
    counts = (f"{len(by_state[s])} {s}" for s in (PASSED, FAILED, NOT_APPLICABLE))
    lines = [f"{name}: {', '.join(counts)}"]
    if by_state[PASSED]:
        lines.append(f"  passed: {' '.join(one.id for one in by_state[PASSED])}")
    lines += [f"  failed: {one.id}: {one.reason}" for one in by_state[FAILED]]
    by_reason: dict[str, list[str]] = defaultdict(list)
    for one in by_state[NOT_APPLICABLE]:
        by_reason[one.reason].append(one.id)
    lines += [f"  not applicable ({why}): {' '.join(ids)}" for why, ids in by_reason.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
