// The package as npm publishes it, installed into an empty folder without a network.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";

export const root = new URL("..", import.meta.url).pathname;

/**
 * Returns a folder below this one, so that programs in it find the tools of node_modules, and a function that runs a
 * program there. The package is in its own node_modules, unpacked from its archive.
 */
export function installed() {
  const folder = mkdtempSync(join(root, "tests", "installed-"));
  after(() => rmSync(folder, { recursive: true }));
  // Vite sets NODE_ENV, for what runs after it in this process too.
  const env = { ...process.env, NODE_ENV: "test" };
  const options = { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 26 };
  const run = (program, ...words) => execFileSync(program, words, options);
  const archive = run("node", join(root, "pack"), folder).trim();
  const unpacked = join(folder, "node_modules", "rfc1738");
  mkdirSync(unpacked, { recursive: true });
  run("tar", "-xzf", archive, "-C", unpacked, "--strip-components", "1");
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  return { folder, archive, unpacked, run };
}
