"use strict";
// What will fade: a calendar of the days on which memories fall below a level, and what falls.

const forecast = (() => {
  const SPANS = [[30, "30 days"], [90, "90 days"], [365, "a year"]];
  const BECOMES = { faded: "becomes faded", ghost: "becomes a ghost", prunable: "becomes prunable", expired: "expires" };

  async function view({ args }, signal) {
    const span = Number(args.days) || 90;
    const page = Math.max(1, Math.floor(Number(args.page)) || 1);
    const asked = { days: span, day: args.day ?? "", offset: (page - 1) * rows.PAGE, limit: rows.PAGE };
    const found = await source.get("forecast", asked, signal);
    const calendar_ = dom.el("div", {}, pictured(found, args));
    const heading = dom.el("h2", {}, weak(found));
    const renewed = async () => {
      const now = await source.get("forecast", { ...asked, limit: 0 });
      heading.textContent = weak(now);
      calendar_.replaceChildren(...pictured(now, args));
    };
    const then = () => renewed().catch(main.ignore);
    const lists = listed(found, args, page, then);
    const more = args.day ? dom.el("p", {}, dom.link(route.to("forecast", null, { days: args.days }), {}, "Show all days")) : null;
    return {
      title: "Forecast", at: args.day ? lists[0]?.querySelector("h2") : null,
      nodes: [dom.el("h1", {}, "Forecast"), dom.el("p", { class: "soft" }, "What fades when, if nothing is done.", main.store.writable ? " Reinforce what you still want." : ""),
        args.day ? null : already(found, heading, then), spans(span), calendar_, more, lists],
    };
  }

  const weak = ({ prunable_total: total = 0 }) => `${words.count(total, "memory", "memories")} prunable already`;

  /** The turns here by their days, in order: [day, turns]. */
  function byDay(turns) {
    return Object.entries(Object.groupBy(turns, ({ at }) => words.dayOf(words.read(at))));
  }

  /** What the next prune would put away. */
  function already({ prunable = [], prunable_total: total = 0 }, heading, then) {
    if (!total) return null;
    return dom.el("section", {}, heading, dom.el("p", { class: "soft" }, "So weak that ", dom.el("kbd", {}, "memento prune"), " archives them."),
      dom.el("ol", { class: "rows" }, prunable.map((one) => dom.el("li", { class: "row act" },
        dom.link(route.to("memory", one.id), { class: "title", dir: "auto" }, one.summary || one.id), acts.reinforce(one.id, one.summary, then)))),
      total > prunable.length ? dom.el("p", { class: "soft" }, `The weakest ${prunable.length} are listed.`) : null);
  }

  function spans(span) {
    return dom.el("ul", { class: "chips", "aria-label": "How far" }, SPANS.map(([days, label]) => dom.el("li", {},
      dom.link(route.to("forecast", null, { days }), { class: `chip${days === span ? " on" : ""}`, "aria-current": days === span ? "true" : null }, label))));
  }

  /** The calendar with what its shades mean, or that nothing is in it. */
  function pictured({ days, until }, args) {
    const counts = new Map(Object.entries(days));
    if (!counts.size) return [dom.el("p", { class: "empty" }, "Nothing fades in this time.")];
    const most = Math.max(...counts.values());
    return [calendar(counts, most, args, words.read(until)), dom.el("p", { class: "soft legend" }, dom.el("span", { class: "day s1" }, "few"), " to ",
      dom.el("span", { class: "day s4" }, "many"), ` memories on a day, at most ${words.number(most)}; `, dom.el("span", { class: "day today" }, "today"))];
  }

  /** The months until the last day; where a day is chosen those around it, so that its list is in sight as well. */
  function calendar(counts, most, args, last) {
    const first = words.read(main.store.now);
    const chosen = args.day ? words.read(args.day) : null;
    const months = [];
    for (let at = new Date(first.getFullYear(), first.getMonth(), 1); at <= last; at = new Date(at.getFullYear(), at.getMonth() + 1, 1)) {
      const away = chosen ? Math.abs(12 * (at.getFullYear() - chosen.getFullYear()) + at.getMonth() - chosen.getMonth()) : 0;
      if (away < 2) months.push(month(at, counts, most, args, away > 0));
    }
    return dom.el("div", { class: "calendar" }, months);
  }

  function month(at, counts, most, args, isBeside) {
    const name = words.dayOf(at).slice(0, 7);
    const length = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
    const blanks = Array.from({ length: (at.getDay() + 6) % 7 }, () => dom.el("span"));
    const days = Array.from({ length }, (_, number) => field(`${name}-${String(number + 1).padStart(2, "0")}`, number + 1, counts, most, args));
    const fields = [...blanks, ...days];
    const isIdle = fields.map((_, place) => !fields.slice(place - (place % 7), place - (place % 7) + 7).some((one) => one.href));
    fields.forEach((one, place) => one.classList.toggle("idle", isIdle[place])); // A phone leaves out weeks of nothing.
    return dom.el("section", { class: `monthgrid${isBeside || isIdle.every(Boolean) ? " idle" : ""}` }, dom.el("h2", {}, words.month(name)),
      dom.el("div", { class: "days" }, [..."MTWTFSS"].map((letter) => dom.el("span", { class: "initial", "aria-hidden": "true" }, letter)), fields));
  }

  function field(day, number, counts, most, args) {
    const count = counts.get(day);
    const isToday = day === words.dayOf(words.read(main.store.now));
    const today = isToday ? " today" : "";
    if (!count) return dom.el("span", { class: `day${today}`, title: isToday ? "Today" : null }, number);
    const told = `${isToday ? "Today, " : ""}${words.weekday(day)}: ${words.count(count, "memory", "memories")}`;
    const shade = Math.ceil(4 * Math.sqrt(count / most));
    return dom.link(route.to("forecast", null, { days: args.days, day }), {
      class: `day s${shade}${today}${args.day === day ? " on" : ""}`, title: told, "aria-label": told, "aria-current": args.day === day ? "true" : null,
    }, number);
  }

  /** The turns of a page under their days, and the way to the next ones. */
  function listed(found, args, page, then) {
    const total = args.day ? found.days[args.day] ?? 0 : found.total;
    const hash = (number) => route.to("forecast", null, { days: args.days, day: args.day, page: number > 1 ? number : "" });
    const title = (day) => [words.weekday(day), args.day ? dom.el("span", { class: "soft" }, `: ${words.count(total, "memory", "memories")}`) : null];
    const sections = byDay(found.turns).map(([day, turns]) => dom.section(title(day), dom.el("ol", { class: "rows" }, turns.map((one) => fall(one, then)))));
    return [...sections, rows.pager(page, total, hash)];
  }

  function fall(one, then) {
    return dom.el("li", { class: "row act" }, dom.link(route.to("memory", one.id), { class: "title", dir: "auto" }, one.summary || one.id),
      one.helps ? acts.reinforce(one.id, one.summary, then) : null,
      dom.el("p", { class: "about" }, dom.el("span", {}, BECOMES[one.turn] ?? one.turn), one.helps ? used(one) : null,
        one.newer ? dom.link(route.to("memory", one.newer), {}, "replaced by a newer one") : null));
  }

  function used(one) {
    return dom.el("span", {}, one.with_a_use ? ["reinforced now: ", words.day(one.with_a_use)] : "reinforced now: not any more");
  }

  return { view };
})();
