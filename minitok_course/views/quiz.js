// The front end of a quiz: its questions, and a button that says what there is to say of the choices made so far.
// It judges, in a notebook as in a page without Python; the choices that were tried go to Python as a record.

function makeQuestion({ text, choices }, asked) {
  const [name, heading] = [unique("choice"), unique("question")];
  const radios = choices.map((_, number) => make("input", { type: "radio", name, value: number }));
  const labels = choices.map((choice, number) => make("label", { class: "mt-choice" }, radios[number], markup("span", {}, choice)));
  const lines = labels.map((label) => make("div", {}, label, make("p", { class: "mt-reason", role: "status", tabindex: -1 })));
  const group = make("div", { class: "mt-choices", role: "radiogroup", "aria-labelledby": heading }, ...lines);
  const item = make("li", {}, markup("p", { class: "mt-question", id: heading }, text), group);
  const picked = () => radios.findIndex((radio) => radio.checked && !radio.disabled);

  function show(tried) {
    const inside = item.contains(document.activeElement);
    const solved = tried.at(-1) === asked.right;
    lines.forEach((line, number) => {
      if (line.className || !(solved || tried.includes(number))) return;
      const right = number === asked.right;
      line.className = right ? "mt-right" : tried.includes(number) ? "mt-wrong" : "mt-other";
      const told = right ? '<b class="mt-right-mark">✓ Right.</b> ' : tried.includes(number) ? '<b class="mt-wrong-mark">✗ No.</b> ' : "";
      line.lastChild.innerHTML = told + asked.reasons[number];
    });
    if (!solved || radios[0].disabled) return;
    for (const radio of radios) [radio.checked, radio.disabled] = [radio === radios[asked.right], true];
    if (inside) lines[asked.right].lastChild.focus();
  }
  return { item, picked, show };
}

function render({ model, el }) {
  const asked = opened(model.get("asked"));
  const questions = model.get("questions").map((question, place) => makeQuestion(question, asked[place]));
  const check = make("button", { type: "submit", class: "mt-commit" }, "Check");
  const told = make("p", { class: "mt-outcome", role: "status" });
  const list = make("ol", { class: "mt-quiz-list" }, ...questions.map(({ item }) => item));
  const form = make("form", { class: `mt-view ${model.get("name")}`, "aria-label": model.get("title") });
  form.append(make("p", { class: "mt-title" }, model.get("title")), list, make("div", { class: "mt-quiz-foot" }, check, told));
  el.append(form);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const picks = questions.map(({ picked }) => picked());
    const isNew = (tried, place) => picks[place] >= 0 && !tried.includes(picks[place]);
    const chosen = model.get("chosen").map((tried, place) => (isNew(tried, place) ? [...tried, picks[place]] : tried));
    if (!model.get("chosen").some(isNew)) told.textContent = "Choose one first.";
    else record(model, { chosen, locked: chosen.every((tried, place) => tried.at(-1) === asked[place].right) });
  });

  function show() {
    questions.forEach((question, place) => question.show(model.get("chosen")[place]));
    const chosen = model.get("chosen");
    const right = chosen.filter((tried, place) => tried.at(-1) === asked[place].right).length;
    const atOnce = chosen.filter((tried) => new Set(tried).size === 1).length;
    if (model.get("locked")) told.textContent = `${atOnce} of ${asked.length} right at the first try.`;
    else told.textContent = chosen.flat().length ? `${right} of ${asked.length} right so far. You can change the others.` : "";
    check.hidden = model.get("locked");
  }
  for (const name of ["chosen", "locked"]) model.on(`change:${name}`, show);
  show();
  return keepKeys(form);
}

export default { render };
