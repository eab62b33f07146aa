// Railroad diagrams: those on the path of the text, or all of the grammar on a sheet.

import { fill, h } from "../../dom.ts";
import { savePicture, sheet, type Kind } from "../../drawing/picture.ts";
import { drawRails, firstLabel } from "../../drawing/rails.ts";
import { together, wayOf, type Way } from "../../drawing/way.ts";
import { paths, rails as railsOf } from "../../engine/questions.ts";
import type { FlatTree, Rails } from "../../engine/types.ts";
import { Dock } from "../../pane.ts";
import { treeOf } from "../../shown.ts";
import { get, grammarOf, pin, set, type State } from "../../store.ts";
import { words } from "../../text/words.ts";

/** The most diagrams of a path, and of a sheet. */
const MOST = 24;
const SHEET = 400;

/** The height from which on a diagram comes last. */
const TALL = 200;

/** The most parts of the way that are told. */
const TOLD = 3;

interface Drawn {
  rule: string;
  drawing: SVGElement;
  told: string;
}

export class RailsDock extends Dock {
  readonly view = "rails";
  readonly #title = h("h2", { class: "nm" }, words.rails.pathTitle);
  readonly #toggle = h("button", { type: "button", class: "btn" });
  readonly #figures = h("div", { class: "figures" });
  readonly #note = h("p", { class: "mu" });
  readonly #known = new Map<string, Rails>();
  #drawn: Drawn[] = [];
  /** Whether the focus goes to the diagram that is chosen. */
  #isFollowing = false;
  #round = 0;

  protected build(): void {
    this.classList.add("dock", "rl");
    this.#toggle.addEventListener("click", () => set({ all: !get().all }));
    const button = (label: string, kind: Kind) =>
      h("button", { type: "button", class: "btn", onclick: () => void this.#save(kind) }, label);
    fill(
      this,
      h("div", { class: "tools" }, this.#title, h("span", { class: "gr" }), this.#toggle, button(words.picture.svg, "svg"), button(words.picture.png, "png")),
      this.#figures,
      this.#note,
    );
    const choose = (event: Event) => {
      this.#isFollowing = true;
      this.#isFollowing = follow(event);
    };
    this.#figures.addEventListener("click", choose);
    this.#figures.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        choose(event);
      }
    });
  }

  protected override changed(now: State, before: State): void {
    if (now.grammar !== before.grammar || now.readings !== before.readings || now.notation !== before.notation) {
      this.#known.clear();
    }
    super.changed(now, before);
  }

  protected concerns(now: State, before: State): boolean {
    return tree(now) !== tree(before) || now.verdict?.rejected?.progress !== before.verdict?.rejected?.progress || now.outline !== before.outline || now.pinned !== before.pinned || now.production !== before.production || now.all !== before.all;
  }

  protected show(state: State): void {
    const { outline, all, verdict } = state;
    const count = ownOf(outline).size;
    this.#toggle.textContent = all ? words.rails.path : words.rails.all(count);
    const hasPath = verdict?.tree !== null && verdict !== null;
    this.#title.textContent = all ? words.rails.allTitle(count) : hasPath ? words.rails.pathTitle : verdict === null ? words.rails.region(state.production) : words.rails.openTitle;
    this.#round += 1;
    this.answer(this.#draw(state, this.#round), words.rails.theDiagrams, () => {}, (reason) => fill(this.#figures, h("p", { class: "mu" }, reason)));
  }

  async #draw(state: State, round: number): Promise<void> {
    const { verdict, production, pinned, outline, all } = state;
    const grammar = grammarOf(state);
    // The tree on the screen, which may be that of another derivation than the first.
    const { nodes } = treeOf(state);
    const own = ownOf(outline);
    const chosen = new Set<string>(pinned === null ? [] : [pinned.rule]);
    nodes.forEach((node) => chosen.add(node.rule));
    if (all || chosen.size === 0) {
      (all ? [...own] : [production]).forEach((name) => chosen.add(name));
    }
    const names = all ? [...own].filter((name) => chosen.has(name)) : [...chosen].filter((name) => own.has(name));
    const most = all ? SHEET : MOST;
    const drawn: Drawn[] = [];
    for (const rule of names.slice(0, most)) {
      let rails = this.#known.get(rule);
      if (rails === undefined) {
        rails = await railsOf(grammar, rule);
        this.#known.set(rule, rails);
      }
      const uses = nodes.filter((node) => node.rule === rule && node.end !== null);
      let ways: (Way | null)[] = [];
      let count = uses.length;
      if (uses.length > 0 && verdict?.tree) {
        try {
          const found = await paths(grammar, verdict.text, nodes, rule);
          ways = found.paths.map((one) => (one === null ? null : wayOf(rails, one)));
        } catch {
          // A part of the text without a path has a diagram without one.
        }
        // A node that is selected is the only one that is lit.
        const at = pinned?.rule === rule ? pinned.at : null;
        const selected = at === null ? -1 : uses.findIndex((node) => node.start === at.start && node.end === at.end);
        if (selected >= 0) {
          [ways, count] = [[ways[selected] ?? null], 1];
        }
      }
      const lit = ways.filter((one) => one !== null);
      const way = lit.length === 0 ? null : together(lit);
      if (round !== this.#round) {
        return;
      }
      const says = way === null ? "" : [words.rails.uses(lit.length, count), told(rails, way, lit.length)].filter(Boolean).join(": ");
      drawn.push({ rule, drawing: drawRails(rails, way, words.rails.diagram(rule, says)), told: says });
    }
    this.#note.textContent = names.length > most ? words.rails.further(names.length - most) : "";
    // A long list of alternatives hides what comes after it.
    const height = ({ drawing }: Drawn) => Number(drawing.getAttribute("height"));
    const rank = (one: Drawn) => (one.rule === pinned?.rule ? 0 : height(one) > TALL ? 2 : 1);
    this.#drawn = all ? drawn : drawn.sort((one, other) => rank(one) - rank(other));
    this.#show(own);
  }

  #show(own: Set<string>): void {
    const { pinned } = get();
    fill(this.#figures, ...this.#drawn.map(({ rule, drawing, told }) => {
      for (const group of drawing.querySelectorAll<SVGGElement>("g.name")) {
        const name = group.dataset.name ?? "";
        if (own.has(name)) {
          group.setAttribute("tabindex", "0");
          group.setAttribute("role", "button");
          group.setAttribute("aria-label", words.rails.show(name));
        }
      }
      return h("figure", { class: rule === pinned?.rule ? "chosen" : "" },
        h("figcaption", {}, h("b", {}, rule), told),
        h("div", { class: "scr", tabindex: 0, role: "region", "aria-label": words.rails.region(rule) }, drawing as unknown as Node));
    }));
    if (this.#isFollowing) {
      this.#isFollowing = false;
      const figure = this.#figures.querySelector("figure.chosen");
      figure?.scrollIntoView({ block: "nearest" });
      figure?.querySelector<HTMLElement>(".scr")?.focus({ preventScroll: true });
    }
  }

  async #save(kind: Kind): Promise<void> {
    const { all, production } = get();
    const drawings = this.#drawn.map(({ rule, drawing }) => ({ name: rule, drawing }));
    if (drawings.length > 0) {
      await savePicture(sheet(drawings), all ? "grammar" : `${production}-path`, kind);
    }
  }
}

/** Shows the production whose name was chosen in a diagram. */
function follow(event: Event): boolean {
  const group = (event.target as Element).closest<SVGGElement>("g.name[role=button]");
  const rule = group?.dataset.name;
  if (rule !== undefined) {
    event.preventDefault();
    pin({ rule, at: null });
  }
  return rule !== undefined;
}

/** Returns the tree on the screen, before what it hides is left out. */
function tree({ verdict, derivations, derivation }: State): FlatTree | null {
  const trees = derivations?.trees ?? [];
  return (trees.length > 1 ? trees[derivation] : undefined) ?? verdict?.tree ?? null;
}

/** Returns the names of the productions that the grammar itself defines. */
function ownOf(outline: State["outline"]): Set<string> {
  return new Set(outline?.productions.filter((one) => one.at !== null).map((one) => one.name));
}

/** Says which way was taken, or which ways: alternatives, skips and rounds, from the left. */
function told(rails: Rails, way: Way, uses: number): string {
  const said: string[] = [];
  const visit = (one: Rails): void => {
    const passed = way.get(one);
    if (passed === undefined || said.length >= TOLD) {
      return;
    }
    switch (one.kind) {
      case "choice": {
        const isTaken = (part: Rails) => (way.get(part)?.through ?? 0) + (way.get(part)?.skipped ?? 0) > 0;
        const taken = one.parts.flatMap((part, index) => (isTaken(part) ? [index + 1] : []));
        // The alternatives of each round of a loop would be a long sentence.
        if (taken.length > 0 && passed.through <= uses) {
          said.push(words.rails.takes(taken, one.parts.length));
        }
        one.parts.forEach(visit);
        break;
      }
      case "sequence":
        one.parts.forEach(visit);
        break;
      case "optional": {
        const label = firstLabel(one.part);
        said.push(passed.through === 0 ? words.rails.skips(label) : passed.skipped === 0 ? words.rails.takesPart(label) : words.rails.takesAndSkips(label));
        visit(one.part);
        break;
      }
      case "loop": {
        const most = Math.max(0, ...passed.rounds);
        if (most > 1) {
          said.push(words.rails.rounds(Math.min(...passed.rounds), most));
        }
        visit(one.part);
        break;
      }
      default:
    }
  };
  visit(rails);
  return said.slice(0, TOLD).join(", ");
}

customElements.define("rails-dock", RailsDock);
