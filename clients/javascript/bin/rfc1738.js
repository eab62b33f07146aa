#!/usr/bin/env node
// Runs the command, which is in a package of its own for each platform.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const name = `@rfc1738/command-${process.platform}-${process.arch}`;
let folder;
try {
  folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
} catch {
  console.error(
    `rfc1738: the command is not installed: there is no package ${name}; ` +
      "install it, or the command (https://github.com/rfc1738/rfc1738/releases)",
  );
  process.exit(69);
}
const program = join(folder, process.platform === "win32" ? "rfc1738.exe" : "rfc1738");
const run = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (run.error) {
  console.error(`rfc1738: ${program} does not run: ${run.error.message}`);
  process.exit(70);
}
if (run.signal) process.kill(process.pid, run.signal);
process.exit(run.status);
