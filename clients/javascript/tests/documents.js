import { readFileSync } from "node:fs";

/** The root of the repository. */
export const root = new URL("../../../", import.meta.url).pathname;

/** The programs in a document, each with its place: those whose fence names the language. */
export function* blocks(document, language) {
  const text = readFileSync(root + document, "utf8");
  for (const fence of text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"))) {
    yield [`${document}:${text.slice(0, fence.index).split("\n").length}`, fence[1]];
  }
}
