// The player of an episode: one slider moves the picture, the step, what changed, what the guard
// said and what was due.

/** What is kept of an episode beside its results; read when it is opened. */
function footageOf(index) {
  const script = byId(`footage-${index}`);
  return script ? JSON.parse(script.textContent) : { pictures: [], at: [], strips: [], strip_at: [], cameras: [], due: [], talk: [] };
}

const webp = (data) => `data:image/webp;base64,${data}`;

/** The picture at a moment, or the last one before it; null if there is none. */
function pictureAt(pictures, at, moment) {
  const number = at[Math.min(moment, at.length - 1)];
  return pictures[number] === undefined ? null : webp(pictures[number]);
}

/** Makes the player; `moved` is told of each moment that is chosen. */
function makePlayer(episode, footage, moved) {
  const last = episode.steps.length;
  const slider = el("input", { type: "range", min: "0", max: String(last), step: "1", id: "slider", "aria-label": "Step" });
  const now = el("div", { class: "now", id: "now", tabindex: "0", role: "region", "aria-label": "Details of this step" });
  // All of them stand in one place, so that the page keeps its height.
  const panels = [...Array(last + 1).keys()].map((moment) => el("div", { class: "panel" }, momentPanel(episode, footage, moment)));
  now.append(...panels);
  const place = el("output", { for: "slider", class: "place" });
  const screen = makeScreen(footage);
  const back = control("prev", "Step back", () => moved(Number(slider.value) - 1));
  const on = control("next", "Step on", () => moved(Number(slider.value) + 1));
  const play = control("play", "Play", () => toggle());
  let timer = 0;

  function toggle(playing = !timer) {
    window.clearInterval(timer);
    timer = 0;
    if (playing) {
      if (Number(slider.value) >= last) moved(0);
      timer = window.setInterval(() => (Number(slider.value) < last ? moved(Number(slider.value) + 1) : toggle(false)), 1100);
    }
    play.replaceChildren(playing ? mark("pause", "Pause", false) : mark("play", "Play", false));
  }
  slider.addEventListener("input", () => {
    toggle(false);
    moved(Number(slider.value));
  });
  const bar = el("div", { class: "bar-of-controls" }, back, play, on, slider, place);
  const node = el("section", { class: screen ? "player" : "player blind", "aria-label": "Episode, step by step" },
    screen ? screen.node : null, bar, now);
  return { node, stop: () => toggle(false), show: (moment) => {
    slider.value = String(moment);
    slider.setAttribute("aria-valuetext", momentName(episode, moment));
    place.textContent = moment ? `Step ${moment} of ${last}` : "Start";
    back.disabled = moment === 0;
    on.disabled = moment === last;
    if (screen) screen.show(moment, momentName(episode, moment));
    panels.forEach((panel, number) => panel.classList.toggle("shown", number === moment));
    now.scrollTop = 0;
  } };
}

function control(icon, label, act) {
  const button = el("button", { type: "button", "aria-label": label, title: label, class: "control" }, mark(icon, label, false));
  button.addEventListener("click", act);
  return button;
}

function makeScreen(footage) {
  if (!footage.pictures.length) return null;
  const image = el("img", { class: "view", width: "640", height: "480" });
  const frame = el("div", { class: "frame" }, image);
  const cameras = footage.strips.length ? footage.cameras : footage.cameras.slice(0, 1);
  const caption = el("figcaption", {});
  let camera = 0;
  let shown = [0, ""];

  function show(moment, name) {
    shown = [moment, name];
    showCamera(frame, image, footage, cameras, camera, moment);
    image.alt = `Image of the camera ${cameras[camera] || ""}: ${name}`;
    caption.textContent = `${moment ? `After step ${moment}` : "At the start"}, camera ${cameras[camera]}`;
  }
  const choice = cameras.length > 1 ? cameraChoice(cameras, (chosen) => {
    camera = chosen;
    show(...shown);
  }) : null;
  return { node: el("figure", { class: "screen" }, frame, choice, caption), show };
}

/** One picture is the first camera's; the others stand beside each other in a strip. */
function showCamera(frame, image, footage, cameras, camera, moment) {
  setSource(image, camera ? pictureAt(footage.strips, footage.strip_at, moment) : pictureAt(footage.pictures, footage.at, moment));
  frame.classList.toggle("cut", camera > 0);
  image.style.width = camera ? `${100 * (cameras.length - 1)}%` : "";
  image.style.marginLeft = camera ? `${-100 * (camera - 1)}%` : "";
}

function cameraChoice(cameras, chosen) {
  const choices = cameras.map((name, number) => {
    const input = el("input", { type: "radio", name: "camera", value: String(number) });
    input.checked = !number;
    input.addEventListener("change", () => chosen(number));
    return el("label", {}, input, el("span", {}, foreign(name)));
  });
  return el("fieldset", { class: "cameras chips" }, el("legend", {}, "Camera"), choices);
}

function setSource(image, source) {
  if (source !== null && image.getAttribute("src") !== source) image.setAttribute("src", source);
}

function momentName(episode, moment) {
  if (!moment) return "start";
  const step = episode.steps[moment - 1];
  return `step ${moment}, ${step.action}, ${STATUS[step.status][1]}`;
}
