// Pictures to save: what is on the screen as SVG with its styles, or as PNG.

import { save } from "../files.ts";
import type { FigurePane } from "../panes/figure/figure-pane.ts";
import { get, set } from "../store.ts";
import { words } from "../text/words.ts";

export type Kind = "svg" | "png";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 16;

/** The points of a PNG for each point of the screen. */
const SCALE = 2;

const MONO = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace";

let pen: CanvasRenderingContext2D | null = null;

/** Returns a colour as every program that shows SVG knows it; `none` if it is transparent. */
function plain(colour: string): string {
  pen ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  if (pen === null) {
    return colour;
  }
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
  return alpha < 8 ? "none" : `#${[red, green, blue].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

function element(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, String(value)));
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}

/** Writes the styles that elements of a drawing have on the screen into the elements. */
function withStyles(drawing: SVGElement): SVGElement {
  const copy = drawing.cloneNode(true) as SVGElement;
  const sources = [drawing, ...drawing.querySelectorAll("*")];
  const targets = [copy, ...copy.querySelectorAll("*")];
  sources.forEach((source, index) => {
    const target = targets[index];
    const style = getComputedStyle(source);
    for (const name of ["tabindex", "role", "data-name", "class", "aria-label"]) {
      target?.removeAttribute(name);
    }
    if (target === undefined || source instanceof SVGGElement || source === drawing) {
      return;
    }
    target.setAttribute("fill", plain(style.fill));
    if (source instanceof SVGTextElement) {
      target.setAttribute("font-family", MONO);
      target.setAttribute("font-size", style.fontSize);
      target.setAttribute("font-weight", style.fontWeight);
      target.setAttribute("text-anchor", style.textAnchor);
    } else {
      target.setAttribute("stroke", plain(style.stroke));
      target.setAttribute("stroke-width", style.strokeWidth);
      target.setAttribute("stroke-linejoin", "round");
      target.setAttribute("stroke-linecap", "round");
    }
  });
  return copy;
}

/** Puts drawings below each other, each under its name. */
export function sheet(drawings: { name: string; drawing: SVGElement }[]): SVGElement {
  const [paper, ink] = [plain(getComputedStyle(document.querySelector("#view") ?? document.body).backgroundColor), plain(getComputedStyle(document.body).color)];
  let [width, y] = [0, MARGIN];
  const body: SVGElement[] = [];
  for (const { name, drawing } of drawings) {
    const size = { width: Number(drawing.getAttribute("width")), height: Number(drawing.getAttribute("height")) };
    body.push(element("text", { x: MARGIN, y: y + 16, "font-family": MONO, "font-size": 15, "font-weight": 600, fill: ink }, name));
    const copy = withStyles(drawing);
    copy.setAttribute("x", String(MARGIN));
    copy.setAttribute("y", String(y + 24));
    body.push(copy);
    y += size.height + 40;
    width = Math.max(width, size.width, name.length * 10);
  }
  return picture(width + 2 * MARGIN, y, paper, body);
}

function picture(width: number, height: number, paper: string, body: SVGElement[]): SVGElement {
  const svg = element("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  svg.append(element("rect", { width, height, fill: paper }), ...body);
  return svg;
}

/** Saves a picture. */
export async function savePicture(svg: SVGElement, name: string, kind: Kind): Promise<void> {
  const text = new XMLSerializer().serializeToString(svg);
  if (kind === "svg") {
    save(`${name}.svg`, new Blob([text], { type: "image/svg+xml" }));
    return;
  }
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Number(svg.getAttribute("width")) * SCALE;
    canvas.height = Number(svg.getAttribute("height")) * SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (png === null) {
      throw new Error(words.picture.tooLarge);
    }
    save(`${name}.png`, png);
  } catch {
    set({ notice: { text: words.picture.tooLarge, isError: true } });
  }
}

/** Saves the text with its ruler and its tree. */
export async function saveTree(kind: Kind): Promise<void> {
  const pane = document.querySelector<FigurePane>("figure-pane");
  if (pane !== null) {
    await savePicture(pane.whole(figurePicture), `${get().production}-tree`, kind);
  }
}

/** Draws what a figure shows. */
function figurePicture(figure: HTMLElement): SVGElement {
  const origin = figure.getBoundingClientRect();
  const body: SVGElement[] = [];
  let [width, height] = [0, 0];
  for (const source of figure.querySelectorAll<HTMLElement>(".letters i, .rul > *, .tree > *")) {
    const box = source.getBoundingClientRect();
    const style = getComputedStyle(source);
    const [x, y] = [box.left - origin.left + MARGIN, box.top - origin.top + MARGIN];
    if (box.width === 0 || style.display === "none" || source.classList.contains("vh")) {
      continue;
    }
    width = Math.max(width, x + box.width);
    height = Math.max(height, y + box.height);
    const fill = plain(style.backgroundColor);
    const stroke = source.classList.contains("dif") ? plain(style.outlineColor) : style.borderTopWidth === "0px" ? "none" : plain(style.borderTopColor);
    if (fill !== "none" || stroke !== "none") {
      const dash: Record<string, string> = style.borderTopStyle === "dashed" ? { "stroke-dasharray": "3 3" } : {};
      body.push(element("rect", { x, y, width: box.width, height: box.height, rx: Math.min(9, Number.parseFloat(style.borderTopLeftRadius) || 0), fill, stroke, ...dash }));
    }
    const beside = source.querySelector(".beside");
    const text = beside?.getAttribute("data-label") ?? source.dataset.label ?? source.textContent ?? "";
    if (text.trim() !== "") {
      const size = Number.parseFloat(style.fontSize);
      const at: Record<string, string | number> = beside === null ? { x: x + box.width / 2, "text-anchor": "middle" } : { x: x + box.width + 6 };
      const colour = plain(beside === null ? style.color : getComputedStyle(beside).color);
      body.push(element("text", { ...at, y: y + box.height / 2 + size * 0.35, fill: colour, "font-family": MONO, "font-size": size }, text));
    }
  }
  return picture(width + MARGIN, height + MARGIN, plain(getComputedStyle(document.querySelector("#view") ?? document.body).backgroundColor), body);
}
