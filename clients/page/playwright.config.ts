import { defineConfig } from "@playwright/test";

/** Debian's Firefox, over WebDriver BiDi. It takes three times as long, so it runs where its path is given. */
const firefox = process.env.FIREFOX;

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  // Times are measured when nothing else runs.
  projects: [
    { name: "page", testIgnore: "times.spec.ts" },
    { name: "times", testMatch: "times.spec.ts", dependencies: ["page"], fullyParallel: false },
    ...(firefox === undefined
      ? []
      : [{
          name: "firefox",
          // Pictures and times are those of Chromium.
          testIgnore: /(?:times|pictures|server)\.spec\.ts/,
          use: { browserName: "firefox" as const, channel: "moz-firefox", launchOptions: { executablePath: firefox, args: [] } },
        }]),
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
