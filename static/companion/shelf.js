// The list of conversations: the menu of each, the way to the search, and a list that keeps up with the page.
import { tell } from "./complain.js";
import { isComposing } from "./keys.js";

const menu = document.getElementById("chat-menu");
const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
let opener = null;
let place = null; // where the list stood that is being swapped
let swaps = 0;

if (menu) start();

function start() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".chat-more");
    if (button) opener = button;
  });
  // A link that acts as a button answers to the space bar too.
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.matches?.(".chat-more")) {
      event.preventDefault();
      event.target.click();
    }
  });
  menu.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target === menu) open();
  });
  menu.addEventListener("keydown", walk);
  menu.addEventListener("click", (event) => {
    if (event.target.closest("[data-file]")) menu.hidePopover();
  });
  menu.addEventListener("change", pickNew);
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const lost = menu.contains(document.activeElement) || document.activeElement === document.body;
    if (lost && !place) current()?.focus();
    menu.replaceChildren();
  });
  document.addEventListener("scroll", (event) => {
    if (event.target.matches?.(".chats, main")) menu.hidePopover();
  }, { capture: true, passive: true });
  document.addEventListener("told", (event) => {
    tell(event.detail.said);
    if (event.detail.good) menu.hidePopover();
  });
  keepPlace();
  keepUp();
  shortcut();
}

/** The opener, or what stands in its place since the list was swapped. */
function current() {
  if (opener?.isConnected || !opener) return opener;
  return document.querySelector(`.chat-more[href="${opener.getAttribute("href")}"]`);
}

function open() {
  const button = current();
  if (!button) return;
  if (!menu.matches(":popover-open")) {
    // beside the list it belongs to: a menu outside of an open sidebar would close it
    (button.closest(".sidebar") ?? document.body).append(menu);
    menu.showPopover();
  }
  const edge = button.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const below = edge.bottom + 4 + size.height < innerHeight;
  menu.style.top = `${below ? edge.bottom + 4 : Math.max(8, edge.top - 4 - size.height)}px`;
  menu.style.left = `${Math.min(Math.max(8, edge.right - size.width), innerWidth - size.width - 8)}px`;
  const first = menu.querySelector('input[type="text"][autofocus], input:checked, [role="menuitem"], input[type="radio"]');
  first?.focus();
  if (first?.matches('input[type="text"]')) first.select();
}

function walk(event) {
  const items = [...menu.querySelectorAll('[role="menuitem"]')];
  const place = items.indexOf(document.activeElement);
  if (place < 0) return;
  const next = {
    ArrowDown: (place + 1) % items.length,
    ArrowUp: (place - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) {
    if (event.key === " " && document.activeElement.matches("a")) {
      event.preventDefault();
      document.activeElement.click();
    }
    return;
  }
  event.preventDefault();
  items[next].focus();
}

/** Writing a name means a new project; choosing "new" means writing a name. */
function pickNew(event) {
  if (event.target.matches('[name="project"][value="new"]')) menu.querySelector('[name="name"]')?.focus();
}
menu?.addEventListener("input", (event) => {
  if (event.target.matches('[name="name"]')) menu.querySelector('[name="project"][value="new"]').checked = true;
});

/** A swapped list stays scrolled where it was, with the same projects open, and the keyboard where it was. */
function keepPlace() {
  document.addEventListener("htmx:beforeSwap", (event) => {
    const nav = event.detail.target;
    if (nav?.matches(".chats .more")) document.getElementById("chats").dataset.longer = "yes";
    if (nav?.id !== "chats" || !event.detail.shouldSwap) return;
    swaps += 1;
    place = stands(nav);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (place && event.detail.target?.id === "chats") stand(document.getElementById("chats"), place);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!place || event.detail.target?.id !== "chats") return;
    // only now do its links do what they say
    if (place.held) document.querySelector(`#chats a[href="${place.held}"]`)?.focus({ preventScroll: true });
    place = null;
  });
}

function stands(nav) {
  const folders = [...nav.querySelectorAll("[data-folder]")].map((folder) => [folder.dataset.folder, folder.open]);
  const held = nav.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  return { top: nav.scrollTop, folders: new Map(folders), held };
}

function stand(nav, as) {
  for (const folder of nav.querySelectorAll("[data-folder]")) {
    folder.open = as.folders.get(folder.dataset.folder) ?? folder.open;
  }
  nav.scrollTop = as.top;
}

/** What the list says of this conversation (its name, whether it is being answered) follows what happens in it. */
function keepUp() {
  const announcer = document.getElementById("announcer");
  let due = 0;
  const soon = (wait) => {
    clearTimeout(due);
    due = setTimeout(refresh, wait);
  };
  if (announcer) new MutationObserver(() => soon(400)).observe(announcer, { childList: true, characterData: true, subtree: true });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) soon(0);
  });
}

/** Nobody asked for it: it gives way to whoever is at the list, and nothing is said when it fails. */
async function refresh() {
  const inUse = (nav) => menu.matches(":popover-open") || nav.contains(document.activeElement) || Boolean(nav.dataset.longer);
  const nav = document.getElementById("chats");
  if (document.hidden || inUse(nav)) return;
  const before = swaps;
  const fresh = document.createElement("template");
  try {
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
    const answer = await fetch(nav.dataset.fresh, { headers, credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return;
    fresh.innerHTML = await answer.text();
  } catch {
    return;
  }
  const list = fresh.content.querySelector("#chats");
  if (!list || swaps !== before || !nav.isConnected || inUse(nav)) return;
  const as = stands(nav);
  nav.replaceWith(list);
  stand(list, as);
  globalThis.htmx.process(list);
}

/** Ctrl+K, or Cmd+K on a Mac, from anywhere. */
function shortcut() {
  for (const hint of document.querySelectorAll("kbd[data-mac]")) if (mac) hint.textContent = hint.dataset.mac;
  document.addEventListener("keydown", (event) => {
    if (event.key?.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (isComposing() || event.isComposing || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const fields = [...document.querySelectorAll("[data-find]")];
    let field = fields.findLast((one) => one.offsetParent !== null);
    if (!field) {
      document.getElementById("sidebar").showPopover();
      field = fields[0];
    }
    field.focus();
    field.select();
  });
}
