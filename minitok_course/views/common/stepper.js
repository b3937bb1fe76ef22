// The front end of every view: it holds the frames of a trace and moves between them, without asking Python.
// A trace is { parts, captions, bodies, start }. The caption and the body of a frame are lists of places in `parts`, and
// these are pieces of HTML that Python wrote and escaped; to show a frame is to join its pieces. Nothing here knows what
// the pieces mean, but for some attributes: [data-moves] names what may stand elsewhere in the next frame, [data-word]
// holds the tokens of a word, [data-tip] tells more when pointed at, [data-span] has the characters that a token covers,
// [data-scrolls] needs the arrow keys for itself, [data-ribbons] has rows that ribbons join. Other files stand before it: see stepper.py.

const STEP_MS = 900;
const CALM_MS = 400; // steps that follow one another faster than this are not animated
const [SOON_MS, SAVE_MS] = [20, 250];
const TYPED_MS = 300; // while the learner types, heights wait: measuring them would hold up the next letter

const OUR_KEYS = /^(Arrow(Left|Right|Up|Down)|Home|End|PageUp|PageDown|Enter| )$/;

function render({ model, el }) {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  let trace = { parts: [], captions: [[]], bodies: [[]] };
  let step = 0;
  const timers = {};
  let latest = 0;

  const title = make("p", { class: "mt-title" }, model.get("title"));
  const problem = make("p", { class: "mt-problem", role: "status" });
  const caption = make("p", { class: "mt-caption" });
  const stage = make("div", { class: "mt-stage" });
  const ribbons = svg("svg", { class: "mt-ribbons", "aria-hidden": "true" });
  const legend = make("p", { class: "mt-legend" });
  const told = make("p", { class: "mt-told", "aria-live": "polite" });

  const first = makeButton("first", "First step");
  const back = makeButton("back", "One step back");
  const play = makeButton("play", "Play");
  const forward = makeButton("forward", "One step forward");
  const last = makeButton("last", "Last step");
  const slider = make("input", { type: "range", class: "mt-slider", "aria-label": "Step", min: 0, step: 1 });
  const count = make("span", { class: "mt-place", "aria-hidden": "true" });
  const full = makeFull(() => view.closest(".mt-live") ?? view); // the view, and the boxes above it
  const controls = make("div", { class: "mt-controls", role: "group", "aria-label": "Steps" });

  const view = make("div", { class: `mt-view ${model.get("name")}`, role: "group", tabindex: -1, "aria-label": model.get("title") });
  const pointing = makePointing(view, stage);
  const guessing = makeGuessing(view, stage, caption, model.get("question"), () => paint(step, false), seek);
  controls.append(first, back, play, forward, last, slider, count, guessing.button);
  const head = make("div", { class: "mt-head" }, title, full, controls);
  view.append(head, problem, caption, guessing.verdict, ribbons, stage, legend, pointing.hint, pointing.tip, told);
  el.append(view);

  const end = () => trace.bodies.length - 1;
  const join = (places) => places.map((place) => trace.parts[place]).join("");
  const wait = waiting(timers);
  const restOf = ({ effect }) => effect.getComputedTiming().endTime + CALM_MS; // what moves comes to rest
  const pause = (least) => Math.max(least, ...stage.getAnimations({ subtree: true }).map(restOf));

  function paint(index, glides) {
    for (const ghost of stage.querySelectorAll(":scope > .mt-ghost")) ghost.remove(); // what still moves
    const refocus = focusIn(stage);
    const before = glides && snapshot(stage);
    const past = step;
    step = Math.max(0, Math.min(index, end()));
    const fresh = stage.cloneNode(false);
    fresh.innerHTML = join(trace.bodies[step]);
    renew(stage, fresh);
    caption.innerHTML = join(trace.captions[step]);
    view.dataset.step = step;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${end()}`);
    slider.style.setProperty("--mt-done", `${end() ? (100 * step) / end() : 0}%`);
    count.textContent = `${step} / ${end()}`;
    for (const button of [first, back]) button.setAttribute("aria-disabled", step === 0);
    for (const button of [forward, last]) button.setAttribute("aria-disabled", step === end());
    stage.classList.toggle("mt-moving", Boolean(before) && step > past);
    guessing.prepare();
    keepInSight(stage, Boolean(before));
    drawRibbons(ribbons, stage, before && step > past);
    if (before) animate(stage, before, step > past);
    pointing.prepare();
    refocus(forward);
  }

  // Heights hang on the width and on the trace, and are measured when either has changed: when the width has while the view
  // is out of sight, once it comes into sight or is stepped.
  let width = 0;
  let inSight = true;
  function measure() {
    clearTimeout(timers.measure);
    timers.measure = null;
    const frames = toMeasure(trace.bodies).map((place) => [trace.captions[place], trace.bodies[place]].map(join));
    if (stage.clientWidth) fillFrame(view, caption, stage, frames);
    keepInSight(stage, false);
    drawRibbons(ribbons, stage, false);
    width = stage.clientWidth;
  }
  const measureSoon = (milliseconds = SOON_MS) => wait("measure", milliseconds, measure);
  const resized = new ResizeObserver(() => {
    if (stage.clientWidth < width) view.style.setProperty("--mt-scale", 1); // until it is measured, nothing is cut off
    if (stage.clientWidth !== width && inSight) measureSoon();
  });
  resized.observe(view);
  const seen = new IntersectionObserver((changes) => {
    inSight = changes.at(-1).isIntersecting;
    if (inSight && stage.clientWidth !== width) measureSoon();
  });
  seen.observe(view);

  function go(index) {
    if (timers.measure || stage.clientWidth !== width) measure();
    const near = Math.abs(index - step) === 1;
    const now = performance.now();
    paint(index, near && !reduced.matches && now - latest > CALM_MS);
    latest = now;
    wait("save", SAVE_MS, save);
  }

  // Nothing is set before it is saved: a model would keep it, and save it even if Python has gone to another step meanwhile.
  const save = () => record(model, { step });

  function stop() {
    clearTimeout(timers.play);
    timers.play = null;
    drawIcon(play, "play", "Play");
  }

  function tick() {
    if (step === end()) return stop();
    go(step + 1);
    wait("play", pause(STEP_MS), tick);
  }

  function goByHand(index) {
    stop();
    go(index);
    wait("tell", 200, () => (told.textContent = `Step ${step} of ${end()}. ${caption.textContent}`));
  }

  // To the next step that asks something, from the end to the first one; here if none does.
  function seek() {
    const places = [...trace.bodies.keys()];
    const asks = (place) => asksIn(markup("div", {}, join(trace.bodies[place])));
    goByHand([...places.slice(step), ...places].find(asks) ?? step);
  }

  function start() {
    drawIcon(play, "pause", "Pause");
    if (step === end() || step === trace.start) go(0); // where it opened is no place that one has chosen
    wait("play", pause(STEP_MS / 2), tick); // longer for a first step that plays
  }

  const isOurs = (event) => OUR_KEYS.test(event.key) && !(event.ctrlKey || event.altKey || event.metaKey);
  const letGo = keepKeys(view, isOurs);
  view.addEventListener("keydown", (event) => {
    if (!isOurs(event) || event.target.hasAttribute("data-scrolls")) return;
    const there = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: end() }[event.key];
    const points = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    if (points && pointing.move(event)) return event.preventDefault();
    if (there === undefined) return;
    event.preventDefault();
    if (there >= 0 && there <= end()) goByHand(there);
  });
  first.onclick = () => goByHand(0);
  back.onclick = () => goByHand(step - 1);
  forward.onclick = () => goByHand(step + 1);
  last.onclick = () => goByHand(end());
  play.onclick = () => (timers.play ? stop() : start());
  slider.oninput = () => goByHand(Number(slider.value));
  document.addEventListener("fullscreenchange", measure);

  function showTexts() {
    problem.textContent = model.get("problem");
    legend.textContent = model.get("legend");
  }
  function showTrace(isNew) {
    trace = JSON.parse(new TextDecoder().decode(model.get("trace")));
    pointing.tell(trace.parts);
    stop();
    slider.max = end();
    view.classList.toggle("mt-single", end() < 1);
    if (isNew) clearTimeout(timers.save);
    paint(isNew ? trace.start : model.get("step"), false);
    if (model.get("step") !== step) save(); // Python hears of a step of the old trace too late
    measureSoon(width ? TYPED_MS : SOON_MS);
  }
  for (const name of ["problem", "legend"]) model.on(`change:${name}`, showTexts);
  model.on("change:trace", () => showTrace(true));
  model.on("change:step", () => model.get("step") !== step && paint(model.get("step"), false));
  showTexts();
  showTrace(false);
  stayInSight(view);

  return () => {
    Object.values(timers).forEach(clearTimeout);
    letGo();
    document.removeEventListener("fullscreenchange", measure);
    resized.disconnect();
    seen.disconnect();
  };
}

export default { render };
