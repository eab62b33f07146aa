// Railroad diagrams with the way of a text lit along the line, with its loops and skips.

import type { Rails } from "../engine/types.ts";
import { words } from "../text/words.ts";
import type { Way } from "./way.ts";

const SVG = "http://www.w3.org/2000/svg";

/** The width of a character, the height of a box, the rails between boxes and the radius of a turn. */
const [CHARACTER, HEIGHT, GAP, TURN] = [7.83, 28, 16, 8];

/** The rails of a choice, an option or a loop beside what is in it. */
const SIDE = 20;

/** The space between two lines of rails, and below a way back. */
const [BETWEEN, BACK] = [10, 16];

interface Box {
  rails: Rails;
  width: number;
  up: number;
  down: number;
  parts: Box[];
}

function label(rails: Rails & { kind: "name" | "literal" }): string {
  const quoted = /^"(.*)"$/.exec(rails.label)?.[1];
  return rails.kind === "literal" && quoted !== undefined && !quoted.includes('"') ? quoted.replaceAll(" ", "␣") : rails.label;
}

function measure(rails: Rails): Box {
  const half = HEIGHT / 2;
  switch (rails.kind) {
    case "name":
    case "literal":
      return { rails, width: Math.max(HEIGHT, Math.ceil(label(rails).length * CHARACTER + 20)), up: half, down: half, parts: [] };
    case "sequence": {
      const parts = rails.parts.map(measure);
      const width = parts.reduce((sum, one) => sum + one.width, 0) + GAP * (parts.length - 1);
      return { rails, width, up: Math.max(...parts.map((one) => one.up)), down: Math.max(...parts.map((one) => one.down)), parts };
    }
    case "choice": {
      const parts = rails.parts.map(measure);
      const [first, ...others] = parts;
      const below = others.reduce((sum, one) => sum + BETWEEN + one.up + one.down, 0);
      return { rails, width: Math.max(...parts.map((one) => one.width)) + 2 * SIDE, up: first?.up ?? half, down: (first?.down ?? half) + below, parts };
    }
    case "optional": {
      const part = measure(rails.part);
      return { rails, width: part.width + 2 * SIDE, up: part.up + BETWEEN, down: part.down, parts: [part] };
    }
    case "loop": {
      const part = measure(rails.part);
      const times = rails.times === null ? 0 : rails.times.length * CHARACTER + 16;
      return { rails, width: Math.max(part.width, times) + 2 * SIDE, up: part.up, down: part.down + BACK + (rails.times === null ? 0 : 14), parts: [part] };
    }
  }
}

/** What is drawn: the lines that are not lit, those that are, and the boxes. */
class Canvas {
  readonly plain: string[] = [];
  readonly lit: string[] = [];
  readonly boxes: SVGElement[] = [];

  line(path: string, isLit: boolean): void {
    (isLit ? this.lit : this.plain).push(path);
  }

  text(x: number, y: number, text: string, kind: string): void {
    this.boxes.push(s("text", { x, y, class: kind }, text));
  }
}

function s(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, String(value)));
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

function draw(box: Box, x: number, y: number, canvas: Canvas, way: Way | null): void {
  const { rails, width, parts } = box;
  const passed = way?.get(rails) ?? { through: 0, skipped: 0, rounds: [] };
  const isLit = passed.through > 0;
  switch (rails.kind) {
    case "name":
    case "literal": {
      const text = label(rails);
      const group = s("g", { class: `${rails.kind}${isLit ? " on" : ""}` });
      if (rails.kind === "name") {
        group.dataset.name = rails.label;
      }
      group.append(
        s("rect", { x, y: y - HEIGHT / 2, width, height: HEIGHT, rx: rails.kind === "name" ? 4 : HEIGHT / 2 }),
        s("text", { x: x + width / 2, y: y + 5 }, text),
      );
      canvas.boxes.push(group);
      break;
    }
    case "sequence": {
      let at = x;
      parts.forEach((part, index) => {
        if (index > 0) {
          canvas.line(`M${at} ${y}h${GAP}`, isLit);
          at += GAP;
        }
        draw(part, at, y, canvas, way);
        at += part.width;
      });
      break;
    }
    case "choice": {
      let at = y;
      parts.forEach((part, index) => {
        const taken = way?.get(part.rails);
        const isTaken = taken !== undefined && taken.through + taken.skipped > 0;
        const end = x + width - SIDE;
        if (index === 0) {
          canvas.line(`M${x} ${y}h${SIDE}M${x + SIDE + part.width} ${y}H${x + width}`, isTaken);
        } else {
          at += (parts[index - 1]?.down ?? 0) + BETWEEN + part.up;
          canvas.line(`M${x} ${y}q${TURN} 0 ${TURN} ${TURN}V${at - TURN}q0 ${TURN} ${TURN} ${TURN}H${x + SIDE}M${x + SIDE + part.width} ${at}H${end + SIDE - 2 * TURN}q${TURN} 0 ${TURN} ${-TURN}V${y + TURN}q0 ${-TURN} ${TURN} ${-TURN}`, isTaken);
        }
        draw(part, x + SIDE, at, canvas, way);
      });
      break;
    }
    case "optional": {
      const [part] = parts;
      if (part !== undefined) {
        const top = y - part.up - BETWEEN + 2;
        canvas.line(`M${x} ${y}h${SIDE}M${x + SIDE + part.width} ${y}h${SIDE}`, isLit);
        canvas.line(`M${x} ${y}q${TURN} 0 ${TURN} ${-TURN}V${top + TURN}q0 ${-TURN} ${TURN} ${-TURN}H${x + width - 2 * TURN}q${TURN} 0 ${TURN} ${TURN}V${y - TURN}q0 ${TURN} ${TURN} ${TURN}`, passed.skipped > 0);
        draw(part, x + SIDE, y, canvas, way);
      }
      break;
    }
    case "loop": {
      const [part] = parts;
      if (part !== undefined) {
        const bottom = y + part.down + BACK - 6;
        const left = x + SIDE;
        const right = x + width - SIDE;
        canvas.line(`M${x} ${y}h${SIDE}M${left + part.width} ${y}H${x + width}`, isLit);
        const most = Math.max(0, ...passed.rounds);
        const isBack = most > 1;
        canvas.line(`M${right} ${y}q${TURN} 0 ${TURN} ${TURN}V${bottom - TURN}q0 ${TURN} ${-TURN} ${TURN}H${left}q${-TURN} 0 ${-TURN} ${-TURN}V${y + TURN}q0 ${-TURN} ${TURN} ${-TURN}`, isBack);
        if (rails.times !== null) {
          canvas.text((left + right) / 2, bottom + 14, rails.times, "times");
        }
        if (isBack) {
          canvas.text(right + TURN + 6, bottom + 4, words.rails.times(Math.min(...passed.rounds), most), "n");
        }
        draw(part, left, y, canvas, way);
      }
      break;
    }
  }
}

/** Draws the rails of a production. The way is lit. */
export function drawRails(rails: Rails, way: Way | null, name: string): SVGElement {
  const body = measure(rails);
  const canvas = new Canvas();
  const [x, y] = [28, body.up + 6];
  const end = x + body.width;
  const isLit = way !== null;
  canvas.line(`M8 ${y}H${x}M${end} ${y}h${20}`, isLit);
  draw(body, x, y, canvas, way);
  const [width, height] = [Math.ceil(end + 40), Math.ceil(y + body.down + 8)];
  const svg = s("svg", { class: "rails", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": name });
  svg.append(
    s("path", { class: "off", d: canvas.plain.join("") }),
    s("path", { class: "on", d: canvas.lit.join("") }),
    s("circle", { cx: 7, cy: y, r: 4, class: isLit ? "on" : "" }),
    s("circle", { cx: end + 21, cy: y, r: 4, class: isLit ? "on" : "" }),
    ...canvas.boxes,
  );
  return svg;
}

/** Returns the first label in a part. */
export function firstLabel(rails: Rails): string {
  switch (rails.kind) {
    case "name":
    case "literal":
      return rails.label;
    case "sequence":
    case "choice": {
      // A name says more than the literal before it.
      const leaf = rails.parts.find((part) => part.kind === "name") ?? rails.parts[0];
      return leaf === undefined ? "" : firstLabel(leaf);
    }
    default:
      return firstLabel(rails.part);
  }
}
