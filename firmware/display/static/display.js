// The table display: what players see. A follower: it asks nothing and can press nothing.
//
// Every state is drawn whole, from that state alone; nothing of an earlier one is kept. While a state is stale no card,
// count or result is on the page at all. What lies face down comes as "--", and nothing else is known of it here.
//
// Hooks that tests and house styles may rely on:
//   body[data-stale]             "" live, "stale", or "waiting" before the first state of the table
//   body[data-phase]             phase; body[data-bets] open or closed; body[data-shown] present, last or none
//   [data-about=ID]              id, limits, rules (edition, style, decks), shoe
//   [data-shoe-cards]            cards out of the shoe; beside it data-shoe-of, where they are counted
//   [data-headline]              its key in the catalogue
//   [data-hand=player|banker]    with .won when it has won; in it [data-slot=1|2|3] and [data-card=4S|--|??]
//   [data-count=player|banker]   the point count, empty while it is not public
//   [data-lamp=NAME]             each of the 15 lamps; .on when lit, .blink when blinking
//   [data-result]                player, banker, tie, void or empty; .last when it is of the round before
//   [data-round]                 number of the round that is shown
//   [data-tag=NAME]              natural, void_hand (of the round before), corrected
//   [data-fault=NAME]            each active fault
//   [data-road=NAME]             bead, big, big_eye, small, cockroach; data-first is the first column that is drawn;
//                                cells have data-col, data-row, data-mark and on the big road data-ties
//   [data-leading-ties]          ties before the first decision, while there is none
//   [data-road-next=player|banker]    in it [data-next=big_eye|small|cockroach] with data-mark R, B or empty
//   [data-odds=BET]              player, banker, tie
//   [data-banker-wagers]         the key of what is said of them, where the chips are known
//   [data-stat=NAME]             player, banker, tie, player_pairs, banker_pairs, naturals, rounds

import { about } from "./about.js";
import { show } from "./element.js";
import { follow } from "./live.js";
import { numbers } from "./numbers.js";
import { odds } from "./odds.js";
import { columnsIn, road, ROADS } from "./roads.js";
import { stage } from "./stage.js";
import { loadTexts, text } from "./texts.js";
import { veil } from "./veil.js";

const NO_ROADS = Object.fromEntries(ROADS.map((name) => [name, []]));
let drawn = { stale: true };

/** Make the page show `state`, whatever it showed before. */
function draw(state) {
  drawn = state; // for another size of the window only
  const { body } = document;
  const live = !state.stale;
  body.dataset.stale = live ? "" : state.table ? "stale" : "waiting";
  body.dataset.phase = live ? state.phase : "";
  body.dataset.bets = live ? state.bets : "";
  body.dataset.shown = !live ? "none" : state.present ? "present" : state.last ? "last" : "none";
  show(document.getElementById("veil"), ...veil(state));
  show(document.getElementById("about"), ...(state.table ? about(state) : []));
  show(document.getElementById("odds"), ...(state.table ? odds(state) : []));
  show(document.getElementById("stage"), ...(live ? stage(state) : []));
  for (const name of ROADS) {
    const box = document.querySelector(`[data-board=${name}] .box`);
    const roads = live ? state.roads : NO_ROADS;
    const columns = columnsIn(box.clientWidth, box.clientHeight, name, roads[name]);
    show(box, road(name, roads[name], columns, roads.leading_ties));
  }
  show(document.querySelector(".numbers"), ...(live ? numbers(state) : []));
}

await loadTexts();
document.title = text("display.title");
draw(drawn);
addEventListener("resize", () => draw(drawn));
follow("/events", draw);
