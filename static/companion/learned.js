// The quiet line that says what was remembered, and takes it back.
const NOBODY = "00000000-0000-0000-0000-000000000000";

export function learned(thread, items, complain) {
  if (!items.length) return;
  thread.aside("learned", (aside) => {
    const list = document.createElement("ul");
    list.append(...items.map((item) => line(thread, item, complain)));
    aside.append(list);
  });
}

function line(thread, item, complain) {
  const { words, list } = thread;
  const row = document.createElement("li");
  const text = document.createElement("span");
  const remembered = document.createElement("q");
  remembered.textContent = item.statement;
  const says = () => text.replaceChildren(item.status === "pending" ? words.learned_maybe : words.learned, remembered);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  let forget = list.dataset.delete.replace(NOBODY, item.id);
  let restore = "";
  const show = () => {
    if (restore) text.textContent = words.undone;
    else says();
    button.textContent = restore ? words.restore : words.undo;
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const answer = await post(restore || forget);
      restore = answer.restore || "";
      forget = answer.delete || forget;
      show();
    } catch {
      complain();
    }
    button.disabled = false;
  });
  show();
  row.append(text, button);
  return row;
}

async function post(url) {
  const token = document.querySelector('input[name="csrfmiddlewaretoken"]').value;
  const response = await fetch(url, {
    method: "POST",
    headers: { "X-CSRFToken": token, Accept: "application/json" },
    credentials: "same-origin",
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}
