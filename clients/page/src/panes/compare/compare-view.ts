// What a comparison found: the answer, a text that only one grammar derives in the trees of both, and all pairs.
//
// It takes the place of the text and its tree as long as Compare stands at the left.

import { fill, h } from "../../dom.ts";
import { Figure } from "../../drawing/figure.ts";
import { judged, open, type GrammarText, type Judgement } from "../../engine/questions.ts";
import type { Alike, Pair, Pairs, Text } from "../../engine/types.ts";
import { allowedIn } from "../../shown.ts";
import { pin, set } from "../../store.ts";
import { quoted, sentence, visible } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { signs } from "../examples/made-section.ts";
import type { Named } from "./pairs.ts";

/** The longest witness that is drawn. */
const DRAWN = 60;

/** A comparison as far as it has come. */
export interface Compared extends Pairs {
  /** Both grammars, and what they are called. */
  grammars: readonly [GrammarText, GrammarText];
  titles: readonly [string, string];
  /** All pairs, in their order, with the reasons why they correspond. */
  known: Named[];
  /** The pair of the two starts, if it is asked about first. */
  start: readonly [string, string] | null;
  isWaiting: boolean;
  /** The pairs that differ by themselves, and what differs in each other pair if they are alike; `null` until it is known. */
  causes: [string, string][];
  alike: Map<Pair, Alike> | null;
}

export class CompareView {
  readonly element = h("section", { class: "compare-view", "aria-label": words.compare.result, tabindex: -1 });
  #compared: Compared | null = null;
  /** The pair whose witness is shown, by its names, and which of its two texts. */
  #chosen = "";
  #isSecond = false;
  /** The witness that is drawn, which stays while further pairs are compared. */
  #drawn: { key: string; element: HTMLElement; figures: Figure[] } = { key: "", element: h("div"), figures: [] };

  /** `onchoose` hears of the pair that is chosen. */
  constructor(private readonly onchoose: (pair: Pair) => void) {}

  /** Shows one sentence in place of a comparison. */
  say(text: string, isBad = false): void {
    this.#compared = null;
    fill(this.element, h("p", { class: isBad ? "bad" : "mu", "aria-live": "polite" }, text));
  }

  /** Forgets what was chosen in an earlier comparison. */
  begin(): void {
    this.#chosen = "";
    this.#isSecond = false;
    this.#drawn.key = "";
  }

  show(compared: Compared): void {
    this.#compared = compared;
    const { pairs, start, titles, isWaiting, known } = compared;
    const first = start === null ? undefined : pairs.find((one) => one.a === start[0] && one.b === start[1]);
    const differing = pairs.filter((one) => one.result === "differs");
    const chosen = differing.find((one) => nameOf(one) === this.#chosen) ?? (first?.result === "differs" ? first : first === undefined ? differing[0] : undefined);
    const why = chosen === undefined ? "" : (known.find(([a, b]) => a === chosen.a && b === chosen.b)?.[2] ?? "");
    const count = (result: Pair["result"]) => pairs.filter((one) => one.result === result).length;
    const equal = count("equal");
    const undecided = pairs.filter((one) => one.result === "undecided");
    fill(
      this.element,
      h("div", { class: "compare-head", "aria-live": "polite" },
        first !== undefined && verdict(first, titles),
        h("p", { class: !isWaiting && pairs.length > 0 && equal === pairs.length ? "count ok" : "count" },
          isWaiting ? words.compare.waiting(pairs.length, known.length) : words.compare.summary({ differing: differing.length, equal, undecided: undecided.length, abstained: count("abstained") }))),
      this.#reason(compared),
      chosen !== undefined && h("section", { class: "pair", "aria-label": nameOf(chosen) },
        h("h2", {}, nameOf(chosen), why !== "" && h("span", { class: "mu" }, ` ${why}`), this.#texts(chosen, titles)),
        this.#witness(compared, chosen),
        chosen.random ? h("p", { class: "mu" }, words.compare.random) : chosen.depth !== null && h("p", { class: "mu" }, words.compare.toDepth(chosen.depth))),
      pairs.length > 0 && this.#table(compared, chosen),
      ...undecided.map((one) => h("p", { class: "mu" }, words.compare.undecided(nameOf(one), one.depth ?? 0, one.length, one.whole ?? 0))),
    );
    const [cause] = compared.causes;
    this.#drawn.figures.forEach((figure, side) => figure.light(cause === undefined ? null : { rule: cause[side]!, at: null }));
  }

  /** Says which pairs are to blame, and whether anything else is. */
  #reason({ causes, alike }: Compared): HTMLElement | null {
    if (alike === null || alike.size === 0) {
      return null;
    }
    const results = [...alike.values()].map((one) => one.result);
    const rest = results.includes("differs") ? "differs" : results.includes("undecided") ? "undecided" : "equal";
    return h("p", { class: "reason" }, h("span", { class: "mu" }, words.compare.reason(causes.length)),
      ...causes.map(([a, b]) => h("button", { type: "button", class: "chip", onclick: () => this.#choose(`${a} ${b}`) }, a)),
      h("span", { class: "mu" }, words.compare.others[rest]));
  }

  #choose(key: string): void {
    const compared = this.#compared;
    const pair = compared?.pairs.find((one) => `${one.a} ${one.b}` === key);
    if (compared !== null && pair !== undefined) {
      this.#chosen = nameOf(pair);
      this.#isSecond = false;
      pin({ rule: pair.a, at: null });
      this.onchoose(pair);
      this.show(compared);
    }
  }

  /** The texts of a pair, if there are two: each is chosen with its button. */
  #texts({ onlyA, onlyB }: Pair, titles: readonly [string, string]): HTMLElement | null {
    if (onlyA === null || onlyB === null) {
      return null;
    }
    const button = (text: Text, isSecond: boolean) =>
      h("button", { type: "button", "aria-pressed": String(this.#isSecond === isSecond), onclick: () => {
        this.#isSecond = isSecond;
        if (this.#compared !== null) {
          this.show(this.#compared);
        }
      } }, words.compare.only(titles[isSecond ? 1 : 0]), " ", h("code", {}, ...signs(text.text ?? text.octets)));
    return h("span", { class: "switch", role: "group", "aria-label": words.compare.texts }, button(onlyA, false), button(onlyB, true));
  }

  #table(compared: Compared, chosen: Pair | undefined): HTMLElement {
    const { pairs, withoutA, withoutB, titles, causes, alike } = compared;
    const hasAlike = alike !== null && alike.size > 0;
    const row = (pair: Pair) => {
      const text = pair.onlyA ?? pair.onlyB;
      const found = alike?.get(pair);
      return h("tr", { class: pair === chosen ? "cur" : null },
        h("td", {}, h("code", {}, pair.a)),
        h("td", {}, h("code", {}, pair.b)),
        h("td", {}, ...same(pair), " ", pair.result === "differs" && text !== null && h("button", { type: "button", class: "chip", title: words.compare.seeWitness(nameOf(pair)), "aria-pressed": String(pair === chosen), onclick: () => this.#choose(`${pair.a} ${pair.b}`) }, ...signs(text.text ?? text.octets))),
        hasAlike && h("td", {}, ...(found === undefined ? [] : rest(found))));
    };
    const lone = (cells: [string, string], in_: string) =>
      h("tr", {}, ...cells.map((one) => h("td", {}, one === "" ? "–" : h("code", {}, one))), h("td", { class: "mu" }, words.compare.onlyInOne(in_)), hasAlike && h("td", {}));
    return h("table", { class: "pairs" },
      h("thead", {}, h("tr", {}, h("th", {}, titles[0]), h("th", {}, titles[1]), h("th", {}, words.compare.sameLanguage), hasAlike && h("th", {}, words.compare.withAlike(causes.map(([a]) => a))))),
      h("tbody", {},
        ...pairs.map(row),
        ...withoutA.map((name) => lone([name, ""], titles[0])),
        ...withoutB.map((name) => lone(["", name], titles[1]))));
  }

  /** A text that only one grammar derives, with the verdict and the tree of both. */
  #witness(compared: Compared, pair: Pair): HTMLElement | null {
    const found = (this.#isSecond ? pair.onlyB : pair.onlyA) ?? pair.onlyA ?? pair.onlyB;
    if (found === null) {
      return null;
    }
    const { grammars, titles } = compared;
    const { text, octets } = found;
    const key = JSON.stringify([pair.a, pair.b, octets, grammars]);
    if (this.#drawn.key === key) {
      return this.#drawn.element;
    }
    const heads = [h("span"), h("span")];
    const say = (index: number, ok: boolean | null, verdict: string) =>
      fill(heads[index]!, h("b", { class: ok === true ? "ok" : ok === null ? "mu" : "bad" }, `${ok === true ? "✓" : ok === null ? "?" : "✗"} ${verdict}`));
    const figures = text === null || text.length > DRAWN ? [] : [new Figure(), new Figure()];
    if (text === null) {
      // The page cannot ask about octets. The engine has decided who accepts them.
      const isInA = found === pair.onlyA;
      say(0, isInA, isInA ? words.compare.accepts : words.compare.rejects);
      say(1, !isInA, isInA ? words.compare.rejects : words.compare.accepts);
    } else {
      [pair.a, pair.b].forEach((rule, index) => void judge(grammars[index]!, rule, text, figures[index], (judgement) => {
        const { ok, offset, found } = judgement;
        say(index, ok, ok === null ? words.verdict.undecided : ok ? words.compare.accepts : found === "" ? words.compare.endsAt(offset ?? 0) : words.compare.stopsAt(offset ?? 0, visible(found)));
      }));
    }
    const element = h("div", { class: "witness" },
      h("p", { class: "shown" }, text === null
        ? h("span", { class: "chip octets", title: words.examples.noText }, octets)
        : h("button", { type: "button", class: "chip", "aria-label": words.compare.show(text), title: words.compare.take, onclick: () => set({ production: pair.a, text, side: "grammar" }) }, ...signs(text))),
      h("div", { class: "two" }, ...heads.map((head, index) =>
        h("div", { class: "tried" },
          h("p", { class: "which" }, h("b", {}, titles[index] ?? ""), " ", head),
          figures[index] !== undefined && h("div", { class: "figs" }, figures[index].element)))));
    this.#drawn = { key, element, figures };
    return element;
  }
}

/** Asks for the verdict of one grammar, and draws its tree with what each open production allows next. */
async function judge(grammar: GrammarText, rule: string, text: string, figure: Figure | undefined, say: (judgement: Judgement) => void): Promise<void> {
  const judgement = await judged(grammar, rule, text).catch((): Judgement => ({ ok: null, offset: null, found: "", nodes: [] }));
  say(judgement);
  const { ok, offset, nodes } = judgement;
  const draw = (allowed: string[]) => figure?.show({ text, nodes, isComplete: true, error: ok === false ? offset : null, allowed, isLiteral: () => false, label: words.figure.tree(words.figure.derivation(null)) });
  draw([]);
  if (figure !== undefined && ok === false && offset !== null) {
    const opened = await open(grammar, text, offset, nodes, true, `open ${grammar.source.length} ${rule}`).catch(() => []);
    draw(allowedIn(opened));
  }
}

function nameOf({ a, b }: Pair): string {
  return a === b ? a : `${a} ↔ ${b}`;
}

/** The answer for the two starts, first of all, in one sentence. */
function verdict({ result, onlyA, onlyB, whole, why }: Pair, [yours, theirs]: readonly [string, string]): HTMLElement {
  const [text, accepts, rejects] = onlyA !== null ? [onlyA, yours, theirs] : [onlyB, theirs, yours];
  switch (result) {
    case "equal":
      return h("p", { class: "answer ok" }, h("b", {}, words.compare.yes), ` ${words.compare.same}`);
    case "differs":
      return h("p", { class: "answer" }, h("b", { class: "bad" }, words.compare.no(accepts, text === null ? "" : text.octets === "" ? words.compare.emptyText : quoted(text.text ?? text.octets, 40))), ` ${words.compare.doesNot(rejects)}`);
    case "undecided":
      return h("p", { class: "answer" }, h("b", { class: "prefix" }, words.compare.upTo(whole ?? 0)), ` ${words.compare.notDecided}`);
    default:
      return h("p", { class: "answer" }, h("b", {}, words.compare.notCompared), ` ${sentence(why ?? "")}`);
  }
}

/** Whether a pair has the same language, in a word. */
function same({ result, whole, why }: Pair): (Node | string)[] {
  switch (result) {
    case "equal":
      return [h("b", { class: "ok" }, words.compare.sameYes)];
    case "differs":
      return [h("b", { class: "bad" }, words.compare.sameNo)];
    case "undecided":
      return [h("b", { class: "prefix" }, words.compare.upToLength(whole ?? 0))];
    default:
      return ["? ", h("span", { class: "mu" }, sentence(why ?? ""))];
  }
}

function rest({ result, length }: Alike): (Node | string)[] {
  switch (result) {
    case "equal":
      return [h("b", { class: "ok" }, words.compare.sameYes)];
    case "differs":
      return [h("b", { class: "bad" }, words.compare.sameNo)];
    default:
      return length === null ? ["?"] : [h("b", { class: "prefix" }, words.compare.upToLength(length)), h("span", { class: "mu" }, ` ${words.compare.noneFound}`)];
  }
}
