// Measures how long `rfc1738 lsp` takes to answer about a grammar, in milliseconds.
//
//   cargo build --release --package rfc1738-cli --features lsp
//   node clients/editors/latency.mjs crates/rfcbnf/library/rfc3501.abnf [the command, target/release/rfc1738 without it]
//
// The document is changed before each request, so that each is about a text that was never read. Behind the
// change, the server answers when it has read the text. The last row is the time from a change to the
// complete diagnostics.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const [grammar, command = `${top}target/release/rfc1738`] = process.argv.slice(2);
const rounds = 40;
const text = readFileSync(grammar, "utf8");
const uri = pathToFileURL(resolve(grammar)).href;
const server = spawn(command, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });

let received = Buffer.alloc(0);
let waiting = [];
server.stdout.on("data", (data) => {
  received = Buffer.concat([received, data]);
  for (;;) {
    const end = received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/\d+/.exec(received.subarray(0, end).toString())[0]);
    if (received.length < end + 4 + length) return;
    const message = JSON.parse(received.subarray(end + 4, end + 4 + length).toString());
    received = received.subarray(end + 4 + length);
    waiting = waiting.filter(([isMeant, resolve]) => !(isMeant(message) && (resolve(message), true)));
  }
});

const heard = (isMeant) => new Promise((resolve) => waiting.push([isMeant, resolve]));
function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
let last = 0;
function ask(method, params) {
  last += 1;
  const id = last;
  const answer = heard((message) => message.id === id);
  send({ id, method, params });
  return answer;
}
let version = 1;
// Types a letter into a comment behind the text.
function type() {
  version += 1;
  const end = { line: 1_000_000, character: 0 };
  const changes = [{ range: { start: end, end }, text: version === 2 ? "\n; a" : "a" }];
  const params = { textDocument: { uri, version }, contentChanges: changes };
  send({ method: "textDocument/didChange", params });
  return version;
}

const capabilities = { textDocument: { hover: { contentFormat: ["markdown"] } } };
await ask("initialize", { capabilities });
send({ method: "initialized", params: {} });
const document = { uri, languageId: "abnf", version, text };
send({ method: "textDocument/didOpen", params: { textDocument: document } });

// The names of the file, in the middle of which requests ask.
const lines = text.split("\n");
const places = lines.flatMap((line, number) => {
  const found = /^[ \t]*<?([A-Za-z][-A-Za-z0-9]*)>?\s*(=|::=)/.exec(line);
  return found ? [{ line: number, character: found[0].indexOf(found[1]) + 1 }] : [];
});
const rows = [];
function row(what, times) {
  times.sort((one, other) => one - other);
  rows.push({
    what,
    median: times[Math.floor(times.length / 2)].toFixed(1),
    greatest: times[times.length - 1].toFixed(1),
  });
}
async function measured(what, run) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const place = places[(round * 7) % places.length];
    const begin = performance.now();
    await run(place);
    times.push(performance.now() - begin);
  }
  row(what, times);
}
const textDocument = { uri };
const context = { includeDeclaration: true, triggerKind: 1 };
const about = (position) => ({ textDocument, position, context, newName: "another" });

await measured("change to the first diagnostics", async () => {
  const typed = type();
  await heard((message) => message.params?.version === typed);
});
for (const method of ["hover", "definition", "references", "rename", "completion", "documentSymbol"]) {
  await measured(`change and ${method}`, async (place) => {
    type();
    await ask(`textDocument/${method}`, about(place));
  });
}
const hovers = [];
for (const place of places) {
  const begin = performance.now();
  await ask("textDocument/hover", about(place));
  hovers.push(performance.now() - begin);
}
row(`hover on each of ${places.length} productions`, hovers);
const complete = [];
for (let round = 0; round < 5; round += 1) {
  type();
  const zero = { line: 0, character: 0 };
  const only = { diagnostics: [], only: ["source.fixAll"] };
  const begin = performance.now();
  await ask("textDocument/codeAction", { textDocument, range: { start: zero, end: zero }, context: only });
  complete.push(performance.now() - begin);
}
row("change to the complete diagnostics", complete);
console.table(rows);
send({ id: "end", method: "shutdown" });
send({ method: "exit" });
