// The page around the views: its theme, the search, what has been answered.

import { make } from "./making.js";
import * as memory from "./memory.js";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const $ = (selector) => document.querySelector(selector);

// The theme: what the reader chose, else the system's; the views follow the mark that JupyterLab's pages have, too.
function dress() {
  const theme = memory.read("minitok-theme") ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = theme;
  document.body.dataset.jpThemeLight = theme === "light";
  $("#theme").setAttribute("aria-pressed", theme === "dark");
}
$("#theme").onclick = () => {
  memory.write("minitok-theme", root.dataset.theme === "dark" ? "light" : "dark");
  dress();
};
dark.addEventListener("change", dress);
dress();

// Search: sections whose text has all the words, those with the words in their heading first.
const query = $("#query");
const found = $("#found");
const told = $("#told");
const MOST = 10;
let sections;
let asked = 0;

const load = () => (sections ??= fetch(`${document.body.dataset.root}search.json`).then((answer) => answer.json()));

function rank(section, words) {
  const [heading, text] = [`${section.page} ${section.heading}`.toLowerCase(), section.text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    const times = text.split(word).length - 1;
    if (!times && !heading.includes(word)) return 0;
    score += 30 * section.heading.toLowerCase().includes(word) + 10 * heading.includes(word) + Math.min(times, 8);
  }
  return score + 40 * (section.heading.toLowerCase() === words.join(" "));
}

// A piece of the text around the first word, with all the words marked.
function excerpt(text, words) {
  const low = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => low.indexOf(word)).filter((place) => place >= 0), low.length));
  const start = at === low.length ? 0 : Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 40)));
  const piece = `${start ? "…" : ""}${text.slice(start, start + 150).trim()}${start + 150 < text.length ? "…" : ""}`;
  const marked = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return piece.split(marked).map((part, place) => (place % 2 ? make("mark", {}, part) : part));
}

function entry({ address, page, heading, text }, words) {
  const where = make("small", {}, heading === page ? "" : page);
  const lines = [make("b", {}, heading), where, make("span", {}, ...excerpt(text, words))];
  return make("li", {}, make("a", { href: document.body.dataset.root + address }, ...lines));
}

async function search() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const mine = ++asked;
  const all = words.length ? await load() : [];
  if (mine !== asked) return; // another letter was typed meanwhile
  const ranked = all.map((section) => [rank(section, words), section]).filter(([score]) => score);
  ranked.sort(([one], [other]) => other - one);
  found.replaceChildren(...ranked.slice(0, MOST).map(([, section]) => entry(section, words)));
  found.parentNode.hidden = !words.length;
  const count = ranked.length;
  told.textContent = `${count} section${count > 1 ? "s" : ""}`;
  if (count > MOST) told.textContent += `, the best ${MOST} of them:`;
  if (!count) told.textContent = "Nothing has all of these words.";
}

query.addEventListener("input", search);
query.addEventListener("focus", load, { once: true });
document.addEventListener("keydown", (event) => {
  const links = [...found.querySelectorAll("a")];
  const place = links.indexOf(document.activeElement);
  if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    query.focus();
  } else if (event.key === "Escape" && !found.parentNode.hidden) {
    found.parentNode.hidden = true;
    query.focus();
  } else if (event.key === "ArrowDown" && (event.target === query || place >= 0)) {
    event.preventDefault();
    links[place + 1]?.focus();
  } else if (event.key === "ArrowUp" && place >= 0) {
    event.preventDefault();
    (links[place - 1] ?? query).focus();
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("[role=search]") || event.target.closest("#found a")) found.parentNode.hidden = true;
});
query.addEventListener("keydown", (event) => event.key === "Enter" && found.querySelector("a")?.click());

// What scrolls sideways can be scrolled by keyboard, too.
const wide = [...document.querySelectorAll("pre, .wide, .shown:not(:has(> .mt-island)), math")];
const scrolls = () => wide.filter((box) => box.scrollWidth > box.clientWidth + 1).forEach((box) => (box.tabIndex = 0));
new ResizeObserver(scrolls).observe(document.querySelector("main"));

// A heading that is chosen in the map, where that lies over the page: the map goes.
$("#map").addEventListener("click", ({ target, currentTarget }) => {
  if (target.closest(".here a") && currentTarget.matches(":popover-open")) currentTarget.hidePopover();
});

// What has been answered, beside each lesson.
function count() {
  let any = 0;
  for (const station of document.querySelectorAll("[data-asks]")) {
    const done = Math.min(memory.countDone(station.dataset.lesson), Number(station.dataset.asks));
    station.querySelector(".done").textContent = done ? `${done} of ${station.dataset.asks} answered` : "";
    any += done;
  }
  $("#forget").hidden = !any;
}
$("#forget").onclick = () => {
  memory.forget();
  location.reload();
};
document.addEventListener("answered", count);
count();
