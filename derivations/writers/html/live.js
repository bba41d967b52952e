"use strict";
// A claim's result, alive: sliders and cards move the number, its condition and the curve. `LIVE` is made from the
// relations that are proven; the page reads without this script, and the engine decides where a result holds.

function over(first, last, start, step) {
  let total = start;
  for (let index = first; index <= last; index++) total = step(total, index);
  return total;
}
function factorial(whole) {
  return over(1, whole, 1, (total, index) => total * index);
}
// Lambert's W, w*exp(w) = z, on the branch 0 or -1; next to -1/e from its series, then Halley's steps
function lambert(branch, z) {
  if (!(z >= -Math.exp(-1)) || (branch && !(z < 0))) return z < 0 && Math.E * z + 1 > -1e-15 ? -1 : NaN;
  const p = (branch ? -1 : 1) * Math.sqrt(2 * Math.max(0, Math.E * z + 1));
  const far = branch ? z > -0.25 : z > 1, first = Math.log(Math.abs(z)), second = Math.log(Math.abs(first));
  let w = far ? first - (Math.abs(first) > 1 ? second : 0) : -1 + p - p * p / 3 + (11 / 72) * p ** 3;
  for (let step = 0; step < 12 && w !== -1; step++) {
    const over = w * Math.exp(w) - z, next = w - over / (Math.exp(w) * (w + 1) - (w + 2) * over / (2 * w + 2));
    if (!Number.isFinite(next) || next === w) break;
    w = next;
  }
  return w;
}

// The one root of a residual between two positive numbers, by bisection; NaN where none is seen, Infinity for several. `once`
// is what the engine has shown: the residual rises all the way, or falls. Else changes of sign are looked for all over.
const PARTS = 240;
function root(v, name, residual, low, high, once) {
  const at = (x) => { v[name] = x; return residual(v); };
  const sign = (x) => Math.sign(at(x));
  while (high > low && Number.isNaN(sign(high))) high /= 2; // where both sides are too large to be told apart
  const parts = once ? 1 : PARTS;
  const brackets = [];
  let [from, before] = [low, sign(low)];
  for (let part = 1; part <= parts; part++) {
    const to = part === parts ? high : low * (high / low) ** (part / parts);
    const here = sign(to);
    if (before && here && here !== before) brackets.push([from, to, before]);
    if (here) [from, before] = [to, here];
  }
  if (brackets.length !== 1) return brackets.length ? Infinity : NaN;
  let [a, b, below] = brackets[0];
  const most = Math.max(Math.abs(at(a)), Math.abs(at(b))); // a pole changes its sign, too, and grows
  for (;;) {
    const middle = b > 2 * a ? Math.sqrt(a) * Math.sqrt(b) : a + (b - a) / 2;
    if (middle <= a || middle >= b) return Math.abs(at(middle)) <= most ? middle : NaN;
    const here = sign(middle);
    if (!here) return here === 0 ? middle : NaN;
    if (here === below) a = middle;
    else b = middle;
  }
}

const Numbers = (() => {
  const SCALES = [["E", 1e18], ["P", 1e15], ["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3], ["", 1]];
  const WORDS = [[1e15, "quadrillion"], [1e12, "trillion"], [1e9, "billion"], [1e6, "million"]];
  const LONG = [[172800, 86400, "days"], [7200, 3600, "h"], [120, 60, "min"]];
  const SHORT = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];

  // figures of the decimal that a person would read, a tie away from zero; the last bits of a double are noise
  function figures(number, digits) {
    return number === 0 ? 0 : Number(Number(number.toPrecision(13)).toPrecision(digits));
  }
  function grouped(text) {
    const [whole, part] = text.split(".");
    const shown = whole.replace(/\B(?=(\d{3})+$)/g, ",");
    return part ? `${shown}.${part}` : shown;
  }
  const plain = (number) => grouped(String(number)); // of as many figures as it was rounded to
  function text(number, digits = 4) {
    if (number === 0) return "0";
    const size = Math.abs(number);
    if (size < 1e-4 || size >= 1e9) {
      const [mantissa, power] = figures(number, digits).toExponential().split("e");
      return `${mantissa}e${Number(power)}`;
    }
    const near = Math.round(size);
    if (Math.abs(size - near) < 1e-13 * size && near >= 1) return plain(Math.sign(number) * near);
    if (size >= 10 ** digits && size < 1e6) return plain(Math.sign(number) * near);
    return plain(figures(number, digits));
  }
  // a number with its unit in words, as the engine says it
  function told(number, layout, digits = 4) {
    const amount = number / layout.size;
    const size = Math.abs(figures(amount, digits));
    const behind = (digitsOf, unit) => (unit === "" ? digitsOf : `${digitsOf}${unit === "%" ? "" : " "}${unit}`);
    const counted = (digitsOf) => behind(digitsOf, layout.said[/^-?1$/.test(digitsOf) ? 0 : 1]);
    if (layout.kind === "engineering") {
      const scale = (prefix) => SCALES.find((item) => item[0] === prefix)[1];
      let fitting = layout.prefix;
      if (!(size >= scale(fitting) && size < 1e4 * scale(fitting))) {
        const found = SCALES.find((item) => size >= item[1]);
        fitting = found ? found[0] : "";
      }
      const shown = text(amount / scale(fitting), digits);
      return fitting ? `${shown} ${fitting}${layout.after}` : counted(shown);
    }
    if (layout.kind === "count") {
      const word = WORDS.find((item) => size >= item[0] && size < 1e18);
      return word ? `${text(amount / word[0], digits)} ${word[1]} ${layout.said[1]}` : counted(text(amount, digits));
    }
    if (layout.kind === "time") {
      const long = layout.unit === "" && LONG.find((item) => size >= item[0]);
      if (long) return `${text(amount / long[1], digits)} ${long[2]}`;
      const short = SHORT.find((item) => size >= item[0]) || [1, "s"];
      return `${text(amount / short[0], digits)} ${short[1]}${layout.said[1] && ` ${layout.said[1]}`}`;
    }
    if (layout.kind === "part" && amount >= 1e-6 && amount <= 1e-3) return `1/${text(1 / amount, digits)}`;
    return counted(text(amount, digits));
  }
  // a time's unit above seconds, in seconds and by name; none for what is no time, and for shorter ones
  const long = (layout, number) => (layout.kind === "time" && layout.unit === "" && LONG.find((item) => number / layout.size >= item[0]) || []).slice(1);
  return { text, told, long };
})();

const Evaluated = (() => {
  const WITHIN = { ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b };

  const within = (value, limits) => limits.every(([sign, bound]) => WITHIN[sign](value, bound));

  // why no scenario has the numbers of the letters; empty if one may
  function beyond(given) {
    for (const [name, letter] of Object.entries(LIVE.letters)) {
      const most = LIVE.letters[letter.at_most];
      if (most && given[name] > given[letter.at_most]) {
        return `no value: ${name} = ${Numbers.told(given[name], letter.layout)} exceeds ${letter.at_most} = ${Numbers.told(given[letter.at_most], most.layout)}`;
      }
    }
    return "";
  }
  // a formula for numbers of the letters in base units, or the reason that it has none
  function solved(given, about) {
    const { functions, result } = about;
    if (beyond(given)) return { reason: beyond(given) };
    const v = { ...given };
    for (const name of about.free) v[name] = 1;
    for (const [name, value] of Object.entries(functions.definitions)) v[name] = value(v);
    const sides = functions.conditions.map((condition) => condition.sides.map((side) => side(v)));
    for (const [place, condition] of functions.conditions.entries()) {
      if (!condition.holds(v) && !sides[place].some(Number.isNaN)) return { reason: failure(about.conditions[place], sides[place]) };
    }
    const without = about.roots.filter(({ name }) => !Number.isFinite(v[name]));
    if (without.length) {
      const { name, between } = without[0]; // those behind it may have none for want of it
      const none = Number.isNaN(v[name]); // and not several
      return { reason: `${none ? `no value here: ${name} has no` : `needs ${name}: no single`} root from ${between.join(" to ")}` };
    }
    const value = functions.result(v);
    if (Math.abs(value) === Infinity) return { reason: "no value here: the formula divides by zero, or its number is too large" };
    if (!Number.isFinite(value)) return { reason: "no value here: the formula divides by zero or leaves the real numbers" };
    if (result.sign === "=" && result.limits && !within(value, result.limits)) {
      return { reason: `no value here: ${result.name} would be ${Numbers.told(value, result.layout)}` };
    }
    return { value, sides: sides.flat(), text: Numbers.told(value, result.layout) };
  }
  function failure({ names, layout, fails }, sizes) {
    const side = (name, size) => (layout && !/^[0-9.]+$/.test(name) ? `${name} = ${Numbers.told(size, layout)}` : name);
    return `${LIVE.outside}: ${side(names[0], sizes[0])} is ${fails} ${side(names[1], sizes[1])}`;
  }

  // The whole numbers beside a result, in words, as the engine says them: of a minimum what is minimized at both, of a bound
  // the first that satisfies it. Two numbers nearer to each other than CLOSE are none that doubles tell apart.
  const CLOSE = 1e-12;
  const BOUNDS = { ">=": "at least", ">": "above", "<=": "at most", "<": "below" };
  const FIGURES = [4, 5, 6, 7, 8, 9, 10, 11, 12];
  function whole(given, found) {
    const about = LIVE.whole;
    if (!about || found.value === undefined || Object.values(given).includes(null)) return "";
    const words = (about.operator ? bound : neighbors)(given, found.value, about);
    return words && `in whole numbers: ${words}`;
  }
  const near = (value) => (Math.abs(value - Math.round(value)) <= CLOSE * Math.max(1, Math.abs(value)) ? Math.round(value) : undefined);
  const counted = (number, { layout }) => Numbers.told(number, layout, String(Math.abs(number)).length + 1);

  function neighbors(given, least, about) {
    const { quantity, result } = about;
    if (Math.abs(least) >= about.most) return "";
    const close = near(least);
    const sought = close === undefined ? [Math.floor(least), Math.ceil(least)] : [close - 1, close, close + 1];
    const found = sought.filter((number) => within(number, quantity.limits))
      .map((number) => ({ number, ...solved({ ...given, [quantity.name]: number }, about) }));
    const values = found.map(({ value }) => value).filter((value) => value !== undefined);
    if (!values.length) return "";
    const lowest = Math.min(...values);
    const alike = values.filter((value) => value - lowest <= CLOSE * Math.abs(lowest)).length;
    const best = counted(found.find(({ value }) => value - lowest <= CLOSE * Math.abs(lowest)).number, quantity);
    const told = (digits) => (value) => Numbers.told(value, result.layout, digits);
    const digits = FIGURES.find((each) => new Set(values.map(told(each))).size > values.length - alike) || 12;
    const texts = found.map(({ number, value, reason }) => `at ${counted(number, quantity)} ${value === undefined ? reason : `${result.name} = ${told(digits)(value)}`}`);
    if (found.length === 1) texts.push(`${best} is the least that there is`);
    else if (values.length === 1) texts.push(`only at ${best} is there a value`);
    else texts.push(alike === 1 ? `best at ${best}` : `equally good, ${best} is the least`);
    return texts.join("; ");
  }
  function bound(given, rounded, about) {
    const { quantity, operator } = about;
    const { value } = solved(given, { ...about, result: { ...about.result, limits: undefined } });
    if (value === undefined) return "";
    const upward = operator[0] === ">";
    const edge = near(value) === undefined ? value : near(value);
    let first = upward ? Math.ceil(edge) : Math.floor(edge);
    if (operator.length === 1 && first === edge) first += upward ? 1 : -1;
    if (upward) first = Math.max(first, within(0, quantity.limits) ? 0 : 1);
    if (about.rounded) first = rounded; // what the page shows
    if (!Number.isSafeInteger(first) || !within(first, quantity.limits)) return "";
    const plain = Numbers.told(first, quantity.layout, 12);
    const texts = FIGURES.map((digits) => Numbers.told(edge, quantity.layout, digits));
    const told = edge === first ? plain : texts.find((text) => text !== plain) || plain;
    return `${BOUNDS[operator]} ${told}, so ${counted(first, quantity)}`;
  }
  // What the numbers contradict, in words: what is `taken` leaves no result, as no state of the premises has these numbers.
  function contradictions(given) {
    const found = [];
    for (const [place, item] of LIVE.broken.entries()) {
      if (item.given.some((name) => given[name] === null)) continue; // a card has no number for it
      const sizes = LIVE.breaks[place](given);
      if (!sizes) continue;
      const sides = item.names.map((name, side) => (/^[0-9.]+$/.test(name) ? name
        : `${name} = ${item.layout ? Numbers.told(sizes[side], item.layout) : Numbers.text(sizes[side])}`));
      const shown = sides.filter((side) => side.includes("="));
      found.push({
        taken: Boolean(item.step), binds: item.binds,
        text: item.binds ? `${item.words} ${Numbers.told(sizes[0], item.layout)}` : shown.length ? `${item.words}, but ${shown.join(" and ")}` : item.words,
        reason: `the numbers contradict ${item.step}: ${sides.join(" against ")}`,
      });
    }
    return found.filter(({ text }, place) => found.findIndex((each) => each.text === text) === place);
  }
  function at(given) {
    const broken = contradictions(given).find(({ taken }) => taken);
    // before what there is no number for, but of numbers that no scenario has
    return broken && !beyond(given) ? { reason: broken.reason } : solved(given, LIVE);
  }
  return { at, whole, contradictions };
})();

(() => {
  const panel = document.getElementById("live");
  if (!panel) return;
  const POINTS = 160;
  const PER = /(^| )per .*/;
  const chosen = {}; // of each choice the option that is taken
  const values = {};
  let over_ = ""; // the letter that the curve is drawn over
  const choices = Object.fromEntries(Object.entries(LIVE.choices).map(([kind, { letters, options, ...choice }]) => {
    const named = (numbers) => Object.fromEntries(letters.map((letter, place) => [letter, numbers[place]]));
    return [kind, { ...choice, options: options.map(([name, title, ...numbers]) => ({ name, title, values: named(numbers) })) }];
  }));
  const defaults = () => Object.fromEntries(Object.entries(LIVE.letters).map(([name, letter]) => [name, letter.value]));

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const number = panel.querySelector(".number-now");
  const reason = panel.querySelector(".condition-now");
  const contradicts = panel.querySelector(".contradicts-now");
  const whole = panel.querySelector(".whole-now");
  const wholeAsRead = whole.textContent;
  const holds = reason.innerHTML;
  const scenario = panel.querySelector(".scenario-now");
  const asRead = scenario.textContent;
  const controls = panel.querySelector(".controls");
  const plot = panel.querySelector(".live-plot");
  const caption = panel.querySelector(".caption-now");
  const command = panel.querySelector(".command-now");
  const sliders = {};
  const selects = {};

  const toPlace = (letter, value) => 1000 * (letter.logarithmic
    ? Math.log(Math.max(value, letter.low) / letter.low) / Math.log(letter.high / letter.low)
    : (value - letter.low) / (letter.high - letter.low));
  function toValue(letter, place) {
    const share = place / 1000;
    let value = letter.logarithmic
      ? letter.low * (letter.high / letter.low) ** share : letter.low + (letter.high - letter.low) * share;
    if (letter.whole) return Math.max(Math.round(value), letter.low);
    value = Number((value / letter.factor).toPrecision(3)) * letter.factor; // what can be typed again
    return Math.min(Math.max(value, letter.low), letter.high);
  }

  function build() {
    const cards = make("details", { class: "by-card" }, make("summary", {}, "Numbers of the cards"));
    for (const [kind, choice] of Object.entries(choices)) {
      const select = make("select", { id: `live-${kind}` });
      for (const option of choice.options) select.append(make("option", { value: option.name }, option.title));
      select.append(make("option", { value: "" }, "own numbers"));
      select.addEventListener("change", () => {
        const option = choice.options.find((item) => item.name === select.value);
        if (option) Object.assign(values, option.values);
        chosen[kind] = select.value;
        show();
      });
      selects[kind] = select;
      controls.append(make("label", { for: select.id }, make("span", {}, choice.label), select));
    }
    for (const [name, letter] of Object.entries(LIVE.letters)) {
      if (!letter.moves) continue;
      const input = make("input", { type: "range", min: "0", max: "1000", step: "1", id: `live-${name}` });
      const output = make("output", { for: input.id });
      input.addEventListener("input", () => {
        values[name] = toValue(letter, Number(input.value));
        over_ = name;
        show();
      });
      sliders[name] = { input, output };
      const head = make("span", {}, `${letter.meaning} `, make("code", {}, name), " ");
      (letter.by_card ? cards : controls).append(make("label", { for: input.id, class: "slider" }, head, output, input));
    }
    if (cards.children.length > 1) controls.append(cards);
    panel.querySelector(".reset").addEventListener("click", () => { reset(); show(); });
    over_ = LIVE.over;
  }
  function reset() {
    Object.assign(values, defaults());
    for (const [kind, choice] of Object.entries(choices)) chosen[kind] = choice.now;
  }

  // what differs from the page as it is read: cards first, then numbers that no card chosen brings
  function changes() {
    const brought = defaults();
    const cards = {};
    for (const [kind, choice] of Object.entries(choices)) {
      const option = choice.options.find((item) => item.name === chosen[kind]);
      if (option) Object.assign(brought, option.values);
      if (option && chosen[kind] !== choice.now) cards[kind] = option.name;
    }
    const numbers = Object.keys(values).filter((name) => values[name] !== brought[name]);
    return { cards, numbers };
  }
  function told() {
    const { cards, numbers } = changes();
    const titles = Object.keys(cards).length // else it stands where it stood, whatever moves
      ? Object.entries(choices).map(([kind, choice]) => choice.options.find((item) => item.name === chosen[kind])?.title) : [asRead];
    const own = numbers.map((name) => `${name} = ${Numbers.told(values[name], LIVE.letters[name].layout)}`);
    return [...titles.filter(Boolean), ...own].join("; ");
  }
  const typed = (name) => {
    const { unit, factor } = LIVE.letters[name];
    return `${String(Number((values[name] / factor).toPrecision(12)))}${unit ? ` ${unit}` : ""}`;
  };
  // the cards and numbers that are asked for: those of what is changed here, and those that the reader moved
  function options() {
    const { cards, numbers } = changes();
    const study = LIVE.study || { cards: {}, values: {}, words: "", python: [] };
    const made = { ...study.cards };
    const given = { ...study.values };
    for (const [kind, option] of Object.entries(cards)) {
      const [card, form] = option.split(" ");
      Object.assign(made, kind === "accelerator" ? { accelerator: card, compute: form, weights: form } : { model: card, cache: form });
      for (const name of LIVE.choices[kind].letters) delete given[name];
    }
    for (const name of numbers) given[name] = typed(name);
    return { made: Object.entries(made), given: Object.entries(given), study };
  }
  function commandLine() {
    const { made, given, study } = options();
    return [LIVE.command, study.words, ...made.map(([key, value]) => `--${key} ${value}`),
      ...given.map(([name, text]) => `--set ${name}="${text}"`)].filter(Boolean).join(" ");
  }
  function pythonLines() {
    const { made, given, study } = options();
    const values = given.map(([name, text]) => `"${name}": "${text}"`).join(", ");
    const inside = [`"${LIVE.claim}"`, ...made.map(([key, value]) => `${key}="${value}"`), ...study.python,
      ...(values ? [`values={${values}}`] : [])];
    return `from derivations import derive\n\nprint(derive(${inside.join(", ")})${LIVE.step ? `.numbers("${LIVE.step}").result` : ".result"})`;
  }

  // the formula and what it comes to, with units in roman type
  function latex(found) {
    if (!found.text) return `${panel.dataset.latex} \\quad\\text{(${found.reason.replace(/[_%&#$]/g, "\\$&")})}`;
    const [digits, ...unit] = found.text.split(" ");
    const behind = unit.length ? `\\,\\mathrm{${unit.join("\\,")}}` : "";
    return `${panel.dataset.latex} = ${digits.replace(/,/g, "{,}")}${behind}`;
  }

  // the number; that a condition fails; or that there is none
  const inShort = ({ text, reason }) => text || (reason.startsWith(LIVE.outside) ? LIVE.outside : "no value");

  function show(missed = []) {
    for (const [name, { input, output }] of Object.entries(sliders)) {
      const letter = LIVE.letters[name];
      const text = Numbers.told(values[name], letter.layout);
      input.value = String(Math.round(toPlace(letter, values[name])));
      input.setAttribute("aria-valuetext", text);
      output.textContent = text;
    }
    for (const [kind, choice] of Object.entries(choices)) {
      const option = choice.options.find((item) => item.name === chosen[kind]);
      const fits = option && Object.entries(option.values).every(([name, value]) => values[name] === value);
      selects[kind].value = fits ? option.name : "";
    }
    const found = Evaluated.at(values);
    const [digits, ...unit] = inShort(found).split(" ");
    if (found.text) number.replaceChildren(digits, ...(unit.length ? [" ", make("span", { class: "unit" }, unit.join(" "))] : []));
    else number.textContent = [digits, ...unit].join(" ");
    number.dataset.value = found.text || "";
    if (found.reason) reason.textContent = found.reason;
    else {
      reason.innerHTML = holds; // as the page has it, with the numbers of now
      for (const side of reason.querySelectorAll("[data-side]")) {
        const place = Number(side.dataset.side);
        const { layout } = LIVE.conditions[place >> 1];
        side.textContent = found.sides[place] === 0 ? "0" : Numbers.told(found.sides[place], layout);
      }
    }
    const asOpened = told() === asRead; // then the answer above says whether memory binds
    const against = Evaluated.contradictions(values).filter(({ binds }) => !binds || !asOpened);
    contradicts.replaceChildren(...against.map(({ text, binds }) => (
      make("p", {}, make("strong", {}, binds ? "Memory binds first: " : "Warning: these numbers contradict the premises: "), text))));
    if (missed.length) contradicts.append(make("p", { class: "missed" }, `From the address: ${missed.join("; ")}.`));
    scenario.textContent = told();
    whole.textContent = LIVE.whole ? Evaluated.whole(values, found) : scenario.textContent === asRead ? wholeAsRead : "";
    panel.classList.toggle("outside", !found.text);
    panel.classList.toggle("contradicted", against.some(({ binds }) => !binds));
    command.textContent = commandLine();
    for (const [kind, text] of [["command", commandLine()], ["python", pythonLines()], ["latex", latex(found)]]) {
      panel.querySelector(`.copy-${kind}`).dataset.copy = text; // the page's script copies it
    }
    draw(found);
    remember();
  }

  function ticks(low, high) {
    const step = 10 ** Math.floor(Math.log10((high - low) / 4));
    const wide = [1, 2, 5, 10].map((each) => each * step).find((each) => (high - low) / each <= 5);
    const found = [];
    for (let at = Math.ceil(low / wide) * wide; at <= high * (1 + 1e-9); at += wide) found.push(Number(at.toPrecision(12)));
    return found;
  }
  const decades = (low, high) => {
    const found = [];
    for (let power = Math.ceil(Math.log10(low) - 1e-9); 10 ** power <= high * (1 + 1e-9); power++) found.push(10 ** power);
    return found.length > 1 ? found : [low, high];
  };
  // a number at an axis, whose name has the unit unless a prefix goes with it, and then what it is per
  const bare = (number, layout) => {
    const text = Numbers.told(number, layout, 3);
    return layout.kind === "count" && layout.unit ? text.replace(` ${layout.said[1]}`, "").replace(` ${layout.said[0]}`, "") : text.replace(PER, "");
  };
  // the numbers at an axis, all in one unit
  function atAxis(layout, low, high, logarithmic) {
    const [size, name] = Numbers.long(layout, logarithmic ? Math.sqrt(low * high) : high);
    const scale = name ? size * layout.size : 1;
    return (logarithmic ? decades : ticks)(low / scale, high / scale)
      .map((each) => [each * scale, name ? `${Numbers.text(each, 3)} ${name}` : bare(each, layout)]);
  }
  const called = ({ meaning, layout }) => { // at an axis; a unit that the meaning says stands there once
    const unit = layout.kind === "count" && layout.unit ? layout.said[1] : layout.said[1].match(PER)?.[0].trim();
    return unit && !meaning.includes(unit) ? `${meaning}, ${unit}` : meaning;
  };
  const svg = (tag, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // a text on so many lines that none is much longer than that
  function lines(text, longest) {
    if (text.length <= longest) return [text];
    const cut = text.lastIndexOf(" ", longest);
    return [text.slice(0, cut), text.slice(cut + 1)];
  }
  // a text on lines that are none longer than that; none at all where a word is, or where they are too many
  function broken(text, longest) {
    const found = [];
    for (const word of text.split(" ")) {
      const longer = found.length ? `${found[found.length - 1]} ${word}` : word;
      if (found.length && longer.length <= longest) found[found.length - 1] = longer;
      else found.push(word);
    }
    return found.length <= 5 && found.every((line) => line.length <= longest) ? found : [];
  }
  // where the axis ends: at the slider's end, or soon behind the edge from which on there is no result
  function span(letter, at) {
    const share = (place) => (letter.logarithmic
      ? letter.low * (letter.high / letter.low) ** place : letter.low + (letter.high - letter.low) * place);
    if (letter.logarithmic) return { low: letter.low, high: letter.high, share };
    const last = Array.from({ length: 41 }, (_, place) => place).filter((place) => at(share(place / 40)) !== undefined).pop();
    const end = last === undefined || last > 24 ? letter.high : letter.low + (share(last / 40) - letter.low) * 1.6;
    const high = Math.min(letter.high, Math.max(end, values[over_] * 1.15));
    return { low: letter.low, high, share: (place) => letter.low + (high - letter.low) * place };
  }
  // the height at which a label beside a point meets little of the curve and is near: above the point or below it
  function clear(points, across, up, here, y, wide, right, box) {
    const [from, to] = right ? [here, here + wide] : [here - wide, here];
    const beside = [];
    for (let place = 1; place < points.length; place++) {
      const [[x, first], [last, second]] = [points[place - 1], points[place]];
      if (first === null || second === null) continue;
      const steps = Math.ceil((across(last) - across(x)) / 3);
      for (let step = 0; step <= steps; step++) {
        const share = steps ? step / steps : 0;
        const at = across(x) + (across(last) - across(x)) * share;
        if (at >= from && at <= to) beside.push(up(first) + (up(second) - up(first)) * share);
      }
    }
    const met = (each) => beside.filter((height) => height > each - 16 && height < each + 5).length / (beside.length || 1);
    const cost = (each) => 4 * met(each) + Math.abs(each - y) / 50;
    const heights = [y - 12, y - 4, y + 4, y + 20, y - 30, y - 48].filter((each) => each > box.top + 2 && each < box.bottom - 2);
    return heights.reduce((best, each) => (cost(each) < cost(best) ? each : best), heights[0] ?? Math.max(y - 12, box.top + 12));
  }
  function draw(found) {
    const letter = LIVE.letters[over_];
    const narrow = panel.clientWidth < 560;
    const foot = lines(called(letter), (narrow ? 376 : 616) / 6.9);
    const [wide, tall] = narrow ? [400, 196 + 16 * foot.length] : [640, 314 + 16 * foot.length];
    const at = (x) => Evaluated.at({ ...values, [over_]: letter.whole ? Math.max(Math.round(x), letter.low) : x }).value;
    const { low: first, high: last, share } = span(letter, at);
    const points = [];
    for (let place = 0; place <= POINTS; place++) {
      const x = letter.whole ? Math.max(Math.round(share(place / POINTS)), letter.low) : share(place / POINTS);
      const y = at(x);
      points.push([x, y === undefined ? null : y]);
    }
    const numbers = points.map(([, y]) => y).filter((y) => y !== null).sort((a, b) => a - b);
    if (found.value !== undefined) numbers.push(found.value);
    if (!numbers.length) { plot.replaceChildren(); caption.textContent = found.reason || ""; return; }
    const least = Math.min(...numbers);
    let most = Math.max(...numbers);
    const middle = numbers[Math.floor(numbers.length / 2)];
    const tallLog = least > 0 && most > 30 * least && letter.logarithmic;
    const shown = Math.max(6 * (found.value || 0), 3 * middle);
    if (!tallLog && least >= 0 && most > shown && shown > 0) most = shown; // a pole would hide all else
    const low = tallLog ? least : Math.min(0, least);
    const high = most > low ? most * (tallLog ? 1 : 1.08) : low + 1;
    const name = LIVE.result.meaning || LIVE.result.name;
    const heading = lines(called({ meaning: name, layout: LIVE.result.layout }), (wide - 8) / 6.9);
    const levels = atAxis(LIVE.result.layout, low, high, tallLog);
    const box = {
      left: Math.max(44, 14 + 7.2 * Math.max(...levels.map(([, text]) => text.length))), right: wide - 24,
      top: 18 + 16 * heading.length, bottom: tall - 28 - 16 * foot.length,
    };
    const across = (x) => box.left + (box.right - box.left) * (letter.logarithmic
      ? Math.log(Math.max(x, first) / first) / Math.log(last / first) : (x - first) / (last - first));
    const up = (y) => box.bottom - (box.bottom - box.top) * (tallLog ? Math.log(y / low) / Math.log(high / low) : (y - low) / (high - low));
    const parts = [];
    const without = points.filter(([, y]) => y === null).map(([x]) => x); // beyond a condition
    if (without.length && without[without.length - 1] === points[POINTS][0]) {
      const edge = across(without[0]);
      parts.push(svg("rect", { x: edge, y: box.top, width: box.right - edge, height: box.bottom - box.top, class: "none" }));
      const told = broken(inShort(Evaluated.at({ ...values, [over_]: without[0] })), (box.right - edge) / 7.6);
      for (const [place, line] of told.entries()) {
        const y = (box.top + box.bottom) / 2 + 17 * (place - (told.length - 1) / 2);
        parts.push(svg("text", { x: (edge + box.right) / 2, y, class: "none-label", "text-anchor": "middle" }, line));
      }
    }
    for (const [y, text] of levels) {
      parts.push(svg("line", { x1: box.left, x2: box.right, y1: up(y), y2: up(y), class: "grid" }));
      parts.push(svg("text", { x: box.left - 8, y: up(y) + 4, class: "tick", "text-anchor": "end" }, text));
    }
    const marks = atAxis(letter.layout, first, last, letter.logarithmic);
    let taken = 0; // as far as the names of marks reach: the next one that would meet them has none
    for (const [x, text] of marks.filter((_, place) => marks.length < 6 || place % 2 === 0)) {
      const half = 3.7 * text.length;
      const centre = Math.min(Math.max(across(x), half), wide - half);
      if (centre - half < taken) continue;
      taken = centre + half + 6;
      parts.push(svg("text", { x: centre, y: box.bottom + 18, class: "tick", "text-anchor": "middle" }, text));
    }
    let path = "";
    let open = false;
    for (const [x, y] of points) {
      const inside = y !== null && y <= high * (1 + 1e-9);
      if (inside) path += `${open ? "L" : "M"}${across(x).toFixed(1)} ${up(y).toFixed(1)}`;
      open = inside;
    }
    parts.push(svg("line", { x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom, class: "axis" }));
    parts.push(svg("path", { d: path, class: "curve" }));
    const here = across(values[over_]);
    if (found.value !== undefined && found.value <= high) {
      const y = up(found.value);
      parts.push(svg("circle", { cx: here, cy: y, r: 6, class: "point" }));
      const text = found.text.replace(/ per .*/, "");
      const right = box.right - here > here - box.left || box.right - here > 8.4 * text.length + 14;
      const sits = clear(points, across, up, here, y, 8.4 * text.length + 12, right, box);
      parts.push(svg("text", { x: here + (right ? 12 : -12), y: sits, class: "here", "text-anchor": right ? "start" : "end" }, text));
    } else {
      parts.push(svg("line", { x1: here, x2: here, y1: box.top, y2: box.bottom, class: "gone" }));
    }
    for (const [place, line] of foot.entries()) {
      parts.push(svg("text", { x: box.right, y: tall - 6 - 16 * (foot.length - 1 - place), class: "label", "text-anchor": "end" }, line));
    }
    for (const [place, line] of heading.entries()) {
      parts.push(svg("text", { x: 2, y: 14 + 16 * place, class: "label" }, line));
    }
    const told = found.text ? `${LIVE.result.name} is ${found.text}` : found.reason;
    const now = Numbers.told(values[over_], letter.layout);
    const marked = found.text ? `${name} = ${found.text}` : inShort(found);
    caption.textContent = `At the mark: ${letter.meaning} = ${now}, ${marked}.`;
    plot.replaceChildren(svg("svg", {
      viewBox: `0 0 ${wide} ${tall}`, role: "img",
      "aria-label": `${LIVE.result.name} over ${letter.meaning}; where the slider stands, ${told}`,
    }, ...parts));
  }

  // the scenario in the address, so that a link shares it
  let waiting = 0;
  function remember() {
    if (location.protocol === "about:") return; // in a frame of a notebook, which has no address
    clearTimeout(waiting);
    const before = location.hash;
    waiting = setTimeout(() => {
      if (location.hash !== before) return; // a new address, of which the page is about to be told
      const { cards, numbers } = changes();
      const parts = [...Object.entries(cards), ...numbers.map((name) => [name, String(values[name])])];
      const hash = parts.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&");
      if (hash || location.hash.includes("=")) {
        history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
      }
    }, 150);
  }
  // what the address asks for, as far as it can be had here; the words say what of it cannot
  function recall() {
    const missed = [];
    if (!location.hash.includes("=")) return missed;
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const [kind, choice] of Object.entries(choices)) {
      if (!asked.has(kind)) continue;
      const wanted = asked.get(kind);
      const named = (name) => choice.options.find((item) => item.name === name);
      const option = named(wanted) || named(`${wanted} ${choice.now.split(" ").pop()}`)
        || choice.options.find((item) => item.name.startsWith(`${wanted} `)); // a card without its format
      if (option) {
        chosen[kind] = option.name;
        Object.assign(values, option.values);
      } else missed.push(`${kind} ${wanted} is none of those here`);
    }
    for (const [name, text] of asked) {
      const letter = LIVE.letters[name];
      if (!letter) {
        if (!choices[name]) missed.push(`${name} is nothing that moves here`);
        continue;
      }
      const value = text === "" ? NaN : Number(text);
      if (!Number.isFinite(value)) missed.push(`${name} = ${text} is no number`);
      else {
        values[name] = Math.min(Math.max(value, letter.low), letter.high);
        if (values[name] !== value) {
          missed.push(`${name} goes from ${Numbers.told(letter.low, letter.layout)} to ${Numbers.told(letter.high, letter.layout)} here, and not to ${text}`);
        }
      }
    }
    return missed;
  }

  build();
  reset();
  const missed = recall();
  panel.classList.add("alive");
  show(missed);
  window.addEventListener("hashchange", () => { // a link to a place on this page leaves the scenario as it is
    if (location.hash && !location.hash.includes("=")) return;
    reset();
    show(recall());
  });
  let width = panel.clientWidth;
  window.addEventListener("resize", () => {
    if (panel.clientWidth !== width) show();
    width = panel.clientWidth;
  });
})();
