"use strict";
// What others do meanwhile: while the page is looked at, it asks whether the store is as it was,
// and draws its view anew if not.

const changes = (() => {
  const PAUSE = 2_000;
  const LONG_PAUSE = 10_000; // Where memento does not answer.
  let seen = null; // The stamp of the store that is shown.
  let asking = 0; // Which question is the last one; the answers to others are too old.
  let next = null;
  let lost = false; // Whether the last question had no answer.
  let acting = false; // While this page changes the store itself.

  /** Looks now, and from now on again and again. */
  async function look() {
    clearTimeout(next);
    if (document.hidden) return;
    let pause = PAUSE;
    try {
      const isFirst = seen === null;
      const isNew = !acting && (await asked());
      if (lost) anew();
      else if (isNew && !isFirst) show();
      lost = false;
    } catch (problem) {
      lost = true;
      pause = LONG_PAUSE;
      tell(problem.message, problem.hint);
    }
    clearTimeout(next);
    next = setTimeout(look, pause);
  }

  /** Whether the store is another than the one that is shown, which it is from now on. */
  async function asked() {
    const mine = ++asking;
    const { stamp } = await source.get("changes");
    if (mine !== asking || stamp === seen) return false;
    seen = stamp;
    return true;
  }

  /** Does what this page does itself, and what the store is then is no news: the view shows it by itself. */
  async function own(work) {
    acting = true;
    asking += 1; // What is answered meanwhile may be half of it.
    try {
      return await work();
    } finally {
      await asked().catch(main.ignore);
      acting = false;
    }
  }

  function show() {
    if (isUsed()) tell("Others have changed the store.", "", dom.button("Show", anew, { class: "strong" }));
    else anew();
  }

  /** Whether somebody writes or chooses in the view, or may be about to press a button of one of its rows. */
  function isUsed() {
    const main_ = document.getElementById("main");
    return Boolean(main_.querySelector("form.words, .row.act button, input:focus, textarea:focus, select:focus")) ||
      (!getSelection().isCollapsed && main_.contains(getSelection().anchorNode));
  }

  async function anew() {
    const isHere = document.getElementById("news").contains(document.activeElement);
    document.getElementById("news").replaceChildren();
    await main.renew();
    if (isHere && document.activeElement === document.body) main.atHeading();
  }

  function tell(text, hint, ...more) {
    const told = dom.el("p", {}, dom.said(words.ended(text)), hint ? [" ", dom.said(hint)] : null);
    const news = document.getElementById("news");
    if (news.textContent !== told.textContent) news.replaceChildren(dom.el("div", { class: "line" }, told, ...more));
  }

  /** Another view was opened, which shows what there is now. */
  function moved() {
    if (!lost) document.getElementById("news").replaceChildren();
  }

  return { look, moved, own };
})();
