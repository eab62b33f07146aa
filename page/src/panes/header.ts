// The head of the page: grammars to begin with, files, links, light and dark.

import grammars from "virtual:grammars";
import { fill, h } from "../dom.ts";
import { opened, save } from "../files.ts";
import { LONGEST, packed, sharedOf } from "../link.ts";
import { Pane } from "../pane.ts";
import { get, set, type State } from "../store.ts";
import { sentence } from "../text/show.ts";
import { remember } from "../visit.ts";

export class PageHeader extends Pane {
  readonly #beginning = h("select", { "aria-label": "Grammar to begin with" });
  readonly #file = h("input", { type: "file", hidden: true, accept: ".json,.bnf,.abnf,.txt,.ebnf" });
  readonly #notice = h("div", { class: "notice", role: "alert" });
  readonly #theme = h("button", { type: "button", class: "quiet" });

  protected build(): void {
    fill(
      this.#beginning,
      h("option", { value: "" }, "Your own grammar"),
      ...grammars.map(({ id, title }) => h("option", { value: id }, title)),
    );
    this.#beginning.addEventListener("change", () => {
      const chosen = grammars.find((one) => one.id === this.#beginning.value);
      set(
        chosen === undefined
          ? { grammar: "", readings: false, production: "", text: "" }
          : { grammar: chosen.source, readings: chosen.readings, production: chosen.production, text: chosen.text },
      );
    });
    this.#file.addEventListener("change", () => void this.#open());
    this.#theme.addEventListener("click", () => {
      const isDark = scheme() === "dark";
      document.documentElement.dataset.theme = isDark ? "light" : "dark";
      remember("theme", isDark ? "light" : "dark");
      this.#showTheme();
    });
    this.#showTheme();
    fill(
      this,
      h("div", { class: "title" },
        h("h1", {}, "How a BNF works"),
        h("p", {}, "See what a grammar does with a text. Nothing you type leaves this machine."),
      ),
      h("div", { class: "actions" },
        this.#beginning,
        h("button", { type: "button", class: "quiet", onclick: () => this.#file.click() }, "Open"),
        h("button", { type: "button", class: "quiet", onclick: () => save("bnf.json", JSON.stringify(sharedOf(get()), null, 1)) }, "Save"),
        h("button", { type: "button", class: "primary", onclick: () => void this.#copy() }, "Copy link"),
        this.#theme,
        this.#file,
      ),
      this.#notice,
    );
  }

  #showTheme(): void {
    this.#theme.textContent = scheme() === "dark" ? "Light" : "Dark";
  }

  async #open(): Promise<void> {
    const file = this.#file.files?.[0];
    this.#file.value = "";
    if (file === undefined) {
      return;
    }
    try {
      set({ ...(await opened(file)), notice: { text: `${file.name} is open.`, isError: false } });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      set({ notice: { text: sentence(reason), isError: true } });
    }
  }

  async #copy(): Promise<void> {
    let fragment: string;
    try {
      fragment = await packed(sharedOf(get()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      set({ notice: { text: `${sentence(reason)} Save a file instead, and open it with Open.`, isError: true } });
      return;
    }
    const address = `${location.href.split("#")[0]}#${fragment}`;
    if (address.length > LONGEST) {
      const text = `The link would have ${address.length.toLocaleString("en")} characters, more than programs pass on. Save a file instead, and open it with Open.`;
      set({ notice: { text, isError: true } });
      return;
    }
    history.replaceState(history.state, "", `#${fragment}`);
    try {
      await navigator.clipboard.writeText(address);
      set({ notice: { text: "The link is copied. It holds the grammar, the production, the text and the view.", isError: false } });
    } catch {
      set({ notice: { text: "The link is in the address bar; the browser does not let the page copy it.", isError: false } });
    }
  }

  protected changed(now: State, before: State): void {
    const chosen = grammars.find(({ source, readings }) => source === now.grammar && readings === now.readings);
    this.#beginning.value = chosen?.id ?? "";
    if (now === before || now.notice !== before.notice) {
      const { notice } = now;
      this.#notice.className = `notice${notice === null ? "" : notice.isError ? " failure" : " shown"}`;
      const close = () => set({ notice: null });
      fill(
        this.#notice,
        notice?.text ?? null,
        notice !== null && h("button", { type: "button", class: "quiet", "aria-label": "Close the message", onclick: close }, "✕"),
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

customElements.define("page-header", PageHeader);
