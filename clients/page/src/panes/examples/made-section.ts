// Texts that the grammar makes: valid ones, and nearly valid ones beside them.

import { fill, h } from "../../dom.ts";
import { icon } from "../../drawing/icons.ts";
import { judged, sentences } from "../../engine/questions.ts";
import type { Kind, Text } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { get, grammarOf, set, type State } from "../../store.ts";
import { sentence, visible } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { titleOf } from "../../work.ts";
import { Section } from "./section.ts";

/** The most texts. */
const MOST = 400;

/** How many more texts are made than asked for, because some are the same. */
const SPARE = 3;

/** How often texts are asked for again, if there are fewer than asked for. */
const ROUNDS = 3;

const KINDS = ["random", "cover", "shortest"] as const;

interface Made extends Text {
  isValid: boolean | null;
  /** Why it is invalid. */
  why: string;
}

export class MadeSection extends Section {
  readonly #kind = h("select", { "aria-label": words.examples.kind }, ...KINDS.map((kind) => h("option", { value: kind }, words.examples.kindNames[kind])));
  readonly #count = h("input", { type: "number", min: 2, max: MOST, inputmode: "numeric", class: "small" });
  readonly #seed = h("input", { type: "number", min: 0, inputmode: "numeric", class: "small" });
  readonly #valid = h("ul", { class: "exs", "aria-label": words.examples.validTexts });
  readonly #near = h("ul", { class: "exs", "aria-label": words.examples.nearTexts });
  readonly #validHead = h("h2", { class: "ok" }, words.examples.validTexts);
  readonly #nearHead = h("h2", { class: "bad" }, words.examples.nearTexts);
  readonly #both = h("div", { class: "two" }, h("div", {}, this.#validHead, this.#valid), h("div", {}, this.#nearHead, this.#near));
  readonly #note = h("p", { class: "mu", "aria-live": "polite" });
  #made: Made[] = [];
  #round = 0;

  protected build(): void {
    const number = (input: HTMLInputElement, least: number, most: number) =>
      Math.max(least, Math.min(most, Number.isNaN(input.valueAsNumber) ? least : Math.trunc(input.valueAsNumber)));
    this.#count.addEventListener("change", () => set({ count: number(this.#count, 2, MOST) }));
    this.#seed.addEventListener("change", () => set({ seed: number(this.#seed, 0, 4_294_967_295) }));
    this.#kind.addEventListener("change", () => this.show(get()));
    const again = () => set({ seed: get().seed + 1 });
    fill(
      this,
      h("div", { class: "tools" },
        h("label", { class: "mu" }, words.examples.texts, " ", this.#count),
        this.#kind,
        h("label", { class: "mu" }, words.examples.seed, " ", this.#seed),
        h("button", { type: "button", class: "btn ico", "aria-label": words.examples.newSeed, title: words.examples.newSeed, onclick: again }, icon("again")),
        h("span", { class: "gr" }),
        h("button", { type: "button", class: "btn", onclick: () => void this.#copy() }, words.examples.copy),
        h("button", { type: "button", class: "btn", onclick: () => this.#save() }, words.examples.save),
        h("span", { class: "sheet-tools", role: "group", "aria-label": words.examples.worksheet },
          h("b", { class: "mu" }, words.examples.worksheet),
          h("button", { type: "button", class: "btn", onclick: () => this.#print() }, words.examples.printed),
          h("button", { type: "button", class: "btn", onclick: () => save(`${get().production}-worksheet.md`, markdown(this.#tasks(), get())) }, words.examples.markdown),
          h("button", { type: "button", class: "btn", onclick: () => save(`${get().production}-worksheet.csv`, csv(this.#tasks())) }, words.examples.csv)),
      ),
      this.#both,
      this.#note,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return now.outline !== before.outline || now.production !== before.production || now.count !== before.count || now.seed !== before.seed;
  }

  protected show(state: State): void {
    this.#count.value = String(state.count);
    this.#seed.value = String(state.seed);
    this.#round += 1;
    const round = this.#round;
    this.#made = [];
    const isSame = state.outline?.productions.some((one) => one.name === state.production);
    if (!isSame) {
      this.#draw();
      return;
    }
    this.#note.textContent = words.examples.making;
    void this.busy(this.#make(state, round));
  }

  async #make(state: State, round: number): Promise<void> {
    const { production, count, seed } = state;
    const half = Math.ceil(count / 2);
    const reasons: string[] = [];
    const of = async (kind: Kind, most: number) => {
      try {
        const made = await sentences(grammarOf(state), production, kind, seed, most * SPARE);
        // Few texts are the shortest, or cover the grammar. Others at random make up for what is missing.
        const different = new Set(made.map((one) => one.octets));
        for (let round = 1; different.size < most && round <= ROUNDS; round += 1) {
          const further = await sentences(grammarOf(state), production, kind === "near" ? "near" : "random", seed + round, most * SPARE);
          made.push(...further);
          further.forEach((one) => different.add(one.octets));
        }
        if (different.size < most) {
          reasons.push(kind === "near" ? words.examples.fewerNear(different.size, most) : words.examples.fewer(different.size, most));
        }
        // Short texts are read at once, and a few longer ones show more of the grammar.
        const sorted = [...new Map(made.map((one) => [one.octets, one])).values()].sort((one, other) => one.octets.length - other.octets.length);
        const [short, longer] = [sorted.slice(0, Math.ceil(most / 2)), sorted.slice(Math.ceil(most / 2))];
        if (kind === "cover" && sorted.length > most) {
          reasons.push(words.examples.partOfCover);
        }
        const wanted = Math.min(most, sorted.length) - short.length;
        return [...short, ...Array.from({ length: wanted }, (_, index) => longer[Math.floor((index * longer.length) / Math.max(1, wanted) / 2)])].filter((one) => one !== undefined);
      } catch (error) {
        reasons.push(sentence(error instanceof Error ? error.message : String(error)));
        return [];
      }
    };
    const [near, valid] = [await of("near", count - half), await of(this.#kind.value as Kind, half)];
    const made: Made[] = [];
    for (const { text, octets } of [...valid, ...near]) {
      if (text === null) {
        made.push({ text, octets, isValid: null, why: words.examples.notUtf8 });
        continue;
      }
      try {
        const { ok, offset, found } = await judged(grammarOf(state), production, text);
        made.push({ text, octets, isValid: ok, why: ok !== false ? "" : text === "" ? words.examples.emptyText : found === "" ? words.examples.endsAt(offset ?? 0) : words.examples.foundAt(visible(found), offset ?? 0) });
      } catch {
        made.push({ text, octets, isValid: null, why: words.verdict.undecided });
      }
      if (round !== this.#round) {
        return;
      }
    }
    this.#made = made.sort((one, other) => one.octets.length - other.octets.length || (one.octets < other.octets ? -1 : 1));
    this.#draw();
    this.#note.textContent = [...new Set(reasons)].join(" ");
    this.#both.hidden = this.#made.length === 0 && reasons.length > 0;
  }

  #draw(): void {
    const valid = this.#made.filter((one) => one.isValid !== false);
    const near = this.#made.filter((one) => one.isValid === false);
    this.#validHead.textContent = words.examples.valid(valid.filter((one) => one.isValid === true).length, valid.filter((one) => one.isValid === null).length);
    this.#nearHead.textContent = words.examples.near(near.length);
    fill(this.#valid, ...valid.map(row));
    fill(this.#near, ...near.map(row));
  }

  /** The texts as JSON Lines: none of them is lost, whatever characters it has. */
  #lines(): string {
    return this.#made.flatMap(({ text, isValid }) => (text === null ? [] : [`${JSON.stringify({ text, valid: isValid })}\n`])).join("");
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#lines());
      set({ notice: { text: words.examples.copied(this.#made.filter((one) => one.text !== null).length), isError: false } });
    } catch {
      set({ notice: { text: words.share.noClipboard, isError: true } });
    }
  }

  /** The texts in an order that does not tell which are valid. The same seed gives the same order. */
  #tasks(): Task[] {
    const tasks = this.#made.flatMap(({ text, isValid, why }) => (text === null || isValid === null ? [] : [{ text, isValid, why }]));
    let state = get().seed + 1;
    for (let last = tasks.length - 1; last > 0; last -= 1) {
      // The generator of D. H. Lehmer, as S. K. Park and K. W. Miller (1988) print it.
      state = (state * 48_271) % 2_147_483_647;
      const other = state % (last + 1);
      [tasks[last], tasks[other]] = [tasks[other]!, tasks[last]!];
    }
    return tasks;
  }

  /** Prints the texts without verdicts, and the solutions on the next page. */
  #print(): void {
    const tasks = this.#tasks();
    const state = get();
    const list = (of: (task: Task) => (Node | string)[]) => h("ol", {}, ...tasks.map((task) => h("li", {}, ...of(task))));
    const sheet = h("section", { class: "worksheet" },
      h("h1", {}, titleOf(state)),
      h("pre", {}, state.grammar),
      h("p", {}, words.examples.task(state.production)),
      list(({ text }) => [h("span", { class: "box" }, "☐"), " ", h("code", {}, ...signs(text))]),
      h("h1", { class: "solutions" }, words.examples.solutions),
      list(({ text, isValid, why }) => [isValid ? "✓ " : "✗ ", h("code", {}, ...signs(text)), isValid ? "" : ` ${why}`]));
    document.body.append(sheet);
    document.body.classList.add("prints-sheet");
    window.addEventListener("afterprint", () => {
      sheet.remove();
      document.body.classList.remove("prints-sheet");
    }, { once: true });
    window.print();
  }

  #save(): void {
    save(`${get().production}-texts.jsonl`, this.#lines());
  }
}

/** A text of a worksheet, with its solution. */
interface Task {
  text: string;
  isValid: boolean;
  why: string;
}

/** Returns a text as code of Markdown, with blanks and control characters as signs. */
function code(text: string): string {
  const shown = text === "" ? "ε" : [...text].map(visible).join("");
  const marks = "`".repeat(1 + Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)));
  return shown.startsWith("`") || shown.endsWith("`") ? `${marks} ${shown} ${marks}` : `${marks}${shown}${marks}`;
}

function markdown(tasks: Task[], state: State): string {
  const fence = "`".repeat(Math.max(3, 1 + Math.max(0, ...[...state.grammar.matchAll(/`+/g)].map(([run]) => run.length))));
  const numbered = (of: (task: Task) => string) => tasks.map((task, index) => `${index + 1}. ${of(task)}`).join("\n");
  return `# ${titleOf(state)}\n\n${fence}text\n${state.grammar.trimEnd()}\n${fence}\n\n${words.examples.task(state.production)}\n\n${numbered(({ text }) => `☐ ${code(text)}`)}\n\n<div style="page-break-after: always"></div>\n\n## ${words.examples.solutions}\n\n${numbered(({ text, isValid, why }) => `${isValid ? "✓" : "✗"} ${code(text)}${isValid ? "" : ` ${why}`}`)}\n`;
}

/** Returns the texts as RFC 4180 writes them. */
function csv(tasks: Task[]): string {
  const field = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = tasks.map(({ text, isValid, why }, index) => [String(index + 1), field(text), String(isValid), field(why)].join(","));
  return [words.examples.columns.join(","), ...rows].map((row) => `${row}\r\n`).join("");
}

function row({ text, octets, isValid, why }: Made): HTMLElement {
  const kind = isValid === true ? "y" : isValid === false ? "no" : "mu";
  const content = [
    h("span", { class: "ic", "aria-hidden": "true" }, isValid === true ? "✓" : isValid === false ? "✗" : "?"),
    h("code", {}, ...signs(text ?? octets)),
    h("small", {}, why),
  ];
  return h("li", { class: kind },
    text === null ? h("span", { class: "row" }, ...content) : h("button", { type: "button", class: "row", onclick: () => set({ text }) }, ...content));
}

/** Returns a text in which blanks and control characters are seen. */
export function signs(text: string): (Node | string)[] {
  if (text === "") {
    return [h("mark", {}, "ε")];
  }
  const out: (Node | string)[] = [];
  let plain = "";
  for (const character of text.slice(0, 300)) {
    const shown = visible(character);
    if (shown === character) {
      plain += character;
    } else {
      out.push(plain, h("mark", {}, shown));
      plain = "";
    }
  }
  out.push(plain, text.length > 300 ? "…" : "");
  return out;
}

customElements.define("made-section", MadeSection);
