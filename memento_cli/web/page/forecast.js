"use strict";
// What will fade: a calendar of the days on which memories fall below a level, and what falls.

const forecast = (() => {
  const SPANS = [[30, "30 days"], [90, "90 days"], [365, "a year"]];
  const MOST = 100; // Rows that the list of all days shows.
  const BECOMES = { faded: "becomes faded", ghost: "becomes a ghost", prunable: "becomes prunable", expired: "expires" };

  async function view({ args }, signal) {
    const span = Number(args.days) || 90;
    const found = await source.get("forecast", { days: span, day: args.day ?? "" }, signal);
    const days = byDay(found.turns);
    const counts = new Map(Object.entries(found.days ?? Object.fromEntries(days.map(({ day, turns }) => [day, turns.length]))));
    const chosen = days.filter(({ day }) => !args.day || day === args.day);
    const nodes = [dom.el("h1", {}, "Forecast"), dom.el("p", { class: "soft" }, "What fades when, if nothing is done. Reinforce what you still want."),
      args.day ? null : already(found), spans(span),
      counts.size ? calendar(counts, args, words.read(found.until)) : dom.el("p", { class: "empty" }, "Nothing fades in this time."),
      args.day ? dom.el("p", {}, dom.link(route.to("forecast", null, { days: args.days }), {}, "Show all days")) : null, list(chosen)];
    return { title: "Forecast", nodes };
  }

  /** The turns of each day here, in order: {day, turns}. */
  function byDay(turns) {
    const days = new Map();
    for (const turn of turns) {
      const day = words.dayOf(words.read(turn.at));
      days.set(day, [...(days.get(day) ?? []), turn]);
    }
    return [...days].map(([day, ofDay]) => ({ day, turns: ofDay }));
  }

  /** What the next prune would put away. */
  function already({ prunable = [], prunable_total: total = 0 }) {
    if (!total) return null;
    return dom.section(`${words.count(total, "memory", "memories")} prunable already`, dom.el("ol", { class: "rows" }, prunable.map((one) => dom.el("li", { class: "row act" },
      dom.link(route.to("memory", one.id), { class: "title", dir: "auto" }, one.summary || one.id), acts.reinforce(one.id, one.summary)))),
    total > prunable.length ? dom.el("p", { class: "soft" }, `The weakest ${prunable.length} are listed.`) : null);
  }

  function spans(span) {
    return dom.el("ul", { class: "chips", "aria-label": "How far" }, SPANS.map(([days, label]) => dom.el("li", {},
      dom.link(route.to("forecast", null, { days }), { class: `chip${days === span ? " on" : ""}`, "aria-current": days === span ? "true" : null }, label))));
  }

  function calendar(counts, args, last) {
    const most = Math.max(...counts.values());
    const first = words.read(main.store.now);
    const months = [];
    for (let at = new Date(first.getFullYear(), first.getMonth(), 1); at <= last; at = new Date(at.getFullYear(), at.getMonth() + 1, 1)) {
      months.push(month(at, counts, most, args));
    }
    return dom.el("div", { class: "calendar" }, months);
  }

  function month(at, counts, most, args) {
    const name = words.dayOf(at).slice(0, 7);
    const length = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
    const blanks = Array.from({ length: (at.getDay() + 6) % 7 }, () => dom.el("span"));
    const days = Array.from({ length }, (_, number) => field(`${name}-${String(number + 1).padStart(2, "0")}`, number + 1, counts, most, args));
    const fields = [...blanks, ...days];
    const isIdle = fields.map((_, place) => !fields.slice(place - (place % 7), place - (place % 7) + 7).some((one) => one.href));
    fields.forEach((one, place) => one.classList.toggle("idle", isIdle[place])); // A phone leaves out weeks of nothing.
    return dom.el("section", { class: `monthgrid${isIdle.every(Boolean) ? " idle" : ""}` }, dom.el("h2", {}, words.month(name)),
      dom.el("div", { class: "days" }, [..."MTWTFSS"].map((letter) => dom.el("span", { class: "initial", "aria-hidden": "true" }, letter)), fields));
  }

  function field(day, number, counts, most, args) {
    const count = counts.get(day);
    if (!count) return dom.el("span", { class: "day" }, number);
    const told = `${words.weekday(day)}: ${words.count(count, "memory", "memories")}`;
    const shade = Math.ceil(4 * Math.sqrt(count / most));
    return dom.link(route.to("forecast", null, { days: args.days, day }), {
      class: `day s${shade}${args.day === day ? " on" : ""}`, title: told, "aria-label": told, "aria-current": args.day === day ? "true" : null,
    }, number);
  }

  function list(days) {
    const made = [];
    let left = MOST;
    for (const day of days) {
      if (left <= 0) break;
      const turns = day.turns.slice(0, left);
      left -= turns.length;
      made.push(dom.section(words.weekday(day.day), dom.el("ol", { class: "rows" }, turns.map(fall))));
    }
    const all = days.reduce((sum, day) => sum + day.turns.length, 0);
    return [...made, all > MOST ? dom.el("p", { class: "soft" }, `The first ${MOST} of ${words.number(all)} are listed; choose a day for its own.`) : null];
  }

  function fall(one) {
    return dom.el("li", { class: "row act" }, dom.link(route.to("memory", one.id), { class: "title", dir: "auto" }, one.summary || one.id),
      one.helps ? acts.reinforce(one.id, one.summary) : null,
      dom.el("p", { class: "about" }, dom.el("span", {}, BECOMES[one.turn] ?? one.turn), one.helps ? then(one) : null,
        one.newer ? dom.link(route.to("memory", one.newer), {}, "replaced by a newer one") : null));
  }

  function then(one) {
    return dom.el("span", {}, one.with_a_use ? ["reinforced now: ", words.day(one.with_a_use)] : "reinforced now: not any more");
  }

  return { view };
})();
