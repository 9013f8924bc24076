"use strict";
// Where one is stands in the address behind its `#`, so that a view can be shared, kept and gone
// back to: `#q=TEXT&sort=created&page=2` is a list, `#memory/ID` and `#facts?of=ana` are views.

const route = (() => {
  /** {view, id, args} of the address; what cannot be read is the list of all. */
  function read(hash = location.hash) {
    const text = hash.replace(/^#/u, "");
    if (text === "" || /^(?:q|sort|page|in)=/u.test(text)) return { view: "memories", id: null, args: values(text) };
    const mark = text.indexOf("?");
    const path = mark < 0 ? text : text.slice(0, mark);
    const [view, ...id] = path.split("/").map(plain);
    return { view, id: id.length ? id.join("/") : null, args: values(mark < 0 ? "" : text.slice(mark + 1)) };
  }

  function plain(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function values(text) {
    return Object.fromEntries(new URLSearchParams(text));
  }

  function joined(args) {
    const told = Object.entries(args).filter(([, value]) => value !== "" && value !== null && value !== undefined);
    return new URLSearchParams(told).toString();
  }

  /** The address of the list of what `q` finds. */
  function list(q, args = {}) {
    return `#${joined({ q: q || "", ...args }) || "q="}`;
  }

  function to(view, id = null, args = {}) {
    const more = joined(args);
    return `#${view}${id === null ? "" : `/${encodeURIComponent(id.toWellFormed?.() ?? id)}`}${more ? `?${more}` : ""}`;
  }

  /** Goes there: as a new step of the history, or in the place of this one. */
  function go(hash, { replace = false } = {}) {
    if (hash === location.hash) return main.draw();
    if (!replace) {
      location.hash = hash;
      return undefined;
    }
    history.replaceState(null, "", hash);
    return main.draw();
  }

  return { go, list, read, to };
})();
