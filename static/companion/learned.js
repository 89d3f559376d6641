// The quiet line that says what was remembered, and takes it back. The page shows it, or a frame brings it.
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A frame's items, as the page would have shown them; nothing where it did. */
export function learned(thread, frame) {
  const id = `learned-${frame.seq}`;
  if (!frame.items.length || document.getElementById(id)) return;
  const model = document.getElementById("learned-line").content.firstElementChild;
  thread.aside("learned", (aside) => {
    aside.id = id;
    const list = document.createElement("ul");
    list.append(...frame.items.map((item) => line(model, item, thread.words)));
    aside.append(list);
  });
}

function line(model, item, words) {
  const row = model.cloneNode(true);
  row.dataset.status = item.status;
  row.querySelector("q").textContent = item.statement;
  const told = { pending: words.learned_maybe, conflicted: words.learned_either };
  row.querySelector(".told").firstChild.data = told[item.status] ?? words.learned;
  for (const form of row.querySelectorAll("form")) {
    form.setAttribute("action", form.getAttribute("action").replace(NOBODY, item.id));
  }
  return row;
}

/** Take it back, and take that back, without leaving the page. */
export function listen(thread, complain) {
  thread.list.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches(".learned form")) return;
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const answer = await post(form);
      const line = form.closest("li");
      if (form.matches(".here")) {
        confined(form, button, thread.list.dataset.conversation);
        return;
      }
      line.querySelector(".here").hidden = Boolean(answer.restore);
      form.setAttribute("action", answer.restore || answer.delete);
      line.querySelector(".told").hidden = Boolean(answer.restore);
      line.querySelector(".undone").hidden = !answer.restore;
      button.textContent = answer.restore ? thread.words.restore : thread.words.undo;
    } catch {
      complain();
    } finally {
      button.disabled = false;
      button.focus();
    }
  });
}

/** Used here alone, or everywhere again: the same press takes it back. */
function confined(form, button, conversation) {
  const here = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(here));
  form.elements.place.value = here ? "everywhere:" : `conversation:${conversation}`;
}

async function post(form) {
  const response = await fetch(form.getAttribute("action"), {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value, Accept: "application/json" },
    credentials: "same-origin",
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}
