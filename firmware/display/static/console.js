// The supervisor's console: what the table waits for, and the decisions of the person who is signed in.
//
// Drawn whole from every state, as the display is. Only what a person is typing is the page's own. While a state is
// stale, or the controller cannot be reached, nothing can be decided.
//
// Hooks that tests may rely on:
//   body[data-signed=yes|no]  body[data-stale] as on the display  body[data-phase]
//   [data-hold-id] with data-code     [data-decision=NAME] a button, with data-hold     [data-others=NAME] not for this person
//   form[data-asks=NAME] with name=n, rank, suit, reason, second_actor, second_pin; [data-send], [data-cancel], .refusal
//   [data-answer=done|refused]        what became of the last request, in words
//   [data-table=NAME] [data-report=KEY] [data-round-row=N] [data-correct-n=N]
//   [data-console-hand=player|banker] with [data-card]      #actor #pin #sign-out #acknowledge

import { ask, askNoLonger } from "./ask.js";
import { condition, health } from "./condition.js";
import { free, hold, whatHappened } from "./decisions.js";
import { el, show } from "./element.js";
import { follow } from "./live.js";
import { report, rounds } from "./record.js";
import { acknowledge, begin, end, whoIsThere } from "./session.js";
import { loadTexts, text } from "./texts.js";
import { veil } from "./veil.js";
import { refusalSays, roleName } from "./words.js";

const part = (id) => document.getElementById(id);
const SIGN_IN = document.querySelector("#sign-in form");
let leave = () => {};
let drawn = { stale: true }; // what is on the page: a button is pressed on what was read

/** Make the page show `state`. */
function draw(state) {
  drawn = state;
  const { body } = document;
  body.dataset.stale = !state.stale ? "" : state.table ? "stale" : "waiting";
  body.dataset.phase = state.stale ? "" : state.phase;
  show(part("veil"), ...veil(state));
  askNoLonger(state);
  const known = Boolean(state.table && state.console);
  const held = known && !state.stale && state.console.hold;
  show(part("call"), held ? text("hold.call", { what: whatHappened(held) }) : "");
  const parts = { hold, table: condition, free, health, rounds, report };
  for (const [id, drawing] of Object.entries(parts)) {
    // The table as it was is not shown as the table that is; what is on record stays.
    const shown = known && (!state.stale || id === "rounds" || id === "report" || id === "health");
    show(part(id), ...(shown ? drawing(state) : []));
  }
}

function tell(words, done) {
  part("answer").dataset.answer = done ? "done" : "refused";
  show(part("answer"), words);
  if (done) {
    part("desk").focus();
  }
}

function signedIn(who) {
  leave();
  document.body.dataset.signed = who ? "yes" : "no";
  show(part("who"), who ? text("session.who", { actor: who.actor, role: roleName(who.role) }) : "");
  SIGN_IN.reset();
  draw({ stale: true });
  if (who) {
    leave = follow("/console/events", draw, async () => {
      if ((await whoIsThere()) === null) {
        signedIn(null);
      }
    });
    part("desk").focus();
  } else {
    leave = () => {};
    part("actor").focus();
  }
}

async function signIn(event) {
  event.preventDefault();
  const given = new FormData(SIGN_IN);
  const refusal = SIGN_IN.querySelector(".refusal");
  show(refusal, text("session.checking"));
  const answer = await begin(given.get("actor"), given.get("pin"));
  show(refusal, answer.ok ? "" : refusalSays(answer));
  if (answer.ok) {
    show(part("answer"));
    signedIn(answer);
  } else {
    part("pin").value = "";
    part("pin").focus();
  }
}

function typed(event) {
  const key = event.target.closest("button")?.dataset.key;
  if (key !== undefined) {
    const pin = part("pin");
    pin.value = key === "back" ? pin.value.slice(0, -1) : pin.value + key;
  }
}

async function pressed(event) {
  const button = event.target.closest("button");
  const desk = drawn.console;
  if (!button || !desk) {
    return;
  }
  show(part("answer"));
  const { decision, correctN } = button.dataset;
  if (button.id === "acknowledge") {
    const answer = await acknowledge();
    tell(answer.ok ? text("answer.acknowledged") : refusalSays(answer), answer.ok);
  } else if (decision || correctN) {
    const name = decision ?? "correct";
    const offer = [...(desk.hold?.decisions ?? []), ...desk.free].find((one) => one.name === name && one.mine);
    ask(offer, { held: desk.hold, cards: desk.cards, n: correctN, tell });
  }
}

await loadTexts();
document.title = text("console.title");
show(
  SIGN_IN.querySelector(".keys"),
  [..."123456789"].map((key) => el("button", { type: "button", "data-key": key }, key)),
  el("button", { type: "button", "data-key": "back", "aria-label": text("session.back") }, "⌫"),
  el("button", { type: "button", "data-key": "0" }, "0"),
);
SIGN_IN.addEventListener("submit", signIn);
SIGN_IN.querySelector(".keys").addEventListener("click", typed);
part("desk").addEventListener("click", pressed);
part("sign-out").addEventListener("click", async () => {
  const answer = await end();
  if (answer.ok) {
    signedIn(null);
  } else {
    tell(refusalSays(answer), false);
  }
});
signedIn((await whoIsThere()) ?? null);
