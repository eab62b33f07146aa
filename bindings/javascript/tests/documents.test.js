// The programs in the documents.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import typescript from "typescript";

const root = new URL("../../../", import.meta.url).pathname;
// Inside of the package, so that `rfc1738` is its name.
const folder = mkdtempSync(new URL("document-", import.meta.url).pathname);
after(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Runs a program, and returns what it exports. */
function run(program) {
  const file = `${folder}/${files++}.js`;
  writeFileSync(file, `import assert from "node:assert/strict";\n${program}`);
  return import(file);
}

function* blocks(document, language) {
  const text = readFileSync(root + document, "utf8");
  for (const fence of text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"))) {
    yield [`${document}:${text.slice(0, fence.index).split("\n").length}`, fence[1]];
  }
}

for (const document of ["docs/javascript.md", "bindings/javascript/README.md", "README.md"]) {
  for (const [place, program] of blocks(document, "js")) test(`the program at ${place} runs`, () => run(program));
}

test("the input of React shows the error and the fix, in thirty lines", async () => {
  const [[, program]] = [...blocks("docs/javascript.md", "jsx")];
  assert.ok(program.trimEnd().split("\n").length <= 30);
  const { outputText } = typescript.transpileModule(program, {
    compilerOptions: { jsx: typescript.JsxEmit.ReactJSX, module: "esnext", target: "es2022" },
  });
  const { UrlInput } = await run(outputText);
  const markup = renderToStaticMarkup(createElement(UrlInput, { initial: "http://me@host.dom/" }));
  assert.match(markup, /aria-invalid="true"/);
  assert.match(markup, /http:\/\/me<mark>@<\/mark>host.dom\//);
  assert.match(markup, /<button>http:\/\/host.dom\/<\/button>/);
  assert.doesNotMatch(renderToStaticMarkup(createElement(UrlInput, { initial: "http://h/" })), /<output>/);
});
