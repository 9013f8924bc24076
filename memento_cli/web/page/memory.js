"use strict";
// One memory: its words, how strong it is and how that goes on, what was done to it, what it is
// linked with, and what is like it.

const memory = (() => {
  const RELATIONS = {
    cause_of: ["causes", "is caused by"], derived_from: ["is derived from", "is the source of"],
    duplicates: ["says the same as", "says the same as"], contradicts: ["contradicts", "contradicts"],
    supersedes: ["replaces", "is replaced by"],
  };

  async function view({ id, args }, signal) {
    const one = await source.get("memory", { id }, signal);
    const edits = args.edit && main.store.writable && one.editable;
    return { title: one.summary || "A memory", nodes: [back(), args.edit && !edits ? unable(one) : null, edits ? editing(one) : reading(one)] };
  }

  function back() {
    const { hash, title } = main.from();
    return dom.el("p", { class: "back" }, dom.link(hash, { click: main.stepBack }, "‹ Back to ", dom.said(title)));
  }

  /** Why a memory that one came to edit is shown instead. */
  function unable(one) {
    const why = !main.store.writable ? (source.frozen ? "This copy changes nothing." : acts.lookingOnly()) :
      one.archived ? "It is in the archive: restore it to edit it." : "It has signs that cannot be seen. Edit it at a terminal.";
    return dom.el("p", { class: "note" }, why);
  }

  function editing(one) {
    return [dom.el("h1", {}, "Edit this memory"), acts.form(one)];
  }

  function reading(one) {
    return dom.el("article", {},
      dom.el("h1", { dir: "auto" }, one.summary || "(without words)"),
      dom.el("p", { class: "about" }, rows.gauge(one), words.day(one.created), one.kind ? dom.said(one.kind) : null,
        one.archived ? dom.el("span", { class: "sign" }, "in the archive") : null, rows.signs(one)),
      replaced(one), acts.buttons(one), dom.prose(further(one)), named(one), fading(one), links(one), history_(one), facts(one), like(one));
  }

  /** What it says beyond its summary, with which the text of a message begins. */
  function further({ summary, detail }) {
    const [first, ...rest] = (detail ?? "").split("\n");
    return first.trim() === summary ? rest.join("\n") : detail;
  }

  function replaced(one) {
    if (!one.newer) return null;
    return dom.el("p", { class: "note" }, "A newer memory replaces this one: ",
      dom.link(route.to("memory", one.newer), {}, dom.said(one.newer)), ".");
  }

  function named(one) {
    const made = [...one.topics.map(rows.topic), ...one.people.map(rows.person)];
    return made.length ? dom.el("p", { class: "chips" }, made) : null;
  }

  function fading(one) {
    if (!one.curve) return null;
    const { svg } = one.curve;
    const told = words.dated(one.curve.words);
    return dom.section("Strength", dom.el("p", {}, dom.said(told)), svg ? dom.el("div", { class: "wide" }, dom.picture(svg, told)) : null);
  }

  function links(one) {
    return dom.section("Linked with", !one.links?.length ? null : dom.el("ul", { class: "plain" }, one.links.map((link) =>
      dom.el("li", {}, dom.el("span", { class: "soft" }, `${relation(link)} `),
        dom.link(route.to("memory", link.id), {}, dom.said(link.summary || link.id))))));
  }

  function relation({ rel, incoming }) {
    const told = RELATIONS[rel];
    return told ? told[incoming ? 1 : 0] : `${incoming ? "← " : ""}${rel.replaceAll("_", " ")}`;
  }

  function history_(one) {
    return dom.section("History", !one.history?.length ? null : dom.el("ol", { class: "history" }, one.history.map((line) =>
      dom.el("li", {}, words.moment(line.at), " ", dom.said(words.dated([line.act, line.text].filter(Boolean).join(", "))),
        line.by ? dom.el("span", { class: "soft" }, " by ", dom.said(line.by)) : null,
        line.undone ? [" ", dom.el("span", { class: "sign" }, "undone")] : null, (line.changes ?? []).map(change)))));
  }

  /** The words of one part before a change, and after it. */
  function change([name, before, after]) {
    return dom.el("p", { class: "change", dir: "auto" }, dom.el("span", { class: "soft" }, `${name}: `),
      before ? dom.el("del", {}, dom.said(before)) : null, " → ", after ? dom.el("ins", {}, dom.said(after)) : "(nothing)");
  }

  function facts(one) {
    const told = [...(one.facts ?? []), ["id", one.id]];
    return dom.section("Particulars", dom.pairs(told.map(([name, text]) => [dom.said(name), ...dom.withLinks(String(text))])));
  }

  function like(one) {
    return dom.section("Similar memories", one.neighbours?.length ? rows.list(one.neighbours, { chips: false }) : null);
  }

  /** The view of `#new`. */
  async function fresh() {
    if (!main.store.writable) throw new source.Problem("This page only looks.", `At a terminal: ${source.command()} --write`);
    const form = acts.form(null);
    return { title: "New memory", at: form.querySelector("input"), nodes: [back(), dom.el("h1", {}, "New memory"), form] };
  }

  return { fresh, view };
})();
