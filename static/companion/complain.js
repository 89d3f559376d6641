// One sentence where no better place for it exists, with at most one thing to do about it.
const trouble = document.getElementById("trouble");
let timer = 0;

/** `act`: {word, run}, offered as a button while the sentence stands. */
export function tell(text, act) {
  trouble.replaceChildren(text);
  if (act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link";
    button.textContent = act.word;
    button.addEventListener("click", () => {
      trouble.hidden = true;
      act.run();
    });
    trouble.append(button);
  }
  trouble.hidden = false;
  leave(act ? 10_000 : 6_000);
}

export function complain(text) {
  tell(text || trouble.dataset.failed);
}

/** What can still be undone stays as long as someone is at it. */
function leave(after) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (trouble.matches(":hover, :focus-within")) leave(2_000);
    else trouble.hidden = true;
  }, after);
}
