// What stands in the field and is not sent: kept on the server, for this conversation alone.
const PAUSE = 900;

export class Draft {
  constructor(form, field) {
    this.address = form.dataset.draft;
    this.token = form.elements.csrfmiddlewaretoken.value;
    this.field = field;
    this.kept = field.value;
    field.addEventListener("input", () => this.soon());
    addEventListener("pagehide", () => this.keep(true));
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), PAUSE);
  }

  /** Store the field as it is now; a page that is going away still gets it out. */
  async keep(leaving = false) {
    clearTimeout(this.timer);
    const text = this.field.value;
    if (text === this.kept) return;
    const before = this.kept;
    this.kept = text;
    try {
      const answer = await fetch(this.address, {
        method: "POST",
        body: new URLSearchParams({ text }),
        headers: { "X-CSRFToken": this.token },
        credentials: "same-origin",
        keepalive: leaving && text.length < 15_000, // a browser refuses more than 64 KiB on the way out
      });
      if (!answer.ok) this.kept = before;
    } catch {
      this.kept = before; // the next key press tries again
    }
  }
}
