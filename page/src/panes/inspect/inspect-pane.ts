// All about one URL: its components, what a client does with it, advice, its normal form.

import { fill, h } from "../../dom.ts";
import { inspect } from "../../engine/questions.ts";
import type { Inspection } from "../../engine/types.ts";
import { TabPane } from "../../pane.ts";
import { get, grammarOf, hover, set, type State } from "../../store.ts";
import { quoted } from "../../text/show.ts";

export class InspectPane extends TabPane {
  readonly view = "Inspect";
  readonly #body = h("div");

  protected build(): void {
    fill(
      this,
      h("p", { class: "caption" }, "What the prose of RFC 1738 says about the text as a URL, whatever the grammar on the page."),
      this.#body,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return now.text !== before.text;
  }

  protected show({ text }: State): void {
    this.answer(
      inspect(grammarOf(), text),
      "the parts of the URL",
      (found) => {
        if (get().text !== text) {
          return;
        }
        if ("error" in found) {
          const { error } = found;
          fill(
            this.#body,
            h("p", { class: "failure" }, `${quoted(text, 40)} is not a URL of RFC 1738: it is wrong at ${error.offset}, where ${error.expected.join(", ")} could stand.`),
            ...error.notes.map((note) =>
              h("p", { class: "prose" }, h("span", { class: "section" }, `Section ${note.section}`), `${note.message}.`)),
          );
        } else {
          fill(this.#body, ...sections(found, text));
        }
      },
      (reason) => fill(this.#body, h("p", { class: "failure" }, reason)),
    );
  }
}

function sections(found: Inspection, text: string): HTMLElement[] {
  const component = ({ name, start, end, raw, decoded }: Inspection["components"][number]) => {
    const row = h("tr", { tabindex: 0 },
      h("th", { scope: "row" }, name),
      h("td", {}, h("code", {}, quoted(raw))),
      h("td", {}, raw === decoded ? h("span", { class: "note" }, "the same") : h("code", {}, quoted(decoded))),
    );
    const light = () => hover({ rule: name, at: { start, end } });
    row.addEventListener("pointerenter", light);
    row.addEventListener("focus", light);
    row.addEventListener("pointerleave", () => hover(null));
    row.addEventListener("blur", () => hover(null));
    return row;
  };
  const out: HTMLElement[] = [
    h("p", { class: "count" }, `Scheme ${found.scheme}${found.port === null ? "" : `, port ${found.port}`}.`),
    h("table", {},
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, "Component"),
        h("th", { scope: "col" }, "As written"),
        h("th", { scope: "col" }, "Decoded"),
      )),
      h("tbody", {}, ...found.components.map(component)),
    ),
  ];
  if (found.client.length > 0) {
    out.push(
      h("h3", {}, "A client sends"),
      h("ol", { class: "wire" }, ...found.client.map((line) => h("li", {}, h("code", {}, quoted(line, 200))))),
    );
  }
  for (const one of found.refused) {
    out.push(h("p", { class: "failure" }, `A client refuses to send the ${one.component}: ${one.message}.`));
  }
  out.push(h("h3", {}, "Advice"));
  out.push(
    found.advice.length === 0
      ? h("p", { class: "note" }, "None: nothing about this URL is likely to surprise.")
      : h("ul", {}, ...found.advice.map((one) =>
          h("li", {}, h("span", { class: "section" }, `Section ${one.section}`), one.message))),
  );
  out.push(h("h3", {}, "Normal form"));
  const use = () => set({ text: found.normal });
  out.push(
    found.normal === text
      ? h("p", { class: "note" }, "The text is its own normal form.")
      : h("p", {}, h("button", { type: "button", class: "sample", onclick: use }, quoted(found.normal))),
  );
  return out;
}

customElements.define("inspect-pane", InspectPane);
