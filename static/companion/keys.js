// Enter, in every field of the site. An input method owns the key while it composes, and Safari ends the composition
// before it reports the key that ended it: hence the key code, and the flag that falls one task later.
const touch = matchMedia("(hover: none) and (pointer: coarse)");
let composing = false;
let falling = 0;

document.addEventListener("compositionstart", () => {
  clearTimeout(falling);
  composing = true;
}, true);
document.addEventListener("compositionend", () => {
  falling = setTimeout(() => { composing = false; }, 0);
}, true);

/** Whether an input method is in the middle of something. */
export const isComposing = () => composing;

/** Whether Enter sends. On touch keyboards it is a new line, and the button sends. */
export const enterSends = () => !touch.matches;

/** Call `then` when that changes: a keyboard is attached, or a tablet is taken out of it. */
export const onEnterChange = (then) => touch.addEventListener("change", then);

/** Whether this key press means "send": a plain Enter where Enter sends, or Ctrl/Cmd+Enter anywhere. */
export function meansSend(event) {
  if (event.key !== "Enter" || composing || event.isComposing || event.keyCode === 229) return false;
  if (event.ctrlKey || event.metaKey) return true;
  return enterSends() && !event.shiftKey && !event.altKey;
}
