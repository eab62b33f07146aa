// What is known about an error: where the text went wrong, what could stand there, which productions
// are open, and what the prose says.

import { h } from "../../dom.ts";
import type { Fix, Rejected, Verdict } from "../../engine/types.ts";
import { get, hover, pin, set } from "../../store.ts";
import { quoted, sentence, visible } from "../../text/show.ts";

/** The most characters that get a button. */
const BUTTONS = 130;

const KINDS: [string, RegExp][] = [
  ["Letters", /[A-Za-z]/],
  ["Digits", /[0-9]/],
  ["Marks", /./su],
];

/** Returns the details of an error. */
export function errorDetails(verdict: Verdict, rejected: Rejected): HTMLElement {
  return h("section", { class: "error", "aria-label": "Error" },
    where(verdict, rejected),
    ...rejected.notes.map((note) =>
      h("p", { class: "prose" },
        h("span", { class: "section" }, `Section ${note.section}`),
        sentence(note.message),
        ...note.fixes.map((fix) => fixButton(verdict.text, fix)),
      ),
    ),
    open(rejected),
    following(verdict, rejected),
  );
}

function where({ text }: Verdict, { offset }: Rejected): HTMLElement {
  const before = text.slice(Math.max(0, offset - 40), offset);
  const after = text.slice(offset, offset + 30);
  return h("p", { class: "where", dir: "ltr" },
    "Right up to here: ",
    h("code", {},
      h("bdi", { class: "right" }, offset > 40 ? "…" : "", [...before].map(spaceOr).join("")),
      h("span", { class: "caret-sign", role: "img", "aria-label": "the error is here" }, "▲"),
      h("bdi", { class: "beyond" }, [...after].map(spaceOr).join("")),
    ),
  );
}

function spaceOr(character: string): string {
  return character === " " ? " " : visible(character);
}

function fixButton(text: string, { start, end, replacement }: Fix): HTMLElement {
  const removed = quoted(text.slice(start, end), 20);
  const label =
    replacement === ""
      ? `Remove ${removed}`
      : start === end
        ? `Insert ${quoted(replacement, 20)}`
        : `Replace ${removed} by ${quoted(replacement, 20)}`;
  const change = () => set({ text: text.slice(0, start) + replacement + text.slice(end) });
  return h("button", { type: "button", class: "fix", onclick: change }, label);
}

function following({ text }: Verdict, { offset, next, canEnd }: Rejected): HTMLElement {
  const characters = [...next];
  const rows = KINDS.map(([name, pattern], index) => {
    const earlier = KINDS.slice(0, index).map(([, other]) => other);
    const members = characters.filter(
      (one) => pattern.test(one) && !earlier.some((other) => other.test(one)),
    );
    return [name, members] as const;
  }).filter(([, members]) => members.length > 0);
  const insert = (character: string) => () => {
    const { text } = get();
    set({ text: text.slice(0, offset) + character + text.slice(offset) });
  };
  const button = (character: string) =>
    h("button", {
      type: "button",
      class: "key",
      "aria-label": `Insert ${visible(character)}`,
      onclick: insert(character),
    }, visible(character));
  return h("div", { class: "following", role: "group", "aria-label": "What could follow" },
    h("h3", {}, `Could stand at ${offset}`),
    characters.length === 0 && !canEnd && h("p", {}, "Nothing: no text goes on from here."),
    ...rows.map(([name, members]) =>
      h("div", { class: "keys" },
        h("span", { class: "keys-name" }, name),
        h("span", { class: "keys-row" },
          ...members.slice(0, BUTTONS).map(button),
          members.length > BUTTONS && h("span", {}, `and ${members.length - BUTTONS} more`),
        ),
      ),
    ),
    canEnd && h("div", { class: "keys" },
      h("span", { class: "keys-name" }, "End"),
      h("button", {
        type: "button",
        class: "fix",
        onclick: () => set({ text: text.slice(0, offset) }),
      }, "End the text here"),
    ),
  );
}

function open({ context, progress, offset }: Rejected): HTMLElement | null {
  if (context.length === 0) {
    return null;
  }
  const chip = (rule: string) => {
    const node = progress.nodes.find((one) => one.rule === rule && one.end === null);
    const selection = { rule, at: node ? { start: node.start, end: offset } : null };
    return h("li", {},
      h("button", {
        type: "button",
        class: "chip",
        onpointerenter: () => hover(selection),
        onpointerleave: () => hover(null),
        onfocus: () => hover(selection),
        onblur: () => hover(null),
        onclick: () => pin(selection),
      }, rule),
    );
  };
  return h("div", { class: "open" },
    h("h3", {}, "Open productions"),
    h("ol", { class: "path" }, ...context.map(chip)),
  );
}
