// The tutorial, chapter by chapter, with blocks to try and tasks that the page checks.

import chapters from "virtual:tutorial";
import grammars from "virtual:grammars";
import { fill, h } from "../../dom.ts";
import { TabPane } from "../../pane.ts";
import { get, set, type State } from "../../store.ts";
import type { ComparePane } from "../compare/compare-pane.ts";
import type { ExamplesPane } from "../examples/examples-pane.ts";
import type { Block, Words } from "./chapter.ts";
import { trial, type Source } from "./command.ts";
import { TASKS } from "./tasks.ts";

export class TutorialPane extends TabPane {
  readonly view = "Tutorial";
  readonly #list = h("ol", { class: "chapters" });
  readonly #page = h("article", { class: "chapter" });
  readonly #tasks = h("section", { class: "tasks", "aria-label": "Tasks" });
  readonly #done = new Set<string>();
  #chapter = 0;

  protected build(): void {
    fill(
      this,
      h("p", { class: "caption" }, "The commands are those of the program rfc1738. Try it shows the same on this page."),
      h("nav", { "aria-label": "Chapters" }, this.#list),
      this.#page,
      this.#tasks,
    );
    this.#show();
  }

  protected concerns(): boolean {
    return false;
  }

  protected show(): void {}

  protected override changed(now: State, before: State): void {
    super.changed(now, before);
    const tasks = TASKS[this.#chapter] ?? [];
    const solved = tasks.filter((task) => !this.#done.has(task.text) && task.isDone(now));
    if (solved.length > 0) {
      solved.forEach((task) => this.#done.add(task.text));
      this.#showTasks();
    }
  }

  #show(): void {
    const chapter = chapters[this.#chapter];
    const go = (to: number) => () => {
      this.#chapter = to;
      this.#show();
      this.scrollIntoView({ block: "start" });
    };
    fill(
      this.#list,
      ...chapters.map(({ title }, index) =>
        h("li", {},
          h("button", {
            type: "button",
            class: "chip",
            "aria-current": index === this.#chapter ? "page" : null,
            onclick: go(index),
          }, title))),
    );
    fill(
      this.#page,
      h("h2", {}, `${this.#chapter + 1}. ${chapter?.title ?? ""}`),
      ...(chapter?.blocks ?? []).map(element),
    );
    this.#showTasks();
  }

  #showTasks(): void {
    const tasks = TASKS[this.#chapter] ?? [];
    fill(
      this.#tasks,
      h("h3", {}, "Tasks"),
      h("ul", {}, ...tasks.map((task) => {
        const isDone = this.#done.has(task.text);
        return h("li", { class: isDone ? "met" : "" },
          h("span", { class: "sign", "aria-hidden": "true" }, isDone ? "✓" : "○"),
          task.text,
          isDone && h("strong", {}, " Done."),
        );
      })),
    );
  }
}

function runs(words: Words): (Node | string)[] {
  return words.map(({ kind, text }) =>
    kind === "code" ? h("code", {}, text) : kind === "emphasis" ? h("em", {}, text) : text);
}

function element(block: Block): HTMLElement {
  switch (block.kind) {
    case "heading":
      return h(block.level <= 2 ? "h3" : "h4", {}, ...runs(block.words));
    case "paragraph":
      return h("p", {}, ...runs(block.words));
    case "list": {
      const items = block.items.map((item) => h("li", {}, ...runs(item)));
      return block.isOrdered ? h("ol", {}, ...items) : h("ul", {}, ...items);
    }
    case "table": {
      const [head = [], ...rows] = block.rows;
      return h("table", {},
        h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", { scope: "col" }, ...runs(cell))))),
        h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...runs(cell)))))),
      );
    }
    case "answer":
      return h("details", {}, h("summary", {}, "Answer"), ...block.blocks.map(element));
    case "code":
      return code(block.language, block.text);
  }
}

function code(language: string, text: string): HTMLElement {
  const shown = h("pre", { tabindex: 0, class: language }, h("code", {}, text));
  const found = language === "console" ? trial(text) : null;
  const grammar = found && preset(found.grammar);
  if (!found || !grammar) {
    return shown;
  }
  const other = found.other && preset(found.other);
  const run = () => {
    const isOther = grammar.source !== get().grammar;
    set({
      grammar: grammar.source,
      readings: grammar.readings,
      production: found.production ?? grammar.production,
      text: found.text ?? (isOther ? grammar.text : get().text),
      view: found.view,
      ...(other && { other: other.source, otherReadings: other.readings }),
    });
    if (found.makes !== null) {
      document.querySelector<ExamplesPane>("examples-pane")?.make(found.makes);
    }
    if (other) {
      document.querySelector<ComparePane>("compare-pane")?.compare();
    }
  };
  return h("div", { class: "try" },
    shown,
    h("button", { type: "button", class: "fix", onclick: run }, "Try it"),
  );
}

/** Returns the grammar that a command names; `undefined` if the page does not have it. */
function preset(source: Source): (typeof grammars)[number] | undefined {
  if (source === null) {
    return grammars[0];
  }
  if ("typed" in source) {
    return { id: "", title: "", source: source.typed, readings: false, production: "", text: "" };
  }
  const id = source.file.replace(/^.*\//, "").replace(/\..*$/, "");
  return grammars.find((one) => one.id === id);
}

customElements.define("tutorial-pane", TutorialPane);
