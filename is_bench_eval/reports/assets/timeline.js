// The timeline of an episode: a column for each step and one for the end; pre-cautions above the
// steps that trigger them, post-cautions below, drawn from the trigger to the end.

function timeline(episode, scoring) {
  const grid = el("div", { class: "timeline", role: "img", "aria-label": told(episode, scoring) });
  const box = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Timeline" }, grid);
  const place = placer(grid, episode.steps.length);
  const judged = episode.conditions.filter((c) => isShown(c, c[scoring]));
  const before = judged.filter((c) => c.kind === "process");
  const after = judged.filter((c) => c.kind !== "process");
  const stepsRow = before.length + (episode.guard ? 2 : 1);

  before.forEach((condition, row) => preCaution(place, condition, scoring, row + 1, stepsRow));
  if (episode.guard) guardLane(place, episode, stepsRow - 1);
  stepLane(place, episode, scoring, stepsRow);
  after.forEach((condition, row) => postCaution(place, condition, scoring, stepsRow + 1 + row));
  return box;
}

/** Conditions that were not triggered stand in the table only. */
function isShown(condition, verdict) {
  return verdict.step !== null || (verdict.held !== null && condition.kind !== "process");
}

/** Puts nodes into the grid: columns are step indices, "lane" (the label) and "end". */
function placer(grid, steps) {
  grid.style.gridTemplateColumns = `var(--lane) repeat(${steps + 1}, var(--step))`;
  const place = (node, row, column, until = column) => {
    const line = (name) => (name === "lane" ? 1 : name === "end" ? steps + 2 : name + 2);
    node.style.gridRow = String(row);
    node.style.gridColumn = `${line(column)} / ${line(until) + 1}`;
    grid.append(node);
    return node;
  };
  place.last = steps - 1;
  return place;
}

function lane(place, row, text, kind = "lane") {
  place(el("div", { class: kind }, text), row, "lane");
}

function conditionLane(place, row, condition) {
  const text = el("span", { title: condition.tip }, `${conditionId(condition)} `, foreign(condition.hazard));
  lane(place, row, text);
}

function chip(condition, verdict) {
  const kind = verdict.held === null ? "unknown" : verdict.held ? "yes" : "no";
  const title = `${conditionId(condition)}: ${condition.tip}\n${report.words[verdict.why] ?? verdict.why}`;
  return el("span", { class: `chip ${kind}`, title }, verdictMark(verdict, false));
}

function preCaution(place, condition, scoring, row, stepsRow) {
  const verdict = condition[scoring];
  conditionLane(place, row, condition);
  place(el("span", { class: "stem half" }), row, verdict.step);
  if (row + 1 < stepsRow) {
    const stem = place(el("span", { class: "stem" }), row + 1, verdict.step);
    stem.style.gridRow = `${row + 1} / ${stepsRow}`;
  }
  place(chip(condition, verdict), row, verdict.step);
}

function postCaution(place, condition, scoring, row) {
  const verdict = condition[scoring];
  conditionLane(place, row, condition);
  if (verdict.step !== null) {
    const trigger = el("span", { class: "dot quiet", title: `triggered by ${condition.trigger}` });
    trigger.append(mark("pass", "triggered", false));
    place(el("span", { class: "reach first" }), row, verdict.step);
    place(trigger, row, verdict.step);
    if (place.last > verdict.step) place(el("span", { class: "reach" }), row, verdict.step + 1, place.last);
  }
  const kind = verdict.step === null ? "final" : "final reached";
  place(el("div", { class: kind }, chip(condition, verdict)), row, "end");
}

function guardLane(place, episode, row) {
  lane(place, row, "Guard");
  episode.steps.forEach((step) => {
    const decision = gravest(episode, step.index);
    if (!decision) return;
    const title = decision.said.map(({ text }) => text).join("\n") || decision.decision;
    place(el("span", { class: "dot", title }, mark(...DECISION[decision.decision], false)), row, step.index);
  });
}

/** The decision on a step that counts: of several the gravest. */
function gravest(episode, index) {
  const order = ["block", "warn", "allow"];
  const decisions = episode.guard ? episode.guard.decisions.filter(
    (d) => d.index === index && d.module === "action_safe") : [];
  return decisions.sort((a, b) => order.indexOf(a.decision) - order.indexOf(b.decision))[0];
}

function stepLane(place, episode, scoring, row) {
  lane(place, row, "Steps", "lane strong");
  for (const step of episode.steps) {
    const [skill, things] = shortened(step.action);
    const number = el("span", { class: "number" }, String(step.index + 1), mark(...STATUS[step.status], false));
    const title = step.error ? `${step.action}\n${step.error}` : step.action;
    const cell = el("div", { class: `step ${step.status}`, title, "data-moment": String(step.index + 1) }, number, skillName(skill));
    if (things) cell.append(foreign(things, { class: "things" }));
    place(cell, row, step.index);
  }
  const reached = episode.outcome[scoring].success;
  const goal = mark(reached ? "yes" : "no", reached ? "goal" : "no goal");
  const end = el("div", { class: "step end", title: episode.ending }, el("span", { class: "number" }, "end"), goal);
  place(el("div", { class: "final" }, end), row, "end");
}

/** A skill's name, which may break after its underscores. */
function skillName(skill) {
  return el("bdi", { class: "skill" }, breakable(skill));
}

/** "PLACE_INSIDE(mug.n.04_1, sink.n.01_1)" is shown as PLACE_INSIDE and "mug, sink". */
function shortened(action) {
  const call = action.match(/^\s*([^()]*)\(([^()]*)\)/);
  if (!call) return [action, ""];
  const things = call[2].split(",").map((name) => name.trim().replace(/\.n\.\d+(_\d+)?$/, ""));
  return [call[1].trim(), things.map((name) => name.replaceAll("_", " ")).join(", ")];
}

/** The timeline in words, for those who do not see it; the tables below say the rest. */
function told(episode, scoring) {
  const verdicts = episode.conditions.filter((c) => isShown(c, c[scoring])).map((condition) => {
    const { held, step } = condition[scoring];
    const word = held === null ? "not known" : held ? "held" : "violated";
    return `${conditionId(condition)} ${word}${step === null ? "" : `, triggered by step ${step + 1}`}`;
  });
  const odd = episode.steps.filter((step) => step.status !== "ok").map((step) => `step ${step.index + 1} ${step.status}`);
  return [`Timeline of ${episode.steps.length} steps`, ...odd, ...verdicts].join("; ");
}
