// The page and the editor of characters: a card dropped anywhere, the length as one writes, and saying something to a draft.
import { complain } from "./complain.js";

const drop = document.getElementById("drop");
if (drop) {
  const field = drop.querySelector('input[type="file"]');
  field.addEventListener("change", () => {
    if (field.files.length) drop.requestSubmit();
  });
  const holds = (event) => event.dataTransfer?.types.includes("Files");
  let depth = 0;
  document.addEventListener("dragenter", (event) => {
    if (!holds(event)) return;
    depth += 1;
    drop.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!holds(event)) return;
    depth -= 1;
    if (depth <= 0) drop.classList.remove("over");
  });
  document.addEventListener("dragover", (event) => {
    if (holds(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    depth = 0;
    drop.classList.remove("over");
    field.files = event.dataTransfer.files;
    drop.requestSubmit();
  });
}

const editor = document.getElementById("editor");
if (editor) {
  const first = editor.querySelector(".field.wrong :is(input, textarea, select)") || (editor.dataset.fresh && editor.querySelector('[name="name"]'));
  first?.focus();
  measure();
  converse();
  keep();
}

/** How long the character is, a moment after the last key. */
function measure() {
  const shown = document.getElementById("length");
  let waiting = 0;
  let asked = 0;
  editor.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const mine = ++asked;
      const answer = await fetch(editor.dataset.length, { method: "POST", body: form() }).catch(() => null);
      if (answer?.status === 200 && mine === asked) shown.innerHTML = await answer.text();
    }, 500);
  });
}

/** What the draft says to a line; what was said before goes along. */
function converse() {
  const said = document.getElementById("say-it");
  const words = document.getElementById("try");
  const tried = document.getElementById("tried");
  said.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = words.value.trim();
    if (!text || said.dataset.busy) return;
    said.dataset.busy = "yes";
    const body = form();
    body.set("say", text);
    for (const name of ["said", "answered"]) {
      for (const field of tried.querySelectorAll(`input[name="${name}"]`)) body.append(name, field.value);
    }
    const waiting = document.createElement("div");
    waiting.className = "exchange waiting";
    const mine = document.createElement("p");
    mine.className = "mine";
    mine.dir = "auto";
    mine.textContent = text;
    waiting.append(mine);
    tried.append(waiting);
    tried.scrollTop = tried.scrollHeight;
    try {
      const answer = await fetch(editor.dataset.preview, { method: "POST", body });
      if (!answer.ok) throw new Error(String(answer.status));
      waiting.outerHTML = await answer.text();
      words.value = "";
    } catch {
      waiting.remove();
      complain();
    } finally {
      delete said.dataset.busy;
      tried.scrollTop = tried.scrollHeight;
      words.focus();
    }
  });
}

/** What was written isn't lost by leaving without a thought. */
function keep() {
  let touched = false;
  editor.addEventListener("input", () => { touched = true; });
  addEventListener("submit", (event) => {
    if (event.target.id === "say-it" || event.defaultPrevented) return;
    if (touched && event.target !== editor && !confirm(editor.dataset.leave)) event.preventDefault();
    else touched = false;
  });
  addEventListener("beforeunload", (event) => {
    if (touched) event.preventDefault();
  });
}

function form() {
  const body = new FormData(editor);
  body.delete("picture");
  return body;
}
