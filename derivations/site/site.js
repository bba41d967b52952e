"use strict";
// Enhances what reads without it: menus that close, a field that searches, lists that are filtered, tables that say so
// where they go on to the right.
(() => {
  const here = document.currentScript.src;
  const beside = (name) => new URL(name, here).href; // the files that all pages share
  const make = (tag, held = {}, ...inside) => {
    const part = document.createElement(tag);
    for (const [name, value] of Object.entries(held)) part.setAttribute(name, value);
    part.append(...inside);
    return part;
  };
  const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

  // menus: one open at a time, closed by Escape, by a click elsewhere, and where the focus leaves them
  const menus = [...document.querySelectorAll("header.site details")];
  for (const menu of menus) {
    menu.addEventListener("toggle", () => {
      if (menu.open) for (const other of menus) if (other !== menu) other.open = false;
    });
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
    });
  }
  document.addEventListener("pointerdown", (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus.filter((each) => each.open)) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // tables: a cue at the side to which there is more
  const boxes = [...document.querySelectorAll("div.table")];
  function cue(box) {
    const more = box.scrollWidth - box.clientWidth;
    box.classList.toggle("more-right", more > 1 && box.scrollLeft < more - 1);
    box.classList.toggle("more-left", more > 1 && box.scrollLeft > 1);
  }
  const cues = new ResizeObserver((changed) => { for (const each of changed) cue(each.target); });
  // code that is wider than the page is reached by the keyboard, to be scrolled
  const codes = new ResizeObserver((changed) => {
    for (const { target: code } of changed) {
      if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
      else code.removeAttribute("tabindex");
    }
  });
  for (const code of document.querySelectorAll("main pre")) codes.observe(code);
  for (const box of boxes) {
    box.addEventListener("scroll", () => cue(box), { passive: true });
    cues.observe(box);
  }

  // lists: filtered by words, and tables in them by the kind of row
  const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  function filter(box) {
    const items = [...document.querySelectorAll(box.dataset.of)].map((part) => (
      { part, words: folded(`${part.dataset.words || ""} ${part.textContent}`), chapter: part.closest(".chapter") }));
    const chapters = [...document.querySelectorAll(".chapter")];
    const rows = box.dataset.pick ? [...document.querySelectorAll(box.dataset.pick)] : [];
    const field = make("input", { type: "search", id: "words", autocomplete: "off", spellcheck: "false" });
    const said = make("span", { role: "status", class: "quiet" });
    const select = make("select", { id: "kind" });
    function apply() {
      const words = folded(field.value).split(/\s+/).filter(Boolean);
      const kind = rows.length ? select.value : "all";
      for (const row of rows) row.hidden = kind !== "all" && row.dataset.kind !== kind;
      let count = 0;
      for (const { part, words: own } of items) {
        const fits = kind === "all" || part.querySelector(`${box.dataset.pick}:not([hidden])`);
        part.hidden = !fits || !words.every((word) => own.includes(word));
        if (!part.hidden) count += 1;
        if (rows.length) part.open = !part.hidden && kind !== "all";
      }
      const all = !words.length && kind === "all";
      for (const chapter of chapters) {
        chapter.hidden = !items.some((item) => item.chapter === chapter && !item.part.hidden);
        if (chapter.tagName === "DETAILS") chapter.open = !all && !chapter.hidden;
      }
      said.textContent = all ? "" : `${plural(count, box.dataset.called)} of ${items.length}`;
    }
    field.addEventListener("input", apply);
    box.append(make("label", { for: "words" }, "Filter by words "), field, " ");
    if (rows.length) {
      for (const kind of ["all", ...new Set(rows.map((row) => row.dataset.kind))]) select.add(new Option(kind, kind));
      select.addEventListener("change", apply);
      box.append(make("label", { for: "kind" }, "Published numbers "), select, " ");
    }
    box.append(said);
  }
  for (const box of document.querySelectorAll("#filter")) filter(box);

  // search: the library and what it searches are loaded where the field is first used
  const LIMIT = 12;
  const WORDS = {
    claim: "claim", said: "what was said", step: "step", letter: "letter", premise: "premise",
    alternative: "alternative of", card: "card", source: "source", page: "page",
  };
  const WEIGHTS = { claim: 6, page: 2.5, letter: 2, premise: 2, card: 2.5, said: 1.2, alternative: 1, source: 1, step: 0.8 };
  let loading = null;
  const script = (name) => new Promise((resolve, reject) => {
    const part = make("script", { src: beside(name) });
    part.onload = resolve;
    part.onerror = () => reject(new Error(name));
    document.head.append(part);
  });
  // 2,400 is one word
  const tokens = (text) => text.replace(/(\d),(?=\d{3})/g, "$1").split(/[\n\r\p{Z}\p{P}=<>+|^~]+/u).filter(Boolean);
  function index() {
    loading ??= Promise.all([script("minisearch.js"), script("search-index.js")]).then(() => {
      const entries = window.SEARCHED.map((entry, id) => ({ id, ...entry }));
      const found = new window.MiniSearch({
        fields: ["title", "text", "page"], storeFields: ["kind", "title", "text", "at", "page"], tokenize: tokens,
        searchOptions: {
          boost: { title: 3, page: 0.5 }, combineWith: "AND", prefix: (term) => term.length > 1,
          fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
          boostDocument: (id, term, entry) => WEIGHTS[entry.kind] || 1,
        },
      });
      found.addAll(entries);
      return found;
    });
    return loading;
  }
  // where no place has all words, those with at least half of the words that say something, typing errors in short ones too
  const SAYS_NOTHING = new Set(("a all and any are at be by can do does for from how i in is it many me much my no not of on or " +
    "should such than that the there this to what when where which who why with").split(" "));
  function places(found, words) {
    const strict = found.search(words);
    const said = tokens(words).filter((word) => !SAYS_NOTHING.has(word.toLowerCase()));
    if (strict.length || !said.length) return { hits: strict, all: true };
    const loose = found.search(said.join(" "), { combineWith: "OR", fuzzy: (term) => (term.length > 3 && !/\d/.test(term) ? 0.25 : false) });
    return { hits: loose.filter((hit) => 2 * hit.queryTerms.length >= said.length), all: false };
  }
  // of one page only the best places, so that others are seen
  function spread(hits) {
    const count = new Map();
    return hits.filter((hit) => {
      const page = hit.at.split("#")[0];
      count.set(page, (count.get(page) || 0) + 1);
      return count.get(page) <= (hit.kind === "step" ? 2 : 4);
    });
  }
  function search(nav) {
    const field = make("input", {
      type: "search", id: "search", placeholder: "Search", autocomplete: "off", spellcheck: "false",
      "aria-label": "Search claims, steps, letters, premises, cards and sources", "aria-controls": "found",
    });
    const list = make("ul", {});
    const said = make("p", { role: "status", class: "quiet" });
    const box = make("div", { id: "found", hidden: "" }, said, list);
    const form = make("form", { role: "search", class: "search" }, field, box);
    const links = () => [...list.querySelectorAll("a")];
    const close = () => { box.hidden = true; };
    let asked = 0;
    async function show() {
      const words = field.value.trim();
      const own = ++asked;
      if (!words) return close();
      let hits = [];
      let all = true;
      try {
        ({ hits, all } = places(await index(), words));
      } catch {
        said.textContent = "The search could not be loaded.";
        list.replaceChildren();
        box.hidden = false;
        return undefined;
      }
      if (own !== asked) return undefined; // a later letter was typed meanwhile
      const shown = spread(hits).slice(0, LIMIT);
      const count = hits.length > shown.length ? `${shown.length} of ${hits.length} places` : plural(hits.length, "place");
      said.textContent = all || !hits.length ? count : `${count} with most of these words`;
      list.replaceChildren(...shown.map((hit) => {
        const where = hit.page ? `${WORDS[hit.kind]} · ${hit.page}` : WORDS[hit.kind];
        const address = new URL(`../${hit.at}`, here).href;
        const text = make("span", { class: "text" }, hit.kind === "claim" ? hit.text.replace(/^\S+ /, "") : hit.text);
        return make("li", {}, make("a", { href: address },
          make("b", {}, hit.title), " ", make("span", { class: "quiet" }, where), text));
      }));
      box.hidden = false;
      return undefined;
    }
    field.addEventListener("focus", () => index().catch(() => {}), { once: true });
    field.addEventListener("input", show);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (links().length && !box.hidden) links()[0].click();
    });
    form.addEventListener("keydown", (event) => {
      const all = [field, ...links()];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && !box.hidden) {
        event.preventDefault();
        const next = all[all.indexOf(document.activeElement) + step];
        if (next) next.focus();
      } else if (event.key === "Escape" && !box.hidden) {
        event.preventDefault();
        field.focus();
        close();
      }
    });
    form.addEventListener("focusin", () => { if (field.value.trim() && links().length) box.hidden = false; });
    form.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
    });
    document.addEventListener("pointerdown", (event) => { if (!form.contains(event.target)) close(); });
    list.addEventListener("click", close);
    nav.append(form);
  }
  const nav = document.querySelector("header.site nav");
  if (nav) search(nav);
})();
