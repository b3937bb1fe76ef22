// Room: a view keeps its height while it is stepped, and what is lit stays in sight.

const MEASURED = 48; // of a longer trace, as many frames are measured
const IN_PAGE = 13; // the size of the type in the page
const ON_SLIDE = 10; // the least on a slide, which a projector makes large
const ROUNDS = 5; // of the search for the size in full screen
const PHONE = 480; // on a stage narrower than this, what follows a tall view is out of sight while it is stepped
const MOST = 0.75; // so there it keeps no more room than this share of the screen
const KEPT_ROWS = 6; // so many parts of a stage keep their own places
const LIT = ".mt-here, .mt-new, .mt-next, .mt-wins, .mt-path, .mt-tried";
const HERE = ".mt-here, .mt-new"; // what matters most, where all that is lit is wider than its box
const FADE = 2.5; // em, as in the style sheet
const SCROLLERS = ".mt-cursor, .mt-drawing, .mt-roots";

// The frames to measure: all of a short trace; of a long one some from first to last, and those with the most parts.
function toMeasure(bodies) {
  const places = bodies.map((_, place) => place);
  if (places.length <= MEASURED) return places;
  const evenly = Array.from({ length: MEASURED / 2 }, (_, k) => Math.round((k * (places.length - 1)) / (MEASURED / 2 - 1)));
  const longest = places.sort((a, b) => bodies[b].length - bodies[a].length).slice(0, MEASURED / 2);
  return [...new Set([...evenly, ...longest])];
}

// Make the stage and the caption as tall as the tallest of some frames. The parts of the stage are so, too, and each stays
// at its place: a style sheet reads their heights from the stage. The frames are laid out unseen, all at once, and only
// once: nothing is changed before all heights are known.
function keepRoom(caption, stage, frames) {
  const open = stage.querySelector("details[open]") ? "<details open" : "<details";
  const unseen = make("div", { class: "mt-unseen", "aria-hidden": "true" });
  unseen.style.width = `${stage.clientWidth}px`;
  unseen.innerHTML = frames
    .map(([told, body]) => `<p class="mt-caption">${told}</p><div class="mt-stage">${body.replace("<details", open)}</div>`)
    .join("");
  stage.after(unseen);
  const height = (node) => node.getBoundingClientRect().height;
  const tallest = (heights) => Math.ceil(Math.max(0, ...heights));
  const captions = [...unseen.querySelectorAll(":scope > .mt-caption")].map(height);
  const stages = [...unseen.querySelectorAll(":scope > .mt-stage")].map((node) => ({
    whole: height(node),
    parts: [...node.children].map((part) => (part.matches(".mt-columns") ? height(part) : null)),
  }));
  unseen.remove();
  const rows = Array.from({ length: KEPT_ROWS }, (_, row) => tallest(stages.map(({ parts }) => parts[row] ?? 0)));
  const kept = ({ whole, parts }) =>
    rows.reduce((sum, tall, row) => sum + tall - (parts[row] ?? tall), whole);
  rows.forEach((tall, row) => stage.style.setProperty(`--mt-row-${row}`, `${tall}px`));
  caption.style.minHeight = `${tallest(captions)}px`;
  const most = stage.clientWidth < PHONE ? Math.ceil(MOST * window.innerHeight) : Infinity;
  stage.style.minHeight = `${Math.min(most, tallest(stages.map(kept)))}px`;
}

// In full screen the type is as large as the tallest frame allows, and no smaller than in the page; so it is on a slide.
function fitScreen(view, screen, keep) {
  const isOver = () => screen.scrollHeight > screen.clientHeight;
  if (!isOver()) return;
  let large = parseFloat(getComputedStyle(view).fontSize);
  let small = screen.matches(".mt-screen") ? ON_SLIDE : IN_PAGE;
  const wear = (size) => {
    view.style.fontSize = `${size}px`;
    keep();
  };
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (small + large) / 2;
    wear(middle);
    if (isOver()) large = middle;
    else small = middle;
  }
  wear(small);
}

// From where to where some nodes reach, with room before and after them; null where there are none.
function around(nodes, before, after) {
  const places = nodes.map((node) => node.getBoundingClientRect());
  const left = Math.min(...places.map((at) => at.left)) - before;
  return nodes.length ? { left, right: Math.max(...places.map((at) => at.right)) + after } : null;
}

// Scroll what is wider than the view to what is lit in it, and fade its edges where more is hidden.
function keepInSight(stage, smooth) {
  for (const box of stage.querySelectorAll(SCROLLERS)) {
    const hidden = box.scrollWidth - box.clientWidth;
    if (hidden <= 1) continue;
    box.onscroll = () => fade(box);
    const frame = box.getBoundingClientRect();
    const heads = box.querySelector("th")?.offsetWidth ?? 0; // they cover what is under them
    const edge = FADE * parseFloat(getComputedStyle(box).fontSize);
    const [all, here] = [LIT, HERE].map((names) => around([...box.querySelectorAll(names)], heads + edge, edge));
    const lit = here && all.right - all.left > frame.width ? here : all;
    if (lit && (lit.left < frame.left || lit.right > frame.right)) {
      const middle = Math.min((lit.left + lit.right) / 2, lit.left + frame.width / 2);
      box.scrollTo({ left: box.scrollLeft + middle - frame.left - frame.width / 2, behavior: smooth ? "smooth" : "instant" });
    }
    fade(box);
  }
}

function fade(box) {
  box.classList.toggle("mt-hides-left", box.scrollLeft > 1);
  box.classList.toggle("mt-hides-right", box.scrollLeft < box.scrollWidth - box.clientWidth - 1);
}
