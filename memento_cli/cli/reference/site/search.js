"use strict";
// Finds the sections of the manual that have all words of a query; those with words in their title
// come first. It works on the documents that stand in this page, and asks for nothing.
(() => {
  const MOST = 40, BEFORE = 60, AFTER = 140;
  const documents = JSON.parse(document.getElementById("documents").textContent);
  const [field, told, found] = ["q", "told", "found"].map((id) => document.getElementById(id));
  // Each sign is folded alone, so that a place in the folded text is one in the text.
  const folded = (text) => Array.from(text.toLowerCase(), (sign) =>
    sign.normalize("NFD")[0].padEnd(sign.length)).join("");
  const rows = documents.map(([file, page, title, text]) =>
    ({ file, page, title, text, heads: folded(`${page} ${title}`), words: folded(text) }));

  const score = (row, words) => words.every((word) => row.heads.includes(word) || row.words.includes(word))
    ? words.reduce((sum, word) => sum + (row.heads.split(/\W+/).includes(word) ? 4 : row.heads.includes(word) ? 2 : 0), 1)
    : 0;

  const element = (name, ...parts) => {
    const made = document.createElement(name);
    made.append(...parts);
    return made;
  };

  const passage = (row, words) => {
    const places = words.map((word) => row.words.indexOf(word)).filter((place) => place >= 0);
    const near = Math.max(0, Math.min(...(places.length ? places : [0])) - BEFORE);
    const start = near ? row.text.indexOf(" ", near) + 1 : 0;
    const text = row.text.slice(start, start + BEFORE + AFTER), plain = row.words.slice(start, start + BEFORE + AFTER);
    const parts = [start ? "… " : ""];
    for (let place = 0; place < text.length;) {
      const word = words.find((one) => plain.startsWith(one, place));
      const next = word ? place + word.length
        : Math.min(text.length, ...words.map((one) => plain.indexOf(one, place)).filter((at) => at >= 0));
      parts.push(word ? element("mark", text.slice(place, next)) : text.slice(place, next));
      place = next;
    }
    return element("p", ...parts);
  };

  const show = () => {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    const hits = words.length ? rows.map((row) => [score(row, words), row]).filter(([points]) => points)
      .sort(([a], [b]) => b - a) : [];
    found.replaceChildren(...hits.slice(0, MOST).map(([, row]) => {
      const link = element("a", row.title && row.title !== row.page ? `${row.page}: ${row.title}` : row.page);
      link.href = row.file;
      return element("li", link, passage(row, words));
    }));
    const more = hits.length > MOST ? `, the first ${MOST} shown` : "";
    told.textContent = !words.length ? "Type words above." : hits.length ? `${hits.length} found${more}.`
      : "Nothing has all of these words.";
  };

  field.value = new URLSearchParams(location.search).get("q") || "";
  field.addEventListener("input", show);
  field.form.addEventListener("submit", (event) => event.preventDefault());
  show();
  field.focus();
})();
