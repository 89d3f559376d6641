// One socket that stays: heartbeat, quiet reconnection, and a state that tells the truth.
const BEAT = 20_000;
const ANSWER = 6_000;
const OPENING = 10_000; // a handshake that nobody answers would else hang for minutes, deaf to the network coming back
const PROBE = 900; // a browser that says "offline" may be wrong: the server may be on this very machine
const PAUSE = 2_000;
const NOT_SIGNED_IN = 4401;
const NOT_FOUND = 4404;

/**
 * `hooks`: hello() → the hello frame; frame(f) for each frame; state("connecting" | "open" | "closed");
 * gone(code) when the server says this page has no business here.
 */
export class Connection {
  constructor(path, hooks) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.hooks = hooks;
    this.ready = false;
    addEventListener("online", () => this.check());
    addEventListener("pageshow", () => this.check());
    addEventListener("focus", () => this.check());
    addEventListener("offline", () => this.ping(PROBE));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.check();
    });
    setInterval(() => this.ping(), BEAT);
    this.open();
  }

  open() {
    clearTimeout(this.later);
    this.hooks.state("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.expect(OPENING);
    socket.onopen = () => {
      this.send(this.hooks.hello());
      this.expect();
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      clearTimeout(this.deadline);
      const frame = JSON.parse(event.data);
      if (frame.type === "ready") {
        this.ready = true;
        this.hooks.state("open");
      }
      this.hooks.frame(frame);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  lost(code) {
    const wasReady = this.ready;
    this.socket = null;
    this.ready = false;
    clearTimeout(this.deadline);
    // Signing out elsewhere closes every socket of the person; this page's own session may still stand: ask once more.
    if (code === NOT_FOUND || (code === NOT_SIGNED_IN && !wasReady)) {
      this.hooks.state("closed");
      this.hooks.gone(code);
      return;
    }
    this.hooks.state("closed");
    this.later = setTimeout(() => this.open(), wasReady ? PAUSE / 8 : PAUSE);
  }

  /** Look at once whether the line still stands: the page woke up, or the network came back. */
  check() {
    if (!this.socket) this.open();
    else if (this.ready) this.ping();
  }

  ping(wait = ANSWER) {
    if (this.ready && this.send({ type: "ping" })) this.expect(wait);
  }

  /** An answer is due. A line that stays silent is dead, whatever the browser believes. */
  expect(wait = ANSWER) {
    clearTimeout(this.deadline);
    const socket = this.socket;
    this.deadline = setTimeout(() => {
      if (socket !== this.socket) return;
      socket.onclose = null;
      socket.close();
      this.lost(1006);
    }, wait);
  }

  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }
}
