// At each "Your turn": an editor, and Python, which checks what is written in it. Both are loaded when they are needed.
// What a learner writes, and the file with all that was right, are kept in this browser.

import { FETCHING, askOf, fileSource, keepFile, startPython, startSoon, stopPython } from "./asking.js";
import { make, whenNear } from "./making.js";
import * as memory from "./memory.js";
import { draw } from "./views.js";

const MOST = 30; // seconds for a check
const FILE = "my_tokenizer.py";
const EDITOR = ["index", "extensions/commands/index", "prism/languages/python", "languages/python"];
const KEYS = "Ctrl+Enter checks. To leave with the keyboard: Escape, then Tab.";

const own = (name) => `minitok-code:${name}`; // "Forget my answers" leaves these
const kept = (name) => memory.read(own(name)) ?? {};
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function offerFile() {
  const source = fileSource();
  const address = source && URL.createObjectURL(new Blob([source], { type: "text/x-python" }));
  for (const place of document.querySelectorAll(".attempt-file")) {
    place.replaceChildren(...(source ? [make("a", { href: address, download: FILE }, `Download ${FILE}`)] : []));
  }
}

async function makeEditor(place, value, label) {
  const files = EDITOR.map((file) => import(`./lite/editor/${file}.js`));
  const [{ createEditor }, { defaultKeymap, editHistory, editorCommands, setIgnoreTab }] = await Promise.all(files);
  const options = { language: "python", value, tabSize: 4, lineNumbers: false, wordWrap: innerWidth < 600 };
  const editor = createEditor(null, options, editorCommands(defaultKeymap, []), editHistory());
  editor.textarea.setAttribute("aria-label", label);
  editor.textarea.title = KEYS;
  editor.container.addEventListener("keydown", ({ key }) => /Tab|Shift/.test(key) || setIgnoreTab(key === "Escape"), true);
  place.replaceChildren(editor.container);
  return editor;
}

let checking = false;

async function revive(attempt) {
  const name = attempt.dataset.exercise;
  const cell = attempt.closest(".cell");
  const place = cell.querySelector(":scope > .input");
  const given = place.textContent.trimEnd();
  const editor = await makeEditor(place, kept(name).source ?? given, `Your code: ${name}`);
  const [check, stop, again] = ["Check", "Stop", "Start again"].map((text) => make("button", { type: "button" }, text));
  const [status, seconds] = [make("span", { role: "status" }), make("span", { "aria-hidden": "true" })];
  const [verdict, view] = [make("div", { tabindex: -1, role: "status" }), make("div", { class: "mt-alive" })];
  const tools = make("p", { class: "attempt-tools" }, check, stop, again, status, seconds, make("span", { class: "attempt-file" }));
  attempt.append(tools, make("div", { class: "attempt-outcome" }, verdict, view));
  stop.hidden = true;

  let timers = [];
  function tell(text, counts) {
    timers.forEach(clearInterval);
    const began = performance.now();
    const passed = () => (seconds.textContent = counts ? `${Math.round((performance.now() - began) / 1000)} s` : "");
    timers = counts ? [setInterval(passed, 1000)] : [];
    status.textContent = text;
    passed();
  }

  async function wake() {
    const { ready } = startPython();
    tell(FETCHING, true);
    await ready;
    tell("Python is ready.");
  }

  function end(text) {
    checking = false;
    check.disabled = false;
    stop.hidden = true;
    tell(text);
  }

  function giveUp(why) {
    stopPython();
    end(`${why} Python starts anew when you check.`);
  }

  async function run() {
    if (checking) return;
    checking = check.disabled = true;
    stop.hidden = false;
    try {
      await wake();
      tell("Checking…", true);
      timers.push(setTimeout(() => giveUp(`Stopped after ${MOST} seconds: does your code end?`), 1000 * MOST));
      const answer = await askOf(cell, { name, source: editor.value });
      end("");
      show(answer);
    } catch (error) {
      if (!error.stopped) giveUp(`Python failed. ${error.message}`); // who stopped it has told so
    }
  }

  function show({ html, right, printed, view: island, file }) {
    keepFile(file);
    keep({ right });
    offerFile();
    verdict.innerHTML = html;
    if (printed) verdict.prepend(make("pre", {}, printed));
    view.replaceChildren();
    verdict.parentNode.scrollIntoView({ block: "nearest" });
    if (island) draw(island, view).then(() => calm.matches || view.querySelector(".mt-button-play")?.click());
  }

  const keep = (more) => {
    memory.write(own(name), { source: editor.value, ...more });
    again.hidden = editor.value.trimEnd() === given;
  };
  editor.on("update", () => keep({ right: false }));
  startSoon(attempt);
  editor.textarea.addEventListener("focus", () => wake().catch((error) => giveUp(error.message)));
  editor.container.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }, true);
  check.onclick = run;
  stop.onclick = () => giveUp("Stopped.");
  again.onclick = () => editor.setOptions({ value: given });
  again.hidden = editor.value.trimEnd() === given;
  if (kept(name).right) tell("✓ Accepted, and kept in this browser.");
  offerFile();
}

document.querySelectorAll(".attempt").forEach((attempt) => whenNear(attempt, "600px", () => revive(attempt)));
