// Words that were sent and not yet confirmed: kept for this tab only, so that a reload loses nothing.
const PREFIX = "outbox:";

export class Outbox {
  constructor(person, conversation) {
    this.key = `${PREFIX}${person}:${conversation}`;
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${person}:`)) sessionStorage.removeItem(key);
    }
    try {
      this.items = JSON.parse(sessionStorage.getItem(this.key)) || [];
    } catch {
      this.items = [];
    }
  }

  add(text) {
    const item = { id: unique(), text };
    this.items.push(item);
    this.keep();
    return item;
  }

  find(id) {
    return this.items.find((item) => item.id === id);
  }

  /** The server said no: it goes again only when somebody presses. */
  refuse(id, why) {
    const item = this.find(id);
    if (item) item.refused = why;
    this.keep();
  }

  remove(id) {
    this.items = this.items.filter((item) => item.id !== id);
    this.keep();
  }

  clear() {
    this.items = [];
    this.keep();
  }

  keep() {
    try {
      if (this.items.length) sessionStorage.setItem(this.key, JSON.stringify(this.items));
      else sessionStorage.removeItem(this.key);
    } catch {
      // a full or forbidden store: the words are still on the page
    }
  }
}

/** A random UUID; `crypto.randomUUID` is missing on plain-HTTP hosts. */
export function unique() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
