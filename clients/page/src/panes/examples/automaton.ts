// A small automaton as SVG: states in columns by their distance from the start.

import { words } from "../../text/words.ts";
import type { Automaton } from "../../engine/types.ts";

const SVG = "http://www.w3.org/2000/svg";
const [COLUMN, LINE, RADIUS, MARGIN] = [150, 84, 19, 46];

function s(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

/** Returns the number of edges from the start to each state. */
function distances({ states, edges }: Automaton): number[] {
  const distance = Array<number>(states).fill(-1);
  distance[0] = 0;
  const waiting = [0];
  for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
    for (const [from, to] of edges) {
      if (from === state && distance[to] === -1) {
        distance[to] = (distance[from] ?? 0) + 1;
        waiting.push(to);
      }
    }
  }
  return distance;
}

/** Draws the automaton, with the states that the text has passed lit. */
export function drawAutomaton(automaton: Automaton, rule: string): SVGElement {
  const { states, accepting, edges, path } = automaton;
  const distance = distances(automaton);
  const rows: number[] = [];
  const places = distance.map((column) => {
    const line = rows[column] ?? 0;
    rows[column] = line + 1;
    return { x: MARGIN + column * COLUMN, y: MARGIN + 20 + line * LINE };
  });
  const width = MARGIN * 2 + Math.max(0, ...distance) * COLUMN;
  const height = MARGIN * 2 + 20 + (Math.max(...rows) - 1) * LINE;
  const current = path.at(-1);
  const svg = s("svg", {
    class: "automaton-drawing",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": words.examples.automaton(rule, states),
  });
  const passed = new Set(path.slice(1).map((to, index) => `${path[index]} ${to}`));
  // Labels come last: no line and no state covers them.
  const labels: SVGElement[] = [];
  for (const [from, to, label] of edges) {
    const [a, b] = [places[from], places[to]];
    if (a && b) {
      const parts = edge(a, b, label, passed.has(`${from} ${to}`));
      labels.push(...parts.splice(-1));
      svg.append(...parts);
    }
  }
  places.forEach(({ x, y }, state) => {
    const kind = `state${state === current ? " current" : path.includes(state) ? " passed" : ""}`;
    svg.append(s("circle", { cx: x, cy: y, r: RADIUS, class: kind }));
    if (accepting.includes(state)) {
      svg.append(s("circle", { cx: x, cy: y, r: RADIUS - 4, class: "accepting" }));
    }
    svg.append(s("text", { x, y: y + 5, class: "number" }, String(state)));
  });
  svg.append(...labels);
  return svg;
}

interface Place {
  x: number;
  y: number;
}

function edge(a: Place, b: Place, label: string, isPassed: boolean): SVGElement[] {
  const kind = `edge${isPassed ? " passed" : ""}`;
  const shown = label.length > 16 ? `${label.slice(0, 15)}…` : label;
  if (a === b) {
    const loop = `M ${a.x - 9} ${a.y - RADIUS + 2} C ${a.x - 26} ${a.y - 58} ${a.x + 26} ${a.y - 58} ${a.x + 9} ${a.y - RADIUS + 2}`;
    return [
      s("path", { d: loop, class: kind }),
      s("text", { x: a.x, y: a.y - 48, class: "edge-label" }, shown),
    ];
  }
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const [x1, y1, x2, y2] = [a.x + ux * RADIUS, a.y + uy * RADIUS, b.x - ux * (RADIUS + 5), b.y - uy * (RADIUS + 5)];
  const isStraight = dy === 0 && dx === COLUMN;
  const bend = isStraight ? 0 : dx <= 0 ? 52 : 24;
  const [cx, cy] = [(x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend];
  const [hx, hy] = [x2 - cx, y2 - cy];
  const head = Math.hypot(hx, hy);
  const [vx, vy] = [hx / head, hy / head];
  const tip = `M ${x2 - vx * 8 - vy * 4} ${y2 - vy * 8 + vx * 4} L ${x2 + vx * 3} ${y2 + vy * 3} L ${x2 - vx * 8 + vy * 4} ${y2 - vy * 8 - vx * 4} Z`;
  return [
    s("path", { d: `M ${x1} ${y1} Q ${cx} ${cy} ${x2} ${y2}`, class: kind }),
    s("path", { d: tip, class: `${kind} tip` }),
    s("text", { x: (x1 + 2 * cx + x2) / 4, y: (y1 + 2 * cy + y2) / 4 - 6, class: "edge-label" }, shown),
  ];
}
