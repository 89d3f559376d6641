// The chat page: the composer, the socket's frames, and what each does to the thread.
import { complain } from "./complain.js";
import { Connection } from "./connection.js";
import { enterSends, meansSend } from "./keys.js";
import { learned, listen } from "./learned.js";
import { Outbox } from "./outbox.js";
import { Follower } from "./scrolling.js";
import { Thread } from "./thread.js";

const SAYS_SOMETHING = /[^\s\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]/u;
const list = document.getElementById("turns");
const words = JSON.parse(document.getElementById("words").textContent);
const field = document.getElementById("say");
const hint = document.getElementById("hint");
const thread = new Thread(list, words);
const follower = new Follower(document.getElementById("scroller"), list, document.getElementById("jump"));

if (location.hash.startsWith("#m-")) {
  follower.following = false;
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted) follower.to(wanted, 120);
} else {
  follower.toEnd();
}
list.addEventListener("click", (event) => {
  if (!event.target.closest(".copy")) return;
  navigator.clipboard.writeText(event.target.closest(".turn").querySelector(".text").innerText.trim());
});
listen(thread, complain);
if (list.dataset.live === "yes") start();

function start() {
  const send = document.getElementById("send");
  const stop = document.getElementById("stop");
  const announcer = document.getElementById("announcer");
  const line = document.getElementById("connection");
  const outbox = new Outbox(list.dataset.person, list.dataset.conversation);
  let seen = Number(list.dataset.seq);
  let running = null;

  const dispatch = (item) => {
    const sent = connection.ready && connection.send({ type: "send", client_id: item.id, text: item.text });
    thread.mark(thread.pending(item.id), sent ? "sending" : "queued");
  };

  const settle = () => {
    const text = field.value;
    const most = Number(field.dataset.max);
    const long = text.length > most && [...text].length > most;
    send.disabled = long || !SAYS_SOMETHING.test(text);
    const idle = running !== null && !SAYS_SOMETHING.test(text);
    if (idle && document.activeElement === send) stop.focus();
    send.hidden = idle;
    stop.hidden = !idle;
    hint.classList.toggle("too-long", long);
    hint.textContent = long ? words.too_long : enterSends() ? hint.dataset.sends : hint.dataset.breaks;
    if (!CSS.supports("field-sizing", "content")) {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight}px`;
    }
  };

  const run = (id) => {
    running = id;
    announcer.textContent = id ? words.generating : words.complete;
    settle();
  };

  const frames = {
    ready(frame) {
      if (frame.seq < seen) seen = frame.seq;
      document.getElementById("paused").hidden = !frame.paused;
      if (!frame.generating && running) run(null);
      outbox.items.forEach(dispatch);
    },
    message(frame) {
      if (!frame.message) return;
      if (frame.message.role === "companion") frames.finished(frame);
      else {
        thread.user(frame.message);
        if (frame.message.client_id) outbox.remove(frame.message.client_id);
      }
    },
    started(frame) {
      thread.started(frame.message);
      run(frame.message);
    },
    delta(frame) {
      thread.delta(frame);
      if (running !== frame.message) run(frame.message);
    },
    finished(frame) {
      if (!frame.message) return;
      thread.finished(frame.message);
      if (running === frame.message.id) run(null);
    },
    learned(frame) {
      learned(thread, frame);
    },
    notice(frame) {
      if (frame.kind === "paused") {
        document.getElementById("paused").hidden = !frame.data.paused;
        return;
      }
      if (frame.kind === "ai" && list.querySelector('[data-notice="ai"]')) return;
      if (document.getElementById(`notice-${frame.seq}`)) return;
      const aside = thread.aside(frame.kind === "crisis" ? "crisis-aside" : "notice", (item) => {
        item.id = `notice-${frame.seq}`;
        item.innerHTML = frame.html;
      });
      if (frame.kind === "crisis") follower.show(aside);
    },
    error(frame) {
      const turn = frame.client_id && thread.pending(frame.client_id);
      if (!turn) {
        complain(frame.detail);
        thread.refresh();
        return;
      }
      thread.mark(turn, "refused", frame.detail);
      turn.querySelector(".resend").hidden = !frame.retryable;
    },
    pong(frame) {
      if (frame.seq > seen) connection.send({ type: "hello", after: seen });
    },
  };

  const connection = new Connection(`/ws/chat/${list.dataset.conversation}/`, {
    hello: () => ({ type: "hello", after: seen }),
    frame(frame) {
      if (frame.seq !== undefined && !["ready", "pong"].includes(frame.type)) {
        if (frame.seq <= seen) return;
        if (frame.seq > seen + 1) {
          connection.send({ type: "hello", after: seen });
          return;
        }
        seen = frame.seq;
      }
      frames[frame.type]?.(frame);
    },
    state(state) {
      line.hidden = state === "open";
      line.textContent = !navigator.onLine ? words.offline : state === "connecting" ? words.connecting : words.reconnecting;
      document.body.dataset.connection = state;
      if (state === "closed") {
        for (const turn of list.querySelectorAll('[data-status="sending"]')) thread.mark(turn, "queued");
      }
    },
    gone(code) {
      location.assign(code === 4404 ? "/" : `${list.dataset.signIn}?next=${encodeURIComponent(location.pathname)}`);
    },
  });

  for (const item of outbox.items) thread.mark(thread.optimistic(item), "queued");

  document.getElementById("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const item = outbox.add(field.value);
    thread.optimistic(item);
    field.value = "";
    settle();
    dispatch(item);
    follower.toEnd();
    field.focus();
  });
  field.addEventListener("keydown", (event) => {
    if (!meansSend(event)) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
  field.addEventListener("input", settle);
  field.enterKeyHint = enterSends() ? "send" : "enter";
  stop.addEventListener("click", () => connection.send({ type: "stop" }));
  list.addEventListener("click", (event) => {
    const turn = event.target.closest(".turn");
    if (event.target.closest(".retry")) {
      event.target.closest(".retry").hidden = true;
      connection.send({ type: "regenerate", message: turn.dataset.id });
    } else if (event.target.closest(".resend")) {
      dispatch(outbox.find(turn.dataset.client));
    } else if (event.target.closest(".discard")) {
      outbox.remove(turn.dataset.client);
      turn.remove();
    }
  });
  settle();
  if (enterSends()) field.focus({ preventScroll: true });
}
