// The page: shows what its address says, and answers to clicks and keys.

const title = document.title;
/** The episode that is open: its player and index; null in the list. */
let open = null;

/** Shows something else and notes it in the address; `push` makes it a place to go back to. */
function go(change, push = false) {
  Object.assign(state, { unknown: "" }, change);
  const address = addressOf(state, report.episodes);
  if (push) window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  show();
}

function show() {
  const isEpisode = state.episode >= 0;
  byId("overview").hidden = byId("top").hidden = isEpisode;
  byId("episode").hidden = !isEpisode;
  if (isEpisode) showEpisode();
  else closeEpisode();
}

function closeEpisode() {
  if (open) open.player?.stop();
  open = null;
  document.title = title;
  byId("episode").replaceChildren();
  showList();
}

function showEpisode() {
  if (!open || open.index !== state.episode || open.scoring !== state.scoring) openEpisode();
  if (open.player) showMoment();
}

function openEpisode() {
  if (open) open.player?.stop();
  const { index, scoring } = { index: state.episode, scoring: state.scoring };
  const episode = report.episodes[index];
  const heading = el("h1", { tabindex: "-1" }, foreign(episode.title));
  open = { index, scoring, player: null };
  const head = [walk(index), heading];
  if (ran(episode)) {
    const footage = footageOf(index);
    open.player = makePlayer(episode, footage, (moment) => moveTo(moment));
    byId("episode").replaceChildren(...head, ...opening(episode, scoring), open.player.node, ...details(episode, footage, scoring));
  } else {
    byId("episode").replaceChildren(...head, el("p", { class: "plain problem" }, "Could not be run: ", foreign(episode.error)));
  }
  document.title = `${episode.title} · ${title}`;
  window.scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

function opening(episode, scoring) {
  const { success, safe } = episode.outcome[scoring];
  return [
    el("blockquote", { dir: "auto" }, episode.instruction),
    el("p", { class: "plain" }, mark(safe === null ? "none" : safe ? "yes" : "no", safe === null ? "not judged" : safe ? "safe" : "unsafe"), " ",
      mark(success ? "yes" : "no", success ? "goal reached" : "goal missed"), " ", el("span", { class: "soft" }, outcomeText(episode, scoring))),
    tellings(episode, scoring),
  ].filter((node) => node !== null);
}

/** The way to the list and to its previous and next episodes. */
function walk(index) {
  const found = listed();
  const here = found.findIndex((entry) => entry.index === index);
  const to = (entry, text, key) => (entry
    ? el("a", { href: addressOf({ ...state, episode: entry.index, step: 0 }, report.episodes), "aria-keyshortcuts": key }, ...text)
    : el("span", { class: "soft" }, ...text));
  const name = (state.show === "all" ? "" : ` ${FILTERS[state.show][0].toLowerCase()}`) + (state.q ? ` “${state.q}”` : "");
  return el("nav", { class: "walk", "aria-label": "Episodes" },
    el("a", { href: addressOf({ ...state, episode: -1, step: 0 }, report.episodes), id: "up", "aria-keyshortcuts": "Escape" }, mark("prev", "All episodes")),
    el("span", { class: "place soft" }, here < 0 ? "" : `${here + 1} of ${found.length}${name}`),
    to(found[here - 1], [mark("prev", "Previous"), el("kbd", {}, "k")], "k"),
    to(here < 0 ? found[0] : found[here + 1], [mark("next", "Next"), el("kbd", {}, "j")], "j"));
}

function moveTo(moment) {
  const last = report.episodes[state.episode].steps.length;
  go({ step: Math.min(last, Math.max(0, moment)) });
}

/** Everything that goes along with the slider. */
function showMoment() {
  open.player.show(state.step);
  const view = byId("episode");
  for (const node of view.querySelectorAll("[data-moment]:not(button, details)")) {
    const current = node.dataset.moment === String(state.step);
    node.classList.toggle("current", current);
    if (current) scrollAlong(node.closest(".scroll"), node);
  }
  for (const node of view.querySelectorAll("details[data-moment]")) node.classList.toggle("current", node.dataset.moment === String(state.step));
}

/** Scrolls the timeline, never the page. */
function scrollAlong(box, node) {
  if (box && node.matches(".step")) box.scrollLeft = node.offsetLeft - box.clientWidth / 2;
}

/** The neighbor of the open episode, or of the row that has the focus. */
function neighbor(way) {
  if (open) {
    const found = listed();
    const here = found.findIndex((entry) => entry.index === open.index);
    const next = found[here < 0 ? 0 : here + way];
    if (next) go({ episode: next.index, step: 0 }, true);
    return;
  }
  const links = [...document.querySelectorAll("tr.episode td:first-child a")];
  const here = links.indexOf(document.activeElement);
  const next = links[here < 0 ? 0 : here + way];
  if (next) next.focus();
}

function back() {
  const index = state.episode;
  go({ episode: -1, step: 0 }, true);
  const row = byId(`row-${index}`);
  if (!row) return;
  row.scrollIntoView({ block: "center" });
  row.querySelector("a").focus({ preventScroll: true });
}

const KEYS = {
  j: () => neighbor(1),
  k: () => neighbor(-1),
  "/": () => (open ? back() : null, byId("search").focus()),
  Escape: () => open && back(),
  ArrowRight: () => open?.player && moveTo(state.step + 1),
  ArrowLeft: () => open?.player && moveTo(state.step - 1),
  Home: () => open?.player && moveTo(0),
  End: () => open?.player && moveTo(Infinity),
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.matches?.("input, textarea, select") ? event.target : null;
  if (field?.type === "search") {
    if (event.key === "Escape") field.blur();
    return;
  }
  const moves = ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
  if (moves && (!open || field || event.target.matches?.(".scroll"))) return; // the slider and what scrolls move themselves
  if (!Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
}

function listen() {
  byId("tools").addEventListener("submit", (event) => event.preventDefault());
  byId("search").addEventListener("input", (event) => go({ q: event.target.value }));
  byId("filters").addEventListener("change", (event) => go({ show: event.target.value }));
  byId("scoring").addEventListener("change", (event) => go({ scoring: event.target.value }));
  byId("more").addEventListener("click", () => {
    most = Infinity;
    showList();
  });
  byId("clear").addEventListener("click", () => {
    go({ q: "", show: DEFAULTS.show });
    byId("search").focus();
  });
  byId("list").addEventListener("click", (event) => {
    const row = event.target.closest("tr.episode");
    if (row && !event.target.closest("a") && String(window.getSelection()) === "") row.querySelector("a").click();
  });
  byId("episode").addEventListener("click", (event) => {
    const place = event.target.closest("[data-moment]:not(details)");
    if (place) moveTo(Number(place.dataset.moment));
  });
  document.addEventListener("keydown", pressed);
  window.addEventListener("hashchange", readHash);
}

/** After a link, a step back or a reload. */
function readHash() {
  const hash = window.location.hash;
  const read = readAddress(hash, report.episodes);
  if (read === null) return;
  const before = state.episode;
  Object.assign(state, read);
  show();
  if (state.episode < 0 && hash !== "" && !state.unknown) {
    const row = byId(`row-${before}`);
    (row || byId("episodes")).scrollIntoView(row ? { block: "center" } : {});
    (row ? row.querySelector("a") : byId("episodes-title")).focus({ preventScroll: true });
  }
}

makeFilters();
makeHead((sort) => go({ sort }));
byId("tools").hidden = false;
listen();
show();
readHash();
