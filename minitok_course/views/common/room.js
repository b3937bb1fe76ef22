// Room: a view fills its frame, keeps its height while it is stepped, and what is lit stays in sight.

const MEASURED = 48; // of a longer trace, as many frames are measured
const IN_PAGE = 13; // the size of the type in the page
const ON_SLIDE = 10; // the least on a slide, which a projector makes large
const GROWS = 80; // em: a stage of this width may have type twice as large as its view, one of half of it 1.5 times;
const GROWS_ON_SCREEN = 45; // on a whole screen one of this width may
const TALL = 560; // a stage in the page is not made larger where its view, with the box above it, is taller than this,
const SHARE = 0.75; // or than this share of the window
const ROUNDS = 4; // of the search for a size
const PHONE = 480; // a stage narrower than this keeps no room: what follows it is out of sight, and the buttons are above
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

// The frames, laid out unseen and all at once, for as long as their room is looked for.
function layOut(stage, frames) {
  const unseen = make("div", { class: "mt-unseen", "aria-hidden": "true" });
  unseen.style.width = `${stage.clientWidth}px`;
  unseen.innerHTML = frames
    .map(([told, body]) => `<p class="mt-caption">${told}</p><div class="mt-stage">${body}</div>`)
    .join("");
  stage.after(unseen);
  return unseen;
}

// Make the stage and the caption as tall as the tallest of the frames. Columns at the top of the stage are so, too: a style
// sheet reads their height from the stage. Nothing is changed before all heights are known.
function keepRoom(caption, stage, unseen) {
  const height = (node) => node.getBoundingClientRect().height;
  const tallest = (heights) => Math.ceil(Math.max(0, ...heights));
  const captions = [...unseen.querySelectorAll(":scope > .mt-caption")].map(height);
  const stages = [...unseen.querySelectorAll(":scope > .mt-stage")];
  const columns = stages.map((node) => node.querySelector(":scope > .mt-columns:first-child"));
  const tall = tallest(columns.map((node) => (node ? height(node) : 0)));
  const kept = stages.map((node, place) => height(node) + (columns[place] ? tall - height(columns[place]) : 0));
  stage.style.setProperty("--mt-columns", `${tall}px`);
  caption.style.minHeight = `${tallest(captions)}px`;
  stage.style.minHeight = stage.clientWidth < PHONE ? "" : `${tallest(kept)}px`;
}

// The frames that need the most room, each with its caption: a size that fits them fits all.
function largestOf(unseen) {
  const stages = [...unseen.querySelectorAll(":scope > .mt-stage")];
  const top = (stage) => stage.querySelector(":scope > .mt-columns:first-child")?.offsetHeight ?? 0;
  const below = (stage) => stage.offsetHeight - top(stage);
  const needs = [(stage) => stage.offsetHeight, (stage) => stage.scrollWidth, (stage) => stage.previousSibling.offsetHeight, top, below];
  const largest = (need) => stages.reduce((one, other) => (need(other) > need(one) ? other : one));
  return [...new Set(needs.map(largest))].flatMap((stage) => [stage.previousSibling, stage]);
}

// Wear the largest size from `small` to `large` that fits, or nearly so; `small` where none does.
function wearLargest(small, large, fits) {
  if (fits(large)) return;
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (small + large) / 2;
    if (fits(middle)) small = middle;
    else large = middle;
  }
  fits(small);
}

// A stage fills its frame: its type is as large as the tallest and the widest of its frames allow. Where full screen is
// too small for that of the view, all of it is smaller, but no smaller than in the page. On a slide nothing scrolls.
function fillFrame(view, caption, stage, frames) {
  const screen = view.closest(".mt-screen, :fullscreen"); // a slide, or the whole screen
  const isSlide = Boolean(screen?.matches(".mt-screen"));
  const whole = view.closest(".mt-live") ?? view;
  const isOver = () =>
    screen ? screen.scrollHeight > screen.clientHeight : whole.offsetHeight > Math.min(TALL, SHARE * window.innerHeight);
  view.style.fontSize = "";
  view.style.setProperty("--mt-scale", 1);
  const unseen = layOut(stage, frames);
  const all = [...unseen.children];
  const isWide = () =>
    [...unseen.querySelectorAll(`:scope > .mt-stage, .mt-columns > *, ${SCROLLERS}`)].some((box) => box.scrollWidth > box.clientWidth + 1);
  const fits = (name, unit) => (size) => {
    view.style.setProperty(name, `${size}${unit}`);
    keepRoom(caption, stage, unseen);
    return !isOver() && ((name === "font-size" && !isSlide) || !isWide());
  };
  const type = parseFloat(getComputedStyle(view).fontSize);
  keepRoom(caption, stage, unseen);
  const grows = !isOver() && !(isSlide && isWide());
  const largest = new Set();
  let found;
  do {
    found = largest.size;
    largestOf(unseen).forEach((node) => largest.add(node));
    unseen.replaceChildren(...largest);
    if (grows) wearLargest(1, 1 + stage.clientWidth / type / (screen ? GROWS_ON_SCREEN : GROWS), fits("--mt-scale", ""));
    else if (screen) wearLargest(isSlide ? ON_SLIDE : IN_PAGE, type, fits("font-size", "px"));
    unseen.replaceChildren(...all);
    keepRoom(caption, stage, unseen);
  } while ((grows || screen) && (isOver() || isWide()) && largest.size > found); // at the size found, other frames may be the largest
  unseen.remove();
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
    if (box.scrollWidth - box.clientWidth <= 1) continue;
    box.onscroll = () => fade(box);
    const frame = box.getBoundingClientRect();
    const heads = box.querySelector("th")?.offsetWidth ?? 0; // they cover what is under them
    const edge = FADE * parseFloat(getComputedStyle(box).fontSize);
    const [all, here] = [LIT, HERE].map((names) => around([...box.querySelectorAll(names)], heads + edge, 2 * edge));
    const lit = here && all.right - all.left > frame.width ? here : all;
    if (lit && (lit.left < frame.left || lit.right > frame.right)) {
      const middle = Math.min((lit.left + lit.right) / 2, lit.left + frame.width / 2);
      box.scrollTo({ left: box.scrollLeft + middle - frame.left - frame.width / 2, behavior: smooth ? "smooth" : "instant" });
    }
  }
  // What glides in makes its box wider until it stands.
  Promise.allSettled(stage.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(() => stage.querySelectorAll(SCROLLERS).forEach(fade));
}

function fade(box) {
  box.classList.toggle("mt-hides-left", box.scrollLeft > 1);
  box.classList.toggle("mt-hides-right", box.scrollLeft < box.scrollWidth - box.clientWidth - 1);
}
