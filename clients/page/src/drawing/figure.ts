// One figure on one grid: the text, a ruler that counts boundaries, and the tree.
//
// A cell is an octet, and a character is as wide as its octets. All that is drawn is placed by cells, so that text,
// ruler and tree agree whatever the width. Offsets run from left to right, whatever the direction of the characters.
//
// A long text is as wide as all of its cells, and only those in view are drawn: when the reader scrolls, others take
// their place. The rows of a deep tree are drawn in the same way. A small figure draws the beginning of its text, and all rows.

import { fill, h, hide, keep, mark, style } from "../dom.ts";
import type { Edit, Span, TreeNode } from "../engine/types.ts";
import { hover, isSame, pin, type Selection } from "../store.ts";
import { characterAt, indexAt, lengthOf, octetAt, part, sizeOf } from "../text/octets.ts";
import { quoted, visible } from "../text/show.ts";
import { words } from "../text/words.ts";
import { shortForm, tilesOf, type Tile } from "./tiles.ts";

/** The most octets that a small figure draws, and the octets that others draw beyond each edge of the view. */
const WINDOW = 400;
const BEYOND = 16;

/** The rows that are drawn beyond each edge of the view, and how many are in view until they are measured. */
const ROWS = { beyond: 8, first: 40 };

/** The room for more cells in a run of keys, as a part of the text: the browser lays out all cells again for a new width. */
const GROWTH = 0.25;

/** The greatest height of a row as a part of its least one: short trees use the room. */
const TALLEST = 1.5;

/** The most tiles that are drawn at once. */
const TILES = 3_000;

/** The least width of a cell in pixels. */
const LEAST = 10;

/** The width of a character as a part of its size, in the fonts that have one width. */
const ADVANCE = 0.61;

/** The least distance of two numbers on the ruler in pixels. */
const TICKS = 36;

/** The room in pixels that the sign of an empty node takes from the tiles at its sides. */
const SIGN = 8;

/** The most characters of a new text above the cells, and what is around them in pixels. */
const NEW = 16;
const AROUND = 8;

/** The least distance of a number to that of an error. */
const CLEAR = 26;

/** How often the window has changed its size: asking for the size costs a layout. */
let resized = 0;
window.addEventListener("resize", () => (resized += 1), { capture: true });

export interface Shown {
  text: string;
  nodes: TreeNode[];
  isComplete: boolean;
  /** The part of the text that is shown; without it all. */
  span?: Span | null;
  /** The offset where the text is wrong. */
  error?: number | null;
  /** The offset at which a parser is, when the steps are shown. */
  cursor?: number | null;
  /** The indices of the nodes in which two derivations differ. */
  differs?: number[];
  /** Whether the text is right as far as it goes, so that the line at its end is no error. */
  isPrefix?: boolean;
  /** What each open node allows next, by the place among the open nodes. */
  allowed?: string[];
  /** What would make the text valid, in ascending order. */
  edits?: Edit[];
  isLiteral: (rule: string) => boolean;
  label: string;
  /** Where the caret is, so that it is among the characters that are drawn. */
  focus?: number | null;
  /** Whether keys come in a run: the cells stay as they are as long as the text fits. */
  isRunning?: boolean;
}

/** Returns the part of the text that is shown. */
function spanOf(shown: Shown | null): Span {
  return shown?.span ?? { start: 0, end: lengthOf(shown?.text ?? "") };
}

/** Whether two tiles are the same node of trees that follow each other. */
function isAlike(one: Tile, other: Tile): boolean {
  return one.rule === other.rule && one.depth === other.depth && one.start === other.start;
}

/** Returns the offset at which the character with an octet begins. */
function begin(text: string, octet: number): number {
  return octetAt(text, indexAt(text, octet));
}

/** A character of the text in its cells. */
interface Letter {
  element: HTMLElement;
  at: number;
  end: number;
  /** All that its element shows. */
  key: string;
}

/** How a character is shown. */
interface Sign {
  shown: string;
  kind: string;
  size: number;
}

function letter({ shown, kind, size }: Sign): HTMLElement {
  const element = h("i", { class: kind }, h("bdi", {}, shown));
  if (size > 1) {
    element.style.setProperty("--w", String(size));
  }
  return element;
}

/** All that the element of a tile shows. */
interface Face {
  name: string;
  kind: string;
  level: number;
  position: number;
  siblings: number;
  isParent: boolean;
  start: number;
  width: number;
  padding: string;
  label: string;
  beside: string;
  end: number;
}

interface Drawn {
  element: HTMLElement;
  tile: Tile;
  /** All that its element shows; `null` if that is more than the tile. */
  key: string | null;
}

/** The lengths in pixels that the style gives a figure. */
interface Sizes {
  max: number;
  row: number;
  types: number[];
  character: number;
}

export class Figure {
  readonly element = h("div", { class: "fig" });
  readonly row = h("div", { class: "txt", dir: "ltr" });
  readonly #text = h("div", { class: "letters", "aria-hidden": "true" });
  readonly #edits = h("div", { class: "edits", "aria-hidden": "true" });
  readonly #ruler = h("div", { class: "rul", "aria-hidden": "true" });
  readonly #tree = h("div", { class: "tree", role: "tree" });
  readonly #note = h("p", { class: "mu note" });
  #drawn: Drawn[] = [];
  #letters: Letter[] = [];
  #shown: Shown | null = null;
  #room = 0;
  #selection: Selection | null = null;
  /** The node that the tabulator key reaches. */
  #current: Drawn | null = null;
  /** The cell in pixels, the characters that are drawn, and the offset at the left edge of the row. */
  cell = 20;
  from = 0;
  to = 0;
  origin = 0;
  /** How far the row is scrolled, and the height of text and ruler: asking the browser costs a layout. */
  #scrolled = 0;
  #above = 0;
  /** The height that the rows of the tree may take. */
  #height = 0;
  /** The number of rows, those in view, and those that are drawn. */
  #deepest = 0;
  #view = { first: 0, last: ROWS.first };
  #rows = { first: 0, last: 0 };
  /** What scrolls the rows; `null` if all are drawn. */
  #pane: HTMLElement | null = null;
  /** Whether all rows are drawn, for paper or a picture. */
  #isWhole = false;
  /** The tiles between the edges of the view, whether their row is drawn or not. */
  #seen: Tile[] = [];
  #marks = new Map<string, HTMLElement>();
  /** Whether a tile gets back the focus that it had before the tree was drawn again. */
  #isRestoring = false;
  #sizes: { key: string; sizes: Sizes } | null = null;
  /** The tiles of the nodes that were shown last. */
  #tiles: { key: unknown[]; tiles: Tile[] } = { key: [], tiles: [] };
  /** Hears when the width changes what is drawn. */
  onlayout: () => void = () => {};

  constructor(readonly isSmall = false) {
    if (isSmall) {
      this.element.classList.add("sm");
    }
    fill(this.row, this.#text, this.#edits);
    fill(this.element, this.row, !isSmall && this.#ruler, this.#tree, this.#note);
    this.#tree.addEventListener("pointerleave", () => hover(null));
    this.#tree.addEventListener("keydown", (event) => this.#key(event));
    this.#tree.addEventListener("focusout", () => hover(null));
    new ResizeObserver(([entry]) => {
      const room = entry?.contentRect.width ?? 0;
      if (room > 0 && room !== this.#room) {
        this.#room = room;
        this.#again();
      }
    }).observe(this.element);
    const heads = new ResizeObserver(() => {
      const above = this.row.offsetHeight + this.#ruler.offsetHeight;
      if (above > 0 && above !== this.#above) {
        this.#above = above;
        this.#growRows();
      }
    });
    heads.observe(this.row);
    heads.observe(this.#ruler);
  }

  /** Lets the rows of the tree grow into the room of a pane that scrolls. Only those in view are drawn. */
  growIn(pane: HTMLElement): void {
    const scroller = () => this.element.parentElement;
    this.#pane = pane;
    new ResizeObserver(([entry]) => {
      const height = Math.round(entry?.contentRect.height ?? 0);
      if (height > 0 && Math.abs(height - this.#height) > 2) {
        this.#height = height;
        this.#growRows();
        this.#look();
      }
    }).observe(pane);
    new ResizeObserver(() => this.#look()).observe(this.#tree);
    pane.addEventListener("scroll", () => this.#look(), { passive: true });
    scroller()?.addEventListener("scroll", () => {
      this.#scrolled = scroller()?.scrollLeft ?? 0;
      const [first, last] = this.#inView();
      if (this.#shown !== null && (first < this.from || last > this.to)) {
        this.#draw(this.#shown);
      }
    }, { passive: true });
  }

  #again(): void {
    if (this.#shown !== null) {
      this.show(this.#shown);
    }
  }

  /** Finds the rows in view, and draws them. Nothing is to be laid out when it is called. */
  #look(): void {
    const pane = this.#pane?.getBoundingClientRect();
    const tree = this.#tree.getBoundingClientRect();
    if (pane === undefined || tree.height === 0 || this.#deepest === 0) {
      return;
    }
    const step = tree.height / this.#deepest;
    const [first, last] = [Math.floor((pane.top - tree.top) / step), Math.ceil((pane.bottom - tree.top) / step)];
    this.#view = { first: Math.max(0, first), last: Math.max(0, last) };
    const isDrawn = this.#view.first >= this.#rows.first && Math.min(this.#view.last, this.#deepest) <= this.#rows.last;
    if (!isDrawn && this.#shown !== null) {
      this.#draw(this.#shown);
    }
  }

  /** Draws all rows, for paper or a picture, or those in view again. */
  drawAll(isWhole: boolean): void {
    this.#isWhole = isWhole;
    this.#again();
  }

  /** Returns the offsets between which the reader sees the text. */
  #inView(): [number, number] {
    const { start, end } = spanOf(this.#shown);
    const first = start + Math.floor(this.#scrolled / this.cell);
    return [Math.min(first, end), Math.min(end, first + Math.ceil(this.#room / this.cell))];
  }

  /** Returns what the style says. It is asked only when it can have changed: the question costs a layout. */
  #style(): Sizes {
    const key = `${document.body.className} ${document.body.dataset.view} ${resized} ${this.element.className}`;
    if (this.#sizes?.key !== key) {
      const style = getComputedStyle(this.element);
      const number = (name: string, otherwise: number) => Number.parseFloat(style.getPropertyValue(name)) || otherwise;
      const names = this.isSmall ? ["--t2", "--t1"] : ["--t5", "--t4", "--t3", "--t2", "--t1"];
      const sizes = { max: number("--max", 64), row: number("--row", 32), types: names.map((name) => number(name, 15)), character: number("--t1", 13) * ADVANCE };
      this.#sizes = { key, sizes };
    }
    return this.#sizes.sizes;
  }

  show(shown: Shown): void {
    this.#shown = shown;
    const { error = null, cursor = null, focus = null } = shown;
    const { start, end } = spanOf(shown);
    const length = end - start;
    this.#room ||= this.element.clientWidth || 800;
    const count = Math.max(1, this.isSmall ? Math.min(length, WINDOW) : length);
    const isRunning = shown.isRunning === true;
    if (!isRunning || count * this.cell > this.#room) {
      this.#scale(isRunning ? Math.ceil(count * (1 + GROWTH)) : count);
    }
    this.#widen(count);
    if (count * this.cell <= this.#room) {
      this.#scrolled = 0;
    }
    const at = focus ?? error ?? cursor ?? null;
    if (at !== null) {
      this.reveal(at, 4 * this.cell);
    }
    this.#draw(shown);
  }

  /** Makes the cells so wide that this number of them fits. */
  #scale(count: number): void {
    const { max, types } = this.#style();
    this.cell = Math.max(this.isSmall ? 5 : LEAST, Math.min(max, Math.floor(this.#room / count)));
    const size = types.find((one) => one * ADVANCE <= this.cell);
    style(this.element, "--cell", `${this.cell}px`);
    style(this.element, "--size", `${size ?? this.cell / ADVANCE}px`);
  }

  /** Sets the width of the row to this number of cells. No element in it inherits the width. */
  #widen(count: number): void {
    const width = count * this.cell;
    style(this.row, "width", !this.isSmall && width <= this.#room ? "100%" : `${width}px`);
    style(this.#ruler, "width", `${Math.max(width, this.isSmall ? 0 : this.#room)}px`);
  }

  /** Scrolls to an offset that is not in view, or nearer than `margin` pixels to the right edge of it. */
  reveal(at: number, margin: number): void {
    const scroller = this.element.parentElement;
    const { start, end } = spanOf(this.#shown);
    if (this.isSmall || scroller === null) {
      return;
    }
    const left = (at - start) * this.cell;
    const isIn = (end - start) * this.cell <= this.#room || (left >= this.#scrolled && left <= this.#scrolled + this.#room - margin);
    if (!isIn) {
      scroller.scrollLeft = left - this.#room / 2;
      this.#scrolled = scroller.scrollLeft;
    }
  }

  /**
   * Shows a text that is being typed in the cells that are there. The tree is that of before until the engine has
   * answered. Returns false if the cells have no room for the text.
   */
  type(text: string): boolean {
    const shown = this.#shown;
    const count = lengthOf(text);
    const isTyped = shown !== null && shown.span == null && (shown.edits ?? []).length === 0 && shown.text !== "" && text !== "";
    // The cells of a strip have their least width: it has room for any text.
    const hasRoom = this.cell === LEAST || count * this.cell <= this.#room;
    if (!isTyped || !hasRoom) {
      return false;
    }
    const more = count - lengthOf(shown.text);
    // An error stays where it is as long as nothing before it changes.
    const { error = null } = shown;
    const isBefore = error !== null && text.slice(0, indexAt(text, error) + 1) === shown.text.slice(0, indexAt(shown.text, error) + 1);
    this.#shown = { ...shown, text, error: isBefore ? error : null };
    this.from = begin(text, this.from);
    this.to = begin(text, Math.min(count, Math.max(this.from, this.to + more)));
    this.#widen(count);
    this.#drawText(this.#shown);
    this.light(this.#selection);
    return true;
  }

  #draw(shown: Shown): void {
    const { text, error = null, cursor = null, focus = null } = shown;
    const length = lengthOf(text);
    if (this.isSmall) {
      const middle = focus ?? error ?? cursor ?? 0;
      this.from = length <= WINDOW ? 0 : begin(text, Math.max(0, Math.min(Math.trunc(middle - WINDOW / 2), length - WINDOW)));
      this.to = begin(text, Math.min(length, this.from + WINDOW));
      this.origin = this.from;
    } else {
      const [first, last] = this.#inView();
      const { start, end } = spanOf(shown);
      this.from = begin(text, Math.max(start, first - BEYOND));
      this.to = begin(text, Math.min(end, last + BEYOND));
      this.origin = start;
    }
    this.#drawText(shown);
    this.#drawEdits(shown);
    this.#drawRuler(shown);
    this.#drawTree(shown);
    const isCut = this.isSmall && this.to - this.from < length;
    const tiles = this.#drawn.length;
    this.#note.textContent = [
      isCut && words.figure.window(this.from, this.to, length),
      (!shown.isComplete || tiles >= TILES) && words.figure.leftOut,
    ].filter(Boolean).join(" ");
    this.light(this.#selection);
    this.onlayout();
  }

  /** Draws the characters in view. */
  #drawText({ text, error = null, isPrefix = false, edits = [] }: Shown): void {
    const letters: (Omit<Letter, "element"> & Sign)[] = [];
    const wrong = isPrefix ? null : error;
    style(this.#text, "margin-left", `${(this.from - this.origin) * this.cell}px`);
    for (let at = this.from; at < this.to; ) {
      const character = characterAt(text, at);
      const size = sizeOf(character);
      const shown = visible(character);
      const isSign = shown !== character;
      const kind = `${isSign ? "sign" : ""}${wrong !== null && at + size > wrong ? " x" : ""}${[...shown].length > 1 ? " long" : ""}${character === "\n" ? " end" : ""}${edits.some((edit) => at < edit.end && at + size > edit.start) ? " gone" : ""}`;
      letters.push({ at, end: at + size, key: `${size}${kind}/${shown}`, shown, kind, size });
      at += size;
    }
    this.#keepLetters(letters);
  }

  /** Shows these characters. Those that were there before at the beginning and at the end stay. */
  #keepLetters(letters: (Omit<Letter, "element"> & Sign)[]): void {
    const before = this.#letters;
    const least = Math.min(before.length, letters.length);
    const isSame = (from: number, to: number) => before[from]?.key === letters[to]?.key;
    let first = 0;
    while (first < least && isSame(first, first)) {
      first += 1;
    }
    let last = 0;
    while (last < least - first && isSame(before.length - 1 - last, letters.length - 1 - last)) {
      last += 1;
    }
    const after = before.length - last;
    const there = before.map(({ element }) => element);
    const elements = [...there.slice(0, first), ...letters.slice(first, letters.length - last).map(letter), ...there.slice(after)];
    this.#letters = letters.map(({ at, end, key }, index) => ({ element: elements[index]!, at, end, key }));
    keep(this.#text, elements);
  }

  /** Draws new texts above the cells that they replace, or at their boundary with a line to it. */
  #drawEdits(shown: Shown): void {
    const { edits = [] } = shown;
    const { start, end } = spanOf(shown);
    const { character } = this.#style();
    const row = Math.max(this.#room, (end - start) * this.cell);
    const marks: HTMLElement[] = [];
    let free = -AROUND;
    for (const edit of edits.filter((one) => one.by.octets !== "" && one.end >= this.from && one.start <= this.to)) {
      const all = [...edit.by.octets];
      const label = `${all.slice(0, NEW).map(visible).join("")}${all.length > NEW ? "…" : ""}`;
      const width = label.length * character + AROUND;
      const middle = ((edit.start + edit.end) / 2 - this.origin) * this.cell;
      const left = Math.max(free, Math.min(middle - width / 2, row - width));
      free = left + width + 2;
      const sign = h("b", {}, label);
      sign.style.setProperty("--x", `${left}px`);
      marks.push(sign);
      if (edit.start === edit.end) {
        const line = h("span", { class: "at" });
        line.style.setProperty("--x", `${middle}px`);
        marks.push(line);
      }
    }
    this.row.classList.toggle("edited", marks.length > 0);
    fill(this.#edits, ...marks);
  }

  #drawRuler({ error = null, isPrefix = false }: Shown): void {
    if (this.isSmall) {
      return;
    }
    const steps = [1, 5, 10, 20, 50, 100, 200];
    const step = steps.find((one) => one * this.cell >= TICKS) ?? 500;
    const marks = new Map<string, HTMLElement>();
    const add = (at: number, kind: "i" | "b") => {
      const key = `${kind} ${isPrefix} ${at} ${this.origin}`;
      const element = this.#marks.get(key) ?? h(kind, { class: kind === "b" && isPrefix ? "a" : null }, String(at));
      style(element, "--s", String(at - this.origin));
      marks.set(key, element);
    };
    const first = Math.ceil(this.from / step) * step;
    for (let at = first; at <= this.to; at += step) {
      if (error === null || Math.abs(at - error) * this.cell >= CLEAR) {
        add(at, "i");
      }
    }
    if (error !== null && error >= this.from && error <= this.to) {
      add(error, "b");
    }
    this.#marks = marks;
    keep(this.#ruler, [...marks.values()]);
  }

  #drawTree(shown: Shown): void {
    const { text, error = null, cursor = null, differs = [], allowed = [], label, isPrefix = false } = shown;
    const hadFocus = this.#tree.contains(document.activeElement);
    const before = this.#current?.tile ?? null;
    const until = cursor ?? error ?? lengthOf(text);
    const isSeen = (tile: Tile) => tile.start <= this.to && tile.end >= this.from;
    const all = this.#tilesOf(shown, until);
    this.#seen = all.filter(isSeen);
    const isWhole = this.#isWhole || this.#pane === null;
    const first = isWhole ? 0 : this.#view.first - ROWS.beyond;
    const last = isWhole ? Infinity : this.#view.last + ROWS.beyond;
    this.#rows = { first, last };
    // The tile with the focus stays where it is, in view or not.
    const isKept = (tile: Tile) => (tile.depth >= first && tile.depth <= last) || (hadFocus && before !== null && isAlike(tile, before));
    const opens = this.#seen.filter((tile) => tile.isOpen && tile.kind === "node");
    const tiles = this.#seen.filter(isKept).slice(0, TILES);
    const rows: Tile[][] = [];
    tiles.forEach((tile) => (rows[tile.depth] ??= []).push(tile));
    rows.forEach((row) => row.sort((one, other) => one.start - other.start));
    const signs = new Set(tiles.filter((tile) => tile.kind === "empty").map((tile) => `${tile.depth} ${tile.start}`));
    // The sign of an empty node covers a part of the tiles beside it.
    const covered = (tile: Tile) => [tile.start, tile.end].map((at) => (tile.kind !== "empty" && signs.has(`${tile.depth} ${at}`) ? SIGN : 0));
    const { character } = this.#style();
    const marked = new Set(differs);
    const elements: HTMLElement[] = [];
    const empties = new Map<string, HTMLElement>();
    const nexts = new Map(rows.flatMap((row) => row.map((tile, index) => [tile, row[index + 1]] as const)));
    const kept = new Map(this.#drawn.map(({ key, element }) => [key, element]));
    this.#drawn = tiles.map((tile) => {
      const next = nexts.get(tile);
      const ghost = allowed[opens.indexOf(tile)] ?? "";
      const right = next?.start ?? (ghost === "" ? this.origin + this.#room / this.cell : tile.end);
      const face = this.#faceOf(tile, text, character, (right - tile.end) * this.cell, covered(tile));
      // The sign of empty nodes names several of them.
      const key = tile.kind === "empty" ? null : Object.values(face).join("\n");
      const element = (key === null ? undefined : kept.get(key)) ?? this.#tile(tile, face);
      element.classList.toggle("dif", marked.has(tile.index));
      if (tile.kind === "empty") {
        // Empty nodes at one place are one sign.
        const key = `${tile.depth} ${tile.start}`;
        const other = empties.get(key);
        element.classList.toggle("vh", other !== undefined);
        if (other === undefined) {
          empties.set(key, element);
          if (text === "") {
            // Beside the signs of an empty text, nothing else is drawn.
            element.append(h("b", { class: "beside", "data-label": tile.rule }));
          }
        } else {
          other.title += `, ${tile.rule}`;
          const names = other.querySelector<HTMLElement>(".beside");
          if (names !== null) {
            names.dataset.label += ` ${tile.rule}`;
          }
        }
      }
      elements.push(element);
      if (ghost !== "") {
        const sign = h("span", { class: isPrefix ? "ghost a" : "ghost", "aria-hidden": "true", title: words.figure.allows(tile.rule, ghost) }, this.#fitting(ghost, until, character));
        sign.style.setProperty("--s", String(until - this.origin));
        sign.style.setProperty("--d", String(tile.depth));
        elements.push(sign);
      }
      return { element, tile, key };
    });
    const deepest = all.reduce((most, { depth }) => Math.max(most, depth + 1), 0);
    style(this.#tree, "--rows", String(deepest));
    this.#deepest = deepest;
    this.#growRows();
    mark(this.#tree, "aria-label", label);
    hide(this.#tree, this.#seen.length === 0);
    const line = error !== null && error >= this.from && error <= this.to ? h("span", { class: isPrefix ? "line a" : "line", "aria-hidden": "true" }) : null;
    line?.style.setProperty("--s", String(error === null ? 0 : error - this.origin));
    keep(this.#tree, line === null ? elements : [...elements, line]);
    const same = before && this.#drawn.find(({ tile }) => isAlike(tile, before));
    this.#isRestoring = true;
    this.#select(same ?? this.#drawn[0], hadFocus);
    this.#isRestoring = false;
  }

  #tilesOf({ nodes, isLiteral, text }: Shown, until: number): Tile[] {
    const key = [nodes, until, text.length];
    if (key.some((one, index) => one !== this.#tiles.key[index])) {
      this.#tiles = { key, tiles: tilesOf(nodes, until, isLiteral) };
    }
    return this.#tiles.tiles;
  }

  /** Gives the rows of a short tree the room that is left. */
  #growRows(): void {
    const rows = this.#deepest;
    const { row: least } = this.#style();
    const used = this.#above + 56;
    const room = rows === 0 || this.#height === 0 || this.isSmall ? 0 : Math.floor((this.#height - used) / rows) - 4;
    const height = Math.min(least * TALLEST, room);
    style(this.#tree, "--tall", height > least ? `${height}px` : "var(--row)");
  }

  /** Cuts what a production allows to the room at the right, with the number of what is left out. */
  #fitting(ghost: string, until: number, character: number): string {
    const room = Math.max(4, Math.floor((this.#room - ((until - this.origin) * this.cell - (this.isSmall ? 0 : this.#scrolled)) - 36) / character));
    if (ghost.length <= room) {
      return ghost;
    }
    const parts = ghost.split(" ");
    let shown = "";
    let count = 0;
    for (const part of parts) {
      if (shown.length + part.length + 5 > room) {
        break;
      }
      shown += `${part} `;
      count += 1;
    }
    return `${shown}+${parts.length - count}`;
  }

  /** Returns what the element of a tile shows. */
  #faceOf(tile: Tile, text: string, character: number, room: number, [before = 0, after = 0]: number[]): Face {
    const { kind, rule, start, end, depth, isOpen, parent } = tile;
    const siblings = parent?.children ?? [tile];
    const matched = part(text, start, end);
    const left = Math.max(this.from, start);
    const right = Math.min(this.to, end);
    const label = kind === "literal" ? [...matched].map((one) => (one === " " ? "␣" : visible(one))).join("") : rule;
    const width = (right - left) * this.cell - before - after;
    const inner = width - (this.isSmall ? 4 : 8);
    const fits = Math.max(Math.floor(inner / character), width >= character ? 1 : 0);
    const mark = fits >= 1 ? "⋯" : "";
    const short = kind === "node" ? shortForm(label, fits) : null;
    const isOutside = kind === "node" && label.length > fits && short === null && room >= (label.length + 2) * character;
    return {
      name: words.figure.node(kind, rule, start, isOpen ? null : end, quoted(matched, 40)),
      kind: kind === "empty" ? "e" : kind === "literal" ? "q" : isOpen ? "open" : "n",
      level: depth + 1,
      position: siblings.indexOf(tile) + 1,
      siblings: siblings.length,
      isParent: tile.children.length > 0,
      start: left - this.origin,
      width: Math.max(0, right - left),
      padding: before + after > 0 ? `${before}px ${after}px` : "",
      // What the eye sees is generated: the name of the tile says all of it.
      label: kind === "empty" ? "ε" : label.length <= fits ? label : isOutside ? "" : (short ?? mark),
      beside: isOutside ? label : "",
      end,
    };
  }

  #tile({ rule, start, end, depth }: Tile, face: Face): HTMLElement {
    const element = h("div", {
      role: "treeitem",
      tabindex: -1,
      "aria-level": face.level,
      "aria-posinset": face.position,
      "aria-setsize": face.siblings,
      "aria-selected": "false",
      ...(face.isParent ? { "aria-expanded": "true" } : {}),
      "aria-label": face.name,
      title: face.name,
      class: face.beside === "" ? face.kind : `${face.kind} out`,
      "data-label": face.label,
    }, face.beside !== "" && h("b", { class: "beside", "data-label": face.beside }));
    element.style.setProperty("--s", String(face.start));
    element.style.setProperty("--w", String(face.width));
    element.style.setProperty("--d", String(depth));
    element.style.paddingInline = face.padding;
    const selection: Selection = { rule, at: { start, end } };
    element.addEventListener("pointerenter", () => hover(selection));
    element.addEventListener("focus", () => {
      if (this.#isRestoring) {
        return;
      }
      const drawn = this.#drawn.find((one) => one.element === element);
      if (drawn !== undefined && drawn !== this.#current) {
        this.#select(drawn, false);
      }
      hover(selection);
    });
    element.addEventListener("click", () => {
      this.#select(this.#drawn.find((one) => one.element === element), true);
      pin(selection);
    });
    return element;
  }

  #select(drawn: Drawn | undefined, hasFocus: boolean): void {
    if (this.#current?.element !== drawn?.element) {
      this.#current?.element.setAttribute("tabindex", "-1");
    }
    this.#current = drawn ?? null;
    if (drawn !== undefined) {
      mark(drawn.element, "tabindex", "0");
    }
    if (hasFocus && drawn?.element !== document.activeElement) {
      drawn?.element.focus({ preventScroll: this.#isRestoring });
    }
  }

  #key(event: KeyboardEvent): void {
    const current = this.#current;
    if (current === null || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const { tile } = current;
    const seen = this.#seen;
    const same = seen.filter((one) => one.depth === tile.depth);
    const at = same.indexOf(tile);
    const next = seen[seen.indexOf(tile) + 1];
    const of = (one: Tile | null | undefined) => (one != null && seen.includes(one) ? one : undefined);
    const targets: Record<string, Tile | undefined> = {
      ArrowDown: of(tile.children[0]) ?? next,
      ArrowUp: of(tile.parent),
      ArrowRight: same[at + 1] ?? next,
      ArrowLeft: same[at - 1] ?? of(tile.parent),
      Home: seen[0],
      End: seen.at(-1),
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      pin({ rule: tile.rule, at: { start: tile.start, end: tile.end } });
    } else if (event.key in targets) {
      event.preventDefault();
      event.stopPropagation();
      this.#reach(targets[event.key]);
    } else if (/^[A-Za-z]$/.test(event.key)) {
      const after = seen.indexOf(tile) + 1;
      const rest = [...seen.slice(after), ...seen.slice(0, after)];
      this.#reach(rest.find((one) => one.rule.toLowerCase().startsWith(event.key.toLowerCase())));
    }
  }

  /** Gives the focus to a tile. If its row is not drawn, it comes into view. */
  #reach(tile: Tile | undefined): void {
    const find = () => this.#drawn.find((one) => one.tile === tile);
    if (tile !== undefined && find() === undefined && this.#pane !== null) {
      const [pane, tree] = [this.#pane.getBoundingClientRect(), this.#tree.getBoundingClientRect()];
      const middle = tree.top + (tile.depth + 0.5) * (tree.height / this.#deepest);
      this.#pane.scrollTop += middle - (pane.top + pane.bottom) / 2;
      this.#look();
    }
    const found = find();
    if (found !== undefined) {
      this.#select(found, true);
    }
  }

  /** Lights the tiles and characters of the selection. */
  light(selection: Selection | null): void {
    this.#selection = selection;
    let spans: { start: number; end: number }[] = [];
    for (const { element, tile } of this.#drawn) {
      const own: Selection = { rule: tile.rule, at: { start: tile.start, end: tile.end } };
      const isLit = selection !== null && tile.kind !== "literal" && tile.rule === selection.rule && (selection.at === null || isSame(own, { ...selection, part: null }));
      element.classList.toggle("sel", isLit);
      mark(element, "aria-selected", String(isLit));
      if (isLit) {
        spans.push(tile);
      }
    }
    if (spans.length === 0 && selection?.at) {
      spans = [selection.at];
    }
    for (const { element, at, end } of this.#letters) {
      element.classList.toggle("u", spans.some((span) => at < span.end && end > span.start));
    }
  }
}
