"use strict";
// The frame: it opens the store, draws the view of the address, and hears the keys.

const main = (() => {
  const VIEWS = {
    memories: [memories.view, "Memories"], memory: [memory.view], new: [memory.fresh],
    people: [people.all, "People"], person: [people.one],
    facts: [facts.view, "Facts"], states: [records.states, "States"],
    threads: [threads.all, "Threads"], thread: [threads.one], events: [threads.events, "Events"],
    graph: [graph.view, "Graph"], blocks: [records.blocks, "Blocks"], kv: [records.values, "Values"],
    mood: [records.mood, "Mood"], forecast: [forecast.view, "Forecast"], log: [log.view, "Log"],
  };
  const PARENTS = { memory: "memories", new: "memories", person: "people", thread: "threads" };
  const PATIENCE = 2_000; // Milliseconds after which a page that opens says what it waits for.
  const PAUSE = source.frozen ? 0 : 60; // Milliseconds between the last letter and the question to memento.
  const store = {};
  const scrolls = new Map();
  let turn = null;
  let shown = null; // The address of what is seen.
  let listed = "#q="; // The address of the list that was last seen.
  let origin = { hash: "#q=", title: "the list" }; // What was last seen that is no memory.
  let returning = false; // Whether the next view is one that the reader goes back to.
  let typing = null; // What waits for the next letter, while the search box has the focus.
  let began = false; // Whether what is typed has its step of the history.

  const byId = (id) => document.getElementById(id);

  async function open() {
    history.scrollRestoration = "manual";
    // A link that opened the page has its secret in it, which no shared link should carry on.
    if (location.search) history.replaceState(null, "", location.pathname + location.hash);
    listen();
    const slow = setTimeout(() => byId("main").append(dom.el("p", { class: "soft" },
      "memento reads every memory first. That takes a minute for 100,000 of them, and only once.")), PATIENCE);
    try {
      Object.assign(store, await source.get("store"));
    } catch (problem) {
      document.body.classList.add("closed");
      show(trouble(problem, { ways: null }));
      return;
    } finally {
      clearTimeout(slow);
    }
    frame();
    if (!source.frozen) changes.look();
    await draw();
  }

  /** Draws the view of the address with what the store holds now. */
  async function renew() {
    byId("main").setAttribute("aria-busy", "true");
    try {
      const before = store.views.join();
      Object.assign(store, await source.get("store"));
      if (store.views.join() !== before) menu();
    } catch (problem) {
      ignore(problem); // The view says what is wrong.
    }
    await draw();
  }

  function menu() {
    byId("nav").replaceChildren(dom.el("ul", {}, store.views.filter((view) => VIEWS[view]?.[1]).map((view) =>
      dom.el("li", {}, dom.el("a", { href: view === "memories" ? "#q=" : `#${view}`, "data-view": view }, VIEWS[view][1])))));
  }

  function frame() {
    byId("home").firstChild.textContent = store.name;
    menu();
    if (store.writable) byId("tools").append(dom.el("a", { href: "#new", class: "button" }, "New memory"));
    if (!source.frozen) {
      byId("tools").append(dom.button("Save as a page", save, { title: "A copy of all of it as one page, which opens without memento" }));
      byId("copied").hidden = store.writable;
      if (!store.writable) byId("copied").append(...acts.lookingOnly());
      return;
    }
    byId("copied").hidden = false;
    byId("copied").append("A copy of ", words.moment(store.now), ", which changes nothing. ", store.whole ?
      "Not in it: the archive, sessions, proposals, and the log." : "It has some memories of a store, and nothing else of it.");
  }

  /** Hands all of it to the browser as a file, and says what is in it. */
  async function save() {
    const name = `${store.name} ${words.dayOf(words.read(store.now))}.html`;
    acts.say("The page is being made …");
    try {
      const address = URL.createObjectURL(await source.copy());
      dom.el("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      acts.say(`Saved as ${name}: ${words.count(store.counts.memories, "memory", "memories")}, and all else that is here but the archive and the log.`);
    } catch (problem) {
      acts.complain(problem);
    }
  }

  /** Draws the view of the address; one that is still being drawn is given up. */
  async function draw() {
    turn?.abort();
    turn = new AbortController();
    const { signal } = turn;
    const where = route.read();
    byId("main").setAttribute("aria-busy", "true");
    const [view] = Object.hasOwn(VIEWS, where.view) ? VIEWS[where.view] : [missing];
    let made;
    try {
      made = await view(where, signal);
    } catch (problem) {
      if (signal.aborted) return;
      made = trouble(problem);
    }
    if (!signal.aborted) show(made, where);
  }

  function missing() {
    throw new source.Problem("There is no such view.");
  }

  function trouble(problem, { ways = dom.el("p", {}, dom.link("#q=", {}, "See all memories")) } = {}) {
    const known = problem instanceof source.Problem;
    if (problem.status === source.FORBIDDEN) ways = null; // They would lead to the same.
    if (!known) console.error(problem);
    return {
      title: "That did not work", failed: true,
      nodes: [dom.el("h1", {}, "That did not work"),
        dom.el("p", { class: "failed" }, dom.said(known ? words.ended(problem.message) : `The page made a mistake: ${problem.message}`)),
        problem.hint ? dom.el("p", { class: "soft" }, dom.said(problem.hint)) : null, ways],
    };
  }

  function show(made, where = { view: "", args: {} }) {
    const came = shown;
    const isNew = location.hash !== came;
    if (where.view === "memories") {
      listed = location.hash || "#q=";
      if (document.activeElement !== byId("q")) byId("q").value = query.open(where.args.q ?? "");
    }
    const isOfMemory = PARENTS[where.view] === "memories";
    if (!isOfMemory && where.view !== "memories") byId("q").value = "";
    if (isOfMemory) origin = from();
    else if (!made.failed) origin = { hash: location.hash || "#q=", title: where.view === "memories" ? "the list" : made.title };
    document.title = [made.title, store.name].filter(Boolean).join(" · ");
    marked(PARENTS[where.view] ?? where.view);
    if (where.view !== "memories" || made.failed) dom.tell(made.title);
    const frame_ = byId("main");
    frame_.className = made.wide ? "wide" : "";
    frame_.removeAttribute("aria-busy");
    shown = location.hash;
    if (isNew) {
      fold();
      acts.moved();
      changes.moved();
    }
    const isBack = isNew && (returning || history.state?.seen);
    const nodes = made.nodes.flat(Infinity).filter(Boolean);
    const stays = nodes.length === frame_.children.length && nodes.every((node, place) => node === frame_.children[place]);
    const drawing = () => kept(() => frame_.replaceChildren(...nodes), isBack ? came : null);
    if (!stays) (isNew ? drawing : () => still(drawing))();
    if (isNew) placed(came, isBack, made.at);
  }

  /** Where a memory was opened from, also when it is come back to or loaded again. */
  const from = () => history.state?.origin ?? origin;

  /** Where the reader is after a step: where they were, if they came back, and else at the top, or at what `at` is. */
  function placed(came, isBack, at = null) {
    returning = false;
    if (!history.state?.seen) history.replaceState({ seen: true, origin }, "");
    if (typing !== null || came === null) return;
    if (document.activeElement === document.body) atHeading();
    scrollTo(0, isBack ? scrolls.get(location.hash) ?? 0 : 0);
    if (!at || isBack) return;
    if (!at.matches("input")) at.setAttribute("tabindex", "-1");
    at.focus();
  }

  /** Puts the focus where a reader begins. */
  function atHeading() {
    const heading = byId("main").querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }

  /** Draws, and leaves the focus where it was: on what is the same, or on the link that led to where one was. */
  function kept(drawing, cameFrom = null) {
    const inside = byId("main").contains(document.activeElement);
    const key = inside ? document.activeElement.dataset.key : null;
    drawing();
    if (document.activeElement !== document.body) return;
    const keys = [key, cameFrom].filter(Boolean);
    const again = [...byId("main").querySelectorAll("[data-key]")].find((node) => keys.includes(node.dataset.key));
    if (again) again.focus({ preventScroll: true });
    else if (inside) atHeading();
  }

  /** Draws, and what is in sight stays where it is, though there is more above it now. */
  function still(drawing) {
    const keyed = () => [...byId("main").querySelectorAll("[data-key]")];
    const top = (node) => node.getBoundingClientRect().top;
    const first = scrollY ? keyed().find((node) => top(node) >= 0) : null;
    const before = first && top(first);
    drawing();
    const again = first && keyed().find((node) => node.dataset.key === first.dataset.key);
    if (again) scrollBy(0, top(again) - before);
  }

  function marked(view) {
    for (const link of byId("nav").querySelectorAll("a")) {
      if (link.dataset.view === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const name = VIEWS[view]?.[1];
    byId("menu").textContent = name ? `Menu: ${name}` : "Menu";
  }

  /** Closes the menu of a phone. */
  function fold() {
    byId("nav").classList.remove("open");
    byId("menu").setAttribute("aria-expanded", "false");
  }

  function listen() {
    addEventListener("hashchange", (event) => {
      scrolls.set(new URL(event.oldURL).hash, scrollY);
      if (location.hash !== shown) draw();
    });
    addEventListener("visibilitychange", () => {
      if (!document.hidden && !source.frozen) changes.look();
    });
    addEventListener("keydown", pressed);
    byId("skip").addEventListener("click", () => byId("main").focus());
    byId("menu").addEventListener("click", () => {
      byId("menu").setAttribute("aria-expanded", String(byId("nav").classList.toggle("open")));
    });
    byId("q").addEventListener("input", typed);
    byId("q").addEventListener("focus", goOn);
    byId("q").addEventListener("blur", () => {
      typing = null;
      began = false;
    });
    byId("finder").addEventListener("submit", (event) => {
      event.preventDefault();
      rows.step(1);
    });
  }

  /** Whoever comes to the search box goes on behind a filter at its end. */
  function goOn({ target }) {
    if (target.value.endsWith(" ")) target.setSelectionRange(target.value.length, target.value.length);
  }

  /** What is typed in one go is one step of the history. */
  function typed() {
    const { args } = route.read(listed);
    const sort = args.q ? args.sort : ""; // A new search has the best first, whatever order a list of all had.
    const hash = route.list(byId("q").value, { sort, in: args.in });
    clearTimeout(typing);
    typing = setTimeout(() => {
      history[began ? "replaceState" : "pushState"]({ seen: true }, "", hash);
      began = true;
      draw();
    }, PAUSE);
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const field = event.target.closest?.("input, textarea, select");
    const searching = event.target === byId("q");
    const done = {
      "/": () => !field && (byId("q").focus(), byId("q").select(), goOn({ target: byId("q") }), true),
      j: () => !field && rows.step(1),
      k: () => !field && rows.step(-1),
      ArrowDown: () => (searching || inRow(event.target)) && rows.step(1),
      ArrowUp: () => inRow(event.target) && rows.step(-1),
      Escape: () => (!field || (searching && !byId("q").value)) && escaped(),
    }[event.key]?.();
    if (done) event.preventDefault();
  }

  function inRow(node) {
    return node.classList?.contains("title");
  }

  function escaped() {
    if (byId("done").firstChild) byId("done").replaceChildren();
    else if (byId("nav").classList.contains("open")) byId("menu").click();
    else if (route.read().view !== "memories") stepBack();
    else if (document.activeElement === byId("q")) byId("q").blur();
    else byId("q").focus();
    return true;
  }

  /** Back to where a memory was opened, to the place in it where one was; from elsewhere to the list. */
  function stepBack(event) {
    event?.preventDefault();
    returning = true;
    location.hash = PARENTS[route.read().view] === "memories" ? from().hash : listed;
  }

  function ignore(problem) {
    if (problem.name !== "AbortError") console.error(problem);
  }

  const name = (view) => VIEWS[view]?.[1] ?? view;

  return { atHeading, draw, from, ignore, kept, name, open, renew, shown: () => shown, stepBack, store };
})();

main.open();
