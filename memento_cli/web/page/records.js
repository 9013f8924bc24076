"use strict";
// The smaller nouns: states and tasks, blocks, values that expire, and the mood.

const records = (() => {
  async function states(_, signal) {
    const { states: all, likes: liked = [] } = await source.get("states", {}, signal);
    const made = all.length || liked.length ? [list(all), dom.section("Likes and dislikes", likes(liked))] : null;
    return page("States", "What is open or holds: tasks, summaries and relations.", made,
      "No state is here yet. At a terminal: memento state --help");
  }

  function list(all) {
    if (!all.length) return null;
    return dom.el("ul", { class: "rows" }, all.map((state) => dom.el("li", { class: "row" },
      dom.el("p", { dir: "auto" }, state.text), dom.el("p", { class: "about" },
        [state.of, state.kind].filter(Boolean).map((text) => dom.el("span", {}, dom.said(text))),
        state.done || state.over ? dom.el("span", { class: "sign" }, state.done ? "done" : "over") : null,
        state.due ? dom.el("span", { class: "sign" }, "due ", words.day(state.due)) : null,
        dom.el("span", {}, words.span(state.since, state.until)), rows.told(state.marks)))));
  }

  function likes(all) {
    if (!all.length) return null;
    return dom.el("ul", { class: "rows" }, all.map((like) => dom.el("li", { class: "row" },
      dom.el("p", { dir: "auto" }, like.text), dom.el("p", { class: "about" },
        [like.of, like.domain, like.note].filter(Boolean).map((text) => dom.el("span", {}, dom.said(text))),
        like.since ? dom.el("span", {}, "since ", words.day(like.since)) : null, rows.told(like.marks)))));
  }

  async function blocks(_, signal) {
    const { blocks: all } = await source.get("blocks", {}, signal);
    const made = all.length ? all.map((block) => dom.section(dom.said(block.name),
      dom.el("p", { class: "about" }, [block.of, block.purpose].filter(Boolean).map((text) => dom.el("span", {}, dom.said(text))),
        rows.told(block.marks)), dom.prose(block.text))) : null;
    return page("Blocks", "Texts that an agent always sees.", made, "No block is here yet. At a terminal: memento block --help");
  }

  async function values(_, signal) {
    const { values: all } = await source.get("kv", {}, signal);
    const made = all.length ? dom.pairs(all.map((pair) => [dom.said(pair.key), ...dom.withLinks(String(pair.value)),
      pair.of ? dom.el("span", { class: "soft" }, " of ", dom.said(pair.of)) : null,
      pair.expires ? dom.el("span", { class: "soft" }, " until ", words.moment(pair.expires)) : null])) : null;
    return page("Values", "Short values by name; some expire.", made, "No value is here yet. At a terminal: memento kv --help");
  }

  async function mood({ args }, signal) {
    const found = await source.get("mood", { of: args.of ?? main.store.person ?? "" }, signal);
    const felt = found.felt?.length ? dom.el("ol", { class: "history" }, found.felt.map((one) => dom.el("li", {},
      words.moment(one.at), " ", dom.said(one.text), " ", dom.el("span", { class: "soft" }, dom.said(one.words))))) : null;
    const told = words.dated(found.words);
    const made = told || felt ? [dom.el("p", {}, dom.said(told)), found.text ? dom.prose(found.text) : null,
      found.svg ? dom.el("div", { class: "wide" }, dom.picture(found.svg, told)) : null, dom.section("What was felt", felt)] : null;
    return page(found.of ? `Mood of ${found.of}` : "Mood", `How ${found.of || "somebody"} felt, over time.`, made, "No feeling was noted yet.");
  }

  function page(title, help, made, empty) {
    return {
      title,
      nodes: [dom.el("h1", {}, title), dom.el("p", { class: "soft" }, help), made ?? dom.el("p", { class: "empty" }, empty)],
    };
  }

  return { blocks, likes, list, mood, states, values };
})();
