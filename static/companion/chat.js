// The chat page: the composer, the socket's frames, and what each does to the thread.
import { Acts } from "./acts.js";
import { complain, tell } from "./complain.js";
import { Connection } from "./connection.js";
import { Draft } from "./drafts.js";
import { enterSends, meansSend, onEnterChange } from "./keys.js";
import { learned, listen } from "./learned.js";
import { countCalls, suggestBreak } from "./notices.js";
import { Outbox } from "./outbox.js";
import { Pasted } from "./pasting.js";
import { Follower } from "./scrolling.js";
import { Thread } from "./thread.js";
import { press as pressTopic, settle as settleTopic, topics } from "./topics.js";

const SAYS_SOMETHING = /[^\s\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]/u;
const AGAIN = 10_000; // milliseconds until what could not be stored is tried again
const list = document.getElementById("turns");
const words = JSON.parse(document.getElementById("words").textContent);
const field = document.getElementById("say");
const hint = document.getElementById("hint");
const thread = new Thread(list, words);
const follower = new Follower(document.getElementById("scroller"), list, document.getElementById("jump"));

if (location.hash === "#gone") {
  complain(words.gone); // the conversation that stood in this tab
  history.replaceState(null, "", location.pathname);
}
if (location.hash.startsWith("#m-")) {
  follower.following = false;
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted) follower.to(wanted, 120);
} else {
  follower.toEnd();
  const help = [...list.children].at(-1);
  if (help?.matches(".crisis-aside")) follower.show(help, help.previousElementSibling);
}
listen(thread, complain);
countCalls(list);
if (list.dataset.live === "yes") start();

function start() {
  const send = document.getElementById("send");
  const stop = document.getElementById("stop");
  const announcer = document.getElementById("announcer");
  const line = document.getElementById("connection");
  const outbox = new Outbox(list.dataset.person, list.dataset.conversation);
  const pasted = new Pasted(document.getElementById("pasted"), field, words, () => settle());
  const draft = new Draft(document.getElementById("composer"), field);
  let seen = Number(list.dataset.seq);
  let running = null;
  let reading = false; // the thread is read anew: whatever comes meanwhile comes again after it
  let stale = false;

  const dispatch = (item) => {
    delete item.refused;
    const sent = connection.ready && connection.send({ type: "send", client_id: item.id, text: item.text });
    if (sent) connection.expect(); // a line that died unnoticed is found out by the first words, not by the next beat
    thread.mark(thread.pending(item.id), sent ? "sending" : "queued");
  };

  const settle = () => {
    const text = pasted.with(field.value);
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

  /** A reply runs, or ended as `how`. Only that is said aloud: a thread that is read anew has begun and ended nothing. */
  const run = (id, how = "") => {
    running = id;
    const said = id ? words.generating : words[how];
    if (said && announcer.textContent !== said) announcer.textContent = said;
    settle();
  };

  /** Another branch, another version, a line gone: show the thread as the server has it, and stay where it was read. */
  const reread = async () => {
    if (reading) {
      stale = true;
      return;
    }
    [reading, stale] = [true, false];
    try {
      const first = list.querySelector(":scope > .turn[data-id]")?.dataset.id ?? "";
      const answer = await fetch(`?${new URLSearchParams({ part: "turns", at: first })}`, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const markup = await answer.text();
      const place = follower.place();
      thread.replace(markup, outbox.items);
      follower.back(place);
      seen = Number(answer.headers.get("X-Seq"));
    } catch {
      stale = true; // the next "ready" tries again
    }
    reading = false;
    run(null);
    connection.send({ type: "hello", after: seen });
  };

  const frames = {
    ready(frame) {
      if (frame.seq < seen) seen = frame.seq;
      acts.reopened();
      if (stale) {
        reread();
        return;
      }
      document.getElementById("paused").hidden = !frame.paused;
      if (!frame.generating && running) run(null); // how it ended comes with its `finished`
      outbox.items.filter((item) => !item.refused).forEach(dispatch);
    },
    thread() {
      reread();
    },
    message(frame) {
      if (!frame.message) return;
      if (!frame.message.live) {
        if (frame.message.client_id) frames.delivered(frame.message);
        return;
      }
      if (frame.message.role === "companion") frames.finished(frame);
      else {
        thread.user(frame.message);
        if (frame.message.client_id) outbox.remove(frame.message.client_id);
      }
    },
    delivered(frame) {
      outbox.remove(frame.client_id);
      thread.drop(frame.client_id);
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
      const { id, status } = frame.message;
      const shown = thread.find(id)?.dataset.status === "generating";
      thread.finished(frame.message);
      settleTopic(thread, id);
      if (running === id || (running === null && shown)) run(null, status);
    },
    feedback(frame) {
      const turn = thread.find(frame.message);
      if (turn) acts.judged(turn, frame.value);
    },
    topics(frame) {
      topics(thread, frame);
    },
    learned(frame) {
      learned(thread, frame);
    },
    notice(frame) {
      if (frame.kind === "paused") {
        document.getElementById("paused").hidden = !frame.data.paused;
        return;
      }
      if (frame.kind === "temporary") return; // the page says it from the start
      if (frame.kind === "break" && frame.seq === undefined) {
        suggestBreak(frame);
        return;
      }
      if (frame.kind === "ai" && !frame.data.again && list.querySelector('[data-notice="ai"]')) return;
      if (document.getElementById(`notice-${frame.seq}`)) return;
      const kind = frame.kind === "crisis" ? "crisis-aside" : "notice";
      const aside = thread.aside(kind, (item) => {
        item.id = `notice-${frame.seq}`;
        item.innerHTML = frame.html;
      }, frame.data.reply);
      if (frame.kind === "crisis") follower.show(aside, aside.previousElementSibling ?? aside);
    },
    error(frame) {
      const turn = frame.client_id && thread.pending(frame.client_id);
      if (!turn) {
        if (!acts.refused(frame)) complain(frame.detail);
        thread.refresh();
        return;
      }
      if (frame.code === "storage") {
        // kept here, and tried again by itself: nothing is lost while the server can't store it
        thread.mark(turn, "queued", frame.detail);
        const item = outbox.find(frame.client_id);
        setTimeout(() => item && outbox.find(item.id) && dispatch(item), AGAIN);
        return;
      }
      outbox.refuse(frame.client_id, frame.detail);
      thread.mark(turn, "refused", frame.detail);
      const closed = frame.code === "age";
      if (closed) document.getElementById("age-doubted").hidden = false;
      turn.querySelector(".resend").hidden = closed || !frame.retryable;
    },
    pong(frame) {
      if (frame.seq > seen) connection.send({ type: "hello", after: seen });
    },
  };

  const connection = new Connection(`/ws/chat/${list.dataset.conversation}/`, {
    hello: () => ({ type: "hello", after: seen }),
    frame(frame) {
      if (reading && !["error", "pong"].includes(frame.type)) return;
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
      if (code === 4404) outbox.clear();
      location.assign(code === 4404 ? "/#gone" : `${list.dataset.signIn}?next=${encodeURIComponent(location.pathname)}`);
    },
  });

  const post = async (path) => {
    try {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "X-CSRFToken": document.getElementById("composer").elements.csrfmiddlewaretoken.value, Accept: "application/json" },
        credentials: "same-origin",
      });
      const body = await answer.json();
      if (answer.ok) return body;
      complain(body.detail);
    } catch {
      complain(navigator.onLine ? "" : words.offline_verb);
    }
    return null;
  };
  const acts = new Acts(list, words, { send: (frame) => connection.ready && connection.send(frame), tell, post });

  for (const item of [...outbox.items]) {
    if (thread.pending(item.id)) outbox.remove(item.id); // the page has it
    else thread.mark(thread.optimistic(item), item.refused ? "refused" : "queued", item.refused);
  }

  document.getElementById("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const item = outbox.add(pasted.with(field.value));
    thread.optimistic(item);
    field.value = "";
    pasted.set("");
    draft.soon();
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
  const hints = () => {
    field.enterKeyHint = enterSends() ? "send" : "enter";
    settle();
  };
  onEnterChange(hints);
  hints();
  stop.addEventListener("click", () => connection.send({ type: "stop" }));
  list.addEventListener("click", (event) => {
    const turn = event.target.closest(".turn");
    if (event.target.closest("[data-answer]")) {
      pressTopic(thread, event.target.closest("[data-answer]"), (frame) => acts.ask(frame));
    } else if (event.target.closest(".resend")) {
      dispatch(outbox.find(turn.dataset.client));
    } else if (event.target.closest(".discard")) {
      outbox.remove(turn.dataset.client);
      turn.remove();
    }
  });
  if (field.value) field.setSelectionRange(field.value.length, field.value.length);
  if (enterSends()) field.focus({ preventScroll: true });
}
