// The left side: the grammar, or the tutorial or a comparison beside the live views.

import { fill, h, hide } from "../dom.ts";
import { icon } from "../drawing/icons.ts";
import { Pane } from "../pane.ts";
import { get, set, SIDES, type Side, type State } from "../store.ts";
import { allowedOf } from "../shown.ts";
import { part } from "../text/octets.ts";
import { quoted, sentence } from "../text/show.ts";
import { words } from "../text/words.ts";

const PANES: Record<Side, string> = { exercise: "exercise-pane", grammar: "grammar-pane", tutorial: "tutorial-pane", compare: "compare-pane" };

export class LeftSide extends Pane {
  readonly #buttons = SIDES.map((side) => h("button", { type: "button", onclick: () => set(side === "compare" ? { side, view: "tree" } : { side }) }, words.left.sides[side]));
  readonly #panes = SIDES.map((side) => document.createElement(PANES[side]));
  readonly #done = h("button", { type: "button", class: "btn cl", onclick: () => set({ isSheet: false }) }, words.left.done);
  readonly #fold = h("button", { type: "button", class: "btn ico fd", onclick: () => set({ isFolded: !get().isFolded }) }, icon("pane"));

  /** In a comparison, which of the two grammars is above, and what it starts with. */
  readonly #own = h("code");
  readonly #above = h("div", { class: "sub", hidden: true }, h("b", {}, words.compare.yours), " ", h("span", { class: "mu" }, words.bar.startsWith), " ", this.#own);

  /** In a lecture, what there is to say of the text. */
  readonly #said = h("p", { class: "said", "aria-live": "polite" });

  protected build(): void {
    fill(
      this,
      h("div", { class: "head" }, h("div", { class: "seg", role: "group", "aria-label": words.left.name }, ...this.#buttons), h("span", { class: "gr" }), this.#done, this.#fold),
      this.#above,
      ...this.#panes,
      this.#said,
      h("span", { class: "folded", "aria-hidden": "true" }, words.left.name),
    );
    this.addEventListener("keydown", (event) => this.#keepFocus(event));
  }

  /** A sheet keeps the focus: what is behind it is not reached. */
  #keepFocus(event: KeyboardEvent): void {
    if (event.key !== "Tab" || !get().isSheet) {
      return;
    }
    const all = [...this.querySelectorAll<HTMLElement>("button, select, textarea, summary, input, a, [tabindex='0'], .cm-content")];
    const seen = all.filter((one) => one.offsetParent !== null);
    const [first, last] = [seen[0], seen.at(-1)];
    if (event.shiftKey && document.activeElement === first) {
      event.preventDefault();
      last?.focus();
    } else if (!event.shiftKey && document.activeElement === last) {
      event.preventDefault();
      first?.focus();
    }
  }

  #say(state: State): void {
    const about = state.isLecture && state.side === "grammar" ? saidOf(state) : null;
    fill(this.#said, ...(about ?? []));
  }

  protected changed(now: State, before: State): void {
    if (now.isLecture && (now.open !== before.open || now.verdict !== before.verdict || now.findings !== before.findings || now.view !== before.view || now.side !== before.side || !before.isLecture || now.derivations !== before.derivations || now.stops !== before.stops)) {
      this.#say(now);
    }
    hide(this.#above, now.side !== "compare");
    if (this.#own.textContent !== now.production) {
      this.#own.textContent = now.production;
    }
    SIDES.forEach((side, index) => {
      const pane = this.#panes[index];
      const button = this.#buttons[index];
      if (button?.ariaPressed !== String(side === now.side)) {
        button?.setAttribute("aria-pressed", String(side === now.side));
      }
      // The grammar of an exercise is its answer, and is compared with the solution.
      const hasExercises = now.sheet !== null || now.side === "exercise";
      button?.toggleAttribute("hidden", side === "exercise" ? !hasExercises : side !== "tutorial" && hasExercises);
      if (pane !== undefined) {
        // A comparison has both grammars at the left.
        hide(pane, side !== now.side && !(side === "grammar" && (now.side === "compare" || (now.side === "exercise" && now.mode === "solve" && now.task >= 0))));
      }
    });
    if (now === before || now.isFolded !== before.isFolded) {
      document.body.classList.toggle("fold", now.isFolded);
      const name = now.isFolded ? words.left.unfold : words.left.fold;
      this.#fold.setAttribute("aria-label", name);
      this.#fold.title = name;
      this.#fold.setAttribute("aria-expanded", String(!now.isFolded));
    }
    if (now === before || now.isSheet !== before.isSheet) {
      document.body.classList.toggle("sheet", now.isSheet);
      const view = document.querySelector<HTMLElement>("#view");
      const bar = document.querySelector<HTMLElement>("page-bar");
      if (view !== null && bar !== null) {
        view.inert = now.isSheet;
        bar.inert = now.isSheet;
      }
      if (now.isSheet) {
        this.#done.focus({ preventScroll: true });
      } else if (before.isSheet) {
        document.querySelector<HTMLElement>("page-bar .ph")?.focus();
      }
    }
  }
}

/** Returns what a lecture says of the text: the reason of an error, or why there are several derivations. */
function saidOf(state: State): (Node | string)[] {
  const { open, verdict, derivations, findings, text, view, stops } = state;
  if (view === "steps" && stops.length > 0) {
    return [words.lecture.stops(stops.map((stop) => ("rule" in stop ? stop.rule : words.steps.offset(stop.offset))))];
  }
  const offset = verdict?.rejected?.offset ?? null;
  const last = open.at(-1);
  if (offset !== null && last !== undefined) {
    const allowed = allowedOf({ ...state, view: "tree" });
    const wants = allowed.at(-1) ?? "";
    const before = part(text, last.start, offset);
    return wants === "" ? [] : [words.lecture.after(quoted(before, 20), before === ""), h("b", {}, last.rule), words.lecture.wants(wants.split(" "))];
  }
  const many = derivations !== null && derivations.trees.length > 1;
  const found = many ? findings?.findings.find((one) => one.kind === "ambiguity") : undefined;
  return found === undefined ? [] : [h("b", {}, found.rule), `: ${sentence(found.message)}`];
}

customElements.define("left-side", LeftSide);
