"use strict";
// What a list can be narrowed to: months as bars, and people, topics, kinds and tiers as chips.
// Each is a link to the same query with one filter more, or one less.

const facets = (() => {
  const FEW = 12;
  const YEARS = 3;
  const HALF = 16; // The height of a bar, in the units of its picture.
  const opened = new Set();

  /** All that narrows the query `q`; `hash` makes the address of a list of a query. */
  function all(found, q, hash) {
    return [
      timeline(found.months ?? [], q, hash),
      chips("Topics", "topic", found.topics, q, hash),
      chips("People", "with", found.people, q, hash),
      chips("Kinds", "kind", found.kinds, q, hash),
      chips("Strength", "tier", found.tiers, q, hash),
    ];
  }

  function chips(title, field, counted, q, hash) {
    if (!counted?.length) return null;
    const made = counted.map(([name, count]) => chip(field, name, count, q, hash));
    const rest = made.slice(FEW);
    return dom.el("section", { class: "facet" }, dom.el("h2", {}, title),
      dom.el("ul", { class: "chips" }, made.slice(0, FEW)),
      rest.length ? folded(title, `${rest.length} more`, dom.el("ul", { class: "chips" }, rest)) : null);
  }

  function chip(field, name, count, q, hash) {
    const on = query.has(q, field, name);
    return dom.el("li", {}, dom.link(hash(query.toggled(q, field, name)), {
      class: `chip ${field}${on ? " on" : ""}`, "aria-current": on ? "true" : null, "data-key": `${field}:${name}`,
      title: on ? "Take this filter away" : null,
    }, dom.said(name), dom.el("span", { class: "count" }, ` ${words.number(count)}`), on ? " ×" : null));
  }

  /** A part that opens; it stays as it was when the view is drawn anew. */
  function folded(key, label, ...children) {
    const toggle = (event) => (event.target.open ? opened.add(key) : opened.delete(key));
    return dom.el("details", { open: opened.has(key), toggle }, dom.el("summary", { "data-key": `fold ${key}` }, label), ...children);
  }

  /** A line a year, the newest first, with a bar for each month. */
  function timeline(months, q, hash) {
    const known = months.filter(({ created, faded }) => created || faded);
    if (!known.length) return null;
    const years = new Map();
    for (const month of known) {
      const year = month.month.slice(0, 4);
      years.set(year, [...(years.get(year) ?? []), month]);
    }
    const most = Math.max(...known.flatMap(({ created, faded }) => [created, faded]));
    const lines = [...years].sort().reverse().map(([year, ofYear]) => line(year, ofYear, most, q, hash));
    return dom.el("section", { class: "facet" }, dom.el("h2", {}, "Months"), legend(),
      dom.el("ul", { class: "years" }, lines.slice(0, YEARS)),
      lines.length > YEARS ? folded("years", "Earlier years", dom.el("ul", { class: "years" }, lines.slice(YEARS))) : null);
  }

  function legend() {
    const below = main.store.levels?.hidden;
    return dom.el("p", { class: "soft legend" }, dom.el("span", { class: "up" }, "■"), " recorded ",
      dom.el("span", { class: "down" }, "■"), ` became weak${below ? ` (below ${below})` : ""}`);
  }

  function line(year, months, most, q, hash) {
    const whole = dom.link(hash(query.within(q, `${year}-01-01`, `${year}-12-31`)), { class: "year", "data-key": `year ${year}` }, year);
    const byNumber = new Map(months.map((month) => [Number(month.month.slice(5)), month]));
    const bars = words.SHORT_MONTHS.map((name, number) => bar(byNumber.get(number + 1), name, most, q, hash));
    return dom.el("li", {}, whole, bars);
  }

  function bar(month, name, most, q, hash) {
    if (!month) return dom.el("span", { class: "month" });
    const [since, until] = days(month.month);
    const on = query.has(q, "since", since) && query.has(q, "until", until);
    const told = `${words.month(month.month)}: ${words.count(month.created, "recorded", "recorded")}, ${words.number(month.faded)} became weak`;
    return dom.link(hash(query.within(q, since, until)), {
      class: `month${on ? " on" : ""}`, title: told, "aria-label": told, "aria-current": on ? "true" : null,
      "data-key": `month ${month.month}`,
    }, drawn(month, most), dom.el("span", { class: "name", "aria-hidden": "true" }, name[0]));
  }

  function drawn({ created, faded }, most) {
    const tall = (count) => (count ? Math.max(1.5, HALF * Math.sqrt(count / most)) : 0);
    return dom.svg("svg", { viewBox: `0 0 10 ${2 * HALF}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      dom.svg("rect", { class: "up", x: 1, width: 8, y: HALF - tall(created), height: tall(created) }),
      dom.svg("rect", { class: "down", x: 1, width: 8, y: HALF, height: tall(faded) }));
  }

  /** The first and the last day of `2026-03`. */
  function days(month) {
    const [year, number] = month.split("-").map(Number);
    return [`${month}-01`, words.dayOf(new Date(year, number, 0))];
  }

  return { all };
})();
