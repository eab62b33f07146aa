import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  // Times are measured when nothing else runs.
  projects: [
    { name: "page", testIgnore: "times.spec.ts" },
    { name: "times", testMatch: "times.spec.ts", dependencies: ["page"], fullyParallel: false },
  ],
  timeout: 60_000,
  // A busy machine is slow. A test that fails waits longer, and no other one.
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  globalSetup: "./tests/server.ts",
  use: {
    baseURL: "http://127.0.0.1:8018/",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--process-per-site"],
    },
  },
});
