"use strict";
// Facts in time: what was true when, each as a line of its values; two days, or two facts, beside
// each other.

const facts = (() => {
  const BETWEEN = "\n";
  const STEPS = [1, 2, 5, 10, 20, 50, 100, 1000]; // Years between two marks of a scale.
  const MOST_YEARS = 6;

  let drawn = null; // What is seen: the facts as they were told, the nodes, and how these show other choices.

  async function view(_, signal) {
    const { facts: all } = await source.get("facts", {}, signal);
    const told = JSON.stringify(all);
    if (drawn?.told !== told || !drawn.nodes[0].isConnected) drawn = { told, ...page(all) };
    drawn.shows();
    return { title: "Facts", nodes: drawn.nodes };
  }

  /** The nodes, of which other choices change the results alone: who types a date goes on typing. */
  function page(all) {
    const head = [dom.el("h1", {}, "Facts"),
      dom.el("p", { class: "soft" }, "What was true, and when. Give two days, or tick facts, to compare them.")];
    if (!all.length) {
      const empty = dom.el("p", { class: "empty" }, "No fact is here yet. At a terminal: ", dom.el("kbd", {}, "memento fact set alex city Lisbon"));
      return { nodes: [...head, empty], shows: () => undefined };
    }
    const { node, shows: chooses } = choices(all);
    const results = dom.el("div");
    const shows = () => {
      const { args } = route.read();
      chooses(args);
      main.kept(() => results.replaceChildren(...[compared(all, args), onDays(all, args), lines(all, args)].flat().filter(Boolean)));
    };
    return { nodes: [...head, node, results], shows };
  }

  const keyOf = (fact) => `${fact.of} / ${fact.key}`;
  const chosen = (args) => (args.compare ?? "").split(BETWEEN).filter(Boolean);
  const go = (more) => route.go(route.to("facts", null, { ...route.read().args, ...more }), { replace: true });

  function choices(all) {
    const names = [...new Set(all.map((fact) => fact.of))].sort();
    const whose = dom.el("select", { "data-key": "whose", change: (event) => go({ of: event.target.value }) },
      dom.el("option", { value: "" }, "everybody"), names.map((name) => dom.el("option", { value: name }, name)));
    const days = { on: dated("on"), and: dated("and") };
    const node = dom.el("div", { class: "choices" }, names.length > 1 ? dom.el("label", {}, "Of ", whose) : null,
      dom.el("label", {}, "On ", days.on), dom.el("label", {}, "and on ", days.and));
    const shows = (args) => {
      whose.value = names.includes(args.of) ? args.of : "";
      for (const [name, day] of Object.entries(days)) if (day !== document.activeElement) day.value = args[name] ?? "";
    };
    return { node, shows };
  }

  /** A day. It counts as soon as it is whole: half of it is none, or a day of a year before the first that counts. */
  function dated(name) {
    const take = ({ target }) => {
      if (target.validity.valid && target.value !== (route.read().args[name] ?? "")) go({ [name]: target.value });
    };
    return dom.el("input", {
      type: "date", min: "1000-01-01", max: "9999-12-31", "data-key": `date ${name}`, input: take,
    });
  }

  function lines(all, args) {
    const some = all.filter((fact) => !args.of || fact.of === args.of);
    const names = [...new Set(some.map((fact) => fact.of))];
    const tick = (fact) => ticking(fact, args);
    const axis = spanOf(some);
    return names.map((name) => dom.section(dom.said(name), timelines(some.filter((fact) => fact.of === name), tick, axis)));
  }

  function ticking(fact, args) {
    const key = keyOf(fact);
    const others = chosen(args).filter((other) => other !== key);
    const change = (event) => go({ compare: [...others, ...(event.target.checked ? [key] : [])].join(BETWEEN) });
    return dom.el("label", { class: "tick" }, dom.el("input", {
      type: "checkbox", checked: chosen(args).includes(key), change, "data-key": `tick ${key}`,
      "aria-label": `Compare ${fact.key} of ${fact.of}`,
    }), "compare");
  }

  /** Each fact as a line on one axis with its years below, and its values in words, the newest first. */
  function timelines(some, tick = () => null, axis = spanOf(some)) {
    if (!some.length) return null;
    return dom.el("ul", { class: "facts" }, some.map((fact) => dom.el("li", {},
      dom.el("div", { class: "facthead" }, dom.el("b", {}, dom.said(fact.key)), tick(fact)),
      track(fact, axis), scale(axis),
      dom.el("ol", { class: "values" }, [...fact.values].sort(later).map(valued)))));
  }

  /** The years below a line, each where it begins; so many of them that they do not touch. */
  function scale({ first, last }) {
    const [from, to] = [new Date(first).getFullYear(), new Date(last).getFullYear()];
    const step = STEPS.find((years) => (to - from) / years <= MOST_YEARS) ?? STEPS.at(-1);
    const years = [];
    for (let year = Math.ceil((from + 1) / step) * step; year <= to && years.length <= MOST_YEARS; year += step) years.push(year);
    return dom.el("div", { class: "scale", "aria-hidden": "true" }, years.map((year) => {
      const mark = dom.el("span", {}, year);
      mark.style.insetInlineStart = `${(100 * (new Date(year, 0, 1) - first)) / (last - first)}%`;
      return mark;
    }));
  }

  /** Whether it is still believed of its time; what was corrected holds of none. */
  const believed = (value) => !value.believed_until;

  function later(one, other) {
    return words.read(other.from ?? 0) - words.read(one.from ?? 0);
  }

  function valued(value) {
    const told = value.believed_until ? ["believed until ", words.day(value.believed_until)] : words.span(value.from, value.until);
    return dom.el("li", { class: value.current ? "current" : "" }, dom.said(value.value), " ",
      dom.el("span", { class: "soft" }, told, value.contested ? ", contested" : null));
  }

  function spanOf(some) {
    const now = words.read(main.store.now).getTime();
    const told = some.flatMap((fact) => fact.values.flatMap(({ from, until }) => [from, until]))
      .filter(Boolean).map((time) => words.read(time).getTime());
    const first = Math.min(now - 1, ...told);
    const last = Math.max(now, ...told);
    return { first: first - (last - first) / 12, last }; // Room for what held before the first change.
  }

  /** The values as pieces of a line; what they say stands below in words, so it is left unsaid. */
  function track(fact, { first, last }) {
    const share = (time, otherwise) => (time ? (words.read(time) - first) / (last - first) : otherwise) * 100;
    const pieces = fact.values.filter(believed).map((value) => {
      const [from, until] = [Math.max(0, share(value.from, 0)), Math.min(100, share(value.until, 100))];
      const piece = dom.el("span", { class: `piece${value.current ? " current" : ""}`, title: value.value }, dom.said(value.value));
      piece.style.insetInlineStart = `${from}%`;
      piece.style.inlineSize = `max(3px, ${Math.max(0, until - from)}% - 2px)`;
      return piece;
    });
    return dom.el("div", { class: "track", "aria-hidden": "true" }, pieces);
  }

  /** What held at a time, in milliseconds. */
  function valueAt(fact, time) {
    const held = fact.values.filter(believed).filter(({ from, until }) => (!from || words.read(from) <= time) && (!until || words.read(until) > time));
    return held.sort(later)[0]?.value ?? null;
  }

  function onDays(all, args) {
    const days = [args.on, args.and].filter(Boolean);
    if (!days.length) return null;
    const some = all.filter((fact) => !args.of || fact.of === args.of);
    const ends = days.map((day) => words.read(day).getTime() + 86_399_999);
    const body = some.map((fact) => ({ fact, values: ends.map((end) => valueAt(fact, end)) }))
      .filter(({ values }) => values.some((value) => value !== null))
      .map(({ fact, values }) => dom.el("tr", { class: values.length > 1 && values[0] !== values[1] ? "changed" : "" },
        dom.el("th", { scope: "row" }, dom.said(keyOf(fact))), values.map(cell)));
    return dom.section("What was true", table("What was true", ["Fact", ...days.map(words.dayText)], body));
  }

  const cell = (value) => dom.el("td", {}, value === null ? dom.el("span", { class: "soft" }, "not known") : dom.said(value));

  function table(label, heads, body) {
    return dom.el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, dom.el("table", {},
      dom.el("thead", {}, dom.el("tr", {}, heads.map((head) => dom.el("th", { scope: "col" }, dom.said(head))))),
      dom.el("tbody", {}, body)));
  }

  /** The chosen facts beside each other, at each time that one of them changed. */
  function compared(all, args) {
    const keys = chosen(args);
    const some = all.filter((fact) => keys.includes(keyOf(fact)));
    if (!some.length) return null;
    const times = [...new Set(some.flatMap((fact) => fact.values.flatMap(({ from, until }) => [from, until])).filter(Boolean))]
      .sort((one, other) => words.read(other) - words.read(one));
    const body = times.map((time) => dom.el("tr", {}, dom.el("th", { scope: "row" }, "from ", words.day(time)),
      some.map((fact) => cell(valueAt(fact, words.read(time).getTime())))));
    return dom.section("Compared", timelines(some, (fact) => ticking(fact, args)), table("Compared", ["Time", ...some.map(keyOf)], body));
  }

  return { timelines, view };
})();
