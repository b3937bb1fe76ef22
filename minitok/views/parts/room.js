// Room: a view keeps its height while it is stepped, and what is lit stays in sight.

const MEASURED = 48; // of a longer trace, as many frames are measured
const KEPT_ROWS = 6; // so many parts of a stage keep their own places
const LIT = ".mt-here, .mt-new, .mt-next, .mt-wins, .mt-path, .mt-tried";
const SCROLLERS = ".mt-cursor, .mt-drawing, .mt-roots";

// The frames to measure: all of a short trace; of a long one some from first to last, and those with the most parts.
function toMeasure(bodies) {
  const places = bodies.map((_, place) => place);
  if (places.length <= MEASURED) return places;
  const evenly = Array.from({ length: MEASURED / 2 }, (_, k) => Math.round((k * (places.length - 1)) / (MEASURED / 2 - 1)));
  const longest = places.sort((a, b) => bodies[b].length - bodies[a].length).slice(0, MEASURED / 2);
  return [...new Set([...evenly, ...longest])];
}

// Make the stage and the caption as tall as the tallest of some frames, which are laid out unseen, all at once. The
// parts of the stage are so, too, and each stays at its place: a style sheet reads their heights from the stage.
function keepRoom(caption, stage, frames) {
  const open = stage.querySelector("details[open]") ? "<details open" : "<details";
  const unseen = make("div", { class: "mt-unseen", "aria-hidden": "true" });
  unseen.style.width = `${stage.clientWidth}px`;
  unseen.innerHTML = frames
    .map(([told, body]) => `<p class="mt-caption">${told}</p><div class="mt-stage">${body.replace("<details", open)}</div>`)
    .join("");
  stage.after(unseen);
  const stages = [...unseen.querySelectorAll(":scope > .mt-stage")];
  const captions = [...unseen.querySelectorAll(":scope > .mt-caption")];
  const tallest = (nodes) => Math.ceil(Math.max(0, ...nodes.map((node) => node.getBoundingClientRect().height)));
  for (let row = 0; row < KEPT_ROWS; row++) {
    const parts = stages.map((one) => one.children[row]).filter((part) => part?.matches(".mt-columns"));
    stage.style.setProperty(`--mt-row-${row}`, `${tallest(parts)}px`);
    unseen.style.setProperty(`--mt-row-${row}`, `${tallest(parts)}px`);
  }
  caption.style.minHeight = `${tallest(captions)}px`;
  stage.style.minHeight = `${tallest(stages)}px`;
  unseen.remove();
}

// Scroll what is wider than the view to what is lit in it, and fade its edges where more is hidden.
function keepInSight(stage, smooth) {
  for (const box of stage.querySelectorAll(SCROLLERS)) {
    const hidden = box.scrollWidth - box.clientWidth;
    if (hidden <= 1) continue;
    box.onscroll = () => fade(box);
    const lit = [...box.querySelectorAll(LIT)].map((node) => node.getBoundingClientRect());
    const frame = box.getBoundingClientRect();
    if (lit.length) {
      const left = Math.min(...lit.map((at) => at.left));
      const right = Math.max(...lit.map((at) => at.right));
      if (right - left > frame.width || left < frame.left || right > frame.right) {
        const middle = Math.min((left + right) / 2, left + frame.width / 2);
        box.scrollTo({ left: box.scrollLeft + middle - frame.left - frame.width / 2, behavior: smooth ? "smooth" : "instant" });
      }
    }
    fade(box);
  }
}

function fade(box) {
  box.classList.toggle("mt-hides-left", box.scrollLeft > 1);
  box.classList.toggle("mt-hides-right", box.scrollLeft < box.scrollWidth - box.clientWidth - 1);
}
