// What a reader types, with no Python to ask: the page's own encoders answer. They load when a view comes into sight.

import { open } from "./encoders/tokenizer.js";
import { landscape } from "./landscape.js";
import { whenNear } from "./making.js";
import { rowOf } from "./rows.js";
import { offerPicture, share } from "./sharing.js";

const LOADING = "Its vocabulary is on the way.";
const FAILED = "Its vocabulary could not be loaded: are you offline?";
const opened = new Map(); // by the name of its file, each once
const pageText = Object.assign(new EventTarget(), { value: "" }); // of the first page: what its landscape shows

function load(file) {
  const start = () => open(globalThis.inOneFile?.address(file) ?? new URL(`vocabularies/${file}`, import.meta.url));
  if (!opened.has(file)) opened.set(file, start().catch((error) => (opened.delete(file), Promise.reject(error))));
  return opened.get(file);
}

// A comparison follows the box. A row is a name with the file of its vocabulary.
export function compareIn(model, el, [box = pageText], { rows }) {
  const found = new Map(); // by the file: a tokenizer, or an error
  const rowFor = ({ name, file }) => {
    const tokenizer = found.get(file);
    if (tokenizer?.encode) return rowOf(name, tokenizer, box.value);
    return { name, size: 0, count: 0, problem: tokenizer ? FAILED : LOADING, tokens: [], why: [] };
  };
  const show = () => model.update({ compared: { text: box.value, rows: rows.map(rowFor) } });
  box.addEventListener("input", show);
  whenNear(el, "25%", () => {
    for (const { file } of rows) {
      load(file).catch((error) => error).then((tokenizer) => {
        found.set(file, tokenizer);
        const { text, rows } = model.get("compared");
        if (box.value !== text || rows.some(({ problem }) => problem === LOADING)) show();
      });
    }
  });
}

// A text that the reader has typed becomes a landscape like the others. On the first page the ruler follows it, and a link shows
// what is seen.
export function floodIn(model, el, boxes, { files }) {
  const given = model.get("texts"), sizes = model.get("sides").map(({ size }) => size), isFirstPage = document.body.matches(".front");
  model.on("change:asked", async () => {
    const text = model.get("asked");
    try {
      const own = text ? [landscape(await Promise.all(files.map(load)), sizes, "yours", text)] : [];
      if (text !== model.get("asked")) return;
      model.update({ problem: "", shown: (own[0] ?? given[0]).name, texts: [...given, ...own] });
      model.save_changes(); // the address tells of it
    } catch {
      model.update({ problem: FAILED });
    }
  });
  el.addEventListener("focusin", () => files.forEach((file) => load(file).catch(() => {})), { once: true });
  if (model.get("together")) return offerPicture(model, el);
  if (!isFirstPage) return;
  const follow = () => {
    const shown = model.get("texts").find(({ name }) => name === model.get("shown"));
    if (pageText.value === shown.text) return;
    pageText.value = shown.text;
    pageText.dispatchEvent(new Event("input"));
  };
  model.on("change:texts", follow);
  model.on("change:shown", follow);
  share(model, el);
  follow();
}
