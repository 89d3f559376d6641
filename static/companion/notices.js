// What stands over the chat until it is put away: that a break is due, and that somebody is here a great deal.

const over = document.getElementById("break");
const dialog = document.getElementById("signs");
let shown = 0;

/** A notice without a place in the thread. One that was put away doesn't come back after the line was lost for a moment. */
export function suggestBreak(frame) {
  const { minutes, signs } = frame.data;
  if (signs.length) {
    dialog.querySelector(".words").innerHTML = frame.html;
    if (!dialog.open) dialog.showModal();
    return;
  }
  if (!minutes || minutes === shown) return;
  shown = minutes;
  over.querySelector(".words").innerHTML = frame.html;
  over.hidden = false;
}

document.getElementById("break-away").addEventListener("click", () => {
  over.hidden = true;
  document.getElementById("say")?.focus();
});

/** A number on the help card was pressed: counted, with nothing that was said. */
export function countCalls(list) {
  list.addEventListener("click", (event) => {
    const card = event.target.closest?.(".crisis a")?.closest(".crisis");
    if (!card?.dataset.reply) return;
    const body = new FormData();
    body.set("csrfmiddlewaretoken", document.querySelector("#composer [name=csrfmiddlewaretoken]")?.value ?? "");
    fetch(`${list.dataset.lines}${card.dataset.reply}/reached/`, { method: "POST", body, keepalive: true }).catch(() => {});
  });
}
