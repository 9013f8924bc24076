"use strict";
// The search of a saved copy, where no memento answers: by words, beginnings of words, phrases and
// filters, over rows that are all here. Marks of matches are made here for both.

const search = (() => {
  const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/gu;
  const ASCII = /^[\x00-\x7f]*$/u;
  const NO_ASCII_WORD = /[^a-z0-9]+/gu;
  const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu;
  const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
  const ALONE = /[ßæœøłđðþıħς]/gu;
  const LETTERS = {
    ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h", ς: "σ",
  };
  const IN_SUMMARY = 2;
  const AS_BEGINNING = 0.6;
  const EVERYWHERE = 0.5; // A word that more than this share of all has tells nothing beside others.
  const PASSAGE = 180;
  const LEAST_GUESSED = 5; // Letters of a word that may be misspelt; of one of LONG two of them.
  const LONG = 8;
  const KNOWN = new Set(["person", "topic", "with", "kind", "tier", "since", "until", ""]);

  /** Without case and accents; the writing of Arabic, Hebrew, Greek and Latin marks is taken away. */
  function folded(text) {
    if (ASCII.test(text)) return text.toLowerCase();
    return text.normalize("NFKD").toLowerCase().replace(MARKS, "")
      .replace(ALONE, (letter) => LETTERS[letter]).normalize("NFC");
  }

  /** Its words, folded, with one blank before, between and after them. */
  function spaced(text) {
    const plain = folded(text);
    return ` ${plain.replace(ASCII.test(plain) ? NO_ASCII_WORD : NO_WORD, " ").trim()} `;
  }

  /** The same function, which knows what it was asked before: names and signs come again and again. */
  function remembering(work) {
    const known = new Map();
    return (text) => known.get(text) ?? known.set(text, work(text)).get(text);
  }

  const foldedName = remembering(folded);
  const foldedSign = remembering((sign) => folded(sign).replace(NO_WORD, " "));

  /** A row with what is searched in it. Its words are folded when they are first asked for. */
  class Entry {
    constructor(row) {
      this.row = row;
      this.topics = row.topics.map(foldedName);
      this.people = row.people.map(foldedName);
      this.person = foldedName(row.person ?? "");
      this.at = Date.parse(row.created);
      this.month = words.dayOf(new Date(this.at)).slice(0, 7);
    }

    get head() {
      this.ownHead ??= spaced([this.row.summary, ...this.row.topics, ...this.row.people].join(" "));
      return this.ownHead;
    }

    get text() {
      this.ownText ??= this.head + spaced(this.row.detail ?? "");
      return this.ownText;
    }
  }

  /** What to look for, of a word or a phrase: its beginning, and it whole. */
  function needle(token) {
    const text = spaced(token.value).trim();
    if (!text) return null;
    if (UNSPACED.test(text)) return { start: text, whole: text, inside: text };
    const whole = ` ${text} `;
    return { start: token.quoted ? whole : ` ${text}`, whole, inside: text };
  }

  /** A query as what a row must, may and must not have. */
  function asked(text, now) {
    const { time, rest } = times.said(text, now);
    const found = { any: [], must: [], never: [], filters: new Map(), unless: [], notes: [], time };
    if (time) found.notes.push(time[0] ? `${words.dayText(time[0])} to ${words.dayText(time[1])}` : `Until ${words.dayText(time[1])}`);
    for (const token of query.parse(rest)) {
      if (!KNOWN.has(token.field)) found.notes.push(`A saved copy does not know ${token.field}:, it is left out.`);
      else if (token.field) sorted(token, found, now);
      else {
        const looked = needle(token);
        if (looked === null) continue;
        if (token.sign === "-") found.never.push({ ...looked, start: token.value.endsWith("*") ? looked.start : looked.whole });
        else (token.sign || token.quoted ? found.must : found.any).push(looked);
      }
    }
    return found;
  }

  function sorted(token, found, now) {
    const bound = token.field === "since" || token.field === "until";
    const time = bound ? times.span(token.value, now) : null;
    if (bound && time === null) found.notes.push(`${token.value} is no time that a saved copy can read.`);
    else if (token.sign === "-") found.unless.push([token.field, folded(token.value)]);
    else if (bound) found.filters.set(token.field, [time]);
    else found.filters.set(token.field, [...(found.filters.get(token.field) ?? []), folded(token.value)]);
  }

  const PASSES = {
    topic: (entry, value) => entry.topics.includes(value),
    with: (entry, value) => entry.people.some((name) => same(name, value)),
    person: (entry, value) => same(entry.person, value),
    kind: (entry, value) => entry.row.kind === value,
    tier: (entry, value) => entry.row.tier === value,
    since: (entry, [first]) => entry.at >= first,
    until: (entry, [, last]) => entry.at <= last,
  };

  function same(name, value) {
    return name === value || name.split("/").at(-1) === value.split("/").at(-1);
  }

  function passes(entry, question) {
    for (const [field, values] of question.filters) {
      if (!values.some((value) => PASSES[field](entry, value))) return false;
    }
    return !question.unless.some(([field, value]) => PASSES[field](entry, value)) &&
      !question.never.some((looked) => entry.text.includes(looked.start)) &&
      question.must.every((looked) => entry.text.includes(looked.start));
  }

  /** What matches a question, the best first, or in the order that `sort` names. */
  function found(entries, text, sort, now) {
    const question = asked(text, now);
    const all = entries.filter((entry) => passes(entry, question));
    const isSearch = question.any.length || question.must.length || question.time; // A list has all, as memento's has.
    const passed = isSearch ? all.filter(({ row }) => !row.newer) : all;
    const wanted = [...question.must, ...weighed(question.any, passed, question.notes)];
    const isThen = ({ at }) => question.time && question.time[0] <= at && at <= question.time[1];
    const matched = passed.map((entry) => ({ entry, score: scored(entry, wanted), then: isThen(entry) }))
      .filter(({ score, then }) => score > 0 || then || (!question.time && (question.must.length || !question.any.length)));
    matched.sort(order(sort || (wanted.length ? "score" : "strength")));
    const replaced = isSearch ? countReplaced(all, question, wanted) : 0;
    if (replaced) question.notes.push(`${words.number(replaced)} hidden, as newer ones replace them.`);
    if (question.time && !sort) matched.sort((one, other) => other.then - one.then);
    return { entries: matched.map(({ entry }) => entry), needles: wanted, notes: [...new Set(question.notes)] };
  }

  /** How many would have been found, if no newer ones replaced them. */
  function countReplaced(all, question, wanted) {
    return all.filter((entry) => entry.row.newer && (question.must.length || scored(entry, wanted) > 0)).length;
  }

  /** Each word with its weight: rare ones count more. One that no text has is looked for inside words, and else the most
   *  similar word in its place, of which a note tells. */
  function weighed(any, entries, notes) {
    const all = any.map((looked) => {
      const count = ({ start }) => entries.filter((entry) => entry.text.includes(start)).length;
      let used = looked;
      if (!count(used)) used = { ...looked, start: looked.inside };
      const near = count(used) ? null : nearest(looked.inside, entries);
      if (near) {
        notes.push(`Nothing has “${looked.inside}”; “${near}” is looked for.`);
        used = { start: ` ${near}`, whole: ` ${near} `, inside: near };
      }
      const having = count(used);
      return { ...used, share: having / Math.max(1, entries.length), weight: Math.log(1 + entries.length / (1 + having)) };
    });
    const telling = all.filter((looked) => looked.share <= EVERYWHERE);
    return telling.length ? telling : all;
  }

  /** The most frequent of the words that are the most similar to one; null if none is. */
  function nearest(word, entries) {
    if (word.length < LEAST_GUESSED || UNSPACED.test(word) || word.includes(" ")) return null;
    const counts = new Map();
    for (const { text } of entries) for (const one of text.split(" ")) counts.set(one, (counts.get(one) ?? 0) + 1);
    let best = { way: word.length < LONG ? 2 : 3, count: 0, word: null };
    for (const [one, count] of counts) {
      if (Math.abs(one.length - word.length) > best.way) continue;
      const way = distance(word, one);
      if (way < best.way || (way === best.way && best.word && count > best.count)) best = { way, count, word: one };
    }
    return best.word;
  }

  /** How many letters make one word another: each left out, put in, changed, or in the place of the next. */
  function distance(one, other) {
    let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, place) => place)];
    for (let row = 1; row <= one.length; row += 1) {
      const next = [row];
      for (let place = 1; place <= other.length; place += 1) {
        const differs = one[row - 1] === other[place - 1] ? 0 : 1;
        next[place] = Math.min(last[place] + 1, next[place - 1] + 1, last[place - 1] + differs);
        const isSwapped = one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
        if (row > 1 && isSwapped) next[place] = Math.min(next[place], before[place - 2] + 1);
      }
      [before, last] = [last, next];
    }
    return last.at(-1);
  }

  function scored(entry, wanted) {
    let score = 0;
    for (const { start, whole, weight = 1 } of wanted) {
      if (!entry.text.includes(start)) continue;
      const place = entry.head.includes(start) ? IN_SUMMARY : 1;
      score += weight * place * (entry.text.includes(whole) ? 1 : AS_BEGINNING);
    }
    return score;
  }

  function order(sort) {
    const [name, way] = sort.split(":");
    const value = {
      score: (hit) => hit.score + hit.entry.row.strength / 100,
      strength: (hit) => hit.entry.row.strength, created: (hit) => hit.entry.at,
    }[name] ?? ((hit) => hit.score);
    const sign = way === "asc" ? 1 : -1;
    return (one, other) => sign * (value(one) - value(other)) || (one.entry.row.id < other.entry.row.id ? -1 : 1);
  }

  /** How many of the entries have each topic, person, kind, tier and month. */
  function facets(entries) {
    const counted = { topics: new Map(), people: new Map(), kinds: new Map(), tiers: new Map() };
    const months = new Map();
    const add = (map, name) => map.set(name, (map.get(name) ?? 0) + 1);
    const month = (name) => months.get(name) ?? months.set(name, { month: name, created: 0, faded: 0 }).get(name);
    for (const { row, month: created } of entries) {
      row.topics.forEach((name) => add(counted.topics, name));
      row.people.forEach((name) => add(counted.people, name));
      add(counted.kinds, row.kind);
      add(counted.tiers, row.tier);
      month(created).created += 1;
      if (row.faded) month(row.faded).faded += 1;
    }
    const most = (map) => [...map].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).slice(0, 200);
    return {
      ...Object.fromEntries(Object.entries(counted).map(([name, map]) => [name, most(map)])),
      months: [...months.values()].sort((one, other) => (one.month < other.month ? -1 : 1)),
    };
  }

  /** The needles of a query's words, for `marked`. */
  function needles(text) {
    return query.parse(text).filter((token) => !token.field && token.sign !== "-").map(needle).filter(Boolean);
  }

  /** The text in parts, [part, whether it matches]; words are marked as a whole. */
  function marked(text, looked) {
    const signs = [...text];
    const { plain, places } = laid(signs);
    const hit = new Array(signs.length).fill(false);
    for (const { start } of looked) {
      for (let at = plain.indexOf(start); at >= 0; at = plain.indexOf(start, at + start.length)) {
        const end = UNSPACED.test(start) ? at + start.length : plain.indexOf(" ", at + start.trimEnd().length);
        for (let place = at; place < end; place += 1) if (plain[place] !== " ") hit[places[place]] = true;
      }
    }
    return parts(signs, hit);
  }

  /** The folded text with blanks between its words, and the sign that each of its places is from. */
  function laid(signs) {
    let plain = " ";
    const places = [0];
    signs.forEach((sign, number) => {
      const as = foldedSign(sign);
      for (let unit = 0; unit < as.length; unit += 1) places.push(number);
      plain += as;
    });
    return { plain: `${plain} `, places };
  }

  function parts(signs, hit) {
    const made = [];
    signs.forEach((sign, number) => {
      if (made.length && made.at(-1)[1] === hit[number]) made.at(-1)[0] += sign;
      else made.push([sign, hit[number]]);
    });
    return made;
  }

  /** The part of a longer text that matches, or null. */
  function passage(text, looked) {
    const all = marked(text, looked);
    const first = all.findIndex(([, isMatch]) => isMatch);
    if (first < 0) return null;
    const before = all.slice(0, first).map(([part]) => part).join("");
    const from = Math.max(0, before.length - PASSAGE / 3);
    const start = from ? text.indexOf(" ", from) + 1 || from : 0;
    const cut = text.slice(Math.min(start, before.length), Math.min(start, before.length) + PASSAGE);
    const ends = start + cut.length < text.length ? [["…", false]] : [];
    return [...(start ? [["… ", false]] : []), ...marked(cut, looked), ...ends];
  }

  return { Entry, facets, found, marked, needles, passage, spaced };
})();
