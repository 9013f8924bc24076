"use strict";
// People, and what is known of one: facts in time, likes, tasks, and the memories with them.

const people = (() => {
  const FEW = 20;

  async function all(_, signal) {
    const { people: known } = await source.get("people", {}, signal);
    const nodes = [dom.el("h1", {}, "People"), known.length ? table(known) :
      dom.el("p", { class: "empty" }, "Nobody is named yet. A memory names people by its “with”.")];
    return { title: "People", nodes };
  }

  function table(known) {
    return dom.el("ol", { class: "rows" }, known.map((person) => dom.el("li", { class: "row" },
      dom.link(route.to("person", person.name), { class: "title", dir: "auto" }, person.name),
      dom.el("p", { class: "about" }, counts(person).map((text) => dom.el("span", {}, text))))));
  }

  function counts({ own, named, held }) {
    return [own ? `${words.count(own, "memory", "memories")} of their own` : "",
      named ? `named in ${words.count(named, "memory", "memories")}` : "",
      held ? `${words.number(held)} known of them` : ""].filter(Boolean);
  }

  async function one({ id }, signal) {
    const person = await source.get("person", { name: id }, signal);
    const q = person.q ?? query.filter("with", id);
    const found = await source.get("search", { q, sort: "created", offset: 0, limit: FEW }, signal);
    return {
      title: person.name,
      nodes: [dom.el("p", { class: "back" }, dom.link("#people", {}, "‹ All people")),
        dom.el("h1", {}, dom.said(person.name)), ways(person),
        dom.section("Facts over time", facts.timelines(person.facts ?? [])),
        dom.section("Likes and dislikes", records.likes(person.likes ?? [])),
        dom.section("Tasks and states", records.list(person.states ?? [])),
        dom.section("Memories, the newest first", memoriesOf(found, q))],
    };
  }

  function ways(person) {
    const has = (view, args) => main.store.views.includes(view) && source.has(view, args);
    return dom.el("div", { class: "toolbar" },
      has("graph", { name: person.name }) ? dom.link(route.to("graph", person.name), { class: "button" }, "In the graph") : null,
      has("mood", { of: person.name }) ? dom.link(route.to("mood", null, { of: person.name }), { class: "button" }, "Mood") : null);
  }

  function memoriesOf(found, q) {
    if (!found.hits.length) return null;
    const more = found.total > found.hits.length ?
      dom.el("p", {}, dom.link(route.list(q, { sort: "created" }), {}, `All ${words.number(found.total)}`)) : null;
    return [rows.list(found.hits), more];
  }

  return { all, one };
})();
