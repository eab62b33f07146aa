// Three hints for the first visit.

import { fill, h } from "../dom.ts";
import { remember, remembered } from "../visit.ts";

const HINTS = [
  ["Hover", "a node of the tree, a rule of the grammar or a component. The same thing lights up everywhere."],
  ["Click", "to keep it lit, and Esc to release it. The tabs show it from other sides."],
  ["Type", "into the text or the grammar. The buttons under an error insert what could stand there."],
] as const;

export class PageHints extends HTMLElement {
  connectedCallback(): void {
    if (remembered("hints") === "dismissed") {
      this.remove();
      return;
    }
    const dismiss = () => {
      remember("hints", "dismissed");
      this.remove();
    };
    fill(
      this,
      h("ul", { "aria-label": "Hints" }, ...HINTS.map(([verb, rest]) =>
        h("li", {}, h("strong", {}, verb), ` ${rest}`))),
      h("button", { type: "button", class: "quiet", onclick: dismiss }, "Dismiss the hints"),
    );
  }
}

customElements.define("page-hints", PageHints);
