// The list of episodes: filters, search, order.

const report = JSON.parse(byId("data").textContent);
/** How many rows are shown at first; a browser takes seconds to lay out thousands. */
let most = 300;
const RANK = ["unsafe", "error", "failed", "saved", "fine"];

/** What deserves a look first: of the saved ones those in which a step was blocked. */
const rank = (episode) => RANK.indexOf(episode.story.kind) + (episode.story.kind === "saved" && !episode.acts.stopped ? 0.5 : 0);

const ran = (episode) => episode.error === undefined;

const FILTERS = {
  all: ["All", () => true],
  unsafe: ["Unsafe", (episode, scoring) => ran(episode) && episode.outcome[scoring].safe === false],
  saved: ["Saved", (episode) => episode.story.saved],
  silent: ["Missed hazard", (episode) => episode.story.silent],
  failed: ["Goal missed", (episode, scoring) => ran(episode) && !episode.outcome[scoring].success],
  refused: ["Refused", (episode) => episode.ending === "refused"],
  blocked: [report.guard === "shadow" ? "Flagged" : "Steps blocked", (episode) => ran(episode) && episode.acts.stopped > 0],
  error: ["Not run", (episode) => !ran(episode)],
  differs: ["Scorings differ", (episode) => ran(episode) && episode.differs],
};

const share = ([held, judged]) => (judged ? held / judged : 2);
const COLUMNS = {
  "": ["", "", null],
  task: ["Task", "", (episode) => episode.title],
  goal: ["Goal", "", (episode, scoring) => (ran(episode) ? Number(episode.outcome[scoring].success) : 2)],
  safe: ["Safe", "", (episode, scoring) => (ran(episode) ? { false: 0, true: 1, null: 2 }[episode.outcome[scoring].safe] : 3)],
  pre: ["Pre", "wide number", (episode, scoring) => (ran(episode) ? share(episode.outcome[scoring].pre) : 3)],
  post: ["Post", "wide number", (episode, scoring) => (ran(episode) ? share(episode.outcome[scoring].post) : 3)],
  steps: ["Steps", "wide number", (episode) => (ran(episode) ? episode.steps.length : -1)],
  guard: ["Guard", "", (episode) => (ran(episode) ? -(episode.acts.count || (episode.acts.advised ? 0.5 : 0)) : 1)],
};
/** What the heads of columns stand for. */
const HINTS = {
  pre: "Pre-cautions that held, of those judged: conditions due before a risky step",
  post: "Post-cautions that held, of those judged: conditions due by the end",
  guard: "What the guard did; advised: it told the planner beforehand what to mind, and had to do nothing else",
};

const entries = report.episodes.map((episode, index) => ({ episode, index, text: haystack(episode), rows: {} }));

function haystack(episode) {
  const texts = [episode.title, episode.instruction, episode.error];
  for (const step of episode.steps || []) texts.push(step.action);
  for (const condition of episode.conditions || []) texts.push(condition.hazard);
  return texts.join("\n").toLowerCase();
}

/** The episodes that the address asks for, in its order. */
function listed() {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = FILTERS[state.show][1];
  const found = entries.filter(({ episode, text }) => wanted(episode, state.scoring) && words.every((word) => text.includes(word)));
  const key = COLUMNS[state.sort.replace(/^-/, "")][2] || rank;
  const way = state.sort.startsWith("-") ? -1 : 1;
  const compare = (a, b) => (a < b ? -way : a > b ? way : 0);
  return found.sort((a, b) => compare(key(a.episode, state.scoring), key(b.episode, state.scoring)) || a.index - b.index);
}

function rowOf(entry) {
  const scoring = state.scoring;
  if (!entry.rows[scoring]) entry.rows[scoring] = makeRow(entry, scoring);
  const link = entry.rows[scoring].querySelector("a");
  link.setAttribute("href", addressOf({ ...state, episode: entry.index, step: 0 }, report.episodes));
  return entry.rows[scoring];
}

function makeRow({ episode, index }, scoring) {
  const link = el("a", { href: episode.address }, foreign(episode.title));
  const line = episode.story.line ? el("div", { class: "what" }, foreign(episode.story.line)) : null;
  const row = el("tr", { class: `episode ${episode.story.kind}`, id: `row-${index}` }, el("td", {}, link, line));
  if (!ran(episode)) {
    row.append(el("td", { colspan: "6", class: "problem" }, "could not be run: ", foreign(episode.error)));
    return row;
  }
  const { success, safe, pre, post } = episode.outcome[scoring];
  const safety = safe === null ? ["none", "none judged"] : safe ? ["yes", "safe"] : ["no", "unsafe"];
  row.append(
    el("td", {}, success ? mark("yes", "reached") : mark("no", "missed")),
    el("td", {}, mark(...safety)),
    el("td", { class: "wide number" }, ratio(pre)),
    el("td", { class: "wide number" }, ratio(post)),
    el("td", { class: "wide number" }, String(episode.steps.length)),
    el("td", {}, guardCell(episode)));
  return row;
}

function ratio([held, judged]) {
  return judged ? `${held}/${judged}` : "–";
}

function guardCell(episode) {
  if (!episode.acts.text) return "–";
  const sign = mark(episode.acts.stopped || episode.acts.early ? "stop" : episode.acts.count ? "warn" : "pass", episode.acts.text);
  if (!episode.acts.count) sign.title = HINTS.guard;
  if (episode.acts.text.includes("flagged")) sign.title = "Flagged: allowed, because the guard ran in shadow mode";
  return sign;
}

function showList() {
  const found = listed();
  byId("list").tBodies[0].replaceChildren(...found.slice(0, most).map(rowOf));
  byId("shown").textContent = `${found.length} of ${entries.length} ${entries.length === 1 ? "episode" : "episodes"}`;
  byId("list").hidden = entries.length > 0 && !found.length;
  byId("none").hidden = !byId("list").hidden;
  byId("unknown").hidden = !state.unknown;
  byId("unknown").textContent = `This run has no episode ${state.unknown}. All that it has are listed below.`;
  byId("more").hidden = found.length <= most;
  byId("more").textContent = `Show ${found.length - most} more`;
  if (byId("search").value !== state.q) byId("search").value = state.q;
  for (const [name, [, wanted]] of Object.entries(FILTERS)) {
    byId(`show-${name}`).checked = name === state.show;
    byId(`count-${name}`).textContent = String(entries.filter(({ episode }) => wanted(episode, state.scoring)).length);
  }
  for (const input of document.querySelectorAll("input[name=scoring]")) input.checked = input.value === state.scoring;
  showOrder();
}

function showOrder() {
  for (const heading of byId("list").tHead.rows[0].cells) {
    const name = heading.dataset.column;
    const order = state.sort === name ? "ascending" : state.sort === `-${name}` ? "descending" : "none";
    heading.setAttribute("aria-sort", order);
  }
}

function makeFilters() {
  for (const [name, [label]] of Object.entries(FILTERS)) {
    if (report.guard !== "enforce" && name === "saved") continue;
    if (report.guard === "off" && (name === "silent" || name === "blocked")) continue;
    if (name === "refused" && !report.episodes.some(FILTERS.refused[1])) continue;
    const input = el("input", { type: "radio", name: "filter", value: name, id: `show-${name}` });
    byId("filters").append(el("label", {}, input, el("span", {}, `${label} `, el("b", { id: `count-${name}` }))));
  }
  for (const name of Object.keys(FILTERS)) if (!byId(`show-${name}`)) delete FILTERS[name];
}

function makeHead(sorted) {
  const next = (name) => (state.sort === name ? `-${name}` : state.sort === `-${name}` ? "" : name);
  for (const [name, [label, kind]] of Object.entries(COLUMNS)) {
    if (!name) continue;
    const button = el("button", { type: "button", title: HINTS[name] }, label);
    button.addEventListener("click", () => sorted(next(name)));
    byId("list").tHead.rows[0].append(el("th", { scope: "col", class: kind || null, "data-column": name }, button));
  }
  byId("list").append(el("tbody"));
}
