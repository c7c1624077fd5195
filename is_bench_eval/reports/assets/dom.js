"use strict";

// Foreign text reaches the page by text nodes and attribute values only, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element; attributes that are null are left out, children are nodes or texts. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== "") node.append(child);
  }
  return node;
}

/** Foreign text, whose direction must not spread to what stands beside it. */
function foreign(text, attributes = {}) {
  return el("bdi", attributes, text);
}

/** A symbol with a word: shown beside it, or for screen readers only. */
function mark(name, word, shown = true) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return el("span", { class: `mark ${name}` }, svg, el("span", { class: shown ? "word" : "sr" }, word));
}

const STATUS = { ok: ["yes", "ok"], failed: ["no", "failed"], blocked: ["stop", "blocked"] };
const DECISION = { allow: ["pass", "allow"], warn: ["warn", "warn"], block: ["stop", "block"] };

/** The symbol and word of what became of a condition. */
function verdictMark(verdict, shown = true) {
  if (verdict.held === true) return mark("yes", "held", shown);
  if (verdict.held === false) return mark("no", "violated", shown);
  return verdict.step === null ? mark("none", "not judged", shown) : mark("unknown", "not known", shown);
}

/** "pre 1": people count from 1. */
function conditionId(condition) {
  return `${condition.kind === "process" ? "pre" : "post"} ${condition.index + 1}`;
}

const byId = (id) => document.getElementById(id);

/** A text of the run in words; as it was written in the title. */
function inWords(text, attributes = {}) {
  const said = report.words[text] ?? text;
  return foreign(said, { title: said === text ? null : text, ...attributes });
}

/** A text that may break after its underscores. */
function breakable(text) {
  return text.split("_").flatMap((part, index) => (index ? ["_", el("wbr"), part] : [part]));
}

/** A constraint or an event, whose names are slugs: "close_the_door". */
function slug(name) {
  return foreign(name.replaceAll("_", " "), { title: name });
}

/** "potato.n.01_1" in a call or a list of things as "potato 1"; the whole text is its title. */
function short(text, attributes = {}) {
  const said = text.replace(/([a-z_-]+)\.n\.\d+(?:_(\d+))?/g, (_, name, number) => name.replaceAll("_", " ") + (number ? ` ${number}` : ""));
  return foreign(said, { title: said === text ? null : text, ...attributes });
}

/** A table in a box that scrolls sideways: headings are texts or [text, class]. */
function scrollTable(label, kind, headings, rows) {
  const head = headings.map((heading) => {
    const [text, style] = Array.isArray(heading) ? heading : [heading, null];
    return el("th", { scope: "col", class: style }, text);
  });
  const labels = headings.map((heading) => (Array.isArray(heading) ? heading[0] : heading));
  for (const row of rows) [...row.cells].forEach((cell, index) => labels[index] && cell.setAttribute("data-label", labels[index]));
  const table = el("table", { class: `${kind} stacks` }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}
