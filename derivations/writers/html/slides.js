"use strict";
// Slides as large as the screen, what is too long set smaller, then its listing folded, and a key for the next one.
(() => {
  const slides = [...document.querySelectorAll(".slide")];
  const WIDE = 1280, HIGH = 720, SMALLEST = 0.6, STEP = 0.04, LEAST = 4;

  function screen() {
    const scale = Math.min(document.documentElement.clientWidth / WIDE, window.innerHeight / HIGH);
    document.documentElement.style.setProperty("--screen", scale.toFixed(4));
  }
  const over = (inside) => inside.scrollHeight > inside.clientHeight + 1;

  function lines(pre) { // each in an element of its own
    if (!pre.firstElementChild) {
      pre.replaceChildren(...pre.textContent.replace(/\n$/, "").split("\n").map((text) => {
        const line = document.createElement("span");
        line.className = "line";
        line.textContent = `${text}\n`;
        return line;
      }));
    }
    return [...pre.querySelectorAll(":scope > .line")];
  }
  function fold(inside) { // the ends of listings, the longest first, until the slide holds the rest
    const listings = [...[...inside.querySelectorAll("tbody")].map((body) => [body.closest("table"), [...body.rows]]),
      ...[...inside.querySelectorAll("pre")].map((pre) => [pre, lines(pre)])];
    listings.sort((one, other) => other[1].length - one[1].length);
    for (const [listing, parts] of listings) if (parts.length > LEAST && over(inside)) shorten(inside, listing, parts);
  }
  function shorten(inside, listing, parts) {
    const more = document.createElement("button");
    more.className = "more";
    listing.after(more);
    let kept = parts.length;
    while (over(inside) && kept > LEAST) {
      kept -= 1;
      parts[kept].hidden = true;
      more.textContent = `and ${parts.length - kept} more`;
    }
    more.addEventListener("click", () => {
      for (const part of parts) part.hidden = false;
      more.remove();
    });
  }
  function unfold(inside) {
    const more = inside.querySelectorAll("button.more");
    for (const each of more) each.click();
  }
  function fit() {
    for (const slide of slides) {
      const inside = slide.firstElementChild;
      unfold(inside);
      let size = 1;
      inside.style.zoom = size;
      while (over(inside) && size > SMALLEST) {
        size -= STEP;
        inside.style.zoom = size.toFixed(2);
      }
      if (over(inside)) fold(inside);
    }
    document.dispatchEvent(new Event("written")); // formulas are fitted to the new width, and here all the way
    for (const box of document.querySelectorAll(".slide .formula")) {
      // what stands before a formula does not shrink with it, so that once is not always enough
      for (let tries = 0; tries < 4 && box.scrollWidth > box.clientWidth && box.clientWidth; tries += 1) {
        const before = Number(box.style.getPropertyValue("--fit") || 1);
        box.style.setProperty("--fit", (before * 0.98 * box.clientWidth / box.scrollWidth).toFixed(3));
      }
    }
  }
  function here() {
    const middle = window.innerHeight / 2;
    const found = slides.findIndex((slide) => slide.getBoundingClientRect().bottom > middle);
    return found < 0 ? slides.length - 1 : found;
  }
  screen();
  fit();
  if (document.fonts) document.fonts.ready.then(fit);
  window.addEventListener("beforeprint", () => slides.forEach((slide) => unfold(slide.firstElementChild)));
  window.addEventListener("resize", () => {
    const now = here();
    screen();
    slides[now].scrollIntoView();
  });

  const STEPS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1,
    Home: -Infinity, End: Infinity };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key] * (event.key === " " && event.shiftKey ? -1 : 1);
    if (!step || !slides.length) return;
    event.preventDefault();
    slides[Math.max(0, Math.min(slides.length - 1, here() + step))].scrollIntoView();
  });
})();
