// What stands below the player of an episode.

const WHEN = {
  before: "before",
  after: "after",
  end: "at the end, after",
  completion: "at the end, if the goal was reached",
  always: "at the end",
};
const ENDING = {
  done: "The planner said DONE",
  plan_exhausted: "The plan ran out",
  budget: "The step budget was used up",
  refused: "The instruction was refused as unsafe",
  planner_error: "The planner gave up or wrote nothing usable",
};

/** What went wrong and what the guard stopped, in sentences. */
function tellings(episode, scoring) {
  const violated = episode.conditions.filter((condition) => condition[scoring].held === false).map((condition) => {
    const { step, cause } = condition[scoring];
    const due = condition.kind === "process" ? "due by step" : "due by the end, since step";
    return el("li", {}, mark("no", condition.hazard), " ", el("span", {}, foreign(condition.tip), step === null ? null : el("span", { class: "soft" }, ` (${due} ${step + 1}) `), cause ? causeText(cause) : null));
  });
  const blocks = episode.guard ? episode.guard.decisions.filter((decision) => decision.decision === "block") : [];
  const seen = new Set();
  const stopped = blocks.filter(({ action, constraints }) => !seen.has(`${action} ${constraints}`) && seen.add(`${action} ${constraints}`)).map((decision) => {
    const word = report.guard === "shadow" ? "the guard would have stopped" : decision.module === "action_safe" ? `the guard stopped step ${decision.index + 1}` : "the guard objected to the plan";
    return el("li", {}, mark("stop", word), " ", el("span", {}, short(decision.action, { class: "code" }), " ", foreign(clipped(decision.said.map(withoutFacts).join(" "), 240))));
  });
  const advice = episode.guard && report.guard !== "off" ? episode.guard.advice : [];
  const advised = advice.slice(0, 1).map((one) => el("li", { class: "advised" }, mark("pass", "the guard advised"), " ", inWords(one.text), ids([one.constraint]), advice.length > 1 ? el("span", { class: "soft" }, ` and ${advice.length - 1} more below`) : null));
  const lines = [...violated, ...stopped, ...advised];
  return lines.length ? el("ul", { class: "tellings" }, lines.length > 6 ? [...lines.slice(0, 6), el("li", { class: "soft" }, `and ${lines.length - 6} more below`)] : lines) : null;
}

/** The sections below the player. */
function details(episode, footage, scoring) {
  const section = (heading, ...parts) => el("section", {}, el("h2", {}, heading), parts.flat().filter((node) => node !== null));
  return [
    section(`Timeline, ${scoring} scoring`, timeline(episode, scoring), legend(episode)),
    section("Steps", stepTable(episode)),
    adviceSection(episode.guard),
    plansSection(episode),
    talkSection(footage),
    section("Goal and safety conditions", goalTable(episode.goal),
      episode.conditions.length ? conditionTable(episode.conditions) : el("p", { class: "plain" }, "No safety condition is annotated.")),
    awareness(episode),
    occurrences(episode),
    otherDecisions(episode),
    obligations(episode.guard),
  ].flat().filter((node) => node !== null);
}

function outcomeText(episode, scoring) {
  const { success, safe } = episode.outcome[scoring];
  const ending = ENDING[episode.ending] || episode.ending;
  const safety = safe === null ? "no safety condition was judged" : safe ? "every judged condition held" : "a judged condition did not hold";
  const last = episode.steps.length;
  return `${ending} after ${last} ${last === 1 ? "step" : "steps"}; the goal was ${success ? "" : "not "}reached; ${safety}.`;
}

function legend(episode) {
  const swatch = (kind, word) => el("li", {}, el("span", { class: `swatch ${kind}` }), word);
  const sign = (...marks) => el("li", {}, marks.map((args) => mark(...args)));
  const guard = [["pass", "guard: allow"], ["warn", "warn"], ["stop", "block"]];
  return el("ul", { class: "legend", "aria-hidden": "true" },
    swatch("ok", "step succeeded"), swatch("failed", "failed"), swatch("blocked", "blocked"),
    [["yes", "condition held"], ["no", "violated"], ["unknown", "not known"]].map((args) => sign(args)),
    episode.guard ? guard.map((args) => sign(args)) : []);
}

function verdictCell(verdict) {
  const note = (...parts) => el("div", { class: "why" }, ...parts);
  return el("td", {}, verdictMark(verdict),
    verdict.step === null ? null : note(`triggered by step ${verdict.step + 1}`),
    verdict.held === true ? null : note(inWords(verdict.why)),
    verdict.cause ? note(causeText(verdict.cause)) : null);
}

function conditionTable(conditions) {
  const rows = conditions.map((condition) => el("tr", {},
    el("td", { class: "tight" }, el("code", {}, conditionId(condition))),
    el("td", { class: "stack" },
      el("div", {}, foreign(condition.hazard)),
      el("div", { class: "why" }, foreign(condition.tip))),
    el("td", { class: "stack" },
      el("div", {}, WHEN[condition.when] || condition.when, " ",
        condition.trigger === null ? "" : short(condition.trigger, { class: "code" })),
      demanded(condition)),
    verdictCell(condition.faithful),
    verdictCell(condition.strict)));
  return scrollTable("Safety conditions", "conditions",
    [["", "id"], "Hazard and tip", "When, and what must hold", "Faithful", "Strict"], rows);
}

/** What the planner stated before it acted, and which risks it named. */
function awareness(episode) {
  const stated = episode.planner ? episode.planner.awareness : null;
  if (typeof stated !== "string") return null;
  const heading = el("h2", {}, "Stated risks");
  const said = el("blockquote", { dir: "auto" }, stated || "Nothing was stated.");
  return episode.awareness ? [heading, said, ...awarenessTable(episode.awareness)] : [heading, said];
}

function awarenessTable(found) {
  const signs = { true: ["yes", "named"], false: ["no", "missed"], null: ["unknown", "not judged"] };
  const rows = found.risks.map((risk, index) => el("tr", {},
    el("td", { class: "stack" }, el("div", {}, foreign(risk.hazard)), el("div", { class: "why" }, foreign(risk.text))),
    el("td", { class: "tight" }, mark(...signs[String(found.matched[index])])),
    el("td", { class: "stack" }, risk.quote ? el("div", {}, foreign(risk.quote)) : null,
      el("div", { class: "why" }, foreign(risk.reason)))));
  return [el("p", { class: "plain" }, "Judged by ", foreign(found.judge), "."),
    scrollTable("Stated risks", "awareness", ["Annotated risk", "Verdict", "Words and reason"], rows)];
}

/** What must hold; the expression itself is in the title, or stands there where it has no words. */
function demanded({ condition, words }) {
  return words === condition ? el("code", { class: "bddl" }, foreign(condition)) : el("div", { title: condition }, foreign(words));
}

function goalTable(goal) {
  const row = el("tr", {}, el("td", {}, demanded(goal)),
    ...["faithful", "strict"].map((scoring) => {
      const reached = goal[scoring].held;
      const sign = reached === null ? mark("unknown", "not known") : mark(reached ? "yes" : "no", reached ? "holds" : "does not hold");
      return el("td", {}, sign, reached ? "" : el("div", { class: "why" }, inWords(goal[scoring].why)));
    }));
  return scrollTable("Goal", "goal", ["At the end", "Faithful", "Strict"], [row]);
}

function stepTable(episode) {
  const guarded = episode.guard !== null;
  const rows = episode.steps.map((step) => {
    const decision = gravest(episode, step.index);
    return el("tr", { "data-moment": String(step.index + 1) },
      el("td", { class: "tight number" }, el("button", { type: "button", class: "link", "data-moment": String(step.index + 1), "aria-label": `Show step ${step.index + 1}` }, String(step.index + 1))),
      el("td", {}, short(step.action, { class: "code" })),
      el("td", { class: "tight" }, mark(...STATUS[step.status])),
      guarded ? el("td", { class: "tight" }, decision ? mark(...DECISION[decision.decision]) : "–") : null,
      el("td", { class: "stack" }, messages(step, decision)));
  });
  const headings = [["", "number"], "Step", "Outcome", guarded ? "Guard" : null, "Message"];
  return scrollTable("Steps", "steps", headings.filter((text) => text !== null), rows);
}

function messages(step, decision) {
  const lines = [];
  const said = decision ? decision.feedback : "";
  if (step.error && step.error !== said) lines.push(el("div", {}, inWords(step.error)));
  if (step.cause) lines.push(el("div", { class: "why" }, causeText(step.cause)));
  return decision ? [...lines, ...decisionLines(decision)] : lines;
}

/** A statement without the facts that are its reasons. */
function withoutFacts({ text }) {
  return text.replace(/ \((?:[^()]|\([^()]*\))*\)$/, "");
}

/** What the guard asked for in advance, with the calls that do it; null where it asked for nothing. */
function adviceSection(guard) {
  if (!guard || !guard.advice.length) return null;
  const items = guard.advice.map((advice) => el("li", {}, inWords(advice.text), ids([advice.constraint]), remedyLine(advice.remedies)));
  return el("section", {}, el("h2", {}, "Advice of the guard before the first step"), el("ul", { class: "plainlist advice" }, items));
}

function remedyLine(calls) {
  return calls.length ? el("div", { class: "why" }, "Remedy: ", calls.flatMap((call, index) => [index ? ", " : "", short(call, { class: "code" })])) : null;
}

/** The ids of constraints, small, behind what they say; they may break after underscores. */
function ids(names) {
  return names.length ? el("span", { class: "ids" }, " ", el("bdi", {}, breakable(names.join(", ")))) : null;
}

function decisionLines(decision) {
  const named = new Set(decision.said.flatMap(({ constraints }) => constraints));
  const others = decision.constraints.filter((name) => !named.has(name));
  return [
    decision.said.length ? el("div", { class: "said" }, decision.said.map((line) => el("div", {}, foreign(line.text, { title: decision.feedback }), ids(line.constraints)))) : null,
    others.length ? el("div", { class: "why" }, ids(others)) : null,
    remedyLine(decision.remedy || []),
  ].filter((line) => line !== null);
}

/** Decisions that the table of steps does not show: on whole plans, on the task, second ones. */
function otherDecisions(episode) {
  const shown = new Set([...episode.steps.map((step) => gravest(episode, step.index)), ...objectedPlans(episode).flatMap((plan) => plan.decisions)]);
  const others = episode.guard ? episode.guard.decisions.filter((d) => !shown.has(d)) : [];
  if (!others.length) return null;
  const rows = others.map((decision) => el("tr", {},
    el("td", { class: "tight" }, judgedPlace(decision)),
    el("td", {}, short(decision.action, { class: "code" })),
    el("td", { class: "tight" }, mark(...DECISION[decision.decision])),
    el("td", { class: "tight", title: JUDGED[decision.module] }, STAGE[decision.module]),
    el("td", { class: "stack" }, decisionLines(decision))));
  const stages = Object.keys(STAGE).filter((module) => others.some((decision) => decision.module === module));
  return [el("h2", {}, "Further decisions of the guard"),
    el("p", { class: "meaning" }, stages.map((module) => `${STAGE[module]}: ${JUDGED[module]}. `)),
    scrollTable("Further decisions of the guard", "others", ["Place", "Step", "Decision", "Stage", "Message"], rows)];
}

/** What a decision is about: plans have a numbering of their own. */
function judgedPlace(decision) {
  if (decision.module === "task_safe") return "instruction";
  const step = `step ${decision.index + 1}`;
  if (decision.module !== "plan_safe") return step;
  return Number.isInteger(decision.plan) ? `plan ${decision.plan + 1}, ${step}` : `${step} of a plan`;
}

function causeText(cause) {
  if (cause.by === "agent") return "Caused by the agent.";
  const name = slug(cause.name);
  return el("span", {}, `Caused by the ${cause.by} `, name, cause.actor ? [" (", foreign(cause.actor), ")"] : "", ".");
}

const STAGE = { task_safe: "Task-Safe", plan_safe: "Plan-Safe", action_safe: "Action-Safe" };
/** What each stage of the guard judges. */
const JUDGED = { task_safe: "The instruction, before anything is planned", plan_safe: "A whole plan, before its first step", action_safe: "Each step, just before it is executed" };
const OCCURRENCE = { event: "event", skill_fault: "skill fault", sense_fault: "wrong percept" };

/** The facts that came about; of a wrong percept, those that are really so. */
function effects(found) {
  if (found.kind !== "sense_fault") return [factList(found)];
  const list = factList(found, "true: ", "not true: ");
  return [list ? el("div", { class: "why" }, "None; actual facts:") : null, list];
}

/** The events and faults of an episode; null where there can be none. */
function occurrences(episode) {
  if (!episode.occurrences || !episode.occurrences.length) return null;
  const rows = episode.occurrences.map((found) => el("tr", {},
    el("td", { class: "tight number" }, found.step === null ? "–" : String(found.step + 1)),
    el("td", { class: "tight number" }, `${found.time} s`),
    el("td", {}, el("div", {}, slug(found.name), found.actor ? [" (", foreign(found.actor), ")"] : "")),
    el("td", { class: "tight" }, OCCURRENCE[found.kind] || found.kind),
    el("td", { class: "stack" }, effects(found))));
  return [el("h2", {}, "Events and faults"),
    scrollTable("Events and faults", "occurrences", [["Step", "number"], ["Time", "number"], "Name", "Kind", "Effects"], rows)];
}

function obligations(guard) {
  if (!guard || !guard.open_obligations.length) return null;
  const items = guard.open_obligations.map((due) => el("li", {}, ...obligation(due)));
  return [el("h2", {}, "Open obligations at the end"),
    el("p", { class: "meaning" }, "What a step made due later, such as to close what it opened, and what was not done."), el("ul", {}, items)];
}
