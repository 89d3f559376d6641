// 为什么这样说: the page of a reply, over the chat. Its links and forms are followed in here; every other page of the site is
// the same page without this script.
import { complain } from "./complain.js";
import { isComposing } from "./keys.js";

export class Why {
  /** `again(id)` asks for an answer without memories. */
  constructor(dialog, { again }) {
    Object.assign(this, { dialog, again });
    this.inside = dialog.querySelector(".inside");
    this.title = dialog.querySelector("h2");
    this.status = dialog.querySelector("[role=status]");
    this.name = this.title.textContent;
    this.home = null; // the page of the reply
    this.at = null; // the page that is shown: its form may name no address of its own
    this.asked = 0;
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => this.press(event));
    dialog.addEventListener("submit", (event) => this.submit(event));
    // Escape belongs to the input method first, then to the words that are being written
    dialog.addEventListener("cancel", (event) => {
      if (isComposing() || dialog.querySelector("textarea:focus")) event.preventDefault();
    });
    dialog.addEventListener("close", () => {
      this.asked += 1;
      this.inside.replaceChildren();
    });
  }

  open(address) {
    this.home = new URL(address);
    this.title.textContent = this.name;
    this.status.textContent = "";
    this.dialog.showModal();
    this.load(address);
  }

  press(event) {
    if (event.target === this.dialog && outside(this.dialog, event)) {
      this.dialog.close();
      return;
    }
    const link = event.target.closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const there = link.hash && link.pathname === location.pathname && document.getElementById(link.hash.slice(1));
    if (there) {
      event.preventDefault();
      this.dialog.close();
      there.scrollIntoView({ block: "center" });
    } else if (link.pathname === this.home.pathname || new URL(link.href).searchParams.has("next")) {
      event.preventDefault();
      this.load(link.href);
    }
  }

  submit(event) {
    const form = event.target;
    event.preventDefault();
    if (form.dataset.again) {
      if (this.again(form.dataset.again)) this.dialog.close();
      return;
    }
    const body = new URLSearchParams(new FormData(form, event.submitter));
    this.load(form.getAttribute("action") ?? this.at, { method: "POST", body });
  }

  /** Show a page of the site in here: what stands in its body, under its heading. */
  async load(address, how = {}) {
    const turn = (this.asked += 1);
    this.inside.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" }, ...how });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const body = page.querySelector(".page-body");
      if (turn !== this.asked) return;
      if (!body) {
        // signed out meanwhile, or not there any more: the page itself says so
        if (answer.ok) location.assign(answer.url);
        else complain();
        return;
      }
      const known = this.at;
      this.at = answer.url;
      this.title.textContent = page.querySelector(".page-head h1")?.textContent ?? this.name;
      this.inside.replaceChildren(...[...body.childNodes].map((node) => document.importNode(node, true)));
      this.status.textContent = this.inside.querySelector(".message, .banner span")?.textContent ?? "";
      this.settle(known);
    } catch {
      if (turn === this.asked) complain();
    } finally {
      if (turn === this.asked) this.inside.setAttribute("aria-busy", "false");
    }
  }

  /** Where the eye and the keys are next: a field to write in, else the heading; the same page stays where it was read. */
  settle(known) {
    const field = this.inside.querySelector("textarea");
    if (field) {
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    } else {
      this.title.focus({ preventScroll: true });
    }
    const same = known && new URL(known).pathname === new URL(this.at).pathname;
    if (!same || this.status.textContent) this.dialog.scrollTop = 0;
  }
}

function outside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  const within = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  return !within;
}
