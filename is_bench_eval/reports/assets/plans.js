// Plans that the guard objected to before they were carried out.

/** Each with the decisions on its steps; [] of a run that kept none. */
function objectedPlans(episode) {
  const plans = episode.guard?.objected_plans || [];
  return plans.map((plan) => ({ ...plan, decisions: episode.guard.decisions.filter((decision) => decision.plan === plan.plan) }));
}

/** When a plan was proposed: as many steps had ended as stand before its first one. */
function planMoment(episode, plan) {
  return Math.min(episode.steps.length, ...plan.steps.map((step) => step.index));
}

/** The objections to a plan, and the plan itself, folded. */
function planNodes(plan) {
  const said = plan.decisions.map((decision) => el("li", {},
    mark(...DECISION[decision.decision]), " ", el("span", { class: "soft" }, `step ${decision.index + 1} of the plan: `), short(decision.action, { class: "code" }), decisionLines(decision)));
  const steps = plan.steps.map((step) => el("li", { value: String(step.index + 1), class: `planned ${step.decision}` },
    short(step.action, { class: "code" }), step.decision === "allow" ? null : [" ", mark(...DECISION[step.decision])]));
  const word = report.guard === "enforce" ? "rejected" : "judged";
  return [
    el("ul", { class: "plainlist" }, said),
    el("details", { class: "plan" }, el("summary", {}, `The ${word} plan: ${steps.length} ${steps.length === 1 ? "step" : "steps"}`), el("ol", {}, steps)),
  ];
}

/** What the guard said of the plans that were proposed at a moment. */
function planParts(episode, moment) {
  const plans = objectedPlans(episode).filter((plan) => planMoment(episode, plan) === moment);
  return plans.map((plan) => part(`Guard on plan ${plan.plan + 1}`, planNodes(plan)));
}

/** The plans of the whole episode; null where the guard objected to none. */
function plansSection(episode) {
  const plans = objectedPlans(episode);
  if (!plans.length) return null;
  return el("section", { class: "plans" }, el("h2", {}, "Plans that the guard objected to"), plans.map((plan) =>
    el("div", { class: "part" }, el("h3", {}, `Plan ${plan.plan + 1}, proposed before step ${planMoment(episode, plan) + 1}`), planNodes(plan))));
}
