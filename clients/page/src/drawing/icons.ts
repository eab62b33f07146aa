// The signs on buttons.

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  pane: "M4 4h12v12H4zM8 4v12",
  share: "M10 12V3M6.5 6L10 2.5 13.5 6M4 10v7h12v-7",
  lecture: "M2.5 4h15v10h-15zM7 17h6",
  moon: "M15 12.5A6.5 6.5 0 017.5 5a6 6 0 107.5 7.5z",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  tree: "M3 5h14M3 10h8M3 15h4M14 10h3",
  derivation: "M3 5h4M9 5h8M6 10h4M12 10h5M9 15h8",
  tables: "M3 4h14v12H3zM3 8h14M8 4v12M13 4v12",
  steps: "M4 4v12M8 5l8 5-8 5z",
  choice: "M10 17v-6L4 4M10 11l6-7",
  rails: "M2 10h4M14 10h4M6 6h8v8H6z",
  examples: "M3 6l2 2 3-4M11 6h6M3 13l5 5m0-5l-5 5M11 15h6",
  first: "M5 4v12M15 4l-7 6 7 6z",
  back: "M13 4l-7 6 7 6z",
  forward: "M7 4l7 6-7 6z",
  last: "M15 4v12M5 4l7 6-7 6z",
  again: "M16 10a6 6 0 11-2-4.5M16 3v3.5h-3.5",
} as const;

/** Returns a sign. It has no name: the button around it has. */
export function icon(name: keyof typeof PATHS): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon ${name}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
