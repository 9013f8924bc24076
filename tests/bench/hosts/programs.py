"""The hosts whose programs can be installed from npm: how each is set up and started, so that it
asks a stand-in for its model and nobody else.

    npm install --prefix FOLDER @openai/codex@0.171.0 …   (`python -m tests.bench.hosts.programs`)
    MEMENTO_BENCH_HOSTS=FOLDER python -m tests.bench --hosts
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import tomllib
from typing import TYPE_CHECKING, Any

from memento_cli.cli.hosts.host_facts import FACTS
from memento_cli.cli.hosts.hosts import HOSTS as SET_UP
from memento_cli.cli.hosts.setup_files import config_text
from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.writer import rendered
from tests.bench.hosts.stand_in import stand_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.bench.hosts.stand_in import Call

VARIABLE = "MEMENTO_BENCH_HOSTS"
PROMPT = "What do you know of it? Ask your memory."
MODEL, KEY = "stand-in", "sk-stand-in-0000000000000000"
PATIENCE_SECONDS, TURNS = 120.0, 3
NOWHERE, HERE = "http://127.0.0.1:9", "127.0.0.1,localhost"
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "COPILOT_OFFLINE": "true",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "HTTPS_PROXY": NOWHERE,
    "HTTP_PROXY": NOWHERE,
    "NO_PROXY": HERE,
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "https_proxy": NOWHERE,
    "http_proxy": NOWHERE,
    "no_proxy": HERE,
}
"""What keeps hosts from the network; whatever asks it all the same finds nobody there."""


class Program(NamedTuple):
    """A host's program: its name, its package in the version that was measured, the words it is
    started with, what is in its environment, and its own settings, in a file below its home.

    `{url}` is the address of the model, `{servers}` the file in which its servers are.
    """

    name: str
    package: str
    words: tuple[str, ...]
    environ: Mapping[str, str]
    place: str = ""
    settings: str = ""


CODEX = f"""
model = "{MODEL}"
model_provider = "local"
approval_policy = "never"
check_for_update_on_startup = false
analytics.enabled = false

[model_providers.local]
name = "local"
base_url = "{{url}}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"

"""
GEMINI = """{
  "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false},
  "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false}
}
"""
OPENCODE = f"""{{
  "model": "local/{MODEL}",
  "share": "disabled",
  "autoupdate": false,
  "provider": {{
    "local": {{
      "npm": "@ai-sdk/openai-compatible",
      "options": {{"baseURL": "{{url}}/v1", "apiKey": "{KEY}"}},
      "models": {{
        "{MODEL}": {{"name": "{MODEL}", "tool_call": true, "limit": {{"context": 200000, "output": 8000}}}}
      }}
    }}
  }}
}}
"""  # noqa: E501
PROGRAMS: Mapping[str, Program] = {
    "claude": Program(
        "claude",
        "@anthropic-ai/claude-code",
        ("-p", PROMPT, "--mcp-config", "{servers}", "--strict-mcp-config",
         "--allowedTools", "mcp__memento"),
        {"ANTHROPIC_BASE_URL": "{url}", "ANTHROPIC_API_KEY": KEY},
    ),
    "codex": Program(
        "codex",
        "@openai/codex",
        ("exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", PROMPT),
        {"OPENAI_API_KEY": KEY},
        ".codex/config.toml",
        CODEX,
    ),
    "gemini": Program(
        "gemini",
        "@google/gemini-cli",
        ("-p", PROMPT, "--yolo", "-m", "gemini-2.5-pro"),
        {"GOOGLE_GEMINI_BASE_URL": "{url}", "GEMINI_API_KEY": KEY},
        ".gemini/settings.json",
        GEMINI,
    ),
    "opencode": Program(
        "opencode",
        "opencode-ai",
        ("run", PROMPT),
        {},
        ".config/opencode/opencode.json",
        OPENCODE,
    ),
    "copilot": Program(
        "copilot",
        "@github/copilot",
        ("-p", PROMPT, "--allow-all-tools"),
        {"COPILOT_PROVIDER_BASE_URL": "{url}/v1", "COPILOT_PROVIDER_API_KEY": KEY,
         "COPILOT_MODEL": MODEL},
    ),
}  # fmt: skip


STEADY = ("claude", "codex")
"""Those whose programs start within a second, so that every run of the tests has them."""


class Ran(NamedTuple):
    """How a host ended: its code, what it printed, and after how many seconds."""

    code: int
    printed: str
    seconds: float


def packages(names: Sequence[str] = ()) -> list[str]:
    """What is to be installed from npm, in the versions that were measured: of all hosts, or of
    these."""
    return [f"{PROGRAMS[name].package}@{FACTS[name].version}" for name in names or PROGRAMS]


def program_of(name: str, environ: Mapping[str, str]) -> str | None:
    """The path of a host's program: in the folder that $MEMENTO_BENCH_HOSTS names, else on the
    PATH; None if it is not installed."""
    folder = environ.get(VARIABLE)
    place = os.path.join(folder, "node_modules", ".bin") if folder else None
    return shutil.which(PROGRAMS[name].name, path=place)


def ran(name: str, program: str, home: str, url: str, server: Sequence[str]) -> Ran:
    """Run a host once, in a new project below a new home, with this command as its server, which
    stands in the configuration as `agent setup` prints it."""
    host = PROGRAMS[name]
    project = os.path.join(home, "project")
    os.makedirs(project)
    place = SET_UP[name].place
    servers = os.path.join(home, place[2:]) if place.startswith("~") else f"{project}/{place}"
    own = os.path.join(home, host.place) if host.settings else servers
    _write(own, host.settings.replace("{url}", url))
    _write(servers, config_text(name, server, {}))
    words = [program, *(word.replace("{servers}", servers) for word in host.words)]
    start = time.monotonic()
    done = subprocess.run(
        words,
        cwd=project,
        env=_environment(host, program, home, url),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    seconds = time.monotonic() - start
    return Ran(done.returncode, done.stdout.decode(errors="replace"), seconds)


def answers_of(
    name: str, program: str, home: str, server: Sequence[str], calls: Sequence[Call]
) -> list[str]:
    """What the model of a host reads of the answer to each call, made in one talk. A host that did
    not wait for its server to begin is run again. Failed if some have no answer even then."""
    for turn in range(TURNS):
        with stand_in(calls) as model:
            done = ran(name, program, os.path.join(home, str(turn)), model.url, server)
        if len(model.answers) == len(calls):
            return model.answers
    text = f"after {len(model.answers)} answers: {done.printed[-300:]}"
    raise Failed(f"{name} ended with {done.code} {text}")


def _environment(host: Program, program: str, home: str, url: str) -> dict[str, Any]:
    """That of a machine with nothing but this host; a node beside it is taken for it."""
    path = os.pathsep.join((os.path.dirname(program), os.environ.get("PATH", os.defpath)))
    own = {key: value.replace("{url}", url) for key, value in host.environ.items()}
    return {"HOME": home, "PATH": path, **QUIET, **own}


def _write(path: str, text: str) -> None:
    """Write a file, with its folders; what stands in it already, which is TOML then, is kept."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "a+", encoding="utf-8") as file:
        file.seek(0)
        there = file.read()
        if there:
            text = rendered({**tomllib.loads(there), **tomllib.loads(text)})
            file.truncate(0)
        file.write(text)


if __name__ == "__main__":
    print(*packages(sys.argv[1:]))
