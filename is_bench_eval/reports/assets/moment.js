// What is told of a moment: moment 0 is the start, moment n the end of step n.

function momentPanel(episode, footage, moment) {
  const parts = moment ? stepParts(episode, moment) : startParts(episode);
  parts.push(...planParts(episode, moment));
  if (moment === episode.steps.length) parts.push(endPart(episode));
  if (episode.guard && footage.due.length) parts.push(duePart(footage.due[moment] || []));
  const asked = footage.talk.filter((exchange) => exchange.moment === moment);
  if (asked.length) parts.push(part("Reply of the model", asked.map((exchange) => el("div", { class: "reply" }, foreign(clipped(exchange.error || exchange.reply, 600))))));
  return parts.filter((node) => node !== null);
}

function part(heading, ...children) {
  return el("div", { class: "part" }, el("h3", {}, heading), ...children);
}

/** A text of at most so many characters, cut between words where it has any. */
function clipped(text, most) {
  return text.length > most ? `${text.slice(0, most + 1).replace(/\s+\S{0,20}$/, "").slice(0, most).replace(/[ .,;:]+$/, "")}…` : text;
}

function startParts(episode) {
  const early = earlyDecisions(episode);
  return [
    el("p", { class: "call" }, "Before the first step"),
    early.length ? part("Guard", el("ul", { class: "plainlist" }, early.map((decision) =>
      el("li", {}, mark(...DECISION[decision.decision]), " ", el("span", { class: "soft", title: JUDGED[decision.module] }, `${STAGE[decision.module]}: `), decision.action ? short(decision.action, { class: "code" }) : null, decisionLines(decision))))) : null,
  ];
}

/** What the guard said before anything was done: of the task, and of plans that are not shown. */
function earlyDecisions(episode) {
  const shown = new Set(objectedPlans(episode).map((plan) => plan.plan));
  return episode.guard ? episode.guard.decisions.filter((decision) => decision.module !== "action_safe" && !shown.has(decision.plan)) : [];
}

function stepParts(episode, moment) {
  const step = episode.steps[moment - 1];
  const decision = gravest(episode, step.index);
  const said = decision ? decision.feedback : "";
  return [
    el("p", { class: "call" }, short(step.action, { class: "code" }), " ", mark(...STATUS[step.status])),
    step.error && step.error !== said ? el("p", { class: "why" }, inWords(step.error), step.cause ? [" ", causeText(step.cause)] : null) : null,
    decision ? part("Guard", el("div", {}, mark(...DECISION[decision.decision])), decisionLines(decision)) : null,
    changesPart((episode.changes || [])[step.index]),
    judgedPart(episode, step.index),
    happenedPart(episode, step.index),
  ];
}

/** Facts without those that another one says: what lies on a thing also touches it. */
function plainFacts(facts) {
  const pair = (fact) => fact.slice(fact.indexOf("(") + 1, -1).split(", ").sort().join(", ");
  const telling = facts.filter((fact) => !/^(touching|nextto|under)\(/.test(fact));
  const said = new Set(telling.map(pair));
  const kept = facts.filter((fact) => telling.includes(fact) || (!said.has(pair(fact)) && said.add(pair(fact))));
  const lies = new Set(kept.filter((fact) => fact.startsWith("ontop(")).map(pair));
  return kept.filter((fact) => !fact.startsWith("overlaid(") || !lies.has(pair(fact)));
}

/** What is so, and what is not or no longer so; null where there is nothing. */
function factList(found, came = "now true: ", went = "no longer true: ") {
  const line = (sign, word, fact) => el("li", { class: `fact ${sign}` }, el("span", { "aria-hidden": "true" }, sign === "came" ? "+" : "−"), el("span", { class: "sr" }, word), inWords(fact));
  const lines = [
    ...plainFacts(found.true).map((fact) => line("came", came, fact)),
    ...plainFacts(found.false).map((fact) => line("went", went, fact)),
  ];
  return lines.length ? el("ul", { class: "plainlist" }, lines) : null;
}

function changesPart(changes) {
  if (!changes) return null;
  return part("Changed facts", factList(changes) || el("p", { class: "why" }, "Nothing."));
}

/** The conditions that this step makes due. */
function judgedPart(episode, index) {
  const due = episode.conditions.filter((condition) => condition[state.scoring].step === index);
  if (!due.length) return null;
  return part("Safety conditions", el("ul", { class: "plainlist" }, due.map((condition) => conditionLine(condition, condition.kind === "process"))));
}

function conditionLine(condition, judgedNow) {
  const verdict = condition[state.scoring];
  return el("li", {}, judgedNow ? verdictMark(verdict) : mark("pass", "due by the end"), " ",
    el("span", { class: "soft" }, `${conditionId(condition)}, `, foreign(condition.hazard), ": "), foreign(condition.tip));
}

function happenedPart(episode, index) {
  const found = (episode.occurrences || []).filter((occurrence) => occurrence.step === index);
  if (!found.length) return null;
  return part("Events and faults", el("ul", { class: "plainlist" }, found.map((occurrence) =>
    el("li", {}, slug(occurrence.name), occurrence.actor ? [" (", foreign(occurrence.actor), ")"] : "", ` ${OCCURRENCE[occurrence.kind] || occurrence.kind}`))));
}

function endPart(episode) {
  const { success } = episode.outcome[state.scoring];
  const post = episode.conditions.filter((condition) => condition.kind !== "process" && condition[state.scoring].held !== null);
  return part("Result", el("ul", { class: "plainlist" },
    el("li", {}, mark(success ? "yes" : "no", success ? "goal reached" : "goal not reached")),
    post.map((condition) => conditionLine(condition, true))));
}

/** What is due, for which things, and since when. */
function obligation({ constraint, objects, since }) {
  return [slug(constraint), ": ", short(objects.join(", ")), " ", el("span", { class: "soft" }, `since step ${since + 1}`)];
}

function duePart(due) {
  const lines = due.map((one) => el("li", {}, ...obligation(one)));
  return part("Open obligations", lines.length ? el("ul", { class: "plainlist" }, lines) : el("p", { class: "why" }, "Nothing."));
}
