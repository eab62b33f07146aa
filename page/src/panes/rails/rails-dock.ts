// Railroad diagrams: those on the path of the text, or all of the grammar on a sheet.

import { fill, h } from "../../dom.ts";
import { savePicture, sheet, type Kind } from "../../drawing/picture.ts";
import { drawRails, firstLabel } from "../../drawing/rails.ts";
import { wayOf, type Way } from "../../drawing/way.ts";
import { path, rails as railsOf } from "../../engine/questions.ts";
import type { Rails, TreeNode } from "../../engine/types.ts";
import { Dock } from "../../pane.ts";
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
    if (now.grammar !== before.grammar || now.readings !== before.readings) {
      this.#known.clear();
    }
    super.changed(now, before);
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict?.tree !== before.verdict?.tree || now.verdict?.rejected?.progress !== before.verdict?.rejected?.progress || now.outline !== before.outline || now.pinned !== before.pinned || now.production !== before.production || now.all !== before.all;
  }

  protected show(state: State): void {
    const { outline, all, verdict } = state;
    const count = outline?.productions.length ?? 0;
    this.#toggle.textContent = all ? words.rails.path : words.rails.all(count);
    const hasPath = verdict?.tree !== null && verdict !== null;
    this.#title.textContent = all ? words.rails.allTitle(count) : hasPath ? words.rails.pathTitle : verdict === null ? words.rails.region(state.production) : words.rails.openTitle;
    this.#round += 1;
    this.answer(this.#draw(state, this.#round), words.rails.theDiagrams, () => {}, (reason) => fill(this.#figures, h("p", { class: "mu" }, reason)));
  }

  async #draw(state: State, round: number): Promise<void> {
    const { verdict, production, pinned, outline, all } = state;
    const grammar = grammarOf(state);
    const nodes = verdict?.tree?.nodes ?? verdict?.rejected?.progress.nodes ?? [];
    const own = new Set(outline?.productions.filter((one) => one.at !== null).map((one) => one.name));
    const chosen = new Map<string, TreeNode | null>();
    if (pinned !== null) {
      const at = pinned.at;
      const node = nodes.find((one) => one.rule === pinned.rule && (at === null || (one.start === at.start && one.end === at.end)));
      chosen.set(pinned.rule, node ?? null);
    }
    nodes.forEach((node) => chosen.has(node.rule) || chosen.set(node.rule, node));
    if (all || chosen.size === 0) {
      const names = all ? [...own] : [production];
      names.forEach((name) => chosen.has(name) || chosen.set(name, null));
    }
    const names = all ? [...own].filter((name) => chosen.has(name)).slice(0, SHEET) : [...chosen.keys()].filter((name) => own.has(name)).slice(0, MOST);
    const drawn: Drawn[] = [];
    for (const rule of names) {
      let rails = this.#known.get(rule);
      if (rails === undefined) {
        rails = await railsOf(grammar, rule);
        this.#known.set(rule, rails);
      }
      const node = chosen.get(rule) ?? null;
      let way: Way | null = null;
      if (node !== null && node.end !== null && verdict?.tree) {
        try {
          way = wayOf(rails, await path(grammar, production, verdict.text, node));
        } catch {
          // A part of the text without a path has a diagram without one.
        }
      }
      if (round !== this.#round) {
        return;
      }
      drawn.push({ rule, drawing: drawRails(rails, way, words.rails.diagram(rule, way === null ? "" : told(rails, way))), told: way === null ? "" : told(rails, way) });
    }
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

/** Says which way was taken: alternatives, skips and rounds, from the left. */
function told(rails: Rails, way: Way): string {
  const said: string[] = [];
  const visit = (one: Rails): void => {
    const passed = way.get(one);
    if (passed === undefined || said.length >= TOLD) {
      return;
    }
    switch (one.kind) {
      case "choice": {
        const taken = one.parts.findIndex((part) => (way.get(part)?.through ?? 0) > 0);
        if (taken >= 0 && passed.through === 1) {
          said.push(words.rails.takes(taken + 1, one.parts.length));
        }
        one.parts.forEach(visit);
        break;
      }
      case "sequence":
        one.parts.forEach(visit);
        break;
      case "optional":
        said.push(passed.through > 0 ? words.rails.takesPart(firstLabel(one.part)) : words.rails.skips(firstLabel(one.part)));
        visit(one.part);
        break;
      case "loop":
        if (passed.rounds > 1) {
          said.push(words.rails.rounds(passed.rounds));
        }
        visit(one.part);
        break;
      default:
    }
  };
  visit(rails);
  return said.slice(0, TOLD).join(", ");
}

customElements.define("rails-dock", RailsDock);
