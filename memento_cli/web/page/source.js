"use strict";
// Where the documents come from: a memento that runs on this machine, or the page itself, if it is
// a saved copy. The views do not know which.

const source = (() => {
  const frozen = copied.isOne;

  class Problem extends Error {
    constructor(message, hint = "") {
      super(message);
      this.hint = hint;
    }
  }

  /** The document of that name. Problem if there is none; AbortError if `signal` ends it. */
  async function get(name, args = {}, signal = undefined) {
    if (!frozen) return asked(`/api/${name}?${new URLSearchParams(args)}`, { signal });
    const found = copied.get(name, args);
    if (found === null) throw new Problem("This copy does not have that.");
    return found;
  }

  async function asked(address, options) {
    let answer;
    try {
      answer = await fetch(address, { credentials: "same-origin", ...options });
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      throw new Problem("memento does not answer any more.", "Start it again: memento open --web");
    }
    const found = await answer.json().catch(() => ({ error: `memento answered ${answer.status}.` }));
    if (!answer.ok) throw new Problem(found.error ?? `memento answered ${answer.status}.`, found.hint);
    return found;
  }

  /** Does something to the store: {text, undo}. */
  async function act(body) {
    return asked("/api/act", {
      method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-Memento": "1" },
    });
  }

  return { act, frozen, get, Problem };
})();
