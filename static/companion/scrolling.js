// Following the newest words without pulling anyone away from what they read.
const NEAR = 64;
const FAR = 200;
const CLOSE = 60;

export class Follower {
  constructor(scroller, content, button) {
    this.scroller = scroller;
    this.button = button;
    this.following = true;
    this.held = false; // something stands in view from its beginning: only who scrolls on follows the end again
    this.top = 0;
    scroller.addEventListener("scroll", () => this.look(), { passive: true });
    new ResizeObserver(() => this.settle()).observe(content);
    new ResizeObserver(() => this.settle()).observe(scroller);
    button.addEventListener("click", () => this.toEnd(true));
  }

  get distance() {
    return this.scroller.scrollHeight - this.scroller.clientHeight - this.scroller.scrollTop;
  }

  look() {
    const distance = this.distance;
    // New words make the distance grow as well: only moving up means that someone wants to read.
    if (this.scroller.scrollTop < this.top - 3) this.following = false;
    if (this.scroller.scrollTop > this.top + 3) this.held = false;
    if (distance <= NEAR && !this.held) this.following = true;
    this.top = this.scroller.scrollTop;
    if (distance > FAR) this.button.hidden = false;
    else if (distance < CLOSE) this.button.hidden = true;
  }

  settle() {
    if (this.following) this.scroller.scrollTop = this.scroller.scrollHeight;
    else this.look();
  }

  /** Bring something important into view from the beginning of what it belongs to, even when both are taller than the page. */
  show(element, from = element) {
    if (!this.following) return;
    const height = element.getBoundingClientRect().bottom - from.getBoundingClientRect().top;
    if (height < this.scroller.clientHeight - 40) {
      this.toEnd();
      return;
    }
    this.following = false;
    this.held = true;
    this.to(from, 16);
    this.top = this.scroller.scrollTop;
  }

  /** Scroll the thread, and nothing around it, so that `element` stands `above` px under its upper edge. */
  to(element, above) {
    const gap = element.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
    this.scroller.scrollTop += gap - above;
  }

  /** Where someone reads: the first line in view, and how far down it stands. */
  place() {
    if (this.following) return null;
    const edge = this.scroller.getBoundingClientRect().top;
    const line = [...this.scroller.querySelectorAll(".turn[id]")].find((turn) => turn.getBoundingClientRect().bottom > edge);
    return line ? { id: line.id, above: line.getBoundingClientRect().top - edge } : null;
  }

  /** Back to that place after the thread was drawn anew. */
  back(place) {
    const line = place && document.getElementById(place.id);
    if (line) this.to(line, place.above);
    else if (this.following) this.toEnd();
  }

  toEnd(smoothly = false) {
    this.following = true;
    this.held = false;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || this.distance > 2500;
    if (smoothly && !calm) this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: "smooth" });
    else this.scroller.scrollTop = this.scroller.scrollHeight;
    this.button.hidden = true;
  }
}
