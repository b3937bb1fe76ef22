// What is seen on the first page, for others: a link that opens it, and a picture.

import { bounded, make } from "./making.js";
import { Model, draw } from "./views.js";

const [WIDE, HIGH, EDGE, FILE] = [1200, 630, 60, "every-sentence-is-a-landscape.png"];
const TITLE = "Every sentence is a landscape";
const MOST = 1_000; // characters of a text in the address
// What the style sheets say of a drawing, and a file of its own must say itself.
const LOOKS = "fill fill-opacity stroke stroke-width stroke-dasharray stop-color font-family font-size font-weight text-anchor dominant-baseline white-space".split(" ");

export function share(model, el) {
  const box = el.querySelector("input"), told = new URLSearchParams(location.hash.slice(1)), text = bounded(told.get("text") ?? "", MOST);
  const guess = el.querySelector(".mt-head .mt-toggle"), isGuessing = () => guess.ariaPressed === "true";
  const dare = () => told.has("guess") && setTimeout(() => isGuessing() || guess.click()); // the cuts are to be guessed
  if (told.has("merges") && !told.has("guess")) model.update({ merges: Number(told.get("merges")) || 0 });
  if (model.get("texts").some(({ name }) => name === told.get("in"))) model.update({ shown: told.get("in") });
  const other = model.get("sides")[1]?.name, isOther = () => el.querySelector(".mt-water-side:not([hidden]) b").textContent === other;
  if (told.get("side") === other) el.querySelector(".mt-water-texts > button").click(); // on a phone one side is shown
  if (text) {
    box.value = text;
    model.update({ asked: text });
  } else dare();
  const lessons = document.querySelectorAll("main :is(.ways, .routes) a[href$='.html']");
  let answered = ""; // what was typed, once it is shown
  const keep = () => {
    const isTyped = model.get("shown") === "yours" || box.value !== answered;
    const seen = isTyped ? { text: box.value.slice(0, MOST) } : { in: model.get("shown") };
    if (isOther()) seen.side = other;
    if (isGuessing()) seen.guess = 1;
    history.replaceState(null, "", `#${new URLSearchParams({ ...seen, merges: model.get("merges") })}`);
    for (const link of lessons) link.hash = isTyped ? new URLSearchParams(seen) : "";
  };
  model.on("change:texts", () => {
    answered = model.get("asked");
    if (answered === text) dare();
  });
  model.save_changes = keep;

  const copy = make("button", { type: "button" }, "Copy link"), tell = offerPicture(model, el, copy);
  copy.onclick = async () => {
    keep();
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    const what = isGuessing() ? "Copied: it opens with the cuts to be guessed." : "Copied.";
    tell(isCopied ? what : "The link is in the address bar: copy it there.");
  };
}

export function offerPicture(model, el, ...others) {
  const save = make("button", { type: "button" }, "Save as picture"), status = make("span", { role: "status" });
  const tell = (text) => {
    status.textContent = text;
    setTimeout(() => (status.textContent = ""), 4000);
  };
  save.onclick = async () => {
    make("a", { href: await picture(model, el), download: FILE }).click();
    tell("Saved.");
  };
  el.append(make("p", { class: "share" }, save, ...others, status));
  return tell;
}

// The view as a PNG of twice the size of a preview, drawn anew, so that it is the same on a phone: a landscape, or skylines
// with their names and prices, which are those after all merges. Where the address of the site is known, it is on it.
async function picture({ state }, el) {
  const { together, texts, shown, sides } = state, merges = together ? Math.max(...sides.map(({ size }) => size)) : state.merges;
  const stage = make("div", { class: "mt-screen mt-alive", style: `position:fixed;left:-9999px;width:${WIDE - 2 * EDGE}px;height:${HIGH}px` });
  document.body.append(stage);
  await draw({ front: "waterline" }, stage, new Model({ ...state, merges, texts: texts.filter(({ name }) => together || name === shown) }));
  const chosen = Math.max(0, [...el.querySelectorAll(".mt-water-names button")].findIndex((one) => one.ariaPressed === "true"));
  if (together) stage.querySelectorAll(".mt-water-names button")[chosen]?.click();
  for (const grip of stage.querySelectorAll(".mt-grip")) grip.remove(); // it is to be dragged

  const frame = stage.querySelector(".mt-water-stage > svg").getBoundingClientRect(), { top, height } = frame;
  const { left, width } = together ? stage.querySelector(".mt-price").getBoundingClientRect() : frame;
  const paper = getComputedStyle(document.body).backgroundColor, { color, fontFamily } = getComputedStyle(document.querySelector("h1"));
  const write = (x, y, size, text, more = "") => `<text x="${x}" y="${y}" font-size="${size}" ${more}>${text}</text>`;
  const [bold, right] = ['font-weight="700"', 'text-anchor="end"'];
  const parts = [...stage.querySelectorAll(".mt-water-stage > svg, .mt-price :is(.mt-name, .mt-count, .mt-bar)")].map((node) => {
    const at = node.getBoundingClientRect(), [x, y] = [at.left - left, at.top - top];
    if (node.matches("svg")) return `<g transform="translate(${x},${y})">${new XMLSerializer().serializeToString(looking(node))}</g>`;
    if (node.matches(".mt-bar")) return `<rect x="${x}" y="${y}" width="${at.width}" height="${at.height}" rx="3" fill="${getComputedStyle(node).backgroundColor}"/>`;
    const isName = node.matches(".mt-name");
    return write(isName ? x : x + at.width, y + at.height / 2 + 5, 15, node.textContent, isName ? bold : right);
  });
  const seen = together
    ? `The same sentence in ${texts.filter(({ name }) => name !== "yours").length} languages: its tokens in ${sides[chosen].name}, and its price beside ${texts[0].name}.`
    : "What the water joins is one token; where rock stands out, the text is cut.";
  const named = together ? [] : [...stage.querySelectorAll(".mt-water-side")].flatMap((side, place) => {
    const [name, merges, count] = [...side.childNodes].map(({ textContent }) => textContent), y = [150, HIGH - 80][place];
    return [write(EDGE, y, 22, `<tspan ${bold}>${name}</tspan> ${merges}`), write(WIDE - EDGE, y, 22, count, `${right} ${bold}`)];
  });
  const start = together ? 108 : 168, room = HIGH - start - (together ? 62 : 110), scale = Math.min((WIDE - 2 * EDGE) / width, room / height, 2);
  const spare = WIDE - 2 * EDGE - scale * width, x = spare < 150 || together ? EDGE : EDGE + spare / 2; // a short text in the middle
  const moved = `translate(${x},${start + (room - scale * height) / 2}) scale(${scale})`;
  const address = document.querySelector("[property='og:url']")?.content ?? "minitok";
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * WIDE}" height="${2 * HIGH}" viewBox="0 0 ${WIDE} ${HIGH}" fill="${color}" font-family='${fontFamily}'>`
    + `<rect width="100%" height="100%" fill="${paper}"/>${write(EDGE, 92, 46, together ? state.title : TITLE, bold)}${named.join("")}`
    + `<g transform="${moved}">${parts.join("")}</g>`
    + `${write(EDGE, HIGH - 30, 19, seen)}${write(WIDE - EDGE, 40, 18, address.replace(/^https?:\/\/|[^/]*\.html$/g, ""), right)}</svg>`;
  stage.remove();
  const image = new Image(2 * WIDE, 2 * HIGH), canvas = make("canvas", { width: 2 * WIDE, height: 2 * HIGH });
  image.src = `data:image/svg+xml,${encodeURIComponent(card)}`;
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0);
  return URL.createObjectURL(await new Promise((resolve) => canvas.toBlob(resolve)));
}

function looking(node) {
  const copy = node.cloneNode(true), [from, to] = [node, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  from.forEach((one, place) => {
    const style = getComputedStyle(one);
    to[place].style.cssText = LOOKS.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
  });
  copy.style.overflow = "visible";
  return copy;
}
