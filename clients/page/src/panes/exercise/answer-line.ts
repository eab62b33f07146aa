// What is known of an answer, above the view: the shortest text that differs, or that nothing does.

import { fill, h } from "../../dom.ts";
import type { Answered } from "../../engine/types.ts";
import { set, type State } from "../../store.ts";
import { words } from "../../text/exercise-words.ts";
import { sentence } from "../../text/show.ts";
import { signs } from "../examples/made-section.ts";
import { isSolved, type Progress } from "./progress.ts";

export class AnswerLine {
  readonly element = h("div", { class: "answer-line", "aria-live": "polite", hidden: true });
  /** The texts that show what is wrong, as far as they can be typed. */
  texts: string[] = [];

  constructor(private readonly onopen: (task: number) => void) {}

  refuse(reason: string): void {
    fill(this.element, h("p", {}, h("b", { class: "mu" }, words.show.undecided), ` ${reason}`));
  }

  show(found: Answered | null, { sheet, task, mode, side }: State, { answers }: Progress): void {
    this.texts = [];
    this.element.hidden = side !== "exercise" || mode !== "solve" || sheet === null || task < 0;
    if (found === null) {
      fill(this.element, h("p", { class: "mu" }, words.show.checking));
      return;
    }
    const language = found.findings.find((one) => one.condition === "language");
    const readable = found.findings.find((one) => one.condition === "readable");
    const refuted = found.findings.filter((one) => one.verdict === "refuted");
    for (const one of refuted) {
      [one.misses?.text, one.derives?.text, one.ambiguous?.text].forEach((text) => typeof text === "string" && !this.texts.includes(text) && this.texts.push(text));
    }
    const one = sheet?.exercise[task];
    const next = sheet?.exercise.findIndex((other, index) => index > task && !isSolved(answers[other.title])) ?? -1;
    const chips = this.texts.map((text) => h("button", { type: "button", class: "chip", "aria-label": words.show.see(text), onclick: () => set({ text }) }, ...signs(text)));
    const isRight = isSolved(found);
    this.element.classList.toggle("right", isRight);
    fill(
      this.element,
      h("p", {}, ...headOf(found, language, readable, refuted), h("span", { class: "gr" }),
        isRight && next >= 0 && h("button", { type: "button", class: "btn pri", onclick: () => this.onopen(next) }, words.show.next(`${next + 1} ${sheet?.exercise[next]?.title ?? ""}`))),
      h("p", { class: "mu second" },
        language?.misses != null && language.misses.offset !== null && h("span", {}, words.show.stops(language.misses.offset, language.misses.expected)),
        chips.length > 0 && h("span", { class: "chips", role: "group", "aria-label": words.show.tries }, ...chips),
        ...(isRight && language !== undefined ? [h("span", {}, sentence(language.message))] : [])),
      isRight && one?.["show-solution"] === true && h("details", {}, h("summary", {}, words.show.solution), h("pre", {}, one.solution)),
    );
  }
}

type Finding = Answered["findings"][number];

/** Says first what differs, then what else is not met. */
function headOf(found: Answered, language: Finding | undefined, readable: Finding | undefined, refuted: Finding[]): (Node | string)[] {
  const text = (raw: unknown) => h("code", {}, ...(typeof raw === "string" && raw !== "" ? signs(raw) : [raw === "" ? words.show.emptyText : "…"]));
  switch (found.outcome) {
    case "solved":
      return [h("b", { class: "ok" }, words.show.sameLanguage), ` ${words.show.allMet}`];
    case "up-to":
      return [h("b", { class: "prefix" }, words.show.upTo(found.length ?? 0)), ` ${words.show.notDecided}`];
    case "undecided":
      return [h("b", { class: "mu" }, words.show.undecided), ` ${found.message}`];
    default:
  }
  if (readable?.verdict === "refuted") {
    return [h("b", { class: "bad" }, words.show.unreadable), ` ${readable.message}`];
  }
  if (language?.verdict === "refuted") {
    return language.misses != null
      ? [h("b", { class: "bad" }, words.show.misses, text(language.misses.text)), ` ${words.show.has}`]
      : [h("b", { class: "bad" }, words.show.accepts, text(language.derives?.text)), ` ${words.show.hasNot}`];
  }
  const [first] = refuted;
  return [h("b", { class: "prefix" }, words.show.notMet(first?.name ?? "")), ` ${first === undefined ? found.message : sentence(first.message)}`];
}
