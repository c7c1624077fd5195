// What the page shows stands in its address, so that it can be sent, reloaded and gone back to:
// "#/?show=unsafe&q=fire&sort=-steps" or "#/episode/TASK/PLAN?step=3&show=unsafe".

const DEFAULTS = { episode: -1, unknown: "", step: 0, show: "all", q: "", sort: "", scoring: "strict" };
const state = { ...DEFAULTS };
const QUERY = ["step", "show", "q", "sort", "scoring"];

/** What an address says; null for one of a place on the page. */
function readAddress(hash, episodes) {
  if (!hash.startsWith("#/")) return hash === "" ? { ...DEFAULTS } : null;
  const [path, query = ""] = hash.split("?", 2);
  const given = new URLSearchParams(query);
  const read = { ...DEFAULTS, episode: episodes.findIndex((episode) => episode.address === path) };
  if (read.episode < 0 && path.startsWith("#/episode/")) read.unknown = named(path);
  for (const name of QUERY) if (given.has(name)) read[name] = given.get(name);
  const last = read.episode < 0 ? 0 : (episodes[read.episode].steps || []).length;
  read.step = Math.min(last, Math.max(0, Math.trunc(Number(read.step)) || 0));
  if (!Object.hasOwn(FILTERS, read.show)) read.show = DEFAULTS.show;
  if (!Object.hasOwn(COLUMNS, read.sort.replace(/^-/, ""))) read.sort = DEFAULTS.sort;
  if (read.scoring !== "faithful") read.scoring = DEFAULTS.scoring;
  return read;
}

/** The task and the plan's index that an address names. */
function named(path) {
  const name = path.slice("#/episode/".length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // no text that was made a part of an address
  }
}

function addressOf(shown, episodes) {
  const query = new URLSearchParams();
  for (const name of QUERY) {
    if (shown[name] !== DEFAULTS[name]) query.set(name, String(shown[name]));
  }
  const path = shown.episode < 0 ? "#/" : episodes[shown.episode].address;
  return String(query) ? `${path}?${query}` : path;
}
