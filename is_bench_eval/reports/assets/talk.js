// The conversation between a planner and its language model.

function talkSection(footage) {
  if (!footage.talk.length) return null;
  const exchanges = footage.talk.map((exchange, number) => exchangeNode(footage, exchange, number));
  return el("section", { "aria-labelledby": "talk" },
    el("h2", { id: "talk" }, "Conversation with the model"),
    el("p", { class: "meaning" }, "Each request shows what it adds to the one before. Images are the cameras' at that moment, scaled down."),
    exchanges);
}

function exchangeNode(footage, exchange, number) {
  const [asked, answered] = exchange.tokens;
  const tokens = asked + answered ? `, ${asked} + ${answered} tokens` : "";
  const body = el("div", { class: "messages" });
  const details = el("details", { class: "fold exchange", "data-moment": String(exchange.moment) },
    el("summary", {}, `${number + 1}. Before step ${exchange.moment + 1}${tokens}: `, foreign(clipped((exchange.error || exchange.reply).replace(/\s+/g, " "), 110), { class: "soft" })),
    body);
  details.addEventListener("toggle", () => {
    if (details.open && !body.childNodes.length) body.append(...messageNodes(footage, exchange));
  });
  return details;
}

function messageNodes(footage, exchange) {
  const before = footage.talk[footage.talk.indexOf(exchange) - 1];
  const fresh = exchange.said.filter((message, place) => place || message.role !== "assistant" || message.text !== before?.reply);
  const said = fresh.map((message) => messageNode(message.role, message.text, message.pictures ? seen(footage, exchange, message.pictures) : null));
  return [...said, exchange.error ? messageNode("no answer", exchange.error, null) : messageNode("answer", exchange.reply, null)];
}

function messageNode(role, text, more) {
  return el("div", { class: `message ${role === "answer" ? "answer" : ""}` }, el("div", { class: "role" }, role), el("div", { class: "text", dir: "auto", tabindex: text.length > 1500 ? "0" : null }, text), more);
}

function seen(footage, exchange, count) {
  const sources = [pictureAt(footage.pictures, footage.at, exchange.moment), pictureAt(footage.strips, footage.strip_at, exchange.moment)];
  const images = sources.filter(Boolean).map((src) => el("img", { src, alt: "", class: "sent" }));
  return el("div", { class: "why" }, `${count} ${count === 1 ? "image" : "images"}`, images.length ? el("div", { class: "sentlist" }, images) : null);
}
