// The programs in the documents. tests/elsewhere.test.js runs those for other programs than node.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { blocks } from "./documents.js";

// Inside of the package, so that `rfc1738` is its name.
const folder = mkdtempSync(new URL("document-", import.meta.url).pathname);
after(() => rmSync(folder, { recursive: true }));
let files = 0;

for (const document of ["docs/javascript.md", "clients/javascript/README.md", "README.md"]) {
  for (const [place, program] of blocks(document, "js")) {
    test(`the program at ${place} runs`, () => {
      const file = `${folder}/${files++}.js`;
      writeFileSync(file, `import assert from "node:assert/strict";\n${program}`);
      return import(file);
    });
  }
}
