// What the productions do with the text, one step at a time.

import { fill, h } from "../../dom.ts";
import { definition } from "../../drawing/definition.ts";
import { icon } from "../../drawing/icons.ts";
import { open, steps } from "../../engine/questions.ts";
import { Dock } from "../../pane.ts";
import { treeOf } from "../../shown.ts";
import { get, grammarOf, pin, set, type State, type Stop } from "../../store.ts";
import { part } from "../../text/octets.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { addStop, goTo, removeStop, runOn } from "./moves.ts";
import { givenBack, stopsIn } from "./replay.ts";
import { sentenceOf } from "./sentence.ts";

/** The most marks of stops on the line, and the most steps with a button because they give back. */
const MARKS = 60;
const GIVEN_BACK = 3;

/** The longest body of a frame. */
const BODY = 90;

export class StepsDock extends Dock {
  readonly view = "steps";
  readonly #slider = h("input", { type: "range", "aria-label": words.steps.step, min: 0, max: 0, value: 0, step: 1, disabled: true });
  readonly #marks = h("span", { class: "marks", "aria-hidden": "true" });
  readonly #count = h("span", { class: "num" });
  readonly #sentence = h("p", { class: "say", "aria-live": "polite" });
  readonly #stops = h("div", { class: "brk" });
  readonly #stack = h("ol", { class: "stk", "aria-label": words.steps.stack });
  readonly #note = h("p", { class: "mu" });
  readonly #rule = h("select", { "aria-label": words.steps.stopAtProduction });
  /** Whether the reader says which stop to add. */
  #isAdding = false;
  #asked: State["verdict"] = null;

  protected build(): void {
    this.classList.add("dock");
    const button = (name: string, kind: Parameters<typeof icon>[0], act: () => void, isMain = false) =>
      h("button", { type: "button", class: `btn ico${isMain ? " pri" : ""}`, "aria-label": name, title: name, onclick: act }, icon(kind));
    this.#slider.addEventListener("input", () => goTo(Number(this.#slider.value)));
    fill(
      this,
      h("div", { class: "play" },
        h("span", { class: "btns" },
          button(words.steps.first, "first", () => goTo(1)),
          button(words.steps.back, "back", () => goTo(get().step - 1)),
          button(words.steps.forward, "forward", () => goTo(get().step + 1), true),
          button(words.steps.last, "last", () => goTo(Infinity)),
        ),
        h("span", { class: "rng" }, this.#slider, this.#marks),
        this.#count,
      ),
      this.#sentence,
      this.#stops,
      this.#stack,
      this.#note,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict !== before.verdict || now.outline !== before.outline || now.step !== before.step || now.stops !== before.stops || now.trace !== before.trace;
  }

  protected override changed(now: State, before: State): void {
    const isSame = now.verdict?.text === before.verdict?.text && now.verdict?.rule === before.verdict?.rule && now.outline === before.outline;
    if (now !== before && !isSame && now.trace !== null) {
      // The steps of another text are shown nowhere.
      set({ trace: null });
      return;
    }
    super.changed(now, before);
  }

  protected show(state: State): void {
    const { verdict, trace } = state;
    if (verdict === null || (verdict.ok === null && trace === null)) {
      this.#clear(verdict?.undecided ? words.undecided(verdict.undecided) : words.steps.noVerdict);
      return;
    }
    if (trace === null) {
      this.#ask(state);
      return;
    }
    this.#draw(state);
  }

  #ask({ verdict, production }: State): void {
    if (verdict === null || this.#asked === verdict) {
      return;
    }
    this.#asked = verdict;
    this.answer(
      steps(grammarOf(), production, verdict.text),
      words.steps.theSteps,
      (trace) => {
        const now = get();
        if (now.verdict?.text === verdict.text && now.verdict.rule === verdict.rule) {
          const step = Math.max(1, Math.min(now.step, trace.steps.length));
          set({ trace, step });
        }
        this.#asked = null;
      },
      (reason) => {
        this.#asked = null;
        this.#clear(reason);
      },
    );
  }

  /** Shows no steps, and why. */
  #clear(reason: string): void {
    this.#slider.max = "0";
    this.#slider.disabled = true;
    this.#count.textContent = "";
    fill(this.#marks);
    fill(this.#stack);
    fill(this.#stops);
    this.#note.textContent = "";
    this.#sentence.textContent = reason;
  }

  #draw(state: State): void {
    const { trace, step, stops, text } = state;
    if (trace === null) {
      return;
    }
    const count = trace.steps.length;
    this.#slider.max = String(count);
    this.#slider.disabled = false;
    this.#slider.value = String(step);
    this.#slider.style.setProperty("--p", `${count === 0 ? 0 : (step / count) * 100}%`);
    const { rule, says } = sentenceOf(trace, step, text);
    this.#slider.setAttribute("aria-valuetext", `${step}: ${rule ?? ""} ${says}`);
    fill(this.#count, h("b", {}, step.toLocaleString("en")), ` ${words.steps.of(count)}`);
    fill(this.#sentence, rule === null ? null : h("b", {}, rule), rule === null ? says : ` ${says}`);
    fill(this.#marks, ...stopsIn(trace.steps, stops, MARKS).map((at) => {
      const mark = h("i");
      mark.style.setProperty("--p", `${(at / Math.max(1, count)) * 100}%`);
      return mark;
    }));
    this.#showStops(state);
    this.#note.textContent = [
      trace.exceeded !== null && words.steps.exceeded(trace.exceeded),
      trace.omitted > 0 && words.steps.omitted(trace.omitted),
    ].filter(Boolean).join(" ");
    this.#showStack(state, []);
    const { nodes, cursor } = treeOf(state);
    open(grammarOf(state), text, cursor ?? 0, nodes, false, "frames").then((found) => {
      if (get().step === step && get().trace === trace) {
        this.#showStack(state, found.map((one) => one.at));
      }
    }, () => {});
  }

  #showStack(state: State, dots: (number | null)[]): void {
    const { nodes } = treeOf(state);
    const open = nodes.filter((node) => node.end === null);
    fill(this.#stack, ...open.map(({ rule, start }, index) =>
      h("li", { class: index === open.length - 1 ? "top" : "", onclick: () => pin({ rule, at: null }) },
        h("b", {}, rule),
        h("span", {}, String(start)),
        h("code", {}, ...definition(state, rule, { dot: dots[index] ?? null, bodyOnly: true, most: BODY })))));
    this.#stack.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  #showStops({ stops, outline, trace, text }: State): void {
    const hadFocus = this.#stops.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.name : undefined;
    const name = (stop: Stop) => ("rule" in stop ? stop.rule : words.steps.offset(stop.offset));
    const chip = (stop: Stop) =>
      h("button", { type: "button", class: "chip", "data-name": name(stop), "aria-label": words.steps.removeStop(name(stop)), onclick: () => removeStop(stop) }, `${name(stop)} ×`);
    const start = () => {
      this.#isAdding = !this.#isAdding;
      this.#showStops(get());
      (this.#isAdding ? this.#rule : this.#stops.querySelector<HTMLElement>("[data-name=add]"))?.focus();
    };
    const back = trace === null ? [] : givenBack(trace.steps).slice(0, GIVEN_BACK).sort((a, b) => a.at - b.at);
    fill(
      this.#stops,
      h("span", { class: "mu" }, words.steps.stopAt),
      ...stops.map(chip),
      this.#isAdding ? this.#adder(outline) : h("button", { type: "button", class: "chip end", "data-name": "add", onclick: start }, words.steps.add),
      stops.length > 0 && h("button", { type: "button", class: "btn", "data-name": "run", title: "b", onclick: () => runOn() }, words.steps.run),
      h("span", { class: "gr" }),
      ...back.map(({ at, rule, start, end }) =>
        h("button", { type: "button", class: "btn", "data-name": `back ${at}`, title: words.steps.number(at), onclick: () => goTo(at) },
          words.steps.backs(rule, quoted(part(text, start, end), 12), start))),
    );
    if (hadFocus !== undefined) {
      const same = [...this.#stops.querySelectorAll<HTMLElement>("[data-name]")].find((one) => one.dataset.name === hadFocus);
      (same ?? this.#stops.querySelector<HTMLElement>("[data-name=add]"))?.focus();
    }
  }

  #adder(outline: State["outline"]): HTMLElement {
    const offset = h("input", { type: "number", min: 0, "aria-label": words.steps.stopAtOffset, placeholder: words.steps.offsetOnly });
    const names = outline?.productions.filter((one) => !one.character).map((one) => one.name) ?? [];
    fill(this.#rule, h("option", { value: "" }, words.steps.production), ...names.map((one) => h("option", { value: one }, one)));
    const add = (stop: Stop) => {
      this.#isAdding = false;
      addStop(stop);
      this.#showStops(get());
      this.#stops.querySelector<HTMLElement>("[data-name=add]")?.focus();
    };
    // A letter that is typed into a closed list chooses at once, and the word goes on.
    let isTyping = false;
    const choose = () => this.#rule.value !== "" && add({ rule: this.#rule.value });
    this.#rule.onchange = () => !isTyping && choose();
    this.#rule.onpointerdown = () => (isTyping = false);
    this.#rule.onkeydown = (event) => {
      isTyping = event.key !== " " && !event.altKey;
      if (event.key === "Enter" && this.#rule.value !== "") {
        event.preventDefault();
        choose();
      }
    };
    offset.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && offset.value !== "") {
        event.preventDefault();
        add({ offset: Math.max(0, Math.trunc(offset.valueAsNumber)) });
      }
    });
    return h("span", { class: "adder" }, this.#rule, offset);
  }
}

customElements.define("steps-dock", StepsDock);
