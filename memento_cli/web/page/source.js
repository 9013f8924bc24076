"use strict";
// Where the documents come from: a memento that runs on this machine, or the page itself, if it is
// a saved copy. The views do not know which.
//
// What a saved copy has in it, as one JSON object: each document by its name; `rows`, all rows of
// memories with their `detail` and the month in which they had `faded`; and by their key
// `memory[id]` (what a memory has beside its row; its neighbours are ids), `person[name]`,
// `thread[id]`, `graph[name]` (with "" for the names), `mood[of]`.

const source = (() => {
  const held = JSON.parse(document.getElementById("documents")?.textContent ?? "null");
  const frozen = held !== null;
  const CHUNK = 500;
  let entries = null;
  let last = null;

  class Problem extends Error {
    constructor(message, hint = "") {
      super(message);
      this.hint = hint;
    }
  }

  /** The document of that name. Problem if there is none; AbortError if `signal` ends it. */
  async function get(name, args = {}, signal = undefined) {
    return frozen ? copied(name, args) : asked(`/api/${name}?${new URLSearchParams(args)}`, { signal });
  }

  async function asked(address, options) {
    let answer;
    try {
      answer = await fetch(address, { credentials: "same-origin", ...options });
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      throw new Problem("memento does not answer any more.", "Start it again: memento open --web");
    }
    const document_ = await answer.json().catch(() => ({ error: `memento answered ${answer.status}.` }));
    if (!answer.ok) throw new Problem(document_.error ?? `memento answered ${answer.status}.`, document_.hint);
    return document_;
  }

  /** Does something to the store: {text, undo}. */
  async function act(body) {
    return asked("/api/act", {
      method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-Memento": "1" },
    });
  }

  function copied(name, args) {
    const made = COMPUTED[name];
    if (made) return made(args);
    const [key] = Object.values(args);
    const kept = held[name];
    const document_ = KEYED.has(name) ? kept && Object.hasOwn(kept, key ?? "") && kept[key ?? ""] : kept;
    if (!document_) throw new Problem("This copy does not have that.");
    return document_;
  }

  const KEYED = new Set(["person", "thread", "graph", "mood"]);
  const COMPUTED = {
    search: ({ q = "", sort = "", offset = 0, limit = 50 }) => {
      const found = foundBy(q, sort);
      const shown = found.entries.slice(Number(offset), Number(offset) + Number(limit));
      return {
        total: found.entries.length, notes: found.notes,
        hits: shown.map(({ row }) => ({ ...row, passage: search.passage(row.detail ?? "", found.needles) })),
      };
    },
    facets: ({ q = "" }) => search.facets(foundBy(q, last?.sort ?? "").entries),
    memory: ({ id }) => {
      const row = byId(id);
      if (!row) throw new Problem("This copy has no such memory.");
      const more = Object.hasOwn(held.memory ?? {}, id) ? held.memory[id] : {};
      return { facts: [], history: [], links: [], ...row, ...more, neighbours: (more.neighbours ?? []).map(byId).filter(Boolean) };
    },
    events: ({ q = "", offset = 0, limit = 50 }) => {
      const looked = search.needles(q);
      const matching = held.events.events.filter(({ said }) => !looked.length ||
        looked.every(({ start }) => search.spaced(said.flat().join(" ")).includes(start)));
      return { total: matching.length, events: matching.slice(Number(offset), Number(offset) + Number(limit)) };
    },
  };

  function byId(id) {
    return prepared().byId.get(id)?.row;
  }

  function prepared() {
    if (entries === null) {
      entries = (held.rows ?? []).map((row) => new search.Entry(row));
      entries.byId = new Map(entries.map((entry) => [entry.row.id, entry]));
      setTimeout(warm, 0, 0);
    }
    return entries;
  }

  /** Reads the words of all rows while the page has nothing else to do, before somebody searches. */
  function warm(from) {
    entries.slice(from, from + CHUNK).forEach((entry) => entry.text);
    if (from < entries.length) setTimeout(warm, 0, from + CHUNK);
  }

  /** A list and its facets ask the same: it is looked for once. */
  function foundBy(q, sort) {
    if (last?.q !== q || last.sort !== sort) {
      const now = Date.parse(held.store.now);
      last = { q, sort, found: search.found(prepared(), q, sort, now) };
    }
    return last.found;
  }

  return { act, frozen, get, Problem };
})();
