// The front end of a prediction: a form with two tries, which then locks and shows what Python made of them.
//
// The true answer is not in the page before that. What is right and what is not is decided in Python.

// One box for a part: a text to type, or a choice. Gives the node, and how to read, write and lock it.
function makeField(label, question, choices, alone) {
  const id = unique("field");
  if (choices.length && alone) {
    const radios = choices.map((choice) => make("input", { type: "radio", name: id, value: choice }));
    const lines = radios.map((radio, place) => make("label", { class: "mt-choice" }, radio, make("bdi", {}, choices[place])));
    return {
      node: make("div", { class: "mt-choices", role: "radiogroup", "aria-labelledby": question }, ...lines),
      read: () => radios.find((radio) => radio.checked)?.value ?? "",
      write: (value) => radios.forEach((radio) => (radio.checked = radio.value === value)),
      lock: () => radios.forEach((radio) => (radio.disabled = true)),
    };
  }
  const input = choices.length
    ? make("select", { id, class: "mt-input" }, make("option", { value: "" }, "choose…"), ...choices.map((choice) => make("option", { value: choice }, choice)))
    : make("input", { id, class: "mt-input", type: "text", autocomplete: "off", spellcheck: "false", dir: "auto" });
  if (alone) input.setAttribute("aria-labelledby", question);
  const name = alone ? [] : [make("label", { for: id, class: "mt-part" }, make("bdi", {}, label))];
  return {
    node: make("div", { class: "mt-field" }, ...name, input),
    read: () => input.value,
    write: (value) => (input.value = value),
    lock: () => (choices.length ? (input.disabled = true) : (input.readOnly = true)),
  };
}

function render({ model, el }) {
  const id = unique("question");
  const question = markup("p", { class: "mt-question", id }, model.get("question"));
  const labels = model.get("labels");
  const fields = labels.map((label) => makeField(label, id, model.get("choices"), labels.length === 1));
  const problem = make("p", { class: "mt-problem", role: "status", id: unique("problem") });
  const commit = make("button", { type: "submit", class: "mt-commit" }, "Commit");
  const outcome = make("div", { class: "mt-outcome", tabindex: -1, role: "status" });
  const form = make("form", { class: `mt-view ${model.get("name")}`, "aria-labelledby": id });
  const boxes = make("div", { class: "mt-fields", role: "group", "aria-labelledby": id, "aria-describedby": problem.id }, ...fields.map((field) => field.node));
  form.append(make("p", { class: "mt-title" }, model.get("title")), question, boxes, problem, commit, outcome);
  el.append(form);

  const fill = () => fields.forEach((field, place) => field.write(model.get("guesses")[place]));

  function show() {
    problem.textContent = model.get("problem");
    if (!model.get("locked")) return;
    const inside = form.contains(document.activeElement);
    fill();
    fields.forEach((field) => field.lock());
    form.classList.add("mt-locked");
    commit.hidden = true;
    outcome.innerHTML = model.get("outcome");
    if (inside) outcome.focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!model.get("locked")) model.send({ guesses: fields.map((field) => field.read()) });
  });
  for (const name of ["problem", "locked", "outcome"]) model.on(`change:${name}`, show);
  fill();
  show();
  return keepKeys(form);
}

export default { render };
