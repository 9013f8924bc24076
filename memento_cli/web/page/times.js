"use strict";
// Times as people type them, for the search of a saved copy: `2026-03`, `2w`, last week, since March.

const times = (() => {
  const DAY = 86_400_000;
  const NAMES = "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
  const CLEAR = "today|yesterday|(?:this|last)\\s+(?:week|month|year)";
  const NAMED = new RegExp(`^(?:(${NAMES})(?:\\s+(\\d{4}))?)$`, "iu");
  /** A time in a text. The name of a month or a year is one behind a word such as `since`; alone it may be anything. */
  const SAID = new RegExp(`(?<!\\S)(?:(since|from|in|during|until|before)\\s+(${CLEAR}|(?:${NAMES})(?:\\s+\\d{4})?|\\d{4})|(${CLEAR}))(?![^\\s?.,!])`, "iu");

  /** From a day, in the parts of a date, to the last instant before another. */
  const between = (from, to) => [new Date(...from).getTime(), new Date(...to).getTime() - 1];

  /** The first and the last instant of a typed time; null if it is none. */
  function span(text, now) {
    const ago = /^(\d+)(d|w|mo|y)$/u.exec(text);
    if (ago) {
      const days = Number(ago[1]) * { d: 1, w: 7, mo: 30.44, y: 365.25 }[ago[2]];
      return [now - days * DAY, now - days * DAY];
    }
    const part = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/u.exec(text);
    if (part) {
      const [year, month, day] = part.slice(1).map((number) => (number ? Number(number) : null));
      return between([year, (month ?? 1) - 1, day ?? 1], day ? [year, month - 1, day + 1] : month ? [year, month, 1] : [year + 1, 0, 1]);
    }
    const at = /^\d{4}-\d{2}-\d{2}T/u.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(at) ? inWords(text.toLowerCase(), new Date(now)) : [at, at];
  }

  function inWords(text, now) {
    const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
    const [which, unit] = text.split(/\s+/u);
    const back = which === "last" || which === "yesterday" ? 1 : 0;
    if (text === "today" || text === "yesterday") return between([year, month, day - back], [year, month, day - back + 1]);
    const monday = day - ((now.getDay() + 6) % 7) - 7 * back;
    const named = NAMED.exec(text);
    if (named) {
      const number = words.SHORT_MONTHS.findIndex((name) => text.startsWith(name.toLowerCase()));
      const ofYear = named[2] ? Number(named[2]) : year - (number > month ? 1 : 0);
      return between([ofYear, number, 1], [ofYear, number + 1, 1]);
    }
    if (which !== "this" && which !== "last") return null;
    return {
      week: () => between([year, month, monday], [year, month, monday + 7]),
      month: () => between([year, month - back, 1], [year, month - back + 1, 1]),
      year: () => between([year - back, 0, 1], [year - back + 1, 0, 1]),
    }[unit]?.() ?? null;
  }

  /** The time that a text names in words, as its first and last instant or null, and the text without it. */
  function said(text, now) {
    const found = text.includes('"') ? null : SAID.exec(text);
    const known = found && span(found[2] ?? found[3], now);
    if (!known) return { time: null, rest: text };
    const [first, last] = known;
    const time = { since: [first, now], from: [first, now], until: [0, last], before: [0, first - 1] }[found[1]?.toLowerCase()] ?? known;
    return { time, rest: text.replace(found[0], " ") };
  }

  return { said, span };
})();
