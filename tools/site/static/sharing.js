// What is seen on the first page, for others: a link that opens it, and a picture.

import { bounded, make } from "./making.js";
import { Model, draw } from "./views.js";

const [WIDE, HIGH, EDGE, FILE] = [1200, 630, 60, "every-sentence-is-a-landscape.png"];
const MOST = 1_000; // characters of a text in the address
// What the style sheets say of a drawing, and a file of its own must say itself.
const LOOKS = "fill fill-opacity stroke stroke-width stroke-dasharray stop-color font-family font-size font-weight text-anchor dominant-baseline white-space".split(" ");

export function share(model, el) {
  const box = el.querySelector("input"), told = new URLSearchParams(location.hash.slice(1)), text = bounded(told.get("text") ?? "", MOST);
  if (told.has("merges")) model.update({ merges: Number(told.get("merges")) || 0 });
  if (model.get("texts").some(({ name }) => name === told.get("in"))) model.update({ shown: told.get("in") });
  if (text) {
    box.value = text;
    model.update({ asked: text });
  }
  const lessons = document.querySelectorAll("main :is(.ways, .routes) a[href$='.html']");
  let answered = ""; // what was typed, once it is shown
  const keep = () => {
    const isTyped = model.get("shown") === "yours" || box.value !== answered;
    const seen = isTyped ? { text: box.value.slice(0, MOST) } : { in: model.get("shown") };
    history.replaceState(null, "", `#${new URLSearchParams({ ...seen, merges: model.get("merges") })}`);
    for (const link of lessons) link.hash = isTyped ? new URLSearchParams(seen) : "";
  };
  model.on("change:texts", () => (answered = model.get("asked")));
  model.save_changes = keep;

  const [copy, save] = ["Copy link", "Save as picture"].map((name) => make("button", { type: "button" }, name));
  const status = make("span", { role: "status" });
  copy.onclick = async () => {
    keep();
    await navigator.clipboard?.writeText(location.href).then(() => (status.textContent = "Copied."), () => {});
    if (!status.textContent) status.textContent = "The link is in the address bar: copy it there.";
    setTimeout(() => (status.textContent = ""), 4000);
  };
  save.onclick = async () => make("a", { href: await picture(model), download: FILE }).click();
  el.append(make("p", { class: "share" }, copy, save, status));
}

// The view as a PNG of twice the size of a preview, drawn anew, so that it is the same on a phone.
async function picture({ state }) {
  const stage = make("div", { class: "mt-screen mt-alive", style: `position:fixed;left:-9999px;width:${WIDE - 2 * EDGE}px;height:${HIGH}px` });
  document.body.append(stage);
  await draw({ front: "waterline" }, stage, new Model({ ...state, texts: state.texts.filter(({ name }) => name === state.shown) }));
  const drawing = stage.querySelector(".mt-water-stage > svg"), { width, height } = drawing.getBoundingClientRect();
  const sides = [...stage.querySelectorAll(".mt-water-side")].map((side) => [...side.childNodes].map(({ textContent }) => textContent));
  const paper = getComputedStyle(document.body).backgroundColor, { color, fontFamily } = getComputedStyle(document.querySelector("h1"));
  const copy = looking(drawing), room = HIGH - 260, scale = Math.min((WIDE - 2 * EDGE) / width, room / height, 2);
  const write = (x, y, size, text, more = "") => `<text x="${x}" y="${y}" font-size="${size}" ${more}>${text}</text>`;
  const end = 'text-anchor="end" font-weight="700"', rows = [150, HIGH - 66];
  const named = sides.flatMap(([name, merges, count], place) => [
    write(EDGE, rows[place], 22, `<tspan font-weight="700">${name}</tspan> ${merges}`), write(WIDE - EDGE, rows[place], 22, count, end)]);
  const top = 170 + (room - scale * height) / 2, left = (WIDE - scale * width) / 2;
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * WIDE}" height="${2 * HIGH}" viewBox="0 0 ${WIDE} ${HIGH}" fill="${color}" font-family='${fontFamily}'>`
    + `<rect width="100%" height="100%" fill="${paper}"/>${write(EDGE, 92, 46, "Every sentence is a landscape", 'font-weight="700"')}${named.join("")}`
    + `<g transform="translate(${left},${top}) scale(${scale})">${new XMLSerializer().serializeToString(copy)}</g>`
    + `${write(EDGE, HIGH - 24, 16, "minitok")}</svg>`;
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
