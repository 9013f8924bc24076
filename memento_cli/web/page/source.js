"use strict";
// Where the documents come from: a memento that runs on this machine, or the page itself, if it is
// a saved copy. The views do not know which.

const source = (() => {
  const frozen = copied.isOne;
  const secret = frozen ? "" : kept();

  class Problem extends Error {
    constructor(message, hint = "", status = 0) {
      super(message);
      this.hint = hint;
      this.status = status;
    }
  }

  /** What the link that opened the page has told, for its other tabs and when it is loaded again. */
  function kept() {
    const told = JSON.parse(document.getElementById("secret")?.textContent ?? "null");
    try {
      if (told) localStorage.setItem("secret", told);
      return told ?? localStorage.getItem("secret") ?? "";
    } catch {
      return told ?? ""; // A browser that keeps nothing.
    }
  }

  /** The document of that name. Problem if there is none; AbortError if `signal` ends it. */
  async function get(name, args = {}, signal = undefined) {
    if (!frozen) return asked(`/api/${name}?${new URLSearchParams(args)}`, { signal });
    const found = copied.get(name, args);
    if (found === null) throw new Problem("This copy does not have that.");
    return found;
  }

  async function asked(address, options = {}) {
    return (await answered(address, options)).json();
  }

  async function answered(address, options) {
    let answer;
    try {
      answer = await fetch(address, { headers: { "X-Memento": secret }, credentials: "omit", ...options });
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      throw new Problem("memento does not answer any more.", "Start it again: memento open --web");
    }
    if (answer.ok) return answer;
    const { error, hint } = await answer.json().catch(() => ({}));
    throw new Problem(error ?? `memento answered ${answer.status}.`, hint, answer.status);
  }

  /** A copy of all of it as one page: the file. */
  async function copy() {
    return (await answered("/export.html")).blob();
  }

  /** Does something to the store: {text, undo}. */
  async function act(body) {
    return asked("/api/act", {
      method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-Memento": secret },
    });
  }

  return { act, copy, frozen, get, Problem };
})();
