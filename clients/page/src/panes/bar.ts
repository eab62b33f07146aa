// The bar: the grammar and its production, the link, the lecture, light and dark, and what is needed rarely.

import grammars from "virtual:grammars";
import { fill, h } from "../dom.ts";
import { icon } from "../drawing/icons.ts";
import { opened, save } from "../files.ts";
import { LONGEST, packed, workOf } from "../link.ts";
import { explain } from "../checking.ts";
import { Unavailable } from "../engine/lane.ts";
import { Pane } from "../pane.ts";
import { complete, isWithout } from "../presets.ts";
import { get, set, type State } from "../store.ts";
import { sentence } from "../text/show.ts";
import { words } from "../text/words.ts";
import { redo, undo } from "../undo.ts";
import { remember } from "../visit.ts";
import { history, load, presetOf, titleOf } from "../work.ts";

const GROUPS = ["start", "rfcs", "more"] as const;

export class PageBar extends Pane {
  readonly #grammar = h("select", { "aria-label": words.bar.grammar, id: "gram" });
  readonly #production = h("select", { "aria-label": words.bar.production, id: "prod" });
  readonly #file = h("input", { type: "file", hidden: true, accept: ".json,.bnf,.abnf,.txt,.ebnf,.g4,.peg,.pest" });
  readonly #notice = h("div", { class: "notice", role: "alert" });
  readonly #theme = h("button", { type: "button", class: "btn ico theme" }, icon("moon"));
  readonly #menu = h("dialog", { class: "menu", "aria-label": words.bar.more });
  /** The productions that the list holds. */
  #listed = "";

  protected build(): void {
    this.#grammar.addEventListener("change", () => void this.#choose());
    this.#grammar.addEventListener("pointerdown", () => this.#fillGrammars(get()));
    this.#grammar.addEventListener("focus", () => this.#fillGrammars(get()));
    this.#production.addEventListener("change", () => set({ production: this.#production.value, derivation: 0, step: 0 }));
    this.#file.addEventListener("change", () => void this.#open());
    this.#theme.addEventListener("click", () => this.#switch());
    this.#nameTheme();
    this.#fillMenu();
    const labelled = (name: Parameters<typeof icon>[0], label: string, title: string, act: () => void, kind = "") =>
      h("button", { type: "button", class: `btn ${kind}`, title, onclick: act }, icon(name), h("span", {}, label));
    fill(
      this,
      h("button", { type: "button", class: "btn ico ph", "aria-label": words.bar.openGrammar, "aria-haspopup": "dialog", onclick: () => set({ isSheet: true }) }, icon("pane")),
      h("h1", {}, words.bar.title),
      this.#grammar,
      h("span", { class: "sl", "aria-hidden": "true" }, words.bar.startsWith),
      this.#production,
      h("span", { class: "tag" }, words.bar.tag),
      labelled("share", words.bar.share, words.bar.shareTitle, () => void this.#share(), "ln"),
      labelled("lecture", words.bar.lecture, words.bar.lectureTitle, () => set({ isLecture: true }), "lec"),
      this.#theme,
      h("button", { type: "button", class: "btn ico", "aria-label": words.bar.more, title: words.bar.more, "aria-haspopup": "dialog", onclick: () => this.#menu.showModal() }, icon("more")),
      this.#menu,
      this.#file,
    );
    // It has a row of its own, so that it covers nothing.
    document.body.append(this.#notice);
  }

  #switch(): void {
    const theme = scheme() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    remember("theme", theme);
    this.#nameTheme();
  }

  #nameTheme(): void {
    const name = scheme() === "dark" ? words.bar.light : words.bar.dark;
    this.#theme.setAttribute("aria-label", name);
    this.#theme.title = name;
  }

  #fillMenu(): void {
    const close = () => this.#menu.close();
    const item = (label: string, act: () => void, key = "") =>
      h("button", { type: "button", class: "btn", onclick: () => { close(); act(); } }, h("span", {}, label), key === "" ? null : h("kbd", {}, key));
    const link = (label: string, address: string) => h("a", { href: address, target: "_blank", rel: "noreferrer" }, label);
    this.#menu.addEventListener("click", (event) => event.target === this.#menu && close());
    const mod = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl ";
    fill(
      this.#menu,
      item(words.bar.undo, undo, `${mod}Z`),
      item(words.bar.redo, redo, `${mod}Y`),
      item(words.bar.lecture, () => set({ isLecture: true })),
      item(words.bar.theme, () => this.#switch()),
      item(words.bar.open, () => this.#file.click()),
      item(words.bar.save, () => save("bnf.json", JSON.stringify(workOf(get()), null, 1))),
      item(words.bar.print, () => window.print()),
      item(words.bar.write, () => set({ side: "exercise", mode: "write", task: Math.max(0, get().task) })),
      item(words.bar.grade, () => set({ side: "exercise", mode: "grade" })),
      h("p", { class: "mu" }, words.bar.private),
      h("p", { class: "mu" }, words.bar.octets),
      h("p", { class: "mu" }, words.bar.keys),
      h("p", { class: "menu-links" },
        link(words.bar.rfc, "https://www.rfc-editor.org/rfc/rfc1738"),
        link(words.bar.abnf, "https://www.rfc-editor.org/rfc/rfc5234"),
        link(words.bar.source, words.bar.sourceAddress),
        link(words.bar.help, `${words.bar.sourceAddress}/blob/main/clients/page/README.md`)),
      item(words.bar.close, () => {}),
    );
  }

  #fillGrammars(state: State): void {
    const chosen = presetOf(state);
    const kept = history();
    const options = GROUPS.map((group) =>
      h("optgroup", { label: words.bar.groups[group] }, ...grammars.filter((one) => one.group === group).map(({ id, title }) => h("option", { value: id }, title))));
    const own = kept.map((one, index) => h("option", { value: `kept ${index}`, selected: one.grammar === state.grammar }, one.title));
    const isKept = kept.some((one) => one.grammar === state.grammar);
    fill(
      this.#grammar,
      ...options,
      own.length > 0 && h("optgroup", { label: words.bar.recent }, ...own),
      chosen === undefined && !isKept && h("option", { value: "current" }, titleOf(state)),
      h("option", { value: "new" }, words.bar.newGrammar),
    );
    this.#grammar.value = chosen?.id ?? (isKept ? `kept ${kept.findIndex((one) => one.grammar === state.grammar)}` : "current");
  }

  async #choose(): Promise<void> {
    const { value } = this.#grammar;
    if (isWithout(value)) {
      try {
        await complete();
      } catch {
        explain(new Unavailable(words.checking.noFile), "");
        return;
      }
    }
    const chosen = grammars.find((one) => one.id === value);
    const kept = value.startsWith("kept ") ? history()[Number(value.slice(5))] : undefined;
    if (chosen?.source != null) {
      load({ grammar: chosen.source, readings: chosen.readings, production: chosen.production, text: chosen.text });
    } else if (kept !== undefined) {
      load(kept);
    } else if (value === "new") {
      load({ grammar: "", readings: false, production: "", text: "" });
      set({ side: "grammar", isSheet: matchMedia("(max-width: 820px)").matches });
      document.querySelector<HTMLElement>("grammar-pane .cm-content")?.focus();
    }
  }

  async #open(): Promise<void> {
    const file = this.#file.files?.[0];
    this.#file.value = "";
    if (file === undefined) {
      return;
    }
    try {
      const work = await opened(file);
      load({ ...get(), notation: "", production: "", text: "", ...work, examples: work.examples ?? [] });
      set({ ...work, notice: { text: words.file.isOpen(file.name), isError: false } });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      set({ notice: { text: sentence(reason), isError: true } });
    }
  }

  async #share(): Promise<void> {
    let fragment: string;
    try {
      fragment = await packed(workOf(get()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      set({ notice: { text: `${sentence(reason)} ${words.share.saveInstead}`, isError: true } });
      return;
    }
    const address = `${location.href.split("#")[0]}#${fragment}`;
    if (address.length > LONGEST) {
      set({ notice: { text: `${words.share.tooLong(address.length)} ${words.share.saveInstead}`, isError: true } });
      return;
    }
    window.history.replaceState(window.history.state, "", `#${fragment}`);
    try {
      await navigator.clipboard.writeText(address);
      set({ notice: { text: words.share.copied, isError: false } });
    } catch {
      set({ notice: { text: words.share.inBar, isError: false } });
    }
  }

  #fillProductions({ outline, grammar }: State): void {
    const productions = outline?.productions ?? [];
    // Most keys in the grammar leave the names as they are, and there may be thousands.
    const listed = JSON.stringify(productions.map(({ name, heading }) => [name, heading]));
    if (listed === this.#listed) {
      return;
    }
    this.#listed = listed;
    const groups = new Map<string, string[]>();
    for (const { name, heading } of productions) {
      const key = heading ?? "";
      const names = groups.get(key);
      if (names === undefined) {
        groups.set(key, [name]);
      } else {
        names.push(name);
      }
    }
    const option = (name: string) => h("option", { value: name }, name);
    const children = [...groups].flatMap<HTMLElement>(([heading, names]) =>
      heading === "" || groups.size > 60 || grammar === ""
        ? names.map(option)
        : [h("optgroup", { label: heading.slice(0, 60) }, ...names.map(option))],
    );
    fill(this.#production, ...children);
  }

  protected changed(now: State, before: State): void {
    if (now === before || now.grammar !== before.grammar || now.readings !== before.readings) {
      this.#fillGrammars(now);
    }
    if (now === before || now.outline !== before.outline) {
      this.#fillProductions(now);
    }
    if (this.#production.value !== now.production) {
      this.#production.value = now.production;
    }
    if (now === before || now.notice !== before.notice) {
      const { notice } = now;
      this.#notice.className = `notice${notice === null ? "" : notice.isError ? " failure" : " shown"}`;
      const close = () => {
        set({ notice: null });
        document.querySelector<HTMLElement>("#text")?.focus();
      };
      fill(
        this.#notice,
        notice === null ? null : h("span", {}, notice.text),
        notice !== null && h("button", { type: "button", class: "btn ico", "aria-label": words.bar.closeMessage, onclick: close }, "×"),
      );
    }
  }
}

function scheme(): "light" | "dark" {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") {
    return chosen;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

customElements.define("page-bar", PageBar);
