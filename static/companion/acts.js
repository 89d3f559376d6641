// What can be done with a line: copy, judge, answer again, edit, go to another version, report, delete.
import { isComposing, meansSend } from "./keys.js";
import { unique } from "./outbox.js";
import { Why } from "./why.js";

const HELD = 6_000; // milliseconds a verb waits for a line that is just opening before the user is told

export class Acts {
  /** `ways`: send(frame) → whether the line stands; tell(text, act?) for one sentence; post(path) → its answer. */
  constructor(list, words, ways) {
    Object.assign(this, { list, words, ...ways });
    this.menu = document.getElementById("line-menu");
    this.report = document.getElementById("report");
    this.why = new Why(document.getElementById("why"), {
      again: (id) => this.ask({ type: "regenerate", message: id, without_memory: true }),
    });
    this.turn = null;
    this.held = new Set();
    list.addEventListener("click", (event) => this.press(event));
    this.menu.addEventListener("click", (event) => this.choose(event));
    this.menu.addEventListener("keydown", (event) => this.walk(event));
    this.menu.addEventListener("toggle", (event) => {
      if (event.newState === "closed" && this.menu.contains(document.activeElement)) this.opener?.focus();
    });
    const scroller = document.getElementById("scroller");
    scroller.addEventListener("scroll", () => this.follow(scroller.getBoundingClientRect()), { passive: true });
    this.report.addEventListener("close", () => this.reported());
  }

  press(event) {
    const button = event.target.closest("button");
    const turn = event.target.closest(".turn");
    for (const other of this.list.querySelectorAll(".touched")) if (other !== turn) other.classList.remove("touched");
    if (turn && !button) turn.classList.toggle("touched");
    if (!turn || !button) return;
    const id = turn.dataset.id;
    if (button.matches(".copy")) this.copy(turn);
    else if (button.matches(".again, .retry")) this.ask({ type: "regenerate", message: id });
    else if (button.matches(".good, .bad")) this.ask({ type: "feedback", message: id, value: button.dataset.value });
    else if (button.matches(".older, .newer")) this.ask({ type: "show", message: button.dataset.show });
    else if (button.matches(".edit-line")) this.edit(turn);
    else if (button.matches(".more")) this.open(button, turn);
  }

  /** Send what needs the line. A page is pressed before its line stands: what is asked meanwhile is held a moment and sent in
   * its order when it opens. Without a line, say so rather than do nothing. */
  ask(frame) {
    if (this.send(frame)) return true;
    if (!navigator.onLine) {
      this.tell(this.words.offline_verb);
      return false;
    }
    this.held.add(frame);
    setTimeout(() => {
      if (!this.held.delete(frame)) return;
      this.free();
      this.tell(this.words.offline_verb);
    }, HELD);
    return true;
  }

  async copy(turn) {
    const words = turn.querySelector(".text, .bubble").innerText.trim();
    await navigator.clipboard.writeText(words);
    this.tell(this.words.copied);
  }

  /** The server has the verdict. */
  judged(turn, value) {
    for (const button of turn.querySelectorAll("[data-value]")) {
      button.setAttribute("aria-pressed", String(button.dataset.value === value));
    }
    if (value) this.tell(value === "report" ? this.words.reported : this.words.noted);
  }

  // -- the menu ------------------------------------------------------------------------------------------------

  open(button, turn) {
    this.turn = turn;
    this.opener = button;
    const role = turn.matches(".user") ? "user" : "companion";
    const answers = turn.previousElementSibling && !turn.querySelector(".again")?.hidden;
    for (const item of this.menu.querySelectorAll("[data-act]")) {
      item.hidden = !item.dataset.for.split(" ").includes(role) || (item.dataset.act === "without" && !answers);
      if (item.dataset.path) item.href = `${item.dataset.path}${turn.dataset.id}/`;
      for (const says of item.querySelectorAll("[data-says]")) says.hidden = says.dataset.says !== role;
    }
    this.menu.showPopover();
    this.beside(button);
    this.menu.querySelector("[data-act]:not([hidden])").focus();
  }

  /** The thread moves by itself when a reply ends: an open menu goes along with its line, and closes when that is out of sight. */
  follow(view) {
    if (!this.menu.matches(":popover-open")) return;
    const edge = this.opener.getBoundingClientRect();
    if (edge.bottom < view.top || edge.top > view.bottom) this.menu.hidePopover();
    else this.beside(this.opener);
  }

  beside(button) {
    const edge = button.getBoundingClientRect();
    const size = this.menu.getBoundingClientRect();
    const below = edge.bottom + 6 + size.height < innerHeight;
    this.menu.style.top = `${below ? edge.bottom + 6 : Math.max(8, edge.top - 6 - size.height)}px`;
    this.menu.style.left = `${Math.min(Math.max(8, edge.right - size.width), innerWidth - size.width - 8)}px`;
  }

  walk(event) {
    const items = [...this.menu.querySelectorAll("[data-act]:not([hidden])")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const place = items.indexOf(document.activeElement);
    items[(place + step + items.length) % items.length].focus();
  }

  choose(event) {
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (!act) return;
    const turn = this.turn;
    if (act === "why" && (event.ctrlKey || event.metaKey || event.shiftKey)) return; // a page of its own, in a tab of its own
    this.menu.hidePopover();
    if (act === "copy") this.copy(turn);
    else if (act === "without") this.ask({ type: "regenerate", message: turn.dataset.id, without_memory: true });
    else if (act === "why") {
      event.preventDefault();
      this.why.open(event.target.closest("a").href);
    } else if (act === "report") this.report.showModal();
    else if (act === "delete") this.remove(turn.dataset.id);
  }

  reported() {
    const note = document.getElementById("report-note");
    if (this.report.returnValue === "report") {
      this.ask({ type: "feedback", message: this.turn.dataset.id, value: "report", note: note.value });
    }
    this.report.returnValue = "";
    note.value = "";
  }

  async remove(id) {
    const answer = await this.post(`${this.list.dataset.lines}${id}/delete/`);
    if (!answer) return;
    this.tell(answer.said, { word: this.words.undo_delete, run: () => this.post(answer.restore) });
  }

  // -- editing -------------------------------------------------------------------------------------------------

  edit(turn) {
    if (turn.querySelector(".line-edit")) return;
    const form = document.getElementById("edit-line").content.firstElementChild.cloneNode(true);
    const field = form.querySelector("textarea");
    field.value = turn.querySelector(".bubble").dataset.text ?? plain(turn.querySelector(".bubble"));
    form.dataset.edit = unique();
    const was = field.value;
    const leave = () => {
      form.remove();
      turn.classList.remove("editing");
      turn.querySelector(".edit-line").focus();
    };
    form.querySelector(".cancel").addEventListener("click", leave);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value;
      if (text.trim() === was.trim()) return leave();
      // the same id again while it is not known to have arrived: one edit, however often it is sent
      const frame = { type: "edit", message: turn.dataset.id, text, client_id: form.dataset.edit };
      if (this.ask(frame)) form.querySelector('[type="submit"]').disabled = true;
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !isComposing() && !event.isComposing && event.keyCode !== 229) return leave();
      if (!meansSend(event)) return;
      event.preventDefault();
      form.requestSubmit();
    });
    turn.classList.add("editing");
    turn.querySelector(".bubble").after(form);
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  /** An edit that was not taken: its words stay in their field, with the reason. True when it was one of ours. */
  refused(frame) {
    const form = frame.client_id && this.list.querySelector(`.line-edit[data-edit="${CSS.escape(frame.client_id)}"]`);
    if (!form) return false;
    const fault = form.querySelector(".fault");
    fault.textContent = frame.detail;
    fault.hidden = false;
    form.querySelector('[type="submit"]').disabled = false;
    return true;
  }

  /** The line stands: what waited for it goes out, and an edit whose fate is unknown may be sent again. */
  reopened() {
    this.free();
    const held = [...this.held];
    this.held.clear();
    for (const frame of held) this.ask(frame);
  }

  free() {
    for (const button of this.list.querySelectorAll(".line-edit [type=submit]")) button.disabled = false;
  }
}

/** A bubble's words as they were typed. */
function plain(bubble) {
  const whole = bubble.querySelector(".pasted-whole") ?? bubble;
  const parts = [...whole.querySelectorAll("p")].map((part) =>
    [...part.childNodes].map((node) => (node.nodeName === "BR" ? "\n" : node.textContent)).join(""));
  return parts.join("\n\n");
}
