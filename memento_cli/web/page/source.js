"use strict";
// Where the documents come from: a memento that runs on this machine, or the page itself, if it is
// a saved copy. The views do not know which.

const source = (() => {
  const FORBIDDEN = 403;
  const frozen = copied.isOne;
  let link = frozen ? {} : told() ?? kept(); // The token and the command of the link that opened the page.

  class Problem extends Error {
    constructor(message, hint = "", status = 0) {
      super(message);
      this.hint = hint;
      this.status = status;
    }
  }

  /** What the link has told, which is kept for other tabs and for when the page is loaded again. */
  function told() {
    const text = document.getElementById("secret")?.textContent;
    if (!text) return null;
    try {
      localStorage.setItem("link", text);
    } catch {
      // A browser that keeps nothing.
    }
    return JSON.parse(text);
  }

  function kept() {
    try {
      return JSON.parse(localStorage.getItem("link")) ?? {};
    } catch {
      return {};
    }
  }

  /** Whether another tab has been opened by a newer link, since memento was started again: it is this one's, too. */
  function renewed() {
    const newer = kept();
    if (!newer.token || newer.token === link.token) return false;
    link = newer;
    return true;
  }

  /** The command that serves this page. */
  const command = () => link.command ?? "memento open --web";

  /** The document of that name. Problem if there is none; AbortError if `signal` ends it. */
  async function get(name, args = {}, signal = undefined) {
    if (!frozen) return asked(`/api/${name}?${new URLSearchParams(args)}`, { signal });
    const found = copied.get(name, args);
    if (found === null) throw new Problem("This copy does not have that.");
    return found;
  }

  /** Whether there may be such a document: a copy does not have that of everybody. */
  const has = (name, args) => !frozen || copied.get(name, args) !== null;

  async function asked(address, options) {
    return (await answered(address, options)).json();
  }

  async function answered(address, options = {}) {
    let answer;
    try {
      answer = await fetch(address, { ...options, headers: { ...options.headers, "X-Memento": link.token ?? "" }, credentials: "omit" });
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      throw new Problem("memento does not answer any more.", `Start it again at a terminal: ${command()}`);
    }
    if (answer.ok) return answer;
    if (answer.status === FORBIDDEN && renewed()) return answered(address, options);
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
      headers: { "Content-Type": "application/json" },
    });
  }

  return { FORBIDDEN, act, command, copy, frozen, get, has, Problem };
})();
