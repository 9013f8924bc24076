"use strict";
// The graph as a picture that can be walked: a name in the middle, what it is connected with
// around it; and the same as a list.

const graph = (() => {
  const LETTER = 7.4; // The width of a letter, roughly, in the units of the picture.
  const NARROW = 520;

  async function view({ id }, signal) {
    const name = id ?? "";
    const found = await source.get("graph", { name }, signal);
    const nodes = [dom.el("h1", {}, name ? dom.said(name) : "Graph"), chooser(found.names ?? []), ...(name ? around(found) : names(found))];
    return { title: name ? `${name} in the graph` : "Graph", nodes };
  }

  function chooser(known) {
    const submit = (event) => {
      event.preventDefault();
      const name = event.target.querySelector("input").value.trim();
      if (name) route.go(route.to("graph", name));
    };
    return dom.el("form", { class: "choices", submit }, dom.el("label", {}, "Show ",
      dom.el("input", { type: "text", list: "names", placeholder: "a name", dir: "auto", "data-key": "graph name" })),
    dom.el("datalist", { id: "names" }, known.map(({ name }) => dom.el("option", { value: name }))), dom.el("button", {}, "Show"));
  }

  function names({ names: known }) {
    if (!known?.length) return [dom.el("p", { class: "empty" }, "Nothing is connected yet. At a terminal: ", dom.el("kbd", {}, "memento graph --help"))];
    return [dom.el("p", { class: "soft" }, "The names with the most connections. Choose one to walk on from."),
      dom.el("ul", { class: "chips" }, known.map(({ name, edges }) => dom.el("li", {},
        dom.link(route.to("graph", name), { class: "chip" }, dom.said(name), dom.el("span", { class: "count" }, ` ${edges}`)))))];
  }

  /** The other ends of the edges of `found`, once each, with all that connects them; the heaviest first. */
  function neighbours({ name, edges }) {
    const others = new Map();
    for (const edge of edges) {
      const other = edge.from === name ? edge.to : edge.from;
      const known = others.get(other) ?? others.set(other, { name: other, edges: [], weight: 0 }).get(other);
      known.edges.push(edge);
      known.weight += edge.weight ?? 1;
    }
    return [...others.values()].sort((one, two) => two.weight - one.weight);
  }

  function around(found) {
    const others = neighbours(found);
    if (!others.length) return [dom.el("p", { class: "empty" }, "Nothing is connected with it."), mentioned(found)];
    const width = Math.max(300, document.getElementById("main").clientWidth - 2);
    const most = width < NARROW ? 8 : 16;
    const kind = [found.kind, ...(found.aliases ?? []).map((alias) => `also ${alias}`)].filter(Boolean).join(", ");
    const rest = others.length > most ? dom.el("p", { class: "soft" }, `The picture shows the ${most} strongest of ${others.length}; the list has all.`) : null;
    return [kind ? dom.el("p", { class: "soft" }, dom.said(kind)) : null, picture(found.name, others.slice(0, most), width), rest,
      list(found.name, others), mentioned(found)];
  }

  function mentioned({ memories: known }) {
    return dom.section("Memories that it is from", known?.length ? dom.el("ul", { class: "plain" }, known.map((one) => dom.el("li", {},
      dom.link(route.to("memory", one.id), {}, dom.said(one.summary || one.id))))) : null);
  }

  function list(name, others) {
    return dom.section("The same as a list", dom.el("ul", { class: "plain" }, others.flatMap((other) => other.edges.map((edge) =>
      dom.el("li", {}, end(edge.from, name), dom.el("span", { class: "soft" }, ` ${said(edge.rel)} `), end(edge.to, name),
        dom.el("span", { class: "soft" }, " ", words.span(edge.since, edge.until)))))));
  }

  const said = (relation) => relation.replaceAll("_", " ");

  function end(other, name) {
    return other === name ? dom.said(other) : dom.link(route.to("graph", other), {}, dom.said(other));
  }

  function picture(name, others, width) {
    const tall = width < NARROW;
    const height = tall ? 520 : 480;
    const middle = { x: width / 2, y: height / 2 };
    const widest = tall ? width / 2 - 62 : width / 2 - 110;
    const places = others.map((_, number) => {
      const turn = (2 * Math.PI * number) / others.length - Math.PI / 2;
      const near = !tall && others.length > 10 && number % 2 ? 0.66 : 1;
      return { x: middle.x + near * widest * Math.cos(turn), y: middle.y + near * (height / 2 - 30) * Math.sin(turn) };
    });
    const room = tall ? 108 : 190;
    return dom.svg("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `What ${name} is connected with` },
      others.map((other, number) => line(middle, places[number])),
      others.map((other, number) => relation(other, middle, places[number])),
      others.map((other, number) => node(other.name, places[number], room)),
      node(name, middle, room, true));
  }

  function line(one, two) {
    return dom.svg("line", { x1: one.x, y1: one.y, x2: two.x, y2: two.y });
  }

  function relation({ edges }, one, two) {
    const told = short([...new Set(edges.map((edge) => said(edge.rel)))].join(", "), 22);
    return dom.svg("text", { class: "relation", x: one.x + (two.x - one.x) * 0.56, y: one.y + (two.y - one.y) * 0.56 + 4 }, told);
  }

  function node(name, { x, y }, room, isMiddle = false) {
    const text = short(name, Math.floor(room / LETTER) - 2);
    const wide = Math.min(room, [...text].length * LETTER + 22);
    const drawn = [dom.svg("title", {}, name),
      dom.svg("rect", { x: x - wide / 2, y: y - 16, width: wide, height: 32, rx: 16 }),
      dom.svg("text", { x, y: y + 5 }, text)];
    if (isMiddle) return dom.svg("g", { class: "node middle" }, drawn);
    const hash = route.to("graph", name);
    return dom.svg("a", { class: "node", href: hash, "data-key": hash, "aria-label": name }, drawn);
  }

  function short(text, most) {
    const signs = [...text];
    return signs.length > most ? `${signs.slice(0, Math.max(1, most - 1)).join("")}…` : text;
  }

  return { view };
})();
