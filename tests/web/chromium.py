"""A real Chromium without a window, driven by its own protocol over a pair of pipes: no driver and
no package is needed beside the program itself.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome")
PATIENCE = 20
SWITCHES = (
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--no-sandbox",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-extensions", "--hide-scrollbars", "--force-color-profile=srgb",
    "--proxy-server=127.0.0.1:9", "--proxy-bypass-list=127.0.0.1", "--js-flags=--expose-gc",
    "--enable-precise-memory-info", "--disable-ipc-flooding-protection",
)  # fmt: skip
"""Whatever is not on this machine is asked of a proxy that is not there."""


class Failed(AssertionError):
    """What the browser said that went wrong."""


class Chromium:
    """A browser; use it as a context manager. `profile` is an empty folder of its own."""

    def __init__(self, profile: Path) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def as_three_and_four() -> None:
            first, second = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [str(PROGRAM), *SWITCHES, f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=as_three_and_four, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "TZ": "UTC"},
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self._out = os.fdopen(ours_out, "wb", buffering=0)
        self._in = os.fdopen(ours_in, "rb", buffering=0)
        self._rest = b""
        self._number = 0
        self.heard: list[dict[str, Any]] = []

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self.call("Browser.close")
        self._process.wait(PATIENCE)
        self._out.close()
        self._in.close()

    def call(self, method: str, session: str | None = None, **values: Any) -> dict[str, Any]:
        """One call of the protocol, and its result. Events that come meanwhile are `heard`."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": values}
        if session:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") != self._number:
                self.heard.append(answer)
            elif "error" in answer:
                raise Failed(f"{method}: {answer['error']['message']}")
            else:
                return dict(answer["result"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = self._in.read(1 << 20)
            if not more:
                raise Failed("Chromium has ended")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(message))

    def tab(self, width: int = 1400, height: int = 900, *, dark: bool = False) -> Tab:
        """A tab in a context of its own, without cookies of others."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        tab = Tab(self, attached["sessionId"], context)
        for domain in ("Page", "Runtime", "Log", "Network", "Audits"):
            tab.call(f"{domain}.enable")
        tab.look(width, height, dark=dark)
        return tab


class Tab:
    """A page in the browser."""

    def __init__(self, browser: Chromium, session: str, context: str) -> None:
        self._browser, self._session, self._context = browser, session, context
        self._forgiven: list[str] = []

    def close(self) -> None:
        """Ends it, and all that it has kept."""
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **values)

    def look(self, width: int, height: int = 900, *, dark: bool = False) -> None:
        """The size of the window in pixels, and whether the reader prefers dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address: str) -> None:
        """Goes to the address, and waits until the page has drawn its view."""
        self.call("Page.navigate", url=address)
        self.until("document.querySelector('#main:not([aria-busy])')")

    def tell(self, script: str) -> Any:
        """The value of a script; a promise is waited for. Failed if it throws."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True,
        )  # fmt: skip
        if "exceptionDetails" in answer:
            told = answer["exceptionDetails"]
            raise Failed(told.get("exception", {}).get("description") or told["text"])
        return answer["result"].get("value")

    def beside(self, address: str) -> None:
        """Opens the address in another tab of the same person."""
        self._browser.call("Target.createTarget", url=address, browserContextId=self._context)

    def until(self, script: str) -> Any:
        """Waits until the script is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.tell(f"Boolean({script}) || undefined")
            if value:
                return value
            time.sleep(0.01)
        raise Failed(f"never: {script}\non a page that says: {self.text()[:800]}")

    def go(self, address: str) -> None:
        """Goes to a view of the page by its address behind `#`, and waits until it is drawn."""
        self.tell(f"location.hash = {json.dumps(address)}")
        self.drawn()

    def drawn(self) -> None:
        """Waits until the view of the address is drawn."""
        self.until("main.shown() === location.hash && !document.querySelector('#main[aria-busy]')")

    def press(self, *keys: str) -> None:
        """Keys as a person presses them: letters, or names such as `Escape` and `Enter`."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, " ": 32}
        for key in keys:
            text = {"Enter": "\r", "Tab": ""}.get(key, key if len(key) == 1 else "")
            values = {"key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **values)
            self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def type(self, text: str) -> None:
        """A text at once into what has the focus, as by an input method."""
        self.call("Input.insertText", text=text)

    def click(self, name: str) -> None:
        """A click on the link, button or label that is called so, where it is on the screen."""
        script = f"""(() => {{
          const all = [...document.querySelectorAll('a, button, summary, label, input')];
          const called = (node) => node.getAttribute('aria-label') ?? node.textContent;
          const node = all.find((one) => called(one).trim() === {json.dumps(name)} && one.checkVisibility())
            ?? all.find((one) => called(one).includes({json.dumps(name)}) && one.checkVisibility());
          if (!node) return null;
          node.scrollIntoView({{block: 'center'}});
          const box = node.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }})()"""  # noqa: E501
        place = self.tell(script)
        if place is None:
            raise Failed(f"nothing is called {name!r} on a page that says: {self.text()[:800]}")
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left",
                clickCount=1,
            )  # fmt: skip

    def text(self) -> str:
        """What can be read on the page."""
        return str(self.tell("document.body?.innerText ?? ''"))

    def wrong(self) -> list[str]:
        """Errors of scripts, words of the console and broken rules of the page's policy so far."""
        self.tell("0")
        found = []
        for event in self._browser.heard:
            if event.get("sessionId") != self._session:
                continue
            method, values = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                told = values["exceptionDetails"]
                found.append(told.get("exception", {}).get("description") or told["text"])
            elif method == "Log.entryAdded":
                found.append(values["entry"]["text"])
            elif method == "Runtime.consoleAPICalled":
                found.append(str(values["args"]))
            elif method == "Audits.issueAdded" and "ContentSecurity" in values["issue"]["code"]:
                found.append(str(values["issue"]["details"]))
        return [text for text in found if not any(words in text for words in self._forgiven)]

    def forgive(self, words: str) -> None:
        """Takes what went wrong with these words as meant."""
        self._forgiven.append(words)

    def asked(self) -> list[str]:
        """The addresses that the page has asked for."""
        self.tell("0")
        return [
            event["params"]["request"]["url"]
            for event in self._browser.heard
            if event.get("sessionId") == self._session
            and event["method"] == "Network.requestWillBeSent"
        ]

    def shot(self, path: Path, *, whole: bool = False) -> None:
        """A picture of what is seen, or of the whole page, as a PNG file."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(data["data"]))
