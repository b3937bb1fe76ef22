// The views with no kernel: each front end of the package gets a model that holds what Python had put into it. What a
// learner answers is kept in the browser. What a learner types in a comparison or a landscape is encoded at once, with
// the vocabularies that the page has; other boxes ask the page's Python.

import { FETCHING, askOf, startPython, startSoon } from "./asking.js";
import { bounded, make } from "./making.js";
import * as memory from "./memory.js";

const { lesson, live } = document.body.dataset;

// What anywidget's model is to a front end, without a Python behind it.
export class Model {
  heard = {};
  constructor(state) { this.state = state; }
  get(name) { return this.state[name]; }
  set(name, value) { this.update({ [name]: value }); }
  on(event, act) { (this.heard[event] ??= []).push(act); }
  save_changes() {}
  update(values) {
    Object.assign(this.state, values);
    for (const name of Object.keys(values)) this.heard[`change:${name}`]?.forEach((act) => act());
  }
}

// A question: its front end judges, and what has come of it is there again when the reader comes back.
class Asking extends Model {
  constructor(island) {
    const kept = memory.key(lesson, island.key);
    const made = memory.read(kept)?.made ?? {};
    super({ ...island.state, ...made });
    Object.assign(this, { kept, made });
  }
  set(name, value) {
    this.made[name] = value;
    super.set(name, value);
  }
  save_changes() {
    memory.write(this.kept, { made: this.made, done: this.get("locked") });
    document.dispatchEvent(new Event("answered"));
  }
}

const packed = (trace) => new TextEncoder().encode(typeof trace === "string" ? trace : JSON.stringify(trace));

const makeModel = {
  stepper: ({ state }) => new Model({ ...state, trace: packed(state.trace) }),
  ruler: ({ state }) => new Model(state),
  waterline: ({ state }) => new Model(state),
  prediction: (island) => new Asking(island),
  quiz: (island) => new Asking(island),
};

const LONGEST = 10_000; // characters of a text that is typed
const TOO_LONG = `Only the first ${LONGEST.toLocaleString("en")} characters are taken.`;
const RUNNING = "Running the cells above that this needs, once…";
const ASKS = /^(Type here|Your text)$/; // labels that are true of a box to type in alone

// A text that a link hands on to a lesson: it is for the first box there.
let handed = document.body.matches(".lesson") && new URLSearchParams(location.hash.slice(1)).get("text");

// What is far too long is cut before it is in a box.
document.addEventListener("paste", (event) => {
  const box = event.target, pasted = event.clipboardData.getData("text"), text = bounded(pasted, box.maxLength);
  if (!(box.maxLength > 0) || text === pasted) return;
  event.preventDefault();
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

// The boxes around a view: to type in where the page can draw what is typed, else the text alone.
function makeBoxes({ boxes, asked }, el) {
  const found = make("div", { class: "own-box" }), typed = [];
  for (const { kind, label, value, options } of boxes) {
    const bold = make("b", {}, label);
    if (kind === "dropdown" && asked?.texts) {
      const choice = make("select", {}, ...options.map((name) => make("option", {}, name)));
      choice.value = value;
      choice.onchange = () => {
        typed[0].value = asked.texts[choice.value] ?? typed[0].value;
        typed[0].dispatchEvent(new Event("input", { bubbles: true }));
      };
      found.oninput = ({ target }) => {
        if (target === typed[0]) choice.value = options.find((name) => asked.texts[name] === target.value) ?? options[0];
      };
      found.append(make("label", {}, bold, choice));
    } else if (kind !== "dropdown" && (asked || live)) {
      const rows = kind === "text" ? 1 : 2;
      const box = make("textarea", { class: "own-text", rows, dir: "auto", spellcheck: "false", maxlength: LONGEST });
      box.onkeydown = ({ key }) => rows > 1 || key !== "Enter"; // one line, as in a notebook, which wraps where it is too long
      box.defaultValue = value;
      typed.push(box);
      found.append(make("label", {}, bold, box));
    } else if (kind !== "dropdown") {
      found.append(make("p", {}, ...(ASKS.test(label) ? [] : [bold]), make("span", { class: "own-text", dir: "auto" }, value)));
    }
  }
  const limit = make("p", { class: "own-ask", role: "status" });
  found.addEventListener("input", ({ target }) => (limit.textContent = target.value.length < LONGEST ? "" : TOO_LONG));
  if (boxes.length) el.append(found, limit);
  return typed;
}

const tellOfPython = () => make("p", { class: "own-ask" }, "Your own text needs Python: ",
  make("a", { href: document.body.dataset.start }, "start the course"), " to type it.");

// The view of a cell follows what is typed around it, by the page's Python; the last that was typed, where it is slow.
function followIn(model, el, boxes, cell) {
  const status = make("p", { class: "own-ask", role: "status" });
  let waiting, busy = false;
  async function follow() {
    if (busy) return;
    busy = true;
    while (waiting) {
      const [box, value] = waiting;
      waiting = null;
      const began = performance.now();
      let word = FETCHING;
      const timer = setInterval(() => {
        status.textContent = `${word} ${Math.round((performance.now() - began) / 1000)} s`;
        el.classList.add("waiting");
      }, 1000);
      try {
        await startPython().ready;
        word = RUNNING;
        const { state, told = "" } = await askOf(cell, { box, value });
        if (state) model.update({ ...state, ...(state.trace && { trace: packed(state.trace) }) });
        status.textContent = told;
      } catch (error) {
        status.textContent = `Python failed. ${error.message}`;
      }
      clearInterval(timer);
      el.classList.remove("waiting");
    }
    busy = false;
  }
  boxes.forEach((box, at) => {
    box.addEventListener("input", () => {
      waiting = [at, box.value];
      follow();
    });
  });
  startSoon(el);
  el.querySelector(".own-box").after(status); // where one looks while one types
}

// A view, drawn by its front end.
export async function draw(island, el, model = makeModel[island.front](island)) {
  const { default: front } = await import(`./${island.front}.js`);
  front.render({ model, el });
}

const revive = (node) => drawIn(node, JSON.parse(node.firstElementChild.textContent), node.closest(".cell"));

export async function drawIn(node, island, cell) {
  const el = make("div", { class: ["mt-alive", "widget-box", ...island.classes].join(" ") });
  const model = makeModel[island.front](island);
  const boxes = makeBoxes(island, el);
  await import(`./${island.front}.js`);
  node.append(el);
  await draw(island, el, model);
  node.querySelector(":scope > .mt-still")?.remove(); // at once, so that nothing jumps
  const follow = { waterline: "floodIn", ruler: "compareIn" }[island.front];
  if (island.asked) (await import("./typing.js"))[follow](model, el, boxes, island.asked);
  else if (island.boxes.length && live) followIn(model, el, boxes, cell);
  else if (island.boxes.length) el.append(tellOfPython());
  const early = boxes.filter(({ value, defaultValue }) => value !== defaultValue); // typed before the view listened
  early.forEach((box) => box.dispatchEvent(new Event("input", { bubbles: true })));
  const box = boxes[0] ?? el.querySelector(".mt-waterline input[type=text]");
  if (handed && box) {
    box.value = bounded(handed, LONGEST);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    handed = "";
  }
  if (model instanceof Asking) cover(node, model);
}

// What comes after a question and shows its answer is covered until there is a guess, and so is what is said of it.
function cover(node, model) {
  const covered = [...document.querySelectorAll(`[data-after="${node.id}"]`)];
  let next = covered.at(-1)?.closest(".cell");
  while ((next = next?.nextElementSibling)?.matches("p, ul, ol, .wide")) covered.push(next);
  const button = make("button", { type: "button", class: "cover" }, "This may show the answer: commit to a guess first, or look now");
  const hide = (on) => {
    for (const output of covered) {
      output.classList.toggle("covered", on);
      output.toggleAttribute("inert", on);
    }
    if (!on) button.remove();
  };
  if (covered.length && !model.get("locked")) {
    hide(true);
    covered[0].before(button);
    button.onclick = () => hide(false);
  }
  model.on("change:locked", () => hide(!model.get("locked")));
}

// One after another, with a pause after each so that the page stays quick.
let last = Promise.resolve();
function reviveSoon(node) {
  last = last.then(() => revive(node)).catch((error) => {
    node.querySelector(":scope > .mt-alive")?.remove(); // its still form stays
    node.classList.add("mt-dead");
    console.error(error);
  }).then(() => new Promise((go) => setTimeout(go)));
}

// Those near the screen first, then questions, since they cover what answers them, then the others: a view that grew
// only when a reader came to it would move what the reader is about to click.
const isQuestion = ({ target }) => /prediction|quiz/.test(target.dataset.front);
const order = (entry) => 2 * entry.isIntersecting + isQuestion(entry);
const nearby = new IntersectionObserver((entries) => {
  nearby.disconnect();
  entries.sort((one, other) => order(other) - order(one));
  new Set(entries.map(({ target }) => target)).forEach(reviveSoon); // a busy page tells of one twice
  last.then(() => (document.documentElement.dataset.views = "alive"));
}, { rootMargin: "100%" });
document.querySelectorAll(".mt-island").forEach((node) => nearby.observe(node));
