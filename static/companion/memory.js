// The memory centre by keys alone: J and K from row to row, and the row's own acts by their letters.
import { isComposing } from "./keys.js";

const rows = () => [...document.querySelectorAll(".memory:not(.gone)")];
let place = -1;

document.addEventListener("keydown", (event) => {
  if (isComposing() || event.isComposing || event.keyCode === 229) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
  const step = { j: 1, k: -1 }[event.key.toLowerCase()];
  if (step) {
    event.preventDefault();
    go(current() + step);
    return;
  }
  const row = document.activeElement?.closest(".memory");
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = row?.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!act || act.closest("details:not([open])")) return;
  event.preventDefault();
  place = rows().indexOf(row);
  act.click();
});

function current() {
  const row = document.activeElement?.closest(".memory");
  return row ? rows().indexOf(row) : place;
}

function go(to) {
  const all = rows();
  if (!all.length) return;
  place = Math.min(Math.max(to, 0), all.length - 1);
  all[place].focus();
  all[place].scrollIntoView({ block: "nearest" });
}

// The row that an act changed is another element now: stay where one was.
document.addEventListener("htmx:afterSettle", () => {
  if (place < 0 || document.activeElement !== document.body) return;
  go(place);
});

// An edit goes on where the words end.
document.addEventListener("htmx:afterSettle", () => {
  const field = document.querySelector(".memory .edit textarea");
  if (field && document.activeElement === field && field.selectionEnd === 0) {
    field.setSelectionRange(field.value.length, field.value.length);
  }
});
