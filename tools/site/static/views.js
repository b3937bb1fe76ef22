// The views with no kernel: each front end of the package gets a model that holds what Python had put into it. What a
// learner answers is judged in the page and kept in the browser; what needs Python says so.

import { Prediction, Quiz } from "./judging.js";
import { make } from "./making.js";
import * as memory from "./memory.js";

const { lesson, live } = document.body.dataset;

// What anywidget's model is to a front end, without a Python behind it.
class Model {
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

// A question: what it is told is judged here, and told again when the reader comes back.
class Asking extends Model {
  constructor(island, judge) {
    super(island.state);
    this.judge = judge;
    this.kept = memory.key(lesson, island.key);
    this.told = memory.read(this.kept)?.told ?? [];
    for (const message of this.told) this.update(judge.answer(message));
  }
  isDone() { return this.judge.locked; }
  send(message) {
    this.update(this.judge.answer(message));
    this.told.push(message);
    memory.write(this.kept, { told: this.told, done: this.isDone() });
    document.dispatchEvent(new Event("answered"));
  }
}

const decoded = (asked) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(asked), (byte) => byte.charCodeAt())));
const packed = (trace) => new TextEncoder().encode(JSON.stringify(trace));

const makeModel = {
  stepper: ({ state }) => new Model({ ...state, trace: packed(state.trace) }),
  ruler: ({ state }) => new Model(state),
  grow: ({ state }) => new Model(state),
  prediction: (island) => new Asking(island, new Prediction(decoded(island.asked))),
  quiz: (island) => new Asking(island, new Quiz(island.state.questions, decoded(island.asked))),
};

const ASKS = /^(Type here|Your text)$/; // labels that are true of a box to type in alone

// The boxes around a view. A box to type in shows the text; a choice among texts that were tried when the page was
// made works.
function makeBoxes({ boxes, asked }, model, el) {
  const texts = asked?.texts;
  const typed = make("div", { class: "own-box" });
  const line = make("div", { class: "own-choices" });
  let box;
  for (const { kind, label, value, options } of boxes) {
    if (kind.startsWith("text")) {
      box = make("span", { class: "own-text", dir: "auto" }, value);
      typed.append(make("p", {}, ...(ASKS.test(label) ? [] : [make("b", {}, label), " "]), box));
    } else if (texts && options.some((name) => texts[name])) {
      const choice = make("select", {}, ...options.filter((name) => texts[name]).map((name) => make("option", {}, name)));
      choice.value = value;
      choice.onchange = () => {
        box.textContent = texts[choice.value].text;
        model.update({ compared: texts[choice.value] });
      };
      line.prepend(make("label", {}, label, choice));
    } else {
      line.append(make("span", {}, `${label} ${value}`));
    }
  }
  if (line.childElementCount) el.append(line);
  if (typed.childElementCount) el.append(typed);
  return Boolean(box);
}

function tellOfPython() {
  const where = live ? ["To type your own text, ", make("a", { href: live }, "run this lesson in your browser"), "."]
    : ["Your own text needs Python: ", make("a", { href: document.body.dataset.start }, "start the course"), " to type it."];
  return make("p", { class: "own-ask" }, ...where);
}

async function revive(node) {
  const island = JSON.parse(node.firstElementChild.textContent);
  const { default: front } = await import(`./${island.front}.js`);
  const el = make("div", { class: ["mt-alive", ...island.classes].join(" ") });
  const model = makeModel[island.front](island);
  const asks = makeBoxes(island, model, el);
  node.append(el);
  front.render({ model, el });
  if (asks) el.append(tellOfPython());
  node.querySelector(":scope > .mt-still").remove();
  if (model.isDone) follow(node, model);
}

// What comes after a question and shows its answer stays covered until there is a guess.
function follow(node, model) {
  const covered = [...document.querySelectorAll(`[data-after="${node.id}"]`)];
  const button = make("button", { type: "button", class: "cover" }, "This may show the answer: commit to a guess first, or look now");
  const cover = (on) => {
    for (const output of covered) {
      output.classList.toggle("covered", on);
      output.toggleAttribute("inert", on);
    }
    if (!on) button.remove();
  };
  if (covered.length && !model.isDone()) {
    cover(true);
    covered[0].before(button);
    button.onclick = () => cover(false);
  }
  for (const event of ["change:locked", "change:told"]) {
    model.on(event, () => model.isDone() && cover(false));
  }
}

// The ones in sight first, then the others, in their order, with a pause after each so that the page stays quick.
async function reviveAll() {
  const islands = [...document.querySelectorAll(".mt-island")];
  const top = (node) => node.getBoundingClientRect().bottom < 0;
  islands.sort((one, other) => top(one) - top(other));
  for (const node of islands) {
    try {
      await revive(node);
    } catch (error) {
      node.querySelector(":scope > .mt-alive")?.remove(); // its still form stays
      node.classList.add("mt-dead");
      console.error(error);
    }
    await new Promise((go) => setTimeout(go));
  }
  document.documentElement.dataset.views = "alive";
}

reviveAll();
