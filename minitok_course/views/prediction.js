// The front end of a prediction: a form with two tries, which then locks and shows the guess beside the answer.
// It judges, in a notebook as in a page without Python; what has come of the guesses goes to Python as a record.
const [TRIES, LONG] = [2, 20]; // guesses; characters of one in its flag

// One box for a part: a text to type, or a choice. Gives the node, and how to read and write it.
function makeField(label, question, choices, alone, look) {
  const [id, named] = [unique("field"), alone ? question : unique("part")];
  const name = alone ? [] : [make("label", { for: id, id: named, class: "mt-part" }, make("bdi", {}, label))];
  if (choices.length) {
    const radios = choices.map((choice) => make("input", { type: "radio", name: id, value: choice }));
    const lines = radios.map((radio, place) => make("label", { class: "mt-choice" }, radio, make("bdi", {}, choices[place])));
    return {
      node: make("div", { class: "mt-choices", role: "radiogroup", "aria-labelledby": named }, ...name, ...lines),
      read: () => radios.find((radio) => radio.checked)?.value ?? "",
      write: (value) => radios.forEach((radio) => (radio.checked = radio.value === value)),
      mark: (looks) => lines.forEach((line, place) => line.classList.add(looks.get(choices[place]) ?? "mt-other")),
    };
  }
  const input = make("input", { id, class: "mt-input", type: "text", ...look, autocomplete: "off", spellcheck: "false", dir: "auto", "aria-labelledby": named });
  return {
    node: make("div", { class: "mt-field" }, ...name, input),
    read: () => input.value,
    write: (value) => (input.value = value),
  };
}

// Each part of the answer beside the guess.
function compare(guesses, { truths, inOneLine, typed }, labels) {
  const given = inOneLine ? words(guesses[0]) : guesses;
  return Array.from({ length: Math.max(truths.length, given.length) }, (_, place) => {
    const [guess, truth] = [given[place] ?? "", truths[place]];
    const [right, verdict] = inOneLine ? judgeItem(guess, truth) : judge(guess, truth, typed);
    return { label: inOneLine ? `${place + 1}` : labels[place], guess, truth: truth?.shown ?? "", right, verdict };
  });
}

function scoreOf(parts, asked) {
  const right = parts.filter((part) => part.right).length;
  if (parts.length === 1) return right ? "Right." : `Not quite: ${parts[0].verdict}.`;
  if (parts.length > asked) return `${right} of ${asked} right, and ${parts.length - asked} too many.`;
  return right === asked ? "All right." : `${right} of ${asked} right.`;
}

function problemOf(guesses, tried, { truths, inOneLine }, labels) {
  if (!guesses.some(Boolean)) return "Guess first. A wrong guess costs nothing, and makes the answer stick.";
  if (tried.some((before) => before.join("\n") === guesses.join("\n"))) return "You have tried this one already: change something.";
  if (inOneLine) {
    const given = words(guesses[0]);
    const odd = truths.every(isNumber) && given.find((word) => !numbers(word).length);
    if (odd) return `“${odd.slice(0, 40)}” is not a number. Write only numbers.`;
    return given.length < truths.length ? `Write all ${truths.length}, with spaces between them. So far you have ${given.length}.` : "";
  }
  const problems = guesses.map((guess, place) => [labels[place], unreadable(guess, truths[place])]);
  const [label, problem] = problems.find(([, problem]) => problem) ?? ["", ""];
  return label && problem ? `${label}: ${problem}` : problem;
}

// Try a guess: what there is to record of it. The second wrong one brings the answer.
function commit(guesses, tried, asked, labels, tells) {
  const problem = problemOf(guesses, tried, asked, labels);
  if (problem) return { guesses, problem };
  const compared = compare(guesses, asked, labels);
  const score = scoreOf(compared, asked.truths.length);
  const all = [...tried, guesses];
  const locked = all.length === TRIES || compared.every((part) => part.right);
  if (locked) return { guesses, tried: all, problem: "", compared, score, locked };
  const wrong = compared.slice(0, asked.truths.length).filter((part) => !part.right);
  const places = wrong.map(({ label, verdict }) => `✗\u00a0place\u00a0${label}${reason(": ", verdict)}`).join(", ");
  const which = asked.inOneLine ? places : tells ? "Change what has a ✗" : "Change what you doubt";
  return { guesses, tried: all, problem: `${score}${compared.length > 1 && which ? ` ${which}.` : ""} One more try, and then you see the answer.` };
}

// What a verdict says beyond ✓ or ✗.
const reason = (joint, verdict) => (verdict === "right" || verdict === DIFFERENT ? "" : joint + verdict);

const marked = (tag, right, text) => make(tag, { class: right ? "mt-right-mark" : "mt-wrong-mark" }, `${right ? "✓" : "✗"}${text}`);

// The answer as a bar, on the scale of the slider if there was one, with the guess in a flag above it: for amounts alone.
function barsOf(compared, { truths, inOneLine }, reach) {
  if (inOneLine || !truths.every(isNumber)) return null;
  const both = compared.map(({ guess }, place) => {
    const truth = Number(truths[place].said);
    const off = (reading) => Math.abs(reading - truth);
    return [(numbers(guess)[0] ?? [0]).reduce((one, other) => (off(other) < off(one) ? other : one)), truth];
  });
  const most = Math.max(reach, ...both.flat());
  if (Math.min(...both.flat()) < 0 || !most) return null;
  const part = (tag, look, value, text) => make(tag, { class: look, style: `--mt-done:${(100 * value) / most}%` }, text);
  const [mine, right] = compared.length > 1 ? ["", ""] : ["your guess: ", "answer: "];
  return compared.map(({ guess, truth }, place) => {
    const [guessed, answer] = both[place];
    const flag = part("b", "mt-flag", guessed, mine + guess.slice(0, LONG));
    const bar = part("i", "mt-bar", answer, "");
    return make("div", { class: "mt-axis", ...(reach && { "data-most": most }) }, flag, bar, part("b", "mt-flag mt-truth", answer, right + truth));
  });
}

// The guess beside the answer, and the line that comes with it.
function outcomeOf(compared, score, asked, reach, mark) {
  const bars = barsOf(compared, asked, reach);
  const all = compared.every(({ right }) => right);
  const next = all ? " Read on." : " See what is right, and why. Then read on.";
  const told = [make("p", { class: "mt-score" }, marked("b", all, ` ${score}`), make("span", { class: "mt-note" }, next))];
  const [{ guess, truth, right }] = compared;
  mark?.(new Map([[guess, "mt-wrong-mark"], [truth, "mt-right-mark"]]));
  if (compared.length > 1) told.push(tableOf(compared, bars));
  else if (bars) told.push(...bars);
  else if (!mark || !right) told.push(make("p", {}, "Your guess: ", code(guess), ", the answer: ", code(truth)));
  return asked.why ? [...told, markup("p", { class: "mt-remark" }, asked.why)] : told;
}

const code = (text) => (text ? make("code", {}, make("bdi", {}, text)) : "none");

function tableOf(compared, bars) {
  const heads = bars ? ["your guess over the answer"] : ["your guess", "answer"];
  const rows = compared.map(({ label, guess, truth, right, verdict }, place) => {
    const both = bars ? [bars[place]] : [code(guess), code(truth)];
    const cells = [...both, marked("span", right, reason(" ", verdict))].map((inside) => make("td", {}, inside));
    return make("tr", { class: right ? "" : "mt-wrong" }, make("th", { scope: "row" }, make("bdi", {}, label)), ...cells);
  });
  const head = make("tr", {}, make("td"), ...heads.map((head) => make("th", { scope: "col" }, head)), make("td"));
  return make("table", { class: "mt-table" }, make("thead", {}, head), make("tbody", {}, ...rows));
}

// A small number that is looked for can be dragged, by a thumb with the guess on it, up to a round number beyond it.
function sliderFor(field, { truths: [truth], inOneLine }) {
  const value = Number(truth.said);
  const most = 10 ** Math.ceil(Math.log10(Math.max(2 * value, 10)));
  if (inOneLine || !isNumber(truth) || !(value >= 0) || most > 1000) return [];
  const slider = make("input", { type: "range", class: "mt-slider", max: most, step: Number.isInteger(value) ? 1 : most / 1000, value: 0, "aria-label": "Your guess" });
  const flag = make("b", { class: "mt-flag", "aria-hidden": "true" }, "Drag");
  const line = make("div", { class: "mt-axis", "data-most": most, style: "--mt-done:0%" }, flag, slider);
  const follow = () => {
    slider.value = numbers(field.read())[0]?.[0] ?? 0;
    flag.textContent = slider.value;
    line.style.setProperty("--mt-done", `${(100 * slider.value) / most}%`);
  };
  slider.oninput = () => field.write(slider.value);
  for (const moved of [line, field.node]) moved.oninput = follow;
  return [line];
}

function render({ model, el }) {
  const id = unique("question");
  const question = markup("p", { class: "mt-question", id }, model.get("question"));
  const labels = model.get("labels");
  const asked = { ...opened(model.get("asked")), typed: !model.get("choices").length };
  const tells = model.get("choices").length !== 2; // of two, what is wrong tells what is right
  const asWhole = { placeholder: `write all ${asked.truths.length}` };
  const looks = asked.truths.map((truth) => (asked.inOneLine ? asWhole : { inputmode: isNumber(truth) ? "decimal" : "text" })); // a phone has keys for each
  const fields = labels.map((label, place) => makeField(label, id, model.get("choices"), labels.length === 1, looks[place]));
  const sliders = labels.length > 1 || model.get("choices").length ? [] : sliderFor(fields[0], asked);
  const problem = make("p", { class: "mt-problem", role: "status", id: unique("problem") });
  const button = make("button", { type: "submit", class: "mt-commit" }, "Commit");
  const outcome = make("div", { class: "mt-outcome", tabindex: -1, role: "status" });
  const form = make("form", { class: `mt-view ${model.get("name")}`, "aria-labelledby": id });
  const boxes = make("div", { class: "mt-fields", role: "group", "aria-labelledby": id, "aria-describedby": problem.id }, ...sliders, ...fields.map((field) => field.node), button);
  form.append(make("p", { class: "mt-title" }, model.get("title")), question, boxes, problem, outcome);
  el.append(form);

  function show() {
    problem.textContent = model.get("problem");
    fields.forEach(({ write }, place) => write(model.get("guesses")[place]));
    const latest = tells && model.get("tried").at(-1);
    const parts = latest ? compare(latest, asked, labels).slice(0, fields.length) : [];
    parts.forEach(({ guess, right, verdict }, place) => {
      const { node, mark } = fields[place];
      node.classList.add(right && !asked.inOneLine ? "mt-right" : "mt-wrong"); // a line is wrong if one item is
      node.style.setProperty("--mt-verdict", JSON.stringify(right ? " ✓" : ` ✗${reason(" ", verdict)}`));
      mark?.(new Map([[guess, right ? "mt-right-mark" : "mt-wrong-mark"]]));
    });
    if (!model.get("locked")) return;
    const inside = form.contains(document.activeElement);
    form.classList.add("mt-locked");
    for (const box of form.elements) box.disabled = true;
    outcome.replaceChildren(...outcomeOf(model.get("compared"), model.get("score"), asked, sliders[0]?.dataset.most ?? 0, fields[0].mark));
    if (inside) outcome.focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (model.get("locked")) return;
    record(model, commit(fields.map((field) => field.read().trim()), model.get("tried"), asked, labels, tells));
  });
  for (const name of ["problem", "locked"]) model.on(`change:${name}`, show);
  show();
  return keepKeys(form);
}

export default { render };
