// Measures the functions of a WebAssembly module in node, one turn of each at a time.
//
// The argument is the module's file. Every line of standard input and output is JSON:
// - The first input is {"functions": ["is_valid"], "urls": ["http://host.dom/"]}.
//   The output is the number of URLs, once node has optimized the functions.
// - Every further input, of any text, asks for a turn.
//   The output is the nanoseconds per URL of each function: [173.8].

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// The duration of one turn, in microseconds.
const TURN = 2e3;

// node compiles a function with optimization only after it has run for a while.
const WARM_UP = 3e5;

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const module = instance.exports;

// Returns the CPU time of this process in microseconds, so that the turns of other programs do not count.
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

// Writes the URLs into the memory of the module.
function load(urls) {
  const text = new TextEncoder().encode(urls.join('\n'));
  const address = module.room(text.length);
  new Uint8Array(module.memory.buffer).set(text, address);
  if (module.split() !== urls.length) throw new Error('the URLs did not arrive');
}

// Runs a function on all URLs, and checks that it accepts them.
function pass(name, count) {
  const accepted = module[name]();
  if (accepted !== count) throw new Error(`${name} accepts ${accepted} of ${count} URLs`);
}

// Returns the number of runs in a turn.
function warmUp(name, count) {
  const start = cpuTime();
  let runs = 0;
  while (cpuTime() - start < WARM_UP) {
    pass(name, count);
    runs += 1;
  }
  return Math.max(1, Math.round((runs * TURN) / WARM_UP));
}

// Returns the nanoseconds per URL.
function time(name, runs, count) {
  const start = cpuTime();
  for (let run = 0; run < runs; run += 1) pass(name, count);
  return (1000 * (cpuTime() - start)) / (runs * count);
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { functions, urls } = JSON.parse((await lines.next()).value);
load(urls);
const runs = functions.map((name) => warmUp(name, urls.length));
console.log(JSON.stringify(urls.length));
for await (const _ of lines) {
  const times = functions.map((name, place) => time(name, runs[place], urls.length));
  console.log(JSON.stringify(times));
}
