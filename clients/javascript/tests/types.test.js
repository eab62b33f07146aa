import { execFileSync } from "node:child_process";
import { test } from "node:test";

test("a strict TypeScript program has the types of all entries", () => {
  const root = new URL("..", import.meta.url).pathname;
  execFileSync("node_modules/.bin/tsc", ["--project", "tests/types"], { cwd: root, stdio: "inherit" });
});
