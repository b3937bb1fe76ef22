// The front end of a quiz: a form for each question, with a button that asks Python what there is to say of a choice.
//
// Neither the right choices nor the reasons are in the page before they have been asked for.

function makeQuestion(model, { text, choices }, place) {
  const [name, heading] = [unique("choice"), unique("question")];
  const radios = choices.map((_, number) => make("input", { type: "radio", name, value: number }));
  const lines = choices.map((choice, number) => make("label", { class: "mt-choice" }, radios[number], markup("span", {}, choice)));
  const check = make("button", { type: "submit", class: "mt-commit" }, "Check");
  const told = make("div", { class: "mt-outcome", tabindex: -1, role: "status", id: unique("told") });
  const group = make("div", { class: "mt-choices", role: "radiogroup", "aria-labelledby": heading, "aria-describedby": told.id }, ...lines);
  const form = make("form", { "aria-labelledby": heading }, markup("p", { class: "mt-question", id: heading }, text), group, check, told);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!check.hidden) model.send({ question: place, choice: radios.findIndex((radio) => radio.checked) });
  });

  function show() {
    const inside = form.contains(document.activeElement);
    const { chosen, done, html } = model.get("told")[place];
    if (told.innerHTML !== html) told.innerHTML = html;
    if (!done) return;
    radios.forEach((radio, number) => {
      radio.checked = number === chosen;
      radio.disabled = true;
    });
    const first = !check.hidden;
    check.hidden = true;
    if (inside && first) told.focus();
  }
  return { form, show };
}

function render({ model, el }) {
  const questions = model.get("questions").map((question, place) => makeQuestion(model, question, place));
  const items = questions.map((question) => make("li", {}, question.form));
  const score = make("p", { class: "mt-score", role: "status" });
  const view = make("div", { class: `mt-view ${model.get("name")}`, role: "group" });
  view.setAttribute("aria-label", model.get("title"));
  view.append(make("p", { class: "mt-title" }, model.get("title")), make("ol", { class: "mt-quiz-list" }, ...items), score);
  el.append(view);

  function show() {
    questions.forEach((question) => question.show());
    score.textContent = model.get("score");
  }
  model.on("change:told", show);
  model.on("change:score", show);
  show();
  return keepKeys(view);
}

export default { render };
