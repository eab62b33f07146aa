// The valid texts that are nearest to a wrong one: a button for each, with its edits.

import { h } from "../../dom.ts";
import type { Edit, Repair } from "../../engine/types.ts";
import { set, type Asked } from "../../store.ts";
import { part } from "../../text/octets.ts";
import { quoted, visible } from "../../text/show.ts";
import { words } from "../../text/words.ts";

/** The most characters around an edit. */
const CONTEXT = 8;

/** Returns what a screen reader hears of the answer. */
export function heardOf({ nearest, told }: Asked): string {
  const first = nearest?.repairs[0];
  if (nearest === null || first === undefined) {
    return told ?? words.nearest.looking;
  }
  return words.nearest.heard(words.nearest.count(nearest.count, nearest.distance), quoted(first.octets));
}

/** Returns the line with the nearest texts, or why they are not known. */
export function nearestTexts(asked: Asked, take: (text: string) => void): HTMLElement[] {
  const { text, nearest, told } = asked;
  if (nearest === null || nearest.repairs.length === 0) {
    return [h("span", { class: "mu" }, told ?? words.nearest.looking)];
  }
  const items = nearest.repairs.map((one, index) => h("span", { role: "listitem" }, oneText(text, one, index, take)));
  return [
    h("span", { class: "mu" }, words.nearest.count(nearest.count, nearest.distance)),
    h("span", { role: "list", class: "nears", "aria-label": words.nearest.list }, ...items),
  ];
}

function oneText(text: string, repair: Repair, index: number, take: (text: string) => void): HTMLElement {
  const edits = repair.edits.map(({ start, end, by }) => words.nearest.edit(quoted(part(text, start, end), 20), quoted(by.octets, 20), start, end, by.octets === ""));
  const repaired = repair.text;
  const name = repaired === null ? words.nearest.noText : words.nearest.take(quoted(repair.octets), edits);
  const show = () => set({ suggestion: index });
  return h("button", {
    type: "button",
    class: "chip near",
    "data-name": `near ${index}`,
    "aria-disabled": repaired === null ? "true" : null,
    title: name,
    onclick: () => repaired !== null && take(repaired),
    onfocus: show,
    onpointerenter: show,
  }, h("span", { class: "vh" }, name), h("span", { "aria-hidden": "true" }, ...excerpt(text, repair.edits)));
}

/** Returns the text around its edits, with what goes and what comes. */
function excerpt(text: string, edits: Edit[]): (HTMLElement | string)[] {
  let from = 0;
  const parts = edits.flatMap(({ start, end, by }, index) => {
    const before = around(part(text, from, start), index > 0, true);
    from = end;
    return [before, start < end ? h("del", {}, shown(part(text, start, end))) : "", by.octets !== "" ? h("ins", {}, shown(by.octets)) : ""];
  });
  return [...parts, around(part(text, from), edits.length > 0, false)];
}

/** Cuts what stays to the characters beside the edits. */
function around(stays: string, isBehindEdit: boolean, isBeforeEdit: boolean): string {
  const all = [...stays];
  const [first, last] = [isBehindEdit ? CONTEXT : 0, isBeforeEdit ? CONTEXT : 0];
  return all.length <= first + last + 1
    ? shown(stays)
    : `${all.slice(0, first).map(visible).join("")}…${last === 0 ? "" : all.slice(-last).map(visible).join("")}`;
}

function shown(text: string): string {
  return [...text].map(visible).join("");
}
