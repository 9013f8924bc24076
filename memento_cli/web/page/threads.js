"use strict";
// Events as they were observed, and threads: events that belong together, followed from the first
// to the last.

const threads = (() => {
  async function all(_, signal) {
    const { threads: known } = await source.get("threads", {}, signal);
    const made = known.length ? dom.el("ol", { class: "rows" }, known.map((thread) => dom.el("li", { class: "row" },
      dom.link(route.to("thread", thread.id), { class: "title", dir: "auto" }, thread.title || thread.id),
      dom.el("p", { class: "about" }, dom.el("span", {}, words.count(thread.count, "event")),
        dom.el("span", {}, words.day(thread.first), " – ", words.day(thread.last)))))) :
      dom.el("p", { class: "empty" }, "No thread is here yet. At a terminal: memento thread --help");
    return { title: "Threads", nodes: [dom.el("h1", {}, "Threads"), dom.el("p", { class: "soft" }, "Events that belong together."), made] };
  }

  async function one({ id }, signal) {
    const thread = await source.get("thread", { id }, signal);
    const title = thread.title || thread.id;
    return {
      title,
      nodes: [dom.el("p", { class: "back" }, dom.link("#threads", {}, "‹ All threads")), dom.el("h1", {}, dom.said(title)),
        thread.events.length ? dom.el("ol", { class: "talk" }, thread.events.map(event)) : dom.el("p", { class: "empty" }, "No event is in it.")],
    };
  }

  /** An event: who said what, in order. */
  function event({ at, said, session, marks }) {
    return dom.el("li", {}, dom.el("p", { class: "about" }, words.moment(at), session ? dom.said(session) : null, rows.told(marks)),
      said.map(([who, text]) => [dom.el("p", { class: "who" }, dom.said(who)), dom.prose(text)]));
  }

  async function events({ args }, signal) {
    const { q = "" } = args;
    const page = Math.max(1, Math.floor(Number(args.page)) || 1);
    const found = await source.get("events", { q, offset: (page - 1) * rows.PAGE, limit: rows.PAGE }, signal);
    const change = (changed) => route.go(route.to("events", null, { q: changed.target.value }));
    const field = dom.el("p", { class: "choices" }, dom.el("label", {}, "Find in events ",
      dom.el("input", { type: "search", value: q, change, dir: "auto", "data-key": "find events" })));
    const hash = (number) => route.to("events", null, { q, page: number > 1 ? number : "" });
    const made = found.events.length ? [dom.el("ol", { class: "talk" }, found.events.map(event)), rows.pager(page, found.total, hash)] :
      dom.el("p", { class: "empty" }, q ? "Nothing was found." : "No event is here yet. At a terminal: memento event --help");
    return { title: "Events", nodes: [dom.el("h1", {}, "Events"), dom.el("p", { class: "soft" }, "What was observed, the newest first."), field, made] };
  }

  return { all, events, one };
})();
