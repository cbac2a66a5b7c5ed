// Jack, Queen and King: a half figure above the middle of the card, and the same turned by half a circle below it.
//
// Drawn for this table: plain shapes in the card's own ink, gold and one colour of the house, so that they stay clear
// on a small screen. The figure stands between x 62 and 188 of a card of 250 by 350, its waist at the middle, y 175.

import { inkOf, SHAPES } from "./suits.js";
import { svg } from "./element.js";

const GOLD = "#c9a227";
const DEEP = "#8c6d12";
const SKIN = "#f6e3cc";
const PAPER = "#fffdf6";

/** The picture of a court card. */
export function court(rank, suit) {
  const ink = inkOf(suit);
  const cloth = ink === "#14181d" ? "#1d3f72" : "#7d1022";
  const half = () => [robe(cloth, ink), HEADS[rank](cloth, ink), emblem(suit, ink)];
  return svg(
    "g",
    {},
    svg("rect", { x: 54, y: 40, width: 142, height: 270, rx: 6, fill: "#fbf3dd", stroke: GOLD, "stroke-width": 2.5 }),
    svg("rect", { x: 59, y: 45, width: 132, height: 260, rx: 4, fill: "none", stroke: ink, "stroke-width": 1 }),
    svg("g", {}, half()),
    svg("g", { transform: "rotate(180 125 175)" }, half()),
    svg("path", { d: "M59 175H191", stroke: GOLD, "stroke-width": 3 }),
    svg("path", { d: "M125 166L134 175L125 184L116 175Z", fill: GOLD, stroke: ink, "stroke-width": 1.2 }),
  );
}

function emblem(suit, ink) {
  return svg("path", { d: SHAPES[suit], fill: ink, transform: "translate(66 51) scale(.3)" });
}

function robe(cloth, ink) {
  const line = { stroke: ink, "stroke-width": 1.6, "stroke-linejoin": "round" };
  const buttons = [143, 154, 165].map((y) => svg("circle", { cx: 125, cy: y, r: 2.6, fill: GOLD }));
  return [
    svg("path", { d: "M64 174C66 148 84 136 108 131H142C166 136 184 148 186 174Z", fill: cloth, ...line }),
    svg("path", { d: "M112 131L125 152L138 131L146 133L136 174H114L104 133Z", fill: PAPER, ...line }),
    svg("path", { d: "M104 133L114 174M146 133L136 174", fill: "none", stroke: GOLD, "stroke-width": 4 }),
    svg("path", { d: "M78 152L86 174M90 143L101 174M172 152L164 174M160 143L149 174", fill: "none", stroke: GOLD, "stroke-width": 2.4 }),
    svg("path", { d: "M105 132Q125 143 145 132L141 125H109Z", fill: GOLD, ...line, stroke: DEEP }),
    ...buttons,
  ];
}

function face(ink, brows = "M113 99q5-3 9 0M128 99q4-3 9 0") {
  const fine = { fill: "none", stroke: ink, "stroke-width": 1.7, "stroke-linecap": "round" };
  return [
    svg("path", { d: "M107 92C107 84 143 84 143 92V106C143 118 133 127 125 127C117 127 107 118 107 106Z", fill: SKIN, stroke: ink, "stroke-width": 1.4 }),
    svg("path", { d: brows, ...fine }),
    svg("path", { d: "M115 104h5M130 104h5", ...fine, "stroke-width": 2.4 }),
    svg("path", { d: "M125 104v7h-2", ...fine, "stroke-width": 1.3 }),
  ];
}

function mouth(ink, y) {
  return svg("path", { d: `M120 ${y}q5 3.4 10 0`, fill: "none", stroke: ink, "stroke-width": 1.8, "stroke-linecap": "round" });
}

const HEADS = {
  K: (cloth, ink) => [
    svg("path", { d: "M103 88C97 102 98 118 104 127L112 122V90ZM147 88C153 102 152 118 146 127L138 122V90Z", fill: DEEP }),
    face(ink),
    svg("path", { d: "M107 106C107 126 116 139 125 141C134 139 143 126 143 106C139 114 133 113 125 112C117 113 111 114 107 106Z", fill: DEEP, stroke: ink, "stroke-width": 1.2 }),
    svg("path", { d: "M119 117.5q6 2.6 12 0", fill: "none", stroke: PAPER, "stroke-width": 2, "stroke-linecap": "round" }),
    svg("path", { d: "M102 90L96 58L110 74L116 53L125 70L134 53L140 74L154 58L148 90Z", fill: GOLD, stroke: ink, "stroke-width": 1.6, "stroke-linejoin": "round" }),
    svg("path", { d: "M102 90H148L149 82H101Z", fill: cloth, stroke: ink, "stroke-width": 1.4 }),
    [96, 116, 134, 154].map((x, n) => svg("circle", { cx: x, cy: n % 3 ? 51.5 : 56.5, r: 3.2, fill: PAPER, stroke: ink, "stroke-width": 1.2 })),
    [112, 125, 138].map((x) => svg("circle", { cx: x, cy: 86, r: 2.2, fill: GOLD })),
  ],
  Q: (cloth, ink) => [
    svg("path", { d: "M125 74C100 74 95 92 96 112C97 126 100 136 94 143C108 144 114 136 113 124V94H137V124C136 136 142 144 156 143C150 136 153 126 154 112C155 92 150 74 125 74Z", fill: DEEP, stroke: ink, "stroke-width": 1.2 }),
    face(ink),
    mouth(ink, 117),
    svg("path", { d: "M107 96C112 86 120 88 125 84C130 88 138 86 143 96V88C140 78 110 78 107 88Z", fill: DEEP }),
    svg("path", { d: "M101 83Q125 70 149 83L153 64Q146 72 139 70Q133 66 125 55Q117 66 111 70Q104 72 97 64Z", fill: GOLD, stroke: ink, "stroke-width": 1.6, "stroke-linejoin": "round" }),
    svg("path", { d: "M125 60L131 68L125 76L119 68Z", fill: cloth, stroke: ink, "stroke-width": 1 }),
    [97, 153].map((x) => svg("circle", { cx: x, cy: 62, r: 3.4, fill: PAPER, stroke: ink, "stroke-width": 1.2 })),
    svg("circle", { cx: 125, cy: 52.5, r: 3.8, fill: PAPER, stroke: ink, "stroke-width": 1.2 }),
    [105, 145].map((x) => svg("circle", { cx: x, cy: 117, r: 2.6, fill: GOLD, stroke: ink, "stroke-width": 0.8 })),
  ],
  J: (cloth, ink) => [
    svg("path", { d: "M104 88C98 104 99 120 102 128H114V94H136V128H148C151 120 152 104 146 88Z", fill: DEEP, stroke: ink, "stroke-width": 1.2 }),
    face(ink),
    mouth(ink, 117),
    svg("path", { d: "M104 96C108 90 116 92 125 91C134 92 142 90 146 96V86H104Z", fill: DEEP }),
    svg("path", { d: "M99 88C95 72 108 62 127 63C145 64 156 74 152 88Z", fill: cloth, stroke: ink, "stroke-width": 1.6 }),
    svg("path", { d: "M98 90Q125 82 153 90L151 82Q125 74 99 82Z", fill: GOLD, stroke: ink, "stroke-width": 1.4 }),
    svg("path", { d: "M143 80C150 66 166 56 180 60C176 74 160 82 147 82Z", fill: PAPER, stroke: ink, "stroke-width": 1.4 }),
    svg("path", { d: "M146 80C154 72 164 66 175 62", fill: "none", stroke: GOLD, "stroke-width": 1.8 }),
    svg("circle", { cx: 145, cy: 81, r: 3.6, fill: GOLD, stroke: ink, "stroke-width": 1.2 }),
  ],
};
