// What every page does beyond plain HTML.
import { complain } from "./complain.js";
import { isComposing, meansSend } from "./keys.js";
import "./shelf.js";

for (const field of document.querySelectorAll('input[type="hidden"][name="time_zone"]')) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}

// Fields that Enter saves.
document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("[data-submits]") && meansSend(event)) {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
});

// Whoever must not be seen here is gone at once: emptied before the other page comes, which may take a while, and not there to go back to.
const away = document.querySelector("[data-quick-exit]");
function leaveNow(event) {
  event.preventDefault();
  document.title = "";
  document.body.replaceChildren();
  window.location.replace(away.href);
}
if (away) {
  let presses = [];
  for (const link of document.querySelectorAll("[data-quick-exit]")) link.addEventListener("click", leaveNow);
  document.addEventListener("keydown", (event) => {
    if (event.repeat || isComposing() || event.isComposing) return;
    presses = event.key === "Escape" ? [...presses.filter((at) => event.timeStamp - at < 1500), event.timeStamp] : [];
    if (presses.length >= 3) leaveNow(event);
  }, true);
}

// Escape closes the list of characters.
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && event.target.closest?.("details.speakers[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// Escape calls an edit off, unless it belongs to the input method.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || isComposing() || event.isComposing) return;
  event.target.closest?.(".edit")?.querySelector("a.button")?.click();
});

// What opens in order to be written in.
document.addEventListener("toggle", (event) => {
  if (event.target.open) event.target.querySelector("textarea")?.focus();
}, true);

// Unsent words must not wait in this browser for the next person.
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-sign-out]")) sessionStorage.clear();
});

// What is to be kept elsewhere can be copied.
for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).innerText.trim());
    button.textContent = button.dataset.copied;
  });
}

// What can't be taken back is asked about once more.
document.addEventListener("submit", (event) => {
  const ask = event.target.dataset.ask;
  if (ask && !confirm(ask)) event.preventDefault();
}, true);

// A form that is on its way is not sent twice: the second answer would be that there is nothing left to do.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 5000);
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// The key that ends a composition doesn't search: Safari sends the form with it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.('input[type="search"], .menu-form input')) return;
  if (isComposing() || event.isComposing || event.keyCode === 229) event.preventDefault();
});

// A search for half a syllable finds nothing: wait until the input method is done.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isComposing() && event.target.matches('[role="search"]')) event.preventDefault();
});

for (const failure of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failure, () => complain());
}

// What can be undone stays as long as someone is at it.
function fade(element) {
  const leave = () => {
    if (element.matches(":hover, :focus-within")) setTimeout(leave, 2000);
    else element.remove();
  };
  setTimeout(leave, Number(element.dataset.fades));
}
document.addEventListener("htmx:load", (event) => {
  const added = event.detail.elt;
  if (added.matches?.("[data-fades]")) fade(added);
  added.querySelectorAll?.("[data-fades]").forEach(fade);
});

// Older turns come in above: keep what is being read where it is.
let height = 0;
const scroller = document.getElementById("scroller");
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.matches(".earlier")) height = scroller.scrollHeight - scroller.scrollTop;
});
document.addEventListener("htmx:afterSwap", () => {
  if (height) scroller.scrollTop = scroller.scrollHeight - height;
  height = 0;
  let day = "";
  for (const mark of document.querySelectorAll(".turns > .day")) {
    const its = mark.querySelector("time").getAttribute("datetime");
    if (its === day) mark.remove();
    day = its;
  }
});
