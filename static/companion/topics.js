// What a reply raised: why, and the presses under it. The page shows it, or a frame brings it.
const later = new Map(); // topics whose reply is not on the page yet, by reply

/** A frame's items, each under its reply. */
export function topics(thread, frame) {
  for (const item of frame.items) {
    later.set(item.reply, item);
    settle(thread, item.reply);
  }
}

/** A reply is on the page: what it raised is shown under it. */
export function settle(thread, reply) {
  const item = later.get(reply);
  const box = item && thread.find(reply)?.querySelector(".topic");
  if (!box) return;
  later.delete(reply);
  box.dataset.choice = item.id;
  box.querySelector(".why-raised").textContent = item.why;
  box.querySelector(".wrote-first").hidden = !item.wrote_first;
  const pressed = box.dataset.pressed;
  box.hidden = Boolean(item.outcome) && !pressed;
  if (item.outcome) close(thread, box, item.outcome);
}

/** A press under a reply. */
export function press(thread, button, ask) {
  const box = button.closest(".topic");
  if (!ask({ type: "topic", choice: box.dataset.choice, value: button.dataset.answer })) return;
  box.dataset.pressed = button.dataset.answer;
  if (button.dataset.answer === "accept") document.getElementById("say").focus();
}

function close(thread, box, outcome) {
  box.querySelector(".answers").hidden = true;
  box.querySelector(".answered").textContent = thread.words[`topic_${outcome}`] ?? "";
}
