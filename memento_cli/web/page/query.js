"use strict";
// The text of a query is the state of a list: a chip is a filter in it. The language is that of
// `memento recall` (`memento help queries`), whose words these are.

const query = (() => {
  const FIELDS = [
    "person", "topic", "with", "outcome", "kind", "project", "agent", "session", "tier", "trust",
    "strength", "importance", "privacy", "since", "until", "about",
  ];
  const TOKEN = new RegExp(
    String.raw`(?<sign>(?:-|\+(?!\d{1,3}[ ()-]+\d|\d{7}))(?=[\p{L}\p{N}_"]|[^\x00-\x7f]))?` +
    String.raw`(?:(?<field>${FIELDS.join("|")}):(?!//|\s|$))?` +
    String.raw`(?:"(?<quoted>(?:[^"]|"")*)"(?!")|(?<bare>\S+))`, "giu");

  /** Its words, phrases and filters: {sign, field, value, quoted, raw}. */
  function parse(text) {
    return [...text.matchAll(TOKEN)].map((found) => {
      const { sign, field, quoted, bare } = found.groups;
      return {
        sign: sign ?? "", field: field?.toLowerCase() ?? "", quoted: quoted !== undefined,
        value: quoted?.replaceAll('""', '"') ?? bare, raw: found[0],
      };
    });
  }

  function written(tokens) {
    return tokens.map((token) => token.raw).join(" ");
  }

  /** The text of a filter; a value that has blanks or quotes stands in quotes. */
  function filter(field, value, sign = "") {
    const plain = /^[^\s"]+$/u.test(value) && !value.startsWith("//");
    return `${sign}${field}:${plain ? value : `"${value.replaceAll('"', '""')}"`}`;
  }

  function isFilter(token, field, value) {
    return !token.sign && token.field === field && token.value === value;
  }

  function has(text, field, value) {
    return parse(text).some((token) => isFilter(token, field, value));
  }

  /** With the filter if it was without, and the other way round. */
  function toggled(text, field, value) {
    const tokens = parse(text);
    const others = tokens.filter((token) => !isFilter(token, field, value));
    if (others.length < tokens.length) return written(others);
    return [written(tokens), filter(field, value)].filter(Boolean).join(" ");
  }

  /** Of that time alone; a second time of the same days takes the bound away. */
  function within(text, since, until) {
    const tokens = parse(text);
    const others = tokens.filter((token) => token.field !== "since" && token.field !== "until");
    const same = has(text, "since", since) && has(text, "until", until);
    const bounds = same ? [] : [filter("since", since), filter("until", until)];
    return [written(others), ...bounds].filter(Boolean).join(" ");
  }

  /** Without its token number `place`. */
  function without(text, place) {
    return written(parse(text).filter((_, number) => number !== place));
  }

  /** As one goes on typing it: a filter at its end has a blank behind it. */
  function open(text) {
    return parse(text).at(-1)?.field ? `${text.trimEnd()} ` : text;
  }

  return { FIELDS, filter, has, open, parse, toggled, within, without };
})();
