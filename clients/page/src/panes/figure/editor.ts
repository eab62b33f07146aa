// The editor of the text: a field of the browser that is not seen, over the cells of the figure.
//
// The field takes the keys, and screen readers read it. The cells show every character, blanks and control
// characters too, and the caret.

import { h, hide, style } from "../../dom.ts";
import type { Figure } from "../../drawing/figure.ts";
import { get, set } from "../../store.ts";
import { fromField, toField } from "../../text/field.ts";
import { characterAt, indexAt, octetAt, sizeOf } from "../../text/octets.ts";
import { words } from "../../text/words.ts";
import { undo, redo } from "../../undo.ts";

/** Returns where a key moves the caret among lines; `null` for any other key. */
function lineMove(text: string, at: number, key: string): number | null {
  const startOf = (index: number) => text.lastIndexOf("\n", index - 1) + 1;
  const endOf = (index: number) => {
    const end = text.indexOf("\n", index);
    return end < 0 ? text.length : end - Number(end > index && text[end - 1] === "\r");
  };
  const start = startOf(at);
  const column = at - start;
  const next = text.indexOf("\n", at) + 1;
  switch (key) {
    case "Home":
      return start;
    case "End":
      return endOf(at);
    case "ArrowUp":
      return start === 0 ? 0 : Math.min(startOf(start - 1) + column, endOf(startOf(start - 1)));
    case "ArrowDown":
      return next === 0 ? text.length : Math.min(next + column, endOf(next));
    default:
      return null;
  }
}

/** The least distance in pixels of the caret to the right edge of what is in view. */
const EDGE = 20;

/** The time in milliseconds for which the caret is seen, and then not. */
const BLINK = 550;

export class TextEditor {
  readonly field = h("textarea", {
    "aria-label": words.figure.text,
    title: words.figure.type,
    id: "text",
    rows: 1,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    autocorrect: "off",
    wrap: "off",
    dir: "ltr",
  });
  readonly #caret = h("span", { class: "caret", "aria-hidden": "true" });
  readonly #chosen = h("span", { class: "chosen", "aria-hidden": "true" });
  readonly #empty = h("span", { class: "placeholder mu", "aria-hidden": "true" }, words.figure.empty);
  readonly #figure: Figure;
  /** What edits the text in the place of the field, when a long text is shown as text. */
  instead: { hasFocus: boolean; caret: number; replace(inserted: string, from: number, to: number): void } | null = null;
  #blinking: ReturnType<typeof setInterval> | undefined;
  readonly #isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  /** What the caret and the selection were drawn for. */
  #drawn = "";
  /** Where a selection with the pointer began. */
  #anchor: number | null = null;

  constructor(figure: Figure) {
    this.#figure = figure;
    const { field } = this;
    figure.row.prepend(this.#empty, this.#chosen);
    figure.row.append(this.#caret, field);
    field.addEventListener("input", () => set({ text: fromField(field.value) }));
    field.addEventListener("beforeinput", (event) => this.#before(event));
    field.addEventListener("keydown", (event) => this.#moveByLine(event));
    field.addEventListener("paste", (event) => {
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      event.preventDefault();
      this.insert(pasted);
    });
    for (const kind of ["copy", "cut"] as const) {
      field.addEventListener(kind, (event) => {
        const { selectionStart, selectionEnd } = field;
        if (selectionStart < selectionEnd) {
          event.preventDefault();
          event.clipboardData?.setData("text/plain", get().text.slice(selectionStart, selectionEnd));
          if (kind === "cut") {
            this.insert("");
          }
        }
      });
    }
    document.addEventListener("selectionchange", () => this.draw());
    field.addEventListener("focus", () => this.draw());
    field.addEventListener("blur", () => this.draw());
    field.addEventListener("pointerdown", (event) => this.#press(event));
    field.addEventListener("pointermove", (event) => this.#drag(event));
    field.addEventListener("dblclick", () => this.#word());
    const release = () => (this.#anchor = null);
    field.addEventListener("pointerup", release);
    field.addEventListener("pointercancel", release);
  }

  /** Shows the text, with the caret where it was. */
  show(text: string): void {
    if (this.instead !== null) {
      return;
    }
    const value = toField(text);
    if (this.field.value !== value) {
      const { selectionStart, selectionEnd } = this.field;
      const isAtEnd = selectionStart === this.field.value.length && selectionEnd === selectionStart;
      this.field.value = value;
      if (!isAtEnd) {
        this.field.setSelectionRange(selectionStart, selectionEnd);
      }
    }
  }

  /** Replaces the part of the text between two offsets. */
  replace(inserted: string, start: number, end: number): void {
    const { text } = get();
    const [from, to] = [indexAt(text, start), indexAt(text, end)];
    if (this.instead === null) {
      this.insert(inserted, from, to);
    } else {
      this.instead.replace(inserted, from, to);
    }
  }

  /** Replaces what is selected, or the part between two indices. The caret is behind it, and the field has the focus. */
  insert(inserted: string, start = this.field.selectionStart, end = this.field.selectionEnd): void {
    const { text } = get();
    const at = start + inserted.length;
    this.field.value = toField(text.slice(0, start) + inserted + text.slice(end));
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(at, at);
    set({ text: fromField(this.field.value) });
    this.draw();
  }

  #before(event: InputEvent): void {
    if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
      event.preventDefault();
      (event.inputType === "historyUndo" ? undo : redo)();
    } else if (event.inputType === "insertLineBreak" || event.inputType === "insertParagraph") {
      event.preventDefault();
      const { verdict, text } = get();
      const takesReturn = verdict?.rejected?.next.includes("\r") === true && verdict.rejected.offset === octetAt(text, this.field.selectionStart);
      this.insert(takesReturn || text.includes("\r\n") ? "\r\n" : "\n");
    }
  }

  /** Moves through a text of several lines as an editor does: the field has it in one. */
  #moveByLine(event: KeyboardEvent): void {
    const { text } = get();
    if (event.ctrlKey || event.metaKey || event.altKey || !text.includes("\n")) {
      return;
    }
    const { selectionStart, selectionEnd, selectionDirection } = this.field;
    const isBackward = selectionDirection === "backward";
    const [at, anchor] = isBackward ? [selectionStart, selectionEnd] : [selectionEnd, selectionStart];
    const to = lineMove(text, at, event.key);
    if (to !== null) {
      event.preventDefault();
      const from = event.shiftKey ? anchor : to;
      this.field.setSelectionRange(Math.min(from, to), Math.max(from, to), to < from ? "backward" : "forward");
      this.draw();
    }
  }

  /** Returns the index of the boundary that is nearest to the pointer. */
  #boundary(event: PointerEvent): number {
    const { left } = this.#figure.row.getBoundingClientRect();
    const { text } = get();
    const octet = Math.max(0, this.#figure.origin + (event.clientX - left) / this.#figure.cell);
    const before = indexAt(text, Math.floor(octet));
    const [start, end] = [octetAt(text, before), octetAt(text, before) + sizeOf(text.slice(before, before + 2))];
    return before + (octet - start > (end - start) / 2 ? characterAt(text, start).length : 0);
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0) {
      return;
    }
    const at = this.#boundary(event);
    // The browser sets the caret of a touch when the finger leaves.
    if (event.pointerType === "mouse") {
      event.preventDefault();
      this.field.focus({ preventScroll: true });
    }
    this.#anchor = event.shiftKey ? this.field.selectionStart : at;
    const start = this.#anchor;
    const choose = () => this.field.setSelectionRange(Math.min(start, at), Math.max(start, at), at < start ? "backward" : "forward");
    choose();
    if (event.pointerType !== "mouse") {
      this.field.addEventListener("click", choose, { once: true });
    }
    this.draw();
  }

  #drag(event: PointerEvent): void {
    if (this.#anchor !== null && event.buttons === 1 && event.pointerType === "mouse") {
      const at = this.#boundary(event);
      const start = this.#anchor;
      this.field.setSelectionRange(Math.min(start, at), Math.max(start, at), at < start ? "backward" : "forward");
      this.draw();
    }
  }

  #word(): void {
    const { text } = get();
    const at = this.field.selectionStart;
    const before = /[A-Za-z0-9]*$/.exec(text.slice(0, at))?.[0].length ?? 0;
    const behind = /^[A-Za-z0-9]*/.exec(text.slice(at))?.[0].length ?? 0;
    this.field.setSelectionRange(at - before, at + behind);
    this.draw();
  }

  /** Lets the caret blink when nothing moves it. An animation would ask for every frame, for as long as it runs. */
  #blink(isFocused: boolean): void {
    this.#caret.classList.remove("off");
    clearInterval(this.#blinking);
    if (isFocused && !this.#isCalm.matches) {
      this.#blinking = setInterval(() => this.#caret.classList.toggle("off"), BLINK);
    }
  }

  /** Draws the caret and what is selected. */
  draw(): void {
    if (this.instead !== null) {
      clearInterval(this.#blinking);
      this.#drawn = "";
      return;
    }
    const { origin: from, cell } = this.#figure;
    const { text } = get();
    const { selectionStart, selectionEnd, selectionDirection } = this.field;
    const [start, end] = [octetAt(text, selectionStart), octetAt(text, selectionEnd)];
    const isFocused = document.activeElement === this.field;
    const at = selectionDirection === "backward" ? start : end;
    const key = `${start} ${end} ${at} ${from} ${cell} ${isFocused} ${text === ""}`;
    if (key === this.#drawn) {
      return;
    }
    this.#drawn = key;
    hide(this.#caret, !isFocused);
    style(this.#caret, "--s", String(at - from));
    hide(this.#chosen, start === end || !isFocused);
    if (start !== end) {
      style(this.#chosen, "--s", String(start - from));
      style(this.#chosen, "--w", String(end - start));
    }
    hide(this.#empty, text !== "");
    this.#blink(isFocused);
    if (isFocused) {
      this.#figure.reveal(at, EDGE);
    }
  }
}
