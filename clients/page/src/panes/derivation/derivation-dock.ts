// A derivation as a course writes it: sentential forms, step by step, and the tree as nodes and edges.

import "../../styles/course.css";
import { fill, h } from "../../dom.ts";
import { drawNodes, MOST_NODES } from "../../drawing/nodes.ts";
import { savePicture, sheet, type Kind } from "../../drawing/picture.ts";
import { forms as formsOf } from "../../engine/questions.ts";
import type { Form, Forms } from "../../engine/types.ts";
import { Dock } from "../../pane.ts";
import { madeUntil, showsCharacters } from "../../shown.ts";
import { get, grammarOf, pin, set, type State } from "../../store.ts";
import { part } from "../../text/octets.ts";
import { visible } from "../../text/show.ts";
import { words } from "../../text/course-words.ts";
import { words as all } from "../../text/words.ts";
import { goToForm } from "./moves.ts";

/** The forms around the one that is shown that are listed. */
const AROUND = 60;

export class DerivationDock extends Dock {
  readonly view = "derivation";
  readonly #orders = [false, true].map((rightmost) =>
    h("button", { type: "button", onclick: () => set({ rightmost, forms: null, form: 0 }) }, rightmost ? words.forms.rightmost : words.forms.leftmost));
  readonly #count = h("b");
  readonly #said = h("span", { class: "mu" });
  readonly #list = h("ol", { class: "forms", "aria-label": words.forms.name });
  readonly #picture = h("div", { class: "scr", tabindex: 0, role: "region", "aria-label": words.forms.tree });
  readonly #sentence = h("p", { class: "say", "aria-live": "polite" });
  readonly #both = h("div", { class: "two" });
  readonly #note = h("p", { class: "mu" });
  #drawing: SVGElement | null = null;
  #asked = "";

  protected build(): void {
    this.classList.add("dock", "dv");
    const step = (name: string, sign: string, by: number) =>
      h("button", { type: "button", class: "btn ico", "aria-label": name, title: name, onclick: () => goToForm(get().form + by) }, sign);
    const button = (label: string, kind: Kind) => h("button", { type: "button", class: "btn", onclick: () => void this.#save(kind) }, label);
    fill(this.#both,
      h("section", {}, h("p", { class: "label-line" }, h("b", {}, words.forms.name), h("span", { class: "gr" }), h("mark", {}, words.forms.isNew), h("em", {}, words.forms.isNext)), this.#list),
      h("section", {}, h("p", { class: "label-line" }, h("b", {}, words.forms.tree), h("span", { class: "gr" }), button(all.picture.svg, "svg"), button(all.picture.png, "png")), this.#picture));
    fill(
      this,
      h("div", { class: "tools" },
        h("span", { class: "switch", role: "group", "aria-label": words.forms.order }, ...this.#orders),
        h("span", { class: "step" }, step(words.forms.back, "‹", -1), this.#count, step(words.forms.forward, "›", 1)),
        this.#said),
      this.#sentence,
      this.#both,
      this.#note);
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict !== before.verdict || now.outline !== before.outline || now.derivation !== before.derivation || now.rightmost !== before.rightmost || now.form !== before.form || now.forms !== before.forms;
  }

  protected override changed(now: State, before: State): void {
    const isSame = now.verdict?.text === before.verdict?.text && now.verdict?.rule === before.verdict?.rule && now.outline === before.outline && now.derivation === before.derivation;
    if (now !== before && !isSame && now.forms !== null) {
      // The forms of another text are shown nowhere.
      set({ forms: null });
      return;
    }
    super.changed(now, before);
  }

  protected show(state: State): void {
    const { verdict, forms, rightmost } = state;
    this.#orders.forEach((button, index) => button.setAttribute("aria-pressed", String(rightmost === (index === 1))));
    this.#said.textContent = rightmost ? words.forms.fromRight : words.forms.fromLeft;
    if (verdict === null || verdict.ok !== true) {
      this.#clear(verdict?.undecided ? all.undecided(verdict.undecided) : words.forms.noDerivation);
    } else if (forms === null) {
      this.#ask(state);
    } else {
      this.#draw(state, forms);
    }
  }

  #ask(state: State): void {
    const { verdict, production, derivation, rightmost } = state;
    const key = JSON.stringify([grammarOf(state), production, verdict?.text, derivation, rightmost]);
    if (verdict === null || this.#asked === key) {
      return;
    }
    this.#asked = key;
    this.answer(
      formsOf(grammarOf(state), production, verdict.text, derivation, rightmost, showsCharacters(state)),
      words.forms.theForms,
      (forms) => {
        this.#asked = "";
        const now = get();
        if (now.verdict === verdict && now.derivation === derivation && now.rightmost === rightmost) {
          set({ forms, form: Math.min(now.form, forms.forms.length - 1) });
        } else {
          this.show(now);
        }
      },
      (reason) => {
        this.#asked = "";
        this.#clear(reason);
      },
    );
  }

  /** Shows no forms, and why. */
  #clear(reason: string): void {
    this.#count.textContent = "–";
    this.#sentence.textContent = reason;
    this.#both.hidden = true;
    this.#note.textContent = "";
    this.#drawing = null;
  }

  #draw({ text, form, production }: State, forms: Forms): void {
    const { nodes } = forms.tree;
    const last = forms.forms.length - 1;
    const now = forms.forms[form];
    this.#both.hidden = false;
    this.#count.textContent = words.forms.of(form, last);
    const replaced = now?.replaced ?? null;
    const rule = replaced === null ? production : (nodes[replaced]?.rule ?? "");
    const became = now === undefined ? "" : plain(text, forms, now.parts.slice(now.new[0], now.new[1]));
    fill(this.#sentence, ...(replaced === null ? [words.forms.begins, h("b", { class: "code" }, production)] : [words.forms.step(form), h("b", { class: "code" }, rule), words.forms.by, h("b", { class: "code" }, became)]), ".");
    const from = Math.max(0, Math.min(form - AROUND / 2, last - AROUND));
    fill(this.#list, ...forms.forms.slice(from, from + AROUND + 1).map((one, index) => this.#row(text, forms, one, from + index, form)));
    this.#list.querySelector(".cur")?.scrollIntoView({ block: "nearest" });
    const there = madeUntil(forms, form);
    if (nodes.length > MOST_NODES) {
      this.#drawing = null;
      fill(this.#picture, h("p", { class: "mu" }, words.forms.tooMany(MOST_NODES)));
    } else {
      this.#drawing = drawNodes(text, nodes, words.forms.picture(form, last, nodes.length), (index) => there.has(index), replaced);
      fill(this.#picture, this.#drawing as unknown as Node as HTMLElement);
    }
    this.#note.textContent = forms.complete ? "" : words.forms.leftOut;
  }

  #row(text: string, forms: Forms, one: Form, at: number, current: number): HTMLElement {
    const isCurrent = at === current;
    const rule = one.replaced === null ? "" : (forms.tree.nodes[one.replaced]?.rule ?? "");
    const [first, end] = one.new;
    const written = (from: number, to: number) => one.parts.slice(from, to).flatMap((each, index): (Node | string)[] => [
      index + from > 0 && index > 0 ? " " : "",
      typeof each !== "number" ? shown(text, each[0], each[1]) : h(from + index === one.next ? "em" : "span", {}, forms.tree.nodes[each]?.rule ?? ""),
    ]);
    const groups = at === 0 ? [written(0, one.parts.length)] : [written(0, first), [h("mark", {}, ...(first === end ? ["ε"] : written(first, end)))], written(end, one.parts.length)];
    const line = groups.filter((group) => group.length > 0).flatMap((group, index) => (index === 0 ? group : [" ", ...group]));
    return h("li", { class: isCurrent ? "cur" : at > current ? "ft" : "", "aria-current": isCurrent ? "step" : null },
      h("button", { type: "button", onclick: () => {
        goToForm(at);
        if (rule !== "") {
          pin({ rule, at: null });
        }
      } }, h("span", { class: "n" }, String(at)), h("span", { class: "ar" }, at === 0 ? "" : "⇒"), h("code", {}, ...(one.parts.length === 0 && at > 0 && first !== end ? ["ε"] : line)), h("span", { class: "pd" }, rule === "" ? "" : `${rule} → ${plain(text, forms, one.parts.slice(first, end))}`)));
  }

  async #save(kind: Kind): Promise<void> {
    if (this.#drawing !== null) {
      await savePicture(sheet([{ name: "", drawing: this.#drawing }]), `${get().production}-nodes`, kind);
    }
  }
}

function shown(text: string, start: number, end: number): string {
  return [...part(text, start, end)].map(visible).join("");
}

/** Returns a part of a form as plain text; ε if it is empty. */
function plain(text: string, { tree }: Forms, parts: Form["parts"]): string {
  return parts.length === 0 ? "ε" : parts.map((one) => (typeof one === "number" ? (tree.nodes[one]?.rule ?? "") : shown(text, one[0], one[1]))).join(" ");
}

customElements.define("derivation-dock", DerivationDock);
