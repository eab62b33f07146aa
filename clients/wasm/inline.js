// Writes a WebAssembly module as a JavaScript module that holds it, and takes out of the JavaScript around it
// the comments and the functions that fetch a module: `node inline.js MODULE FILE AROUND`.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

// It needs a tenth less than zlib. The tools are those of the npm package.
const { deflateAsync } = createRequire(new URL("../javascript/", import.meta.url))("@gfx/zopfli");

const [module, file, around] = process.argv.slice(2);
const octets = readFileSync(module);
const base64 = Buffer.from(await deflateAsync(octets, {})).toString("base64");
const head = `// Written by clients/wasm/build: a WebAssembly module of ${octets.length} octets, as deflate in base64.`;
writeFileSync(file, `${head}\nexport default [${octets.length}, "${base64}"];\n`);
writeFileSync(file.replace(/js$/, "d.ts"), "declare const packed: readonly [size: number, base64: string];\nexport default packed;\n");
const parts = [
  [/^ *\/\*\*?[^]*?\*\/\n/gm, ""],
  [/^let __wbg_init_promise;\n/m, ""],
  [/^async function __wbg_\w+\([^]*?^}\n+/gm, ""],
  ["export { initSync, __wbg_init as default };", "export { initSync };"],
];
let script = readFileSync(around, "utf8");
for (const [part, replacement] of parts) {
  const without = script.replace(part, replacement);
  if (without === script) throw new Error(`${around} has no ${part}: has wasm-bindgen changed?`);
  script = without;
}
writeFileSync(around, script);
console.log(`javascript: ${file} has ${Math.ceil(base64.length / 1000)} kB`);
