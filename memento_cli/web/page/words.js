"use strict";
// Times and numbers as a person reads them, in the reader's own zone.

const words = (() => {
  const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric" });
  const NAME_OF_DAY = new Intl.DateTimeFormat("en-GB", { weekday: "long" });
  const SHORT_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  const NUMBER = new Intl.NumberFormat("en-GB");
  const DAY = { format: (at) => `${at.getDate()} ${SHORT_MONTHS[at.getMonth()]} ${at.getFullYear()}` };
  const MOMENT = { format: (at) => `${DAY.format(at)}, ${TIME.format(at)}` };
  const WEEKDAY = { format: (at) => `${NAME_OF_DAY.format(at)}, ${DAY.format(at)}` };
  const DAYS_WITHIN = /(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/gu;
  const ONLY_DAY = /^(\d{4})-(\d{2})-(\d{2})$/u;

  /** A time of a document. A day alone is that day here, wherever the reader is. */
  function read(text) {
    const day = ONLY_DAY.exec(text ?? "");
    return day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])) : new Date(text);
  }

  function shown(format, text) {
    const at = read(text);
    return Number.isNaN(at.getTime()) ? String(text ?? "") : format.format(at);
  }

  function timed(format, text) {
    return text ? dom.el("time", { datetime: text, title: shown(MOMENT, text) }, shown(format, text)) : "";
  }

  const day = (text) => timed(DAY, text);
  const moment = (text) => timed(MOMENT, text);
  const dayText = (text) => shown(DAY, text);
  const weekday = (text) => shown(WEEKDAY, text);
  /** A sentence of memento's with its days as the page writes them. */
  const dated = (text) => String(text ?? "").replace(DAYS_WITHIN, dayText);
  /** Of `2026-03`: March 2026. */
  const month = (text) => shown(MONTH, `${text}-01`);

  /** The day of a time, here, as `2026-03-14`. */
  function dayOf(at) {
    const two = (number) => String(number).padStart(2, "0");
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  }

  /** `1 memory`, `1,234 memories`. */
  function count(number, one, many = `${one}s`) {
    return `${NUMBER.format(number)} ${number === 1 ? one : many}`;
  }

  /** From when until when, in words. */
  function span(from, until) {
    if (from && until) return [day(from), " – ", day(until)];
    if (from) return ["since ", day(from)];
    return until ? ["until ", day(until)] : [];
  }

  /** A sentence with its stop. */
  const ended = (text) => (/[.!?:…]$/u.test(text) ? text : `${text}.`);

  const strength = (number) => Number(number ?? 0).toFixed(2);

  return {
    SHORT_MONTHS, count, dated, day, dayOf, dayText, ended, moment, month, number: NUMBER.format, read, span,
    strength, weekday,
  };
})();
