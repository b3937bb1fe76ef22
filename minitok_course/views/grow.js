// A text that is cut by as many merges as the learner drags in.
//
// `grow.py` says what it is sent: `texts` with their nodes, `size`, `merges`, `shown`. It sets `merges`, `shown` and `asked`,
// a text that was typed, which Python, or the page, answers with new `texts`. It knows no algorithm, and nothing is
// encoded again while the dot moves. The files forest.js, which cuts the text, and curves.js stand before this one, in
// one module.

const [LEAST, LARGEST, LARGEST_ON_PHONE, LARGEST_IN_FULL] = [16, 34, 21, 64]; // px, the type of the text
const [CELL, ROW] = [0.63, 1.7]; // of that size: the width of a letter, the height of a line
const PHONE = 480;
const IN_PAGE = 13; // px, the type of the view
const PLAY_MS = 9000;
const TYPED_MS = 150;
const CALM_MS = 120; // what follows sooner, as in a quick drag, is not animated
const FEW = 6; // when more merges are made at once, no token flashes

function render({ model, el }) {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const play = makeButton("play", "Play");
  const full = makeFull(() => view);
  const names = make("div", { class: "mt-grow-names", role: "group", "aria-label": "Text" });
  const input = make("input", { type: "text", "aria-label": "Your own text" });
  const problem = make("p", { class: "mt-problem", role: "status" });
  const whole = make("p", { class: "mt-grow-whole", dir: "auto" });
  const stage = make("div", { class: "mt-grow-stage", role: "group", "aria-label": "Tokens" });
  const counts = make("p", { class: "mt-grow-counts" });
  const size = model.get("size");
  const curves = makeCurves(size);
  const { chart } = curves;
  const tree = make("div", { class: "mt-grow-tree", role: "group", "aria-label": "Family tree", hidden: "" });
  const legend = make("p", { class: "mt-legend" });
  const view = make("div", { class: `mt-view ${model.get("name")}`, role: "group", "aria-label": model.get("title") });
  view.append(
    make("div", { class: "mt-head" }, make("p", { class: "mt-title" }, model.get("title")), play, full),
    make("div", { class: "mt-grow-texts" }, names, input), problem, whole, stage, counts, chart, tree, legend,
  );
  el.append(view);

  let merges = model.get("merges");
  let forests = [];
  let forest, symbol; // the one that is shown, and what it begins with
  let chips, lines, width, unit, cell, drawn, open;
  let latest = 0;
  const timers = {};
  const wait = (name, milliseconds, act) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(act, milliseconds);
  };

  // A chip for each place where a token may start, and all letters: they stay, and only move.
  function build() {
    forests = model.get("texts").map(readForest);
    forest = forests.find(({ name }) => name === model.get("shown")) ?? forests[0];
    chips = forest.letters.map(() => ({ node: make("button", { type: "button", class: "mt-grow-chip", tabindex: -1 }) }));
    const first = forest.blocks(0).find(({ rank }) => rank !== undefined);
    if (first) chips[first.start].node.tabIndex = 0; // the arrow keys lead to the others
    for (const letter of forest.letters.flat()) {
      letter.node = make("span", { class: `mt-grow-letter${letter.look}`, "aria-hidden": "true" }, letter.shown);
    }
    const named = forests.map(({ name }) => make("button", { type: "button", class: "mt-toggle", "aria-pressed": name === forest.name }, name));
    named.forEach((button) => (button.onclick = () => record(model, { shown: button.textContent })));
    const chosen = names.contains(document.activeElement);
    names.replaceChildren(...(named.length > 1 ? named : []));
    input.placeholder = named.length > 1 ? "or type your own" : "type a text of your own";
    if (chosen) names.querySelector("[aria-pressed=true]")?.focus();
    symbol = forest.base === "bytes" ? "byte" : "letter";
    whole.textContent = /[^\0-\x7f]/.test(forest.text) ? forest.text : ""; // letters that are several bytes can't be read yet
    legend.replaceChildren("Thin and blue: learned early ", make("i", { class: "mt-grow-ages" }), " thick and orange: learned late. White: a ",
      `${symbol}, there from the start. Drag the dot on the curve to learn more or fewer merges, and click a token to see what it is made of.`);
    layOut();
  }

  // As large as fits: the lines of the text as it is before any merge.
  function layOut() {
    width = stage.clientWidth;
    if (!width) return;
    closeTree();
    const screen = view.closest(".mt-screen, :fullscreen"); // a slide, or the whole screen
    const heights = [...view.children].map((node) => (node === stage ? 0 : node.getBoundingClientRect().height + 12));
    const room = screen ? screen.clientHeight - heights.reduce((sum, height) => sum + height, 32) : width < PHONE ? 0.4 * innerHeight : clamp(150, 0.27 * width, 330);
    for (unit = screen ? LARGEST_IN_FULL : width < PHONE ? LARGEST_ON_PHONE : LARGEST; ; unit--) {
      lines = breakLines(forest, width / (unit * CELL));
      if (unit <= LEAST || (lines.at(-1) + 1) * ROW * unit <= room) break;
    }
    cell = unit * CELL;
    const height = ((lines.at(-1) ?? 0) + 1) * ROW * unit;
    stage.style.cssText = `font-size:${unit}px;height:${height + (forest.more ? 24 : 0)}px;max-height:${Math.max(room, LEAST)}px`;
    // Nothing changes its line, so that a move has to lay out no more than the lines that it changes.
    const rows = Array.from({ length: (lines.at(-1) ?? -1) + 1 }, (_, line) =>
      make("div", { class: "mt-grow-row", style: `top:${line * ROW * unit}px;height:${ROW * unit}px` }));
    chips.forEach(({ node }, start) => rows[lines[start]].append(node, ...(forest.letters[start] ?? []).map((letter) => letter.node)));
    const more = `and ${number(forest.more)} more characters`;
    stage.replaceChildren(...rows, ...(forest.more ? [make("span", { class: "mt-more", style: `top:${height}px` }, more)] : []));
    drawn = null;
    const large = parseFloat(getComputedStyle(view).fontSize) / IN_PAGE;
    curves.draw(forests, forest, width / large, width < PHONE ? 88 : 110);
    draw();
  }

  function draw() {
    if (!width) return; // it is not in the page yet
    const learned = forest.learned(merges);
    if (learned !== drawn) drawTokens(learned);
    const { made, least } = forest;
    const next = made[learned];
    const count = least - learned;
    const saved = Math.round(100 * (learned / Math.max(least, 1)));
    const told = { merges: number(merges), tokens: number(count), [`fewer than ${symbol}s`]: `${saved}%` };
    counts.replaceChildren(
      ...Object.entries(told).map(([what, value]) => make("span", {}, make("b", {}, value), ` ${what}`)),
      next ? make("span", { class: "mt-grow-next" }, `next here: merge ${number(next.rank + 1)}, `, small(next.parts[0]), " + ", small(next.parts[1]))
        : make("span", { class: "mt-grow-next" }, least ? "nothing left to join here" : "There is no text yet: type one."),
    );
    curves.move(merges, count);
  }

  const small = (token) => paint(make("code", {}, faceOf(forest, token)), token);

  function paint(node, { rank }) {
    node.style.setProperty("--age", rank < 0 ? 0 : curves.share(rank).toFixed(3));
    node.classList.toggle("mt-made", rank >= 0);
    return node;
  }

  function put(item, x, width, away) {
    if (item.x !== x) item.node.style.transform = `translateX(${(item.x = x)}px)`;
    if (item.wide !== width) item.node.style.width = `${(item.wide = width)}px`;
    if (item.away !== away) item.node.classList.toggle("mt-away", (item.away = away));
  }

  function drawTokens(learned) {
    const now = performance.now();
    const few = Math.abs(learned - drawn) <= FEW;
    const calm = now - latest > CALM_MS && (few || !(timers.play || chart.onpointermove));
    const moves = drawn !== null && calm && !reduced.matches;
    latest = now;
    stage.classList.toggle("mt-moving", moves);
    const flashes = moves && few && learned > drawn;
    drawn = learned;
    const rows = [];
    for (const token of forest.blocks(merges)) (rows[lines[token.start]] ??= []).push({ token, letters: [...lettersIn(forest, token)] });
    rows.forEach((row) => {
      const blocks = fromLeft(forest, row);
      const widths = blocks.map(({ token, letters }) => letters.reduce((sum, { width }) => sum + width, 2 * beside(token)) * cell);
      let x = blocks === row ? 0 : width - widths.reduce((sum, wide) => sum + wide + BETWEEN * cell, 0);
      blocks.forEach(({ token, letters }, place) => {
        drawBlock(token, letters, x, widths[place], flashes);
        x += widths[place] + BETWEEN * cell;
      });
    });
  }

  const beside = ({ rank }) => (rank === undefined ? 0 : BESIDE);

  function drawBlock(token, letters, x, width, flashes) {
    let inside = x + beside(token) * cell;
    for (const letter of letters) {
      for (let place = letter.start; place < letter.end; place++) {
        for (const other of forest.letters[place]) put(other, inside, letter.width * cell, other !== letter || !beside(token));
        if (place > token.start) put(chips[place], inside, 0, true);
      }
      inside += letter.width * cell;
    }
    const chip = chips[token.start];
    put(chip, x, width, !beside(token));
    if (chip.token === token || !beside(token)) return;
    if (flashes && token.rank > (chip.token?.rank ?? Infinity)) flash(chip.node);
    chip.token = token;
    paint(chip.node, token);
    const when = token.rank < 0 ? "there from the start" : `merge ${number(token.rank + 1)}`;
    chip.node.setAttribute("aria-label", `${faceOf(forest, token)}, ${when}`);
  }

  const flash = (node) => node.animate([{ outline: "4px solid var(--mt-next)", offset: 0.3 }], { duration: 700 });

  function go(there) {
    if (there === merges) return;
    merges = there;
    closeTree();
    draw();
    model.set("merges", merges);
    wait("save", 250, () => model.save_changes());
  }

  function stop() {
    cancelAnimationFrame(timers.play);
    timers.play = null;
    drawIcon(play, "play", "Play");
  }

  function start() {
    if (merges >= size) go(0);
    const began = performance.now() - PLAY_MS * curves.share(merges);
    drawIcon(play, "pause", "Pause");
    const tick = (now) => {
      go(curves.at((now - began) / PLAY_MS));
      if (merges < size) timers.play = requestAnimationFrame(tick);
      else stop();
    };
    timers.play = requestAnimationFrame(tick);
  }

  // What a token is made of takes the place of the chart, so that it covers nothing else; on a phone it comes below.
  function openTree(chip) {
    const grow = (token) => {
      const told = token.rank < 0 ? [] : [make("small", {}, `merge ${number(token.rank + 1)}`)];
      const parts = token.parts.length ? [make("ul", {}, ...token.parts.map(grow))] : [];
      return make("li", {}, small(token), ...told, ...parts);
    };
    const { token } = chip;
    const letter = forest.letters.slice(0, token.start + 1).flat().findLast(({ end, look }) => end > token.start && look !== " mt-hex");
    const part = letter.end - letter.start > 1 ? `One of the ${letter.end - letter.start} bytes of “${letter.shown}”` : `A single ${symbol}`;
    const what = token.rank < 0 ? `${part}: it was there from the start.`
      : `Merge ${number(token.rank + 1)}, from two older tokens.`;
    const close = make("button", { type: "button", class: "mt-toggle" }, "Close");
    close.onclick = closeTree;
    tree.replaceChildren(make("p", {}, make("span", {}, what), close), make("ul", {}, grow(token)));
    closeTree();
    open = chip;
    chip.node.classList.add("mt-chosen");
    if (width >= PHONE || view.matches(":fullscreen")) chart.style.display = "none";
    tree.hidden = false;
    close.focus({ preventScroll: true });
    tree.scrollIntoView({ block: "nearest" });
  }

  function closeTree() {
    if (!open) return;
    const inside = tree.contains(document.activeElement);
    tree.hidden = true;
    chart.style.display = "";
    open.node.classList.remove("mt-chosen");
    if (inside) open.node.focus({ preventScroll: true });
    open = null;
  }

  const goTo = ({ clientX }) => go(curves.under(clientX - chart.getBoundingClientRect().left));
  chart.onpointerdown = (event) => {
    stop();
    chart.setPointerCapture(event.pointerId);
    chart.onpointermove = goTo;
    if (event.pointerType !== "touch") goTo(event); // a finger may be about to scroll the page
  };
  chart.onclick = goTo;
  chart.onpointerup = chart.onpointercancel = () => (chart.onpointermove = null);
  chart.onkeydown = (event) => {
    const learned = forest.learned(merges);
    const next = (forest.made[learned]?.rank ?? size - 1) + 1;
    const before = forest.made[learned - 1]?.rank ?? 0;
    const there = { ArrowRight: next, ArrowUp: next, ArrowLeft: before, ArrowDown: before, Home: 0, End: size }[event.key];
    if (there === undefined) return;
    event.preventDefault();
    stop();
    go(there);
  };
  stage.onclick = ({ target }) => {
    const chip = chips.find(({ node }) => node === target);
    if (!chip) return;
    stop();
    if (chip === open) closeTree();
    else openTree(chip);
  };
  stage.onkeydown = (event) => {
    const shown = [...stage.querySelectorAll("button:not(.mt-away)")];
    const here = shown.indexOf(event.target);
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (!shown[there]) return;
    event.preventDefault();
    shown[there].focus();
  };
  view.addEventListener("keydown", (event) => event.key === "Escape" && closeTree());
  play.onclick = () => (timers.play ? stop() : start());
  input.oninput = () => {
    stop();
    wait("ask", TYPED_MS, () => record(model, { asked: input.value }));
  };

  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    seen.disconnect();
    if (!merges && !reduced.matches) start();
  }, { threshold: 0.6 });
  const resized = new ResizeObserver(() => stage.clientWidth !== width && layOut());
  const showProblem = () => (problem.textContent = model.get("problem"));
  model.on("change:problem", showProblem);
  model.on("change:texts", build);
  model.on("change:shown", build);
  model.on("change:merges", () => {
    if (model.get("merges") === merges) return;
    stop();
    go(model.get("merges"));
  });
  document.addEventListener("fullscreenchange", layOut);
  showProblem();
  build();
  resized.observe(stage);
  seen.observe(stage);
  const restoreKeys = keepKeys(view);

  return () => {
    stop();
    Object.values(timers).forEach(clearTimeout);
    seen.disconnect();
    resized.disconnect();
    document.removeEventListener("fullscreenchange", layOut);
    restoreKeys();
  };
}

export default { render };
