// Guess first: what comes next is hidden until the learner has chosen it among all that could come.
//
// A frame that asks marks its choices with [data-choice], the right ones with "right", those that only a rule for ties
// tells from it with "tie". What would tell the answer has the class mt-secret; the style sheet hides it, and the colours
// of what wins, under mt-guessing. A frame with a single button to choose asks nothing.

function asksIn(frame) {
  const picks = [...frame.querySelectorAll("button[data-choice]")];
  return picks.length > 1 && picks.some((pick) => pick.dataset.choice === "right");
}

function makeGuessing(view, stage, caption, question, repaint, seek) {
  const button = make("button", { type: "button", class: "mt-toggle", "aria-pressed": "false" }, "Guess first");
  const verdict = make("p", { class: "mt-verdict", role: "status" });
  button.hidden = !question;
  let on = false;
  let [asked, right] = [0, 0];
  let told = []; // what is said of the guess just made
  let guessed = -1; // its place among the choices
  let order = []; // the choices, before they were shuffled

  const choices = () => [...stage.querySelectorAll("[data-choice]")];
  const chips = (tokens) => tokens.flatMap((token) => [make("code", {}, token), " "]).slice(0, -1);

  // What the answer is called, its tokens as chips: `h ug`, `s, at 4`.
  function nameOf(answer) {
    const { named } = answer.dataset;
    if (!named) return chips([...answer.querySelectorAll("code")].map((part) => part.textContent));
    const [, tokens, rest = ""] = named.match(/^(.*?)(, (?:rank|at) .*)?$/);
    return [...chips(tokens.split(" ")), rest];
  }

  const score = () => (asked ? ` ${right} of ${asked} right.` : "");

  // The order must not tell the answer either: the rows of a table stand in the order of their names.
  function shuffle() {
    const rows = [...stage.querySelectorAll("[data-shuffled] > tr")].map((row) => [row.textContent, row]);
    rows.sort(([one], [other]) => (one < other ? -1 : 1)).forEach(([, row]) => row.parentNode.append(row));
  }

  function prepare() {
    const asks = on && !told.length && asksIn(stage);
    stage.classList.toggle("mt-guessing", asks);
    for (const pick of stage.querySelectorAll(".mt-pick")) pick.disabled = !asks && !("pair" in pick.dataset);
    verdict.replaceChildren(...(asks || told.length ? told : ["There is nothing to guess here."]));
    verdict.hidden = !on;
    order = choices();
    order[guessed]?.classList.add("mt-guessed");
    told = [];
    guessed = -1;
    if (!asks) return;
    shuffle();
    caption.textContent = `${question} Choose it.${score()}`;
  }

  function choose(event) {
    const choice = event.target.closest("[data-choice]");
    if (!choice || !stage.classList.contains("mt-guessing")) return;
    const ties = choice.dataset.choice === "tie";
    const good = ties || choice.dataset.choice === "right";
    const answer = (choice.closest("table") ?? stage).querySelector('button[data-choice="right"]'); // of this side
    asked += 1;
    right += good ? 1 : 0;
    const tie = answer.dataset.tied
      ? [answer.dataset.tied]
      : ["Right: it ties with ", ...nameOf(answer), ", which comes next by its lower ids."];
    told = [...(ties ? tie : good ? ["Right."] : ["Not that one: the answer is ", ...nameOf(answer), "."]), score()];
    guessed = good ? -1 : order.indexOf(choice);
    repaint();
    view.querySelector(".mt-button-forward").focus();
  }

  button.onclick = () => {
    on = !on;
    asked = right = 0;
    button.setAttribute("aria-pressed", on);
    (on ? seek : repaint)();
  };
  stage.addEventListener("click", choose);
  return { button, verdict, prepare };
}
