// A production as the grammar writes it, on one line, with a dot at a place or a part marked.

import { h } from "../dom.ts";
import { TOKEN } from "../editor/highlight.ts";
import type { Span } from "../engine/types.ts";
import type { State } from "../store.ts";

export interface Marks {
  /** The place in the grammar of a dot. */
  dot?: number | null;
  /** A part of the grammar to underline. */
  part?: Span | null;
  /** The longest text of the body; the rest is left out around the dot. */
  most?: number;
  /** Whether the name is left out. */
  bodyOnly?: boolean;
}

/** Returns the source of a production and where it is. */
export function sourceOf({ outline, grammar }: Pick<State, "outline" | "grammar">, rule: string): { text: string; start: number } | null {
  const at = outline?.productions.find((one) => one.name === rule)?.at ?? null;
  return at === null ? null : { text: grammar.slice(at.start, at.end), start: at.start };
}

/** Returns the production as elements. */
export function definition(state: Pick<State, "outline" | "grammar">, rule: string, marks: Marks = {}): (Node | string)[] {
  const source = sourceOf(state, rule);
  if (source === null) {
    return [rule];
  }
  const { dot = null, part = null, most = Infinity, bodyOnly = false } = marks;
  const pieces: { text: string; kind: string; start: number }[] = [];
  let at = 0;
  const push = (end: number, kind: string) => {
    if (end > at) {
      pieces.push({ text: source.text.slice(at, end), kind, start: source.start + at });
      at = end;
    }
  };
  for (const match of source.text.matchAll(TOKEN)) {
    push(match.index, "");
    const kind = ["comment", "literal", "defined", "name", "operator"][match.slice(1).findIndex((group) => group !== undefined)] ?? "";
    push(match.index + match[0].length, kind);
  }
  push(source.text.length, "");
  let shown = pieces.filter((one) => one.kind !== "comment");
  if (bodyOnly) {
    const sign = shown.findIndex((one) => one.kind === "operator" && /=/.test(one.text));
    shown = shown.slice(sign + 1);
    if (shown[0]?.kind === "") {
      shown = shown.slice(1);
    }
  }
  const cut = around(shown, dot ?? part?.start ?? null, most);
  const out: (Node | string)[] = [];
  let hasDot = dot === null;
  for (const piece of cut) {
    if (!hasDot && dot !== null && piece.start >= dot) {
      const isApart = out.length === 0 || /\s$/.test(textOf(out.at(-1) ?? ""));
      out.push(isApart ? "" : " ", h("mark", { class: "dot" }, "•"), piece.kind === "" ? "" : " ");
      hasDot = true;
    }
    const text = piece.text.replaceAll(/\s+/g, " ");
    const isPart = part !== null && piece.start >= part.start && piece.start < part.end && text.trim() !== "";
    const inner = piece.kind === "defined" ? h("b", {}, text) : piece.kind === "literal" ? h("s", {}, text) : text;
    out.push(isPart ? h("mark", { class: "blamed" }, inner) : inner);
  }
  if (!hasDot) {
    out.push(" ", h("mark", { class: "dot" }, "•"));
  }
  return out;
}

function textOf(part: Node | string): string {
  return typeof part === "string" ? part : (part.textContent ?? "");
}

/** Leaves out pieces far from a place, with an ellipsis. */
function around(pieces: { text: string; kind: string; start: number }[], place: number | null, most: number) {
  const length = pieces.reduce((sum, one) => sum + one.text.length, 0);
  if (length <= most) {
    return pieces;
  }
  const middle = Math.max(0, place === null ? 0 : pieces.findLastIndex((one) => one.start < place));
  let [from, to, size] = [middle, middle + 1, pieces[middle]?.text.length ?? 0];
  while (size < most && (from > 0 || to < pieces.length)) {
    if (to < pieces.length) {
      size += pieces[to]?.text.length ?? 0;
      to += 1;
    }
    if (from > 0 && size < most) {
      from -= 1;
      size += pieces[from]?.text.length ?? 0;
    }
  }
  const dots = (start: number) => ({ text: "… ", kind: "", start });
  const ends = (start: number) => ({ text: " …", kind: "", start });
  const kept = pieces.slice(from, to);
  return [...(from > 0 ? [dots(kept[0]?.start ?? 0)] : []), ...kept, ...(to < pieces.length ? [ends((kept.at(-1)?.start ?? 0) + 1)] : [])];
}
