"use strict";
// Elements are made here and nowhere else. Whatever a store says becomes a text node or the value
// of an attribute that cannot act, so nothing in it can run.

const dom = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const ADDRESS = /https:\/\/[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;
  const AFTER_IT = /[).,;:!?\]}»”’]+$/u;

  /** An element. An attribute that is a function listens to the event of its name. */
  function el(tag, attributes = {}, ...children) {
    return filled(document.createElement(tag), attributes, children);
  }

  /** The same of an SVG. */
  function svg(tag, attributes = {}, ...children) {
    return filled(document.createElementNS(SVG, tag), attributes, children);
  }

  function filled(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(name, value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) {
        node.setAttribute(name, String(value));
      }
    }
    node.append(...children.flat(Infinity).filter(isThere));
    return node;
  }

  function isThere(child) {
    return child !== null && child !== undefined && child !== false && child !== "";
  }

  /** A text of the store within a line: it keeps its own direction to itself. */
  function said(text) {
    return el("bdi", {}, String(text ?? ""));
  }

  /** A longer text of the store: its paragraphs, each in its own direction, with its links. */
  function prose(text, kind = "") {
    const parts = String(text ?? "").split(/\n{2,}/u).filter((part) => part.trim());
    return el("div", { class: `prose ${kind}`.trim() },
      parts.map((part) => el("p", { dir: "auto" }, withLinks(part))));
  }

  /** Plain https addresses become links that tell nobody where they were followed from. */
  function withLinks(text) {
    const nodes = [];
    let from = 0;
    for (const found of text.matchAll(ADDRESS)) {
      const address = found[0].replace(AFTER_IT, "");
      if (!isPlain(address)) continue;
      nodes.push(text.slice(from, found.index), outward(address));
      from = found.index + address.length;
    }
    return [...nodes, text.slice(from)];
  }

  function isPlain(address) {
    try {
      const url = new URL(address);
      return url.protocol === "https:" && !url.username && !url.password;
    } catch {
      return false;
    }
  }

  function outward(address) {
    return el("a", { href: address, rel: "noreferrer noopener", target: "_blank" }, address);
  }

  /** A link within the page. `key` finds it again when the view is drawn anew. */
  function link(hash, attributes, ...children) {
    return el("a", { href: hash, "data-key": hash, ...attributes }, ...children);
  }

  function button(label, click, attributes = {}) {
    return el("button", { type: "button", click, "data-key": `button ${label}`, ...attributes }, label);
  }

  /** A section with its heading, or nothing if nothing is in it. */
  function section(title, ...children) {
    const inside = children.flat(Infinity).filter(isThere);
    return inside.length ? el("section", {}, el("h2", {}, title), ...inside) : null;
  }

  /** Pairs of a word and what it says. */
  function pairs(entries) {
    return el("dl", {}, entries.map(([name, ...values]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, ...values))));
  }

  /** An SVG of the store as a picture, in which nothing runs. */
  function picture(text, words) {
    return el("img", {
      class: "picture", alt: words, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`,
    });
  }

  /** Tells it to those who hear the page. */
  function tell(text) {
    const told = document.getElementById("told");
    if (told.textContent !== text) told.textContent = text;
  }

  return { button, el, link, pairs, picture, prose, said, section, svg, tell, withLinks };
})();
