// Links to the sections of RFC 1738.

import { h } from "../dom.ts";
import { words } from "../text/words.ts";

const RFC = "https://www.rfc-editor.org/rfc/rfc1738";

/** Returns a link to a section, or to the first of several: `2.2, 3.3`. */
export function sectionLink(section: string): HTMLElement {
  const number = /\d+(?:\.\d+)*/.exec(section)?.[0] ?? "";
  return h("a", { href: `${RFC}#section-${number}`, target: "_blank", rel: "noreferrer" }, words.section(section));
}
