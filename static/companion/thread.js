// The turns on the page. Texts arrive as HTML that the server made safe; everything else is set as text.
const follows = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
const BROKEN = new Set(["stopped", "interrupted", "failed"]);

export class Thread {
  constructor(list, words) {
    this.list = list;
    this.words = words;
    const zone = list.dataset.zone;
    this.clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone });
    this.day = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone: zone });
    this.date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeZone: zone });
    this.waiting = new Map(); // blocks to draw in the next frame, by turn
    this.earlier = new WeakSet(); // running replies that show what came before a new line stood; its first piece has it all
    this.refresh();
  }

  find(id) {
    return this.list.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  pending(client) {
    return this.list.querySelector(`[data-client="${CSS.escape(client)}"]`);
  }

  /** Words on their way whose line is there: further up than the page reaches, or deleted since. */
  drop(client) {
    for (const turn of this.list.querySelectorAll(`[data-client="${CSS.escape(client)}"]:not([data-id])`)) turn.remove();
  }

  get last() {
    return [...this.list.querySelectorAll(":scope > .turn")].at(-1);
  }

  make(role) {
    const turn = document.getElementById(`${role}-turn`).content.firstElementChild.cloneNode(true);
    turn.classList.add("fresh");
    return turn;
  }

  place(turn, at) {
    const day = this.day.format(at);
    const last = [...this.list.querySelectorAll(":scope > .day time")].at(-1)?.getAttribute("datetime");
    if (!last || day > last) {
      const mark = document.createElement("li");
      mark.className = "day";
      const time = document.createElement("time");
      time.setAttribute("datetime", day);
      time.textContent = this.date.format(at);
      mark.append(time);
      this.list.insertBefore(mark, this.ahead(turn));
    }
    const time = turn.querySelector("time");
    time.setAttribute("datetime", at.toISOString());
    time.textContent = this.clock.format(at);
    this.list.insertBefore(turn, this.ahead(turn));
  }

  /** Before which turn this one stands: what the server has, in its order, comes before words that are still on their way. Else
   * two tabs that speak at once would each show its own line first. */
  ahead(turn) {
    if (!turn.dataset.id) return null;
    // what was learnt from an earlier line is told after the answer, not between a line and its answer
    const answered = turn.matches(".companion") && [...this.list.querySelectorAll(":scope > .turn[data-id]")].at(-1);
    if (answered && answered.nextElementSibling?.matches(".learned")) return answered.nextElementSibling;
    // a refused line stays where it was said: what comes later stands below it
    const waiting = ':scope > .turn:not([data-id]):not([data-status="refused"])';
    return [...this.list.querySelectorAll(waiting)].find((other) => other !== turn) ?? null;
  }

  /** The user's words before the server has them. */
  optimistic(item) {
    const turn = this.make("user");
    turn.dataset.client = item.id;
    const bubble = turn.querySelector(".bubble");
    for (const part of item.text.trim().split(/\n{2,}/)) {
      const line = document.createElement("p");
      line.dir = "auto";
      part.split("\n").forEach((piece, index) => line.append(...(index ? [document.createElement("br"), piece] : [piece])));
      bubble.append(line);
    }
    this.place(turn, new Date());
    return turn;
  }

  mark(turn, status, text) {
    turn.dataset.status = status;
    turn.querySelector(".state").textContent = text ?? this.words[status] ?? "";
    for (const name of ["resend", "discard"]) {
      const button = turn.querySelector(`.${name}`);
      if (button) button.hidden = status !== "refused";
    }
  }

  /** A user's message that the server has. */
  user(message) {
    if (this.find(message.id)) return;
    const turn = (message.client_id && this.pending(message.client_id)) || this.make("user");
    turn.dataset.id = message.id;
    turn.id = `m-${message.id}`;
    turn.querySelector(".bubble").innerHTML = message.html;
    const other = this.ahead(turn);
    if (!turn.isConnected) this.place(turn, new Date(message.at));
    else if (other && follows(other, turn)) other.before(turn);
    this.mark(turn, "received");
    this.versions(turn, message);
    this.entitle(message.text);
    this.refresh();
  }

  /** A line among its versions, and what stands below the others. */
  versions(turn, message) {
    const group = turn.querySelector(".versions");
    group.hidden = message.versions < 2;
    group.querySelector(".place").textContent = `${message.version} / ${message.versions}`;
    for (const side of ["older", "newer"]) {
      const button = group.querySelector(`.${side}`);
      button.dataset.show = message[side] ?? "";
      button.disabled = !message[side];
    }
    const elsewhere = turn.querySelector(".elsewhere");
    if (!elsewhere) return;
    elsewhere.hidden = !message.elsewhere;
    elsewhere.textContent = message.elsewhere ? this.words.elsewhere.replace("#", message.elsewhere) : "";
  }

  /** The sidebar's name for a conversation is how it began. */
  entitle(text) {
    const entry = document.querySelector(".chats [data-untitled][aria-current]");
    if (!entry) return;
    const line = [...text.replace(/\s+/g, " ").trim()];
    entry.textContent = line.length > 24 ? `${line.slice(0, 24).join("")}…` : line.join("");
    entry.removeAttribute("data-untitled");
  }

  /** The thread as the server has it now: another branch, another version, a line gone. Words on their way stay. */
  replace(markup, items) {
    const fresh = document.createElement("template");
    fresh.innerHTML = markup;
    this.waiting.clear();
    this.list.replaceChildren(fresh.content);
    for (const item of items) if (!this.pending(item.id)) this.mark(this.optimistic(item), item.refused ? "refused" : "queued", item.refused);
    this.refresh();
  }

  /** A reply begins. */
  started(id) {
    let turn = this.find(id);
    if (!turn) {
      turn = this.make("companion");
      turn.dataset.id = id;
      turn.id = `m-${id}`;
      this.place(turn, new Date());
    }
    const text = turn.querySelector(".text");
    if (turn.dataset.status === "generating" && text.textContent.trim()) this.earlier.add(turn);
    else text.replaceChildren(document.getElementById("typing").content.cloneNode(true));
    this.mark(turn, "generating");
    this.refresh();
    return turn;
  }

  /** A piece of a running reply: the block that it is in, drawn anew once per frame. */
  delta(frame) {
    const turn = this.find(frame.message) || this.started(frame.message);
    if (turn.dataset.status !== "generating") return;
    if (!this.waiting.size) requestAnimationFrame(() => this.draw());
    if (!this.waiting.has(turn)) this.waiting.set(turn, new Map());
    this.waiting.get(turn).set(frame.block, frame.html);
  }

  draw() {
    for (const [turn, blocks] of this.waiting) {
      const text = turn.querySelector(".text");
      if (turn.dataset.status !== "generating") continue;
      text.querySelector(".typing")?.remove();
      if (this.earlier.delete(turn)) text.replaceChildren();
      for (const [index, html] of blocks) {
        while (text.children.length <= index) {
          const block = document.createElement("div");
          block.className = "block";
          text.append(block);
        }
        text.children[index].innerHTML = html;
      }
    }
    this.waiting.clear();
  }

  finished(message) {
    let turn = this.find(message.id);
    if (message.live === false) {
      turn?.remove();
      return;
    }
    if (!turn) {
      turn = this.make("companion");
      turn.dataset.id = message.id;
      turn.id = `m-${message.id}`;
      this.place(turn, new Date(message.at));
    }
    const line = message.parent && this.find(message.parent);
    if (line && follows(turn, line)) line.after(turn); // live words came here before the line that they answer
    turn.querySelector(".text").innerHTML = message.html;
    this.mark(turn, message.status, message.status === "complete" ? "" : undefined);
    this.versions(turn, message);
    turn.querySelector(".without").hidden = !message.without_memory;
    for (const button of turn.querySelectorAll("[data-value]")) {
      button.setAttribute("aria-pressed", String(message.feedback === button.dataset.value));
    }
    this.refresh();
  }

  /**
   * What every tab shows of every line: the newest user line says how far it came, only what is whole can be copied,
   * judged or answered again, and the newest broken reply can be tried again.
   */
  refresh() {
    const turns = [...this.list.querySelectorAll(":scope > .turn")];
    const last = turns.at(-1);
    turns.forEach((turn, place) => {
      const settled = Boolean(turn.dataset.id) && turn.dataset.status !== "generating";
      turn.querySelector(".acts").hidden = !settled;
      turn.classList.toggle("last", turn === last);
      if (turn.matches(".user")) {
        if (settled) this.mark(turn, "received", this.progress(turns.slice(place + 1)));
        return;
      }
      const whole = turn.dataset.status === "complete";
      const broken = BROKEN.has(turn.dataset.status);
      const answers = turns[place - 1]?.matches(".user");
      turn.querySelector(".retry").hidden = !(turn === last && broken);
      turn.querySelector(".copy").hidden = !navigator.clipboard || !whole;
      turn.querySelector(".again").hidden = !answers || (turn === last && broken);
      for (const name of ["good", "bad"]) turn.querySelector(`.${name}`).hidden = !whole;
    });
  }

  /** How far a user line came: delivered, or being answered; nothing once that is seen below it. Lines in a row share one
   * reply. */
  progress(below) {
    const reply = below.find((turn) => turn.matches(".companion"));
    if (!reply) return this.words.received;
    return reply.dataset.status === "generating" ? this.words.read : "";
  }

  aside(kind, fill, replied = "") {
    const item = document.createElement("li");
    item.className = `aside ${kind}`;
    fill(item);
    // help stands right under the reply that it belongs to, whatever was noted meanwhile
    const reply =
      kind === "crisis-aside" &&
      (document.getElementById(`m-${replied}`) ?? [...this.list.querySelectorAll(":scope > .turn.companion")].at(-1));
    if (reply) reply.after(item);
    else this.list.append(item);
    this.clear();
    return item;
  }

  /** What was learnt from an earlier line moves up before the line that help came for: nothing stands between the two, or right
   * under help. */
  clear() {
    const card = [...this.list.querySelectorAll(":scope > .crisis-aside")].at(-1);
    const shown = [...this.list.querySelectorAll(":scope > .turn, :scope > .learned")];
    const below = card ? shown.filter((one) => follows(card, one)) : [];
    if (!card || below.some((one) => one.matches(".turn"))) return;
    const above = shown.filter((one) => follows(one, card) && one.matches(".turn"));
    let first = above.pop();
    for (let again = true; again; ) {
      while (above.at(-1)?.matches(".user")) first = above.pop();
      again = Boolean(above.at(-1)?.nextElementSibling?.matches(".crisis-aside")); // help came for the line before it too
      if (again) first = above.pop();
    }
    const between = shown.filter((one) => one.matches(".learned") && first && follows(first, one) && follows(one, card));
    if (first) first.before(...between, ...below);
  }
}
