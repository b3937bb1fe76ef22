// The cells of this page run: each has a button, and what it needs of those above runs first.

import { FETCHING, askOf, startPython, stopPython } from "./asking.js";
import { make } from "./making.js";
import { drawIn } from "./views.js";

const MOST = 120; // seconds

function show(cell, outputs) {
  const nodes = outputs.map(({ text, html, island }) => {
    if (text !== undefined) return make("pre", {}, text);
    const node = make("div", { class: island ? "mt-island" : "shown" });
    if (island) drawIn(node, island, cell);
    else node.innerHTML = html;
    return node;
  });
  cell.querySelector(":scope > .outputs")?.remove();
  cell.append(make("div", { class: "outputs" }, ...nodes));
}

function addButton(cell) {
  const button = make("button", { type: "button" }, "Run");
  const stop = make("button", { type: "button", hidden: "" }, "Stop");
  const status = make("span", { role: "status" });
  cell.querySelector(":scope > .input").after(make("p", { class: "attempt-tools" }, button, stop, status));
  stop.onclick = stopPython;
  button.onclick = async () => {
    const began = performance.now(), seconds = () => Math.round((performance.now() - began) / 1000);
    const timer = setInterval(() => (status.textContent = `${word} ${seconds()} s`), 1000);
    const limit = setTimeout(() => stop.click(), 1000 * MOST);
    let word = status.textContent = FETCHING;
    [button.disabled, stop.hidden] = [true, false];
    try {
      await startPython().ready;
      word = status.textContent = "Running…";
      const { shown } = await askOf(cell);
      show(cell, shown);
      status.textContent = "";
    } catch (error) {
      status.textContent = error.message;
    }
    clearInterval(timer);
    clearTimeout(limit);
    [button.disabled, stop.hidden] = [false, true];
  };
}

document.querySelectorAll(".cell:has(> .input):not(:has(.attempt))").forEach(addButton);
