// Writes a WebAssembly module as a JavaScript module that holds it, and takes the comments out of the
// JavaScript around it: `node inline.js MODULE FILE AROUND`.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [module, file, around] = process.argv.slice(2);
const octets = readFileSync(module);
const base64 = gzipSync(octets, { level: 9 }).toString("base64");
const head = `// Written by bindings/wasm/build: a WebAssembly module of ${octets.length} octets, as gzip in base64.`;
writeFileSync(file, `${head}\nexport default "${base64}";\n`);
writeFileSync(around, readFileSync(around, "utf8").replace(/^ *\/\*\*?[^]*?\*\/\n/gm, ""));
console.log(`javascript: ${file} has ${Math.ceil(base64.length / 1000)} kB`);
