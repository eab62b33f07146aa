// The selection: the production with a dot at the place, its section, its span; and what the prose says of a URL.

import { fill, h } from "../../dom.ts";
import { definition } from "../../drawing/definition.ts";
import { saveTree } from "../../drawing/picture.ts";
import { about, remarks } from "../../engine/questions.ts";
import type { About, Inspection, TreeNode } from "../../engine/types.ts";
import { Dock } from "../../pane.ts";
import { focusOf, treeOf } from "../../shown.ts";
import { get, grammarOf, pin, set, type Selection, type State } from "../../store.ts";
import { indexAt, lengthOf, part } from "../../text/octets.ts";
import { quoted, sentence } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { sectionLink } from "../section.ts";

/** The most productions that are listed as users of one. */
const USERS = 5;

export class TreeDock extends Dock {
  readonly view = "tree";
  readonly #known = new Map<string, About>();
  /** What the prose says about productions, by name. */
  readonly #remarks = new Map<string, [string, string][]>();
  readonly #head = h("p", { class: "head-line" });
  readonly #definition = h("pre", { class: "definition" });
  readonly #sentence = h("p", { class: "mu" });
  readonly #more = h("div", { class: "more" });
  readonly #url = h("details", { class: "url" }, h("summary", {}, words.url.title));
  #asked = "";

  protected build(): void {
    this.classList.add("dock");
    fill(this, this.#head, this.#definition, this.#sentence, this.#more, this.#url);
  }

  protected concerns(now: State, before: State): boolean {
    return (
      now.verdict !== before.verdict ||
      now.hovered !== before.hovered ||
      now.pinned !== before.pinned ||
      now.outline !== before.outline ||
      now.open !== before.open ||
      now.derivations !== before.derivations ||
      now.derivation !== before.derivation ||
      now.inspection !== before.inspection
    );
  }

  protected override changed(now: State, before: State): void {
    if (now.grammar !== before.grammar || now.readings !== before.readings || now.notation !== before.notation) {
      this.#known.clear();
      this.#remarks.clear();
    }
    super.changed(now, before);
  }

  protected show(state: State): void {
    const { outline } = state;
    const selection = focusOf(state) ?? { rule: state.production, at: null };
    const isKnown = outline?.productions.some((one) => one.name === selection.rule) === true;
    this.#showUrl(state.inspection, state.text);
    if (!isKnown) {
      fill(this.#head, h("span", { class: "mu" }, words.dock.none));
      fill(this.#definition);
      fill(this.#more);
      this.#sentence.textContent = "";
      return;
    }
    const { rule, at } = selection;
    const { nodes, error, differs, isOnly } = treeOf(state);
    const node = at === null ? -1 : nodes.findIndex((one) => one.rule === rule && one.start === at.start && (one.end ?? Math.max(one.start, error ?? lengthOf(state.text))) === at.end);
    const isOpen = nodes[node] !== undefined && nodes[node].end === null;
    const opened = isOpen ? state.open.find((one) => one.rule === rule && one.start === at?.start) : undefined;
    const empties = [...new Set(nodes.filter((one) => one.end === one.start).map((one) => one.rule))];
    fill(
      this.#head,
      h("b", { class: "nm" }, rule),
      at !== null && h("span", { class: "mu" }, isOpen ? words.dock.openSpan(at.start, at.end) : `${at.start}–${at.end}`),
      at !== null && h("code", { class: "mu matched" }, quoted(part(state.text, at.start, at.end), 30)),
      h("span", { class: "gr" }),
      differs.length > 0 && h("span", { class: "mu key" }, h("i", { class: "kd", "aria-hidden": "true" }), isOnly ? words.dock.only : words.dock.differ),
      empties.length > 0 && h("span", { class: "mu key" }, h("i", { class: "ke", "aria-hidden": "true" }, "ε"), words.dock.empty(empties)),
      node >= 0 && differs.length === 0 && h("span", { class: "mu trail" }, trail(nodes, node)),
    );
    fill(this.#definition, ...definition(state, rule, { dot: opened?.at ?? null }));
    this.#sentence.textContent = this.#about(state, rule, differs);
    void this.#ask(state, selection);
  }

  #about({ derivations, derivation, text }: State, rule: string, differs: number[]): string {
    const trees = derivations?.trees ?? [];
    if (differs.length === 0 || trees.length < 2) {
      return "";
    }
    const other = derivation === 0 ? 1 : 0;
    const partsAt = trees[Math.max(derivation, other)]?.partsAt ?? null;
    const name = (tree: number) => {
      const node = partsAt === null ? undefined : trees[tree]?.nodes[partsAt];
      return node === undefined ? words.dock.noNode : `${node.rule} ${quoted(part(text, node.start, node.end ?? undefined), 24)}`;
    };
    return words.dock.twoDerivations(derivation + 1, name(derivation), other + 1, name(other), rule);
  }

  async #ask(state: State, selection: Selection): Promise<void> {
    const { rule, at } = selection;
    this.#asked = rule;
    let found = this.#known.get(rule);
    if (found === undefined) {
      try {
        found = await about(grammarOf(state), rule);
      } catch {
        return;
      }
      if (grammarOf().source !== state.grammar) {
        return;
      }
      this.#known.set(rule, found);
    }
    if (this.#asked === rule) {
      this.#showMore(found, at);
    }
    if (found.readings.length === 0 && !this.#remarks.has(rule)) {
      const told = await this.busy(remarks(grammarOf(state), rule)).catch(() => []);
      if (grammarOf().source === state.grammar) {
        this.#remarks.set(rule, told);
        if (this.#asked === rule && told.length > 0) {
          this.#showMore(found, at);
        }
      }
    }
  }

  #showMore(found: About, at: Selection["at"]): void {
    const { production, text } = get();
    const { rule, section, readings, users } = found;
    const start = () => set({ production: rule, text: at === null ? text : text.slice(indexAt(text, at.start), indexAt(text, at.end)), pinned: null });
    const [remark] = this.#remarks.get(rule) ?? [];
    const [reading] = readings;
    const said = reading ? ([reading[1], reading[2]] as const) : remark;
    fill(
      this.#more,
      said !== undefined && h("p", { class: "mu prose" }, sentence(said[1].replace(/\.$/, "")), " ", sectionLink(said[0])),
      h("p", { class: "links" },
        said === undefined && section !== null && sectionLink(section),
        users.length > 0 && h("span", { class: "mu" }, words.dock.usedBy),
        ...users.slice(0, USERS).map((name) => h("button", { type: "button", class: "name", onclick: () => pin({ rule: name, at: null }) }, name)),
        h("span", { class: "gr" }),
        rule !== production && h("button", { type: "button", class: "btn", onclick: start }, words.dock.start(rule)),
        h("button", { type: "button", class: "btn", onclick: () => void saveTree("svg") }, words.picture.svg),
        h("button", { type: "button", class: "btn", onclick: () => void saveTree("png") }, words.picture.png),
      ),
    );
  }

  #showUrl(found: Inspection | null, text: string): void {
    this.#url.hidden = found === null;
    if (found === null) {
      return;
    }
    const [summary] = this.#url.children;
    const use = () => set({ text: found.normal });
    fill(
      this.#url,
      summary as HTMLElement,
      h("table", {},
        h("thead", {}, h("tr", {}, ...words.url.columns.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...found.components.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name), h("td", {}, h("code", {}, one.raw)), h("td", {}, h("code", {}, quoted(one.decoded)))))),
      ),
      found.client.length > 0 && h("p", {}, h("span", { class: "mu" }, words.url.sends), " ", ...found.client.flatMap((line) => [h("code", { class: "wire" }, quoted(line, 200)), " "])),
      ...found.refused.map((one) => h("p", { class: "bad" }, words.url.refuses(one.component, one.message))),
      ...found.advice.map((one) => h("p", {}, sentence(one.message.replace(/\.$/, "")), " ", sectionLink(one.section))),
      h("p", {}, h("span", { class: "mu" }, words.url.normal), " ",
        found.normal === text ? words.url.isNormal : h("button", { type: "button", class: "chip", onclick: use }, found.normal)),
    );
  }
}

/** Returns the names from the root to a node. */
function trail(nodes: TreeNode[], at: number): string {
  const names: string[] = [];
  let depth = (nodes[at]?.depth ?? 0) + 1;
  for (let index = at; index >= 0; index -= 1) {
    const node = nodes[index];
    if (node !== undefined && node.depth < depth) {
      names.unshift(node.rule);
      depth = node.depth;
    }
  }
  const shown = names.length > 6 ? [...names.slice(0, 2), "…", ...names.slice(-3)] : names;
  return shown.join(" › ");
}

customElements.define("tree-dock", TreeDock);
