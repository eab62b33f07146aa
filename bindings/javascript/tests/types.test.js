import { execFileSync } from "node:child_process";
import { test } from "node:test";

test("a strict program in TypeScript has the types of all entries", () => {
  const root = new URL("..", import.meta.url).pathname;
  execFileSync("node_modules/.bin/tsc", ["--project", "tests/types"], { cwd: root, stdio: "inherit" });
});
