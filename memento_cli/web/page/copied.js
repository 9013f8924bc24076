"use strict";
// The documents of a saved copy, which stand in the page as one JSON object: each by its name, those
// of a person, a thread, a name of the graph and a mood by that, and `rows`, all memories whole
// (`web/frozen.py`). What depends on a question is made from these when it is asked for.

const copied = (() => {
  const held = JSON.parse(document.getElementById("documents")?.textContent ?? "null");
  const CHUNK = 500;
  const LIKE = 6;
  const FEW = 20; // Of those that are prunable already.
  const KEYS = { graph: "name", mood: "of", person: "name", thread: "id" };
  const DAY = 86_400_000;
  const MADE = {
    search: ({ q = "", sort = "", offset = 0, limit = 50 }) => {
      const found = foundBy(q, sort);
      const hits = part(found.entries, offset, limit).map(({ row }) => ({ ...row, title: search.marked(row.summary, found.needles), passage: search.passage(row.detail ?? "", found.needles) }));
      return { total: found.entries.length, notes: found.notes, hits };
    },
    facets: ({ q = "" }) => search.facets(foundBy(q, last?.sort ?? "").entries),
    memory: ({ id }) => {
      const entry = entries().byId.get(id);
      return entry && { ...entry.row, neighbours: like(entry) };
    },
    events: ({ q = "", offset = 0, limit = 50 }) => {
      const looked = search.needles(q);
      const matching = (held.events?.events ?? []).filter(({ said }) => !looked.length ||
        looked.every(({ start }) => search.spaced(said.flat().join(" ")).includes(start)));
      return { total: matching.length, events: part(matching, offset, limit) };
    },
    forecast: ({ days = 90, day = "", offset = 0, limit = 50 }) => {
      const { until: end, turns, prunable = [] } = held.forecast;
      const until = new Date(Math.min(now() + days * DAY, Date.parse(end))).toISOString();
      const within = turns.filter(({ at }) => at <= until);
      const byDay = Object.groupBy(within, ({ at }) => words.dayOf(words.read(at)));
      return {
        until, total: within.length, turns: part(day ? byDay[day] ?? [] : within, offset, limit),
        days: Object.fromEntries(Object.entries(byDay).map(([name, some]) => [name, some.length])),
        prunable: prunable.slice(0, FEW), prunable_total: prunable.length,
      };
    },
  };
  let all = null;
  let last = null;

  const now = () => Date.parse(held.store.now);

  /** The document of that name, or null if the copy does not have it. */
  function get(name, args) {
    if (Object.hasOwn(MADE, name)) return MADE[name](args) ?? null;
    const kept = Object.hasOwn(held, name) ? held[name] : null;
    const key = args[KEYS[name]] ?? "";
    return name in KEYS ? (Object.hasOwn(kept ?? {}, key) ? kept[key] : null) : kept;
  }

  function part(list, offset, limit) {
    return list.slice(Number(offset), Number(offset) + Number(limit));
  }

  function entries() {
    if (all === null) {
      all = (held.rows ?? []).map((row) => new search.Entry(row));
      all.byId = new Map(all.map((entry) => [entry.row.id, entry]));
      setTimeout(warm, 0, 0);
    }
    return all;
  }

  /** Reads the words of all rows while the page has nothing else to do, before somebody searches. */
  function warm(from) {
    all.slice(from, from + CHUNK).forEach((entry) => entry.text);
    if (from < all.length) setTimeout(warm, 0, from + CHUNK);
  }

  /** A list and its facets ask the same: it is looked for once. */
  function foundBy(q, sort) {
    if (last?.q !== q || last.sort !== sort) last = { q, sort, found: search.found(entries(), q, sort, now()) };
    return last.found;
  }

  /** The rows that share the most of their topics and people with one. */
  function like(entry) {
    const own = new Set([...entry.topics, ...entry.people]);
    const shared = (other) => {
      const names = [...other.topics, ...other.people];
      const same = names.filter((name) => own.has(name)).length;
      return same / (own.size + names.length - same || 1);
    };
    return entries().filter((other) => other !== entry).map((other) => ({ row: other.row, share: shared(other) }))
      .filter(({ share }) => share > 0).sort((one, other) => other.share - one.share).slice(0, LIKE).map(({ row }) => row);
  }

  return { get, isOne: held !== null };
})();
