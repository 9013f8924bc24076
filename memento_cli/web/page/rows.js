"use strict";
// Rows of memories, a page of them at a time, and going through them by keys.

const rows = (() => {
  const PAGE = 50;
  const WIDE = 100;

  /** The strength as a bar; the number stands beside it. */
  function bar(strength, tier) {
    const width = Math.max(0, Math.min(1, strength ?? 0)) * WIDE;
    return dom.svg("svg", { class: `bar ${tier}`, viewBox: `0 0 ${WIDE} 8`, preserveAspectRatio: "none", "aria-hidden": "true" },
      dom.svg("rect", { class: "none", width: WIDE, height: 8, rx: 4 }),
      dom.svg("rect", { class: "full", width, height: 8, rx: 4 }));
  }

  function gauge(row) {
    return dom.el("span", { class: "gauge", title: `Strength ${words.strength(row.strength)} of 1: ${row.tier}` },
      bar(row.strength, row.tier), dom.el("span", { class: "unseen" }, "strength "),
      words.strength(row.strength), dom.el("span", { class: "tier" }, ` ${row.tier}`));
  }

  /** The parts of a text, those that match marked. */
  function marks(parts) {
    return parts.map(([text, isMatch]) => (isMatch ? dom.el("mark", {}, text) : text));
  }

  /** One row as an entry of a list; what matches in it is marked. */
  function row(memory, { chips = true } = {}) {
    const summary = memory.title?.length ? marks(memory.title) : memory.summary;
    return dom.el("li", { class: "row" },
      dom.link(route.to("memory", memory.id), { class: "title", dir: "auto" }, summary || "(without words)"),
      memory.passage?.length ? dom.el("p", { class: "passage", dir: "auto" }, marks(memory.passage)) : null,
      dom.el("p", { class: "about" }, gauge(memory), words.day(memory.created), signs(memory),
        chips ? [...memory.topics.slice(0, 4).map(topic), ...memory.people.slice(0, 3).map(person)] : null));
  }

  /** What is special about a memory, in a word each. */
  function signs(memory) {
    const all = [...(memory.marks ?? [])];
    if (memory.pinned) all.unshift("pinned");
    if (memory.newer) all.push("replaced by a newer one");
    if (memory.conflicts?.length) all.push("contradicts another");
    return told(all);
  }

  /** Marks such as `from an agent`. */
  function told(texts) {
    return (texts ?? []).map((text) => dom.el("span", { class: "sign" }, dom.said(text)));
  }

  function topic(name) {
    return chip("topic", name, route.list(query.filter("topic", name)));
  }

  function person(name) {
    return chip("with", name, route.list(query.filter("with", name)));
  }

  function chip(field, name, hash) {
    const told = field === "with" ? `with ${name}` : `topic ${name}`;
    return dom.link(hash, { class: `chip ${field}`, "data-key": null, title: `Show what is ${field === "with" ? "" : "of "}${told}` },
      dom.said(name));
  }

  function list(memories, options = {}) {
    return dom.el("ol", { class: "rows" }, memories.map((memory) => row(memory, options)));
  }

  /** Links to the pages beside this one; `hash` makes the address of a page. */
  function pager(page, total, hash) {
    const last = Math.ceil(total / PAGE);
    if (last < 2) return null;
    const to = (number, label) =>
      number < 1 || number > last ? dom.el("span", { class: "soft" }, label) :
        dom.link(hash(number), { class: "button", "data-key": `page ${label}` }, label);
    return dom.el("nav", { class: "pager", "aria-label": "Pages" },
      to(page - 1, "Previous"), dom.el("span", {}, `Page ${words.number(page)} of ${words.number(last)}`), to(page + 1, "Next"));
  }

  /** Moves to the entry of a list after or before the one that has the focus. */
  function step(by) {
    const titles = [...document.querySelectorAll("#main .rows .title")];
    if (!titles.length) return false;
    const here = titles.indexOf(document.activeElement.closest?.(".row")?.querySelector(".title"));
    if (here + by < 0) document.getElementById("q").focus();
    else titles[Math.min(here < 0 ? 0 : here + by, titles.length - 1)].focus();
    return true;
  }

  return { PAGE, gauge, list, pager, person, signs, step, told, topic };
})();
