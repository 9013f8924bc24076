"use strict";
// The list of memories: what a query finds, what it can be narrowed to, and in which order.

const memories = (() => {
  const SORTS = [["", "Best first"], ["created", "Newest first"], ["created:asc", "Oldest first"],
    ["strength", "Strongest first"], ["strength:asc", "Weakest first"]];
  const NAMES = {
    topic: "topic", with: "with", person: "person", kind: "kind", tier: "strength", since: "from", until: "until",
  };
  const REST = 400; // Milliseconds without a letter before other things than memories are looked through.
  let narrowed = null; // The last ones stay in sight until the next have come.
  const wide = matchMedia("(min-width: 60rem)");
  let narrowing = wide.matches;
  wide.addEventListener("change", () => {
    narrowing = wide.matches;
    if (narrowed?.tagName === "DETAILS") narrowed.open = narrowing;
  });

  /** The view of the address `#q=…`. */
  async function view({ args }, signal) {
    const q = args.q ?? "";
    const sort = args.sort ?? "";
    const page = Math.max(1, Math.floor(Number(args.page)) || 1);
    const asked = { q, sort, offset: (page - 1) * rows.PAGE, limit: rows.PAGE };
    if (args.in === "archive") return archive(await source.get("search", { ...asked, in: "archive" }, signal), q, page);
    const found = await source.get("search", asked, signal);
    const aside = dom.el("aside", { "aria-label": "Narrow the list down" }, narrowed);
    source.get("facets", { q }, signal).then((counted) => {
      if (signal.aborted) return;
      narrowed = narrow(counted, q, sort);
      main.kept(() => aside.replaceChildren(narrowed));
    }).catch(main.ignore);
    const also = dom.el("section", { class: "also" });
    if (q && !source.frozen) tellAlso(q, also, signal);
    dom.tell(`${words.count(found.total, "memory", "memories")} found`);
    return {
      title: q || "Memories", wide: true,
      nodes: [dom.el("h1", { class: "unseen" }, "Memories"), dom.el("div", { class: "list" }, head(found, q, sort), also, body(found, q, sort, page)), aside],
    };
  }

  /** Shows what else answers a search, when nothing more is typed: the list is one of memories. */
  async function tellAlso(q, place, signal) {
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (signal.aborted) return;
    try {
      const { total, hits } = await source.get("elsewhere", { q }, signal);
      if (!hits.length) return;
      const more = total > hits.length ? `, the best ${hits.length} of ${words.number(total)}` : "";
      place.replaceChildren(dom.el("h2", {}, `Not memories, but found as well${more}`), dom.el("ul", {}, hits.map((hit) => other(hit, q))));
    } catch (problem) {
      main.ignore(problem);
    }
  }

  function other(hit, q) {
    const known = hit.source === "states" && hit.of;
    const hash = known ? route.to("person", hit.of) : route.to(hit.source, null, hit.source === "events" ? { q } : {});
    return dom.el("li", {}, dom.link(hash, { dir: "auto" }, hit.text), " ", dom.el("span", { class: "soft" },
      hit.kind || main.name(hit.source), hit.of && hit.source !== "events" ? [" of ", dom.said(hit.of)] : null), rows.told(hit.marks).flatMap((sign) => [" ", sign]));
  }

  /** What was forgotten or pruned, and can be brought back. */
  function archive(found, q, page) {
    const hash = (number) => route.list(q, { in: "archive", page: number > 1 ? number : "" });
    return {
      title: "Archive",
      nodes: [dom.el("h1", {}, "Archive"), dom.el("p", { class: "soft" }, "What was forgotten or pruned. Open one to restore it."),
        dom.el("p", {}, dom.link(route.list(q), {}, "‹ Back to the memories")), dom.el("p", { class: "total" }, total(found, q)),
        rows.list(found.hits), rows.pager(page, found.total, hash)],
    };
  }

  function head(found, q, sort) {
    return [dom.el("div", { class: "listhead" },
      dom.el("p", { class: "total" }, total(found, q)), order(q, sort)), used(q, sort), putAway(q),
    (found.notes ?? []).map((note) => dom.el("p", { class: "soft note" }, dom.said(note)))];
  }

  function total(found, q) {
    const number = words.count(found.total, "memory", "memories");
    return `${found.more ? "More than " : ""}${number}${q ? (found.total === 1 ? " matches" : " match") : ""}`;
  }

  function putAway(q) {
    const { archived } = main.store.counts;
    if (!archived || source.frozen) return null;
    return dom.el("p", { class: "soft" }, dom.link(route.list(q, { in: "archive" }), {}, q ? "Search the archive" : `Archive: ${words.number(archived)}`), q ? null : " forgotten or pruned");
  }

  function order(q, sort) {
    const change = (event) => route.go(route.list(q, { sort: event.target.value }));
    return dom.el("label", { class: "order" }, "Order ", dom.el("select", { change, "data-key": "order" },
      SORTS.map(([value, label]) => dom.el("option", { value, selected: value === sort }, label))));
  }

  /** The filters of the query, each with a way to take it away. */
  function used(q, sort) {
    const filters = query.parse(q).map((token, place) => ({ token, place })).filter(({ token }) => token.field);
    if (!filters.length) return null;
    return dom.el("ul", { class: "chips used", "aria-label": "Filters" }, filters.map(({ token, place }) =>
      dom.el("li", {}, dom.link(route.list(query.without(q, place), { sort }), { class: "chip on", title: "Take this filter away" },
        `${token.sign === "-" ? "not " : ""}${NAMES[token.field] ?? token.field}: `, dom.said(token.value), " ×"))));
  }

  function body(found, q, sort, page) {
    if (!found.hits.length) return empty(q);
    const hash = (number) => route.list(q, { sort, page: number > 1 ? number : "" });
    return [rows.list(found.hits), rows.pager(page, found.total, hash)];
  }

  function empty(q) {
    if (q && (source.frozen || main.store.counts.memories)) {
      return dom.el("div", { class: "empty" }, dom.el("p", {}, "Nothing was found."),
        dom.el("p", {}, "Try fewer or other words, or ", dom.link("#q=", {}, "see all memories"), "."));
    }
    return dom.el("div", { class: "empty" }, dom.el("p", {}, "No memory is here yet."),
      main.store.writable ? dom.el("p", {}, dom.link("#new", { class: "button strong" }, "Record the first one")) :
        dom.el("p", { class: "soft" }, "At a terminal: ", dom.el("kbd", {}, "memento record met Ana at the café")));
  }

  function narrow(counted, q, sort) {
    const toggle = (event) => {
      narrowing = event.target.open;
    };
    const ways = facets.all(counted, q, (text) => route.list(text, { sort })).filter(Boolean);
    return ways.length === 0 ? "" : dom.el("details", { class: "narrow", open: narrowing, toggle },
      dom.el("summary", { "data-key": "narrow" }, "Narrow down"),
      ways);
  }

  return { view };
})();
