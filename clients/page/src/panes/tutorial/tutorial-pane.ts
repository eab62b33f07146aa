// The tutorial: a lesson at the left, the live views at the right. The page checks the exercises.

import grammars from "virtual:grammars";
import { fill, h } from "../../dom.ts";
import { exerciseAnswer } from "../../engine/questions.ts";
import { packed, workOf } from "../../link.ts";
import { Pane } from "../../pane.ts";
import { get, set, type State } from "../../store.ts";
import { EXERCISES, LESSONS, type Exercise, type Scene } from "../../text/lessons.ts";
import { words } from "../../text/words.ts";
import { keep, kept } from "../../visit.ts";
import { load } from "../../work.ts";
import { isSolved } from "../exercise/progress.ts";

const KEY = "solved";

/** The time in milliseconds after a change until the exercises are checked. */
const PAUSE = 150;

export class TutorialPane extends Pane {
  readonly #list = h("select", { "aria-label": words.tutorial.chapters }, ...LESSONS.map(({ title }, index) => h("option", { value: index }, words.tutorial.lesson(index + 1, title))));
  readonly #page = h("article", { class: "lesson" });
  readonly #progress = h("p", { class: "mu", "aria-live": "polite" });
  #pause: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  protected build(): void {
    this.#list.addEventListener("change", () => this.#go(Number(this.#list.value)));
    const handIn = () => void this.#handIn();
    fill(
      this,
      h("div", { class: "pane-body" },
        h("nav", { "aria-label": words.tutorial.chapters }, this.#list),
        this.#page,
        h("div", { class: "tools" }, this.#progress, h("span", { class: "gr" }), h("button", { type: "button", class: "btn ln", onclick: handIn }, words.tutorial.handIn))),
    );
    const own = kept(KEY);
    if (Array.isArray(own) && get().solved.length === 0) {
      set({ solved: own.filter((one) => typeof one === "string") });
    }
  }

  protected changed(now: State, before: State): void {
    const isShown = now.side === "tutorial";
    if (now === before || now.lesson !== before.lesson) {
      this.#show(now.lesson);
    }
    if (now === before || now.solved !== before.solved) {
      this.#showSolved(now);
    }
    const isChosen = now === before ? this.hasAttribute("data-chosen") : before.side !== "tutorial";
    if (isShown && isChosen && now.lesson === 0 && now.solved.length === 0) {
      this.removeAttribute("data-chosen");
      // The first lesson begins where it is chosen.
      queueMicrotask(() => this.#go(0, false));
    }
    if (isShown) {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => void this.#check(), PAUSE);
    }
  }

  #go(lesson: number, focuses = true): void {
    const scene = LESSONS[lesson]?.scene;
    set({ lesson });
    if (scene !== undefined) {
      play(scene);
    }
    if (focuses) {
      const title = this.#page.querySelector<HTMLElement>("h2");
      this.querySelector(".pane-body")?.scrollTo({ top: 0 });
      title?.focus({ preventScroll: true });
    }
  }

  #show(at: number): void {
    const lesson = LESSONS[at] ?? LESSONS[0];
    if (lesson === undefined) {
      return;
    }
    this.#list.value = String(at);
    const move = (label: string, to: number) =>
      LESSONS[to] === undefined ? null : h("button", { type: "button", class: "btn ln", onclick: () => this.#go(to) }, label);
    fill(
      this.#page,
      h("h2", { tabindex: -1 }, words.tutorial.lesson(at + 1, lesson.title)),
      ...lesson.blocks.map((block) =>
        typeof block === "string"
          ? h("p", {}, ...runs(block))
          : "id" in block
            ? exercise(block)
            : h("p", { class: "try" }, h("button", { type: "button", class: "btn fix", onclick: () => play(block.scene) }, `${words.tutorial.tryIt}: ${block.label}`))),
      h("p", { class: "tools" }, move(words.tutorial.back, at - 1), h("span", { class: "gr" }), move(words.tutorial.next, at + 1)),
    );
    this.#showSolved(get());
  }

  #showSolved({ solved }: State): void {
    for (const section of this.#page.querySelectorAll<HTMLElement>("[data-exercise]")) {
      const isDone = solved.includes(section.dataset.exercise ?? "");
      section.classList.toggle("done", isDone);
      if (isDone) {
        section.querySelector(".mistake")?.replaceChildren();
      }
      const sign = section.querySelector(".state");
      if (sign !== null) {
        sign.textContent = isDone ? `✓ ${words.tutorial.done}` : words.tutorial.open;
      }
    }
    const known = EXERCISES.filter(({ id }) => solved.includes(id)).length;
    this.#progress.textContent = words.tutorial.progress(known, EXERCISES.length);
  }

  /** Checks the exercises of the lesson against the state. */
  async #check(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const state = get();
    const start = state.outline?.start ?? state.outline?.productions[0]?.name ?? "";
    const open = LESSONS[state.lesson]?.blocks.filter((one): one is Exercise => typeof one === "object" && "id" in one && !state.solved.includes(one.id)) ?? [];
    for (const one of open) {
      const isDone = Array.isArray(one.solved) ? await this.#solves(one, one.solved, state.grammar, start) : one.solved(state);
      if (round !== this.#round) {
        return;
      }
      if (isDone) {
        const solved = [...get().solved, one.id];
        const own = kept(KEY);
        keep(KEY, [...new Set([...(Array.isArray(own) ? (own as string[]) : []), one.id])]);
        set({ solved });
      }
    }
  }

  /** Compares a grammar with the solutions of an exercise, and says what it misses. A grammar that cannot be compared solves nothing. */
  async #solves({ id }: Exercise, solutions: string[], grammar: string, start: string): Promise<boolean> {
    let mistake = "";
    for (const solution of start === "" ? [] : solutions) {
      try {
        const found = await exerciseAnswer({ title: id, solution }, grammar, start);
        if (isSolved(found)) {
          return true;
        }
        mistake = found.mistakes[0] ?? "";
      } catch {
        return false;
      }
    }
    const line = this.#page.querySelector(`[data-exercise="${id}"] .mistake`);
    if (line !== null) {
      line.textContent = mistake === "" ? "" : words.tutorial.yours(mistake);
    }
    return false;
  }

  async #handIn(): Promise<void> {
    try {
      const fragment = await packed({ ...workOf(get()), side: "tutorial" });
      await navigator.clipboard.writeText(`${location.href.split("#")[0]}#${fragment}`);
      set({ notice: { text: words.tutorial.handedIn, isError: false } });
    } catch {
      set({ notice: { text: words.share.noClipboard, isError: true } });
    }
  }
}

/** Returns a text with its code as elements. */
function runs(text: string): (Node | string)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}

function exercise({ id, text, hint }: Exercise): HTMLElement {
  return h("section", { class: "exercise", "data-exercise": id, "aria-label": `${words.tutorial.exercise} ${id}` },
    h("p", {}, h("b", {}, `${words.tutorial.exercise} ${id}. `), ...runs(text)),
    h("p", { class: "mistake bad", "aria-live": "polite" }),
    h("details", {}, h("summary", {}, h("span", { class: "state", "aria-live": "polite" }, words.tutorial.open)), h("p", { class: "mu" }, ...runs(hint))));
}

/** Shows the grammar and the text of a scene beside the lesson, which stays. */
function play({ grammar, production, text, view }: Scene): void {
  const preset = "preset" in grammar ? grammars.find((one) => one.id === grammar.preset) : undefined;
  const source = "source" in grammar ? grammar.source : (preset?.source ?? "");
  const next = { grammar: source, readings: preset?.readings ?? false, production: production ?? preset?.production ?? "", text: text ?? preset?.text ?? "" };
  const { sheet, task, mode } = get();
  load(next);
  // Exercises wait for the reader to come back.
  set({ view: view ?? get().view, sheet, task, mode });
}

customElements.define("tutorial-pane", TutorialPane);
