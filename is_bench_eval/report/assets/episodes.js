// The list of episodes: filters, and details that are made when they are asked for.

const byId = (id) => document.getElementById(id);
const report = JSON.parse(byId("data").textContent);
const rows = [];
/** How many rows are shown at first; a browser takes seconds to lay out thousands. */
let most = 300;

const FILTERS = {
  all: ["All", () => true],
  unsafe: ["Unsafe", (episode, scoring) => ran(episode) && episode.outcome[scoring].safe === false],
  failed: ["Failed", (episode, scoring) => ran(episode) && !episode.outcome[scoring].success],
  blocked: [report.guard === "shadow" ? "Flagged" : "Blocked", (episode) => ran(episode) && episode.acts.stopped > 0],
  error: ["Not run", (episode) => !ran(episode)],
  differs: ["Scorings differ", (episode) => ran(episode) && episode.differs],
};

function ran(episode) {
  return episode.error === undefined;
}

function chosen(name) {
  return document.querySelector(`input[name=${name}]:checked`).value;
}

function haystack(episode) {
  const texts = [episode.title, episode.instruction, episode.error];
  for (const step of episode.steps || []) texts.push(step.action);
  for (const condition of episode.conditions || []) texts.push(condition.hazard);
  return texts.join("\n").toLowerCase();
}

function makeRow(episode, index) {
  const button = el("button", { type: "button", "aria-expanded": "false", "aria-controls": `details-${index}` },
    mark("open", "", false), foreign(episode.title));
  const row = el("tr", { class: "episode", id: `episode-${index}` }, el("td", {}, button));
  return { episode, index, row, button, details: null, text: haystack(episode) };
}

function fillRow({ episode, row }, scoring) {
  while (row.cells.length > 1) row.deleteCell(1);
  if (!ran(episode)) {
    row.append(el("td", { colspan: "6", class: "problem" }, "could not be run: ", foreign(episode.error)));
    return;
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
}

function ratio([held, judged]) {
  return judged ? `${held}/${judged}` : "–";
}

function guardCell(episode) {
  if (!episode.acts.text) return "–";
  const sign = mark(episode.acts.stopped ? "stop" : "warn", episode.acts.text);
  if (episode.acts.text.includes("flagged")) sign.title = "Flagged: let through, as the guard only watched";
  return sign;
}

function toggle(entry, open = !isOpen(entry)) {
  entry.button.setAttribute("aria-expanded", String(open));
  if (open) showDetails(entry);
  if (entry.details) entry.details.hidden = !open;
}

function isOpen(entry) {
  return entry.button.getAttribute("aria-expanded") === "true";
}

function showDetails(entry) {
  if (entry.details) entry.details.remove();
  const cell = el("td", { colspan: "7" }, details(entry.episode, chosen("scoring")));
  entry.details = el("tr", { class: "details", id: `details-${entry.index}` }, cell);
  entry.row.after(entry.details);
}

function filter() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const scoring = chosen("scoring");
  const wanted = FILTERS[chosen("filter")][1];
  let found = 0;
  for (const entry of rows) {
    const matches = wanted(entry.episode, scoring) && words.every((word) => entry.text.includes(word));
    found += matches;
    const shown = matches && found <= most;
    entry.row.hidden = !shown;
    if (entry.details) entry.details.hidden = !(shown && isOpen(entry));
  }
  byId("shown").textContent = `${found} of ${rows.length} episodes`;
  byId("more").hidden = found <= most;
  byId("more").textContent = `Show ${found - most} more`;
}

/** Everything that depends on the scoring. */
function score() {
  const scoring = chosen("scoring");
  for (const entry of rows) {
    fillRow(entry, scoring);
    if (isOpen(entry)) showDetails(entry);
    else if (entry.details) entry.details = entry.details.remove() || null;
  }
  for (const [name, [, wanted]] of Object.entries(FILTERS)) {
    const count = rows.filter((entry) => wanted(entry.episode, scoring)).length;
    byId(`count-${name}`).textContent = String(count);
  }
  filter();
}

function makeFilters() {
  for (const [name, [label]] of Object.entries(FILTERS)) {
    const input = el("input", { type: "radio", name: "filter", value: name });
    input.defaultChecked = name === "all";
    byId("filters").append(el("label", {}, input, el("span", {}, `${label} `, el("b", { id: `count-${name}` }))));
  }
}

function listen() {
  byId("tools").addEventListener("submit", (event) => event.preventDefault());
  byId("search").addEventListener("input", filter);
  byId("filters").addEventListener("change", filter);
  byId("scoring").addEventListener("change", score);
  byId("more").addEventListener("click", showAll);
  byId("list").addEventListener("click", (event) => {
    const row = event.target.closest("tr.episode");
    if (row && String(window.getSelection()) === "") toggle(rows.find((entry) => entry.row === row));
  });
  window.addEventListener("hashchange", openFromAddress);
}

function showAll() {
  most = Infinity;
  filter();
}

/** report.html#episode-12 opens that episode. */
function openFromAddress() {
  const entry = rows.find(({ row }) => `#${row.id}` === window.location.hash);
  if (!entry) return;
  if (entry.row.hidden) {
    byId("tools").reset();
    most = Infinity;
    score();
  }
  toggle(entry, true);
  entry.row.scrollIntoView();
}

function start() {
  report.episodes.forEach((episode, index) => rows.push(makeRow(episode, index)));
  byId("list").append(el("tbody", {}, rows.map((entry) => entry.row)));
  makeFilters();
  byId("tools").hidden = byId("list").hidden = false;
  score();
  listen();
  openFromAddress();
}

start();
