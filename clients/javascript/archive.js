import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** Packs a folder as npm does, into another folder, and returns the path of the archive. */
export function packed(folder, destination) {
  mkdirSync(destination, { recursive: true });
  const words = ["pack", "--silent", "--ignore-scripts", "--pack-destination", resolve(destination)];
  const name = execFileSync("npm", words, { cwd: folder, encoding: "utf8" }).trim();
  return join(destination, name);
}
