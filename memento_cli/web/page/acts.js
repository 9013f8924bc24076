"use strict";
// What may be done to the store where it is writable. Each act says what it did beside an Undo.

const acts = (() => {
  const CHANGED = 409; // The answer where somebody else has written meanwhile.
  const drafts = new Map(); // What was typed and is not saved yet, and of what it was made, by what it is for.
  let isNews = false; // Whether what was told last was told in this view.
  let busy = false; // While one act is under way, a second click does not do it twice.

  addEventListener("beforeunload", (event) => {
    if (drafts.size) event.preventDefault();
  });

  /** Does it, tells what was done, and draws the view anew. Says whether it was done; `late` hears of a conflict. */
  async function act(body, { stay = true, late = () => undefined, back = body.act === "undo" ? "Redo" : "Undo" } = {}) {
    if (busy) return false;
    busy = true;
    try {
      const { text, undo } = await changes.own(() => source.act(body));
      report(dom.said(text), undo, back);
    } catch (problem) {
      if (problem.status === CHANGED) await late();
      complain(problem);
      return false;
    } finally {
      busy = false;
    }
    if (stay) await main.renew();
    return true;
  }

  /** Tells what was done, beside the way back; where nothing was, that of what was done before stays. */
  function report(told, undo, label) {
    isNews = true;
    const line = document.getElementById("done");
    const isHere = line.contains(document.activeElement);
    const next = label === "Undo" ? "Redo" : "Undo";
    const back = undo ? dom.button(label, () => act({ act: "undo", id: undo }, { back: next }), { class: "strong" }) : line.querySelector("button.strong");
    line.replaceChildren(dom.el("div", { class: "line" }, dom.el("p", {}, told), back, closing(line)));
    if (isHere) line.querySelector("button").focus();
  }

  /** Another view was opened: what was told stays for one, so that it can be undone from there. */
  function moved() {
    if (!isNews) document.getElementById("done").replaceChildren();
    isNews = false;
  }

  /** Tells what is no act, and has no way back. */
  function say(text) {
    const line = document.getElementById("done");
    line.replaceChildren(dom.el("div", { class: "line" }, dom.el("p", {}, dom.said(text)), closing(line)));
  }

  function complain(problem) {
    const line = document.getElementById("done");
    const hint = problem.hint ? dom.el("span", { class: "soft" }, " ", dom.said(problem.hint)) : null;
    line.replaceChildren(dom.el("div", { class: "line bad" },
      dom.el("p", {}, dom.said(words.ended(problem.message)), hint), closing(line)));
  }

  function closing(line) {
    return dom.button("Close", () => line.replaceChildren(), { "aria-label": "Close this message" });
  }

  /** That nothing can be changed here, and where it can. */
  function lookingOnly() {
    return ["This page only looks. To change things, start it at a terminal: ", dom.el("kbd", {}, `${source.command()} --write`)];
  }

  /** The buttons of one memory, or nothing where the store may not be written. */
  function buttons(memory) {
    if (!main.store.writable) return null;
    const on = (name, label, help) => dom.button(label, () => act({ act: name, id: memory.id }), { title: help });
    if (memory.archived) return toolbar(on("restore", "Restore", "Brings it back"));
    return toolbar(
      memory.editable ? dom.link(route.to("memory", memory.id, { edit: 1 }), { class: "button", title: "Change its words, topics or people" }, "Edit") : null,
      on("reinforce", "Reinforce", "It matters: it fades later"),
      memory.pinned ? on("unpin", "Unpin", "It may fade again") : on("pin", "Pin", "It is never pruned"),
      on("forget", "Forget", "Archives it; Restore brings it back"),
    );
  }

  function toolbar(...children) {
    return dom.el("div", { class: "toolbar", role: "group", "aria-label": "What you can do with it" }, ...children);
  }

  /** One button in a row, which stays, so that a second click meets no other one; `then` hears that it was done. */
  function reinforce(id, summary, then = () => undefined) {
    if (!main.store.writable) return null;
    const done = dom.el("span", { class: "sign", tabindex: -1 }, "reinforced");
    const click = async ({ currentTarget }) => {
      if (!(await act({ act: "reinforce", id }, { stay: false }))) return;
      currentTarget.replaceWith(done);
      done.focus({ preventScroll: true });
      then();
    };
    return dom.button("Reinforce", click, {
      "aria-label": `Reinforce: ${summary}`, "data-key": `reinforce ${id}`, title: "It matters: it fades later",
    });
  }

  /** A form for a memory's words; `memory` is null for a new one. */
  function form(memory) {
    const key = memory?.id ?? "";
    const { typed, base, others = [] } = drafts.get(key) ?? { typed: textsOf(memory), base: memory };
    const fields = [
      field("summary", "In one line", dom.el("input", { type: "text", required: true, value: typed.summary })),
      field("detail", "More about it (may stay empty)", area(typed.detail)),
      field("topics", "Topics, with commas between them", dom.el("input", { type: "text", value: typed.topics })),
      field("people", "People, with commas between them", dom.el("input", { type: "text", value: typed.people })),
    ];
    const cancel = dom.link(memory ? route.to("memory", memory.id) : "#q=",
      { class: "button", click: () => drafts.delete(key) }, "Cancel");
    const input = () => drafts.set(key, { typed: read(fields), base, others });
    const submit = (event) => {
      event.preventDefault();
      save(base, read(fields), key);
    };
    return dom.el("form", { class: "words", input, submit },
      fields.map((line) => [line, others.includes(line.lastChild.name) ? meanwhile(textsOf(base)[line.lastChild.name]) : null]),
      dom.el("div", { class: "toolbar" }, dom.el("button", { class: "strong" }, memory ? "Save" : "Record"), cancel));
  }

  function textsOf(memory) {
    const joined = (names) => (names ?? []).join(", ");
    return { summary: memory?.summary ?? "", detail: memory?.detail ?? "", topics: joined(memory?.topics), people: joined(memory?.people) };
  }

  /** What somebody else has written where one was writing. */
  function meanwhile(text) {
    return dom.el("div", { class: "note" }, dom.el("p", { class: "soft" }, "Somebody has changed this meanwhile. It says now:"),
      text ? dom.prose(text) : dom.el("p", {}, "(nothing)"));
  }

  /** Shows what a memory says now beside what was typed, which takes its place when it is saved again; where nothing was
   *  typed, it is what it says now. */
  async function late(base, typed, key) {
    const now = await source.get("memory", { id: base.id });
    const [was, is] = [textsOf(base), textsOf(now)];
    const mine = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text === was[name] ? is[name] : text]));
    drafts.set(key, { typed: mine, base: now, others: Object.keys(mine).filter((name) => is[name] !== was[name] && is[name] !== mine[name]) });
    await main.draw();
  }

  function field(name, label, input) {
    input.id = `field-${name}`;
    input.name = name;
    input.dir = "auto";
    return dom.el("p", {}, dom.el("label", { for: input.id }, label), input);
  }

  function area(text) {
    const input = dom.el("textarea", { rows: 8 });
    input.value = text;
    return input;
  }

  function read(fields) {
    return Object.fromEntries(fields.map((line) => [line.lastChild.name, line.lastChild.value]));
  }

  /** What differs from what was shown, so that an edit leaves alone what others have changed since. */
  function changed(memory, typed) {
    const differs = ([name, value]) => JSON.stringify(value) !== JSON.stringify(memory[name] ?? "");
    return Object.fromEntries(Object.entries(typed).filter(differs));
  }

  function wordsOf(memory, names) {
    return Object.fromEntries(names.map((name) => [name, memory[name] ?? ""]));
  }

  async function save(memory, typed, key) {
    const names = (text) => text.split(",").map((name) => name.trim()).filter(Boolean);
    const { summary, detail } = typed;
    if (!summary.trim()) return complain({ message: "“In one line” is empty." });
    const [topics, people] = [names(typed.topics), names(typed.people)];
    const edits = memory ? changed(memory, { summary, detail, topics, people }) : {};
    const body = memory ? { act: "edit", id: memory.id, ...edits, was: wordsOf(memory, Object.keys(edits)) } :
      { act: "record", text: [summary, detail].filter(Boolean).join("\n\n"), topics, people };
    if (!(await act(body, { stay: false, late: () => memory && late(memory, typed, key) }))) return undefined;
    drafts.delete(key);
    return route.go(memory ? route.to("memory", memory.id) : route.list("", { sort: "created" }), { replace: true });
  }

  return { act, buttons, complain, form, lookingOnly, moved, reinforce, say };
})();
