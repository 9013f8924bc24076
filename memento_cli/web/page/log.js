"use strict";
// What was done to the store, the newest first, and the way back.

const log = (() => {
  async function view(_, signal) {
    const { acts: done } = await source.get("log", {}, signal);
    return {
      title: "Log",
      nodes: [dom.el("h1", {}, "Log"), dom.el("p", { class: "soft" }, "What was done to the store, the newest first."),
        done.length ? dom.el("ol", { class: "rows" }, done.map(line)) : dom.el("p", { class: "empty" }, "Nothing was done yet.")],
    };
  }

  function line(act) {
    const undo = !act.undone && main.store.writable ?
      dom.button("Undo", () => acts.act({ act: "undo", id: act.id }), { "aria-label": `Undo: ${act.act} ${act.of}`, "data-key": `undo ${act.id}` }) : null;
    return dom.el("li", { class: "row act" }, dom.el("p", { dir: "auto" }, `${act.act} `, of(act), act.text ? [", ", dom.said(words.dated(act.text))] : null), undo,
      dom.el("p", { class: "about" }, words.moment(act.at), act.by ? dom.el("span", {}, "by ", dom.said(act.by)) : null,
        act.undone ? dom.el("span", { class: "sign" }, "undone") : null));
  }

  /** What it was done to: a memory can be opened, other records cannot. */
  function of({ of: id, summary }) {
    const told = dom.said(summary || id);
    return id && !id.includes("/") ? dom.link(route.to("memory", id), {}, told) : told;
  }

  return { view };
})();
