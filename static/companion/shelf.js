// The list of conversations: the menu of each, the way to the search, and a list that keeps up with the page.
import { tell } from "./complain.js";
import { isComposing } from "./keys.js";

const menu = document.getElementById("chat-menu");
const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
let opener = null;

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
  menu.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === menu) open();
  });
  menu.addEventListener("keydown", walk);
  menu.addEventListener("click", (event) => {
    if (event.target.closest("[download]")) menu.hidePopover();
  });
  menu.addEventListener("change", pickNew);
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    if (menu.contains(document.activeElement) || document.activeElement === document.body) current()?.focus();
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
  let place = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "chats") return;
    const nav = event.detail.target;
    const folders = [...nav.querySelectorAll("[data-folder]")].map((folder) => [folder.dataset.folder, folder.open]);
    place = { top: nav.scrollTop, folders: new Map(folders) };
  });
  document.addEventListener("htmx:afterSettle", () => {
    const nav = document.getElementById("chats");
    if (!place || !nav) return;
    for (const folder of nav.querySelectorAll("[data-folder]")) {
      folder.open = place.folders.get(folder.dataset.folder) ?? folder.open;
    }
    nav.scrollTop = place.top;
    place = null;
    if (document.activeElement === document.body && !menu.matches(":popover-open")) {
      if (opener && !opener.isConnected) current()?.focus({ preventScroll: true });
    }
  });
}

/** What the list says of this conversation (its name, whether it is being answered) follows what happens in it. */
function keepUp() {
  const announcer = document.getElementById("announcer");
  let due = 0;
  const refresh = () => {
    const nav = document.getElementById("chats");
    const busy = menu.matches(":popover-open") || nav.contains(document.activeElement) || nav.dataset.longer;
    if (nav && !busy && !document.hidden) nav.dispatchEvent(new Event("stale"));
  };
  const soon = (wait) => {
    clearTimeout(due);
    due = setTimeout(refresh, wait);
  };
  if (announcer) new MutationObserver(() => soon(400)).observe(announcer, { childList: true, characterData: true, subtree: true });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) soon(0);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.matches(".chats .more")) document.getElementById("chats").dataset.longer = "yes";
  });
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
