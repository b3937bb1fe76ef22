// The front end of a quiz: a form for each question, with a button that says what there is to say of a choice.
//
// It judges, in a notebook as in a page without Python; the choices that were tried go to Python as a record.

function makeQuestion(model, { text, choices }, asked, place, choose) {
  const [name, heading] = [unique("choice"), unique("question")];
  const radios = choices.map((_, number) => make("input", { type: "radio", name, value: number }));
  const labels = choices.map((choice, number) => make("label", { class: "mt-choice" }, radios[number], markup("span", {}, choice)));
  const lines = labels.map((label) => make("div", {}, label, make("p", { class: "mt-reason", role: "status", tabindex: -1 })));
  const check = make("button", { type: "submit", class: "mt-commit" }, "Check");
  const told = make("div", { class: "mt-outcome", role: "status", id: unique("told") });
  const group = make("div", { class: "mt-choices", role: "radiogroup", "aria-labelledby": heading, "aria-describedby": told.id }, ...lines);
  const form = make("form", { "aria-labelledby": heading }, markup("p", { class: "mt-question", id: heading }, text), group, check, told);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const choice = radios.findIndex((radio) => radio.checked);
    if (check.hidden) return;
    if (choice < 0) told.innerHTML = "<p>Choose one first.</p>";
    else choose(place, choice);
  });

  function show() {
    const inside = form.contains(document.activeElement);
    const tried = model.get("chosen")[place];
    if (!tried.length) return;
    const solved = tried.at(-1) === asked.right;
    lines.forEach((line, number) => {
      if (line.className || !(solved || tried.includes(number))) return;
      const right = number === asked.right;
      line.className = right ? "mt-right" : tried.includes(number) ? "mt-wrong" : "mt-other";
      const told = right ? '<b class="mt-right-mark">✓ Right.</b> ' : tried.includes(number) ? '<b class="mt-wrong-mark">✗ No.</b> ' : "";
      line.lastChild.innerHTML = told + asked.reasons[number];
    });
    told.textContent = "";
    if (!solved) return;
    radios.forEach((radio, number) => {
      radio.checked = number === asked.right;
      radio.disabled = true;
    });
    const first = !check.hidden;
    check.hidden = true;
    if (inside && first) lines[asked.right].lastChild.focus();
  }
  return { form, show };
}

function render({ model, el }) {
  const asked = opened(model.get("asked"));
  const isAnswered = (tried, place) => tried.at(-1) === asked[place].right;

  function choose(place, choice) {
    const before = model.get("chosen");
    const chosen = before.with(place, [...before[place], choice]);
    record(model, { chosen, locked: chosen.every(isAnswered) });
  }
  const questions = model.get("questions").map((question, place) => makeQuestion(model, question, asked[place], place, choose));
  const items = questions.map((question) => make("li", {}, question.form));
  const score = make("p", { class: "mt-score", role: "status" });
  const view = make("div", { class: `mt-view ${model.get("name")}`, role: "group" });
  view.setAttribute("aria-label", model.get("title"));
  view.append(make("p", { class: "mt-title" }, model.get("title")), make("ol", { class: "mt-quiz-list" }, ...items), score);
  el.append(view);

  function show() {
    questions.forEach((question) => question.show());
    const atOnce = model.get("chosen").filter((tried) => new Set(tried).size === 1).length;
    score.textContent = model.get("locked") ? `${atOnce} of ${asked.length} right at the first try.` : "";
  }
  model.on("change:chosen", show);
  model.on("change:locked", show);
  show();
  return keepKeys(view);
}

export default { render };
