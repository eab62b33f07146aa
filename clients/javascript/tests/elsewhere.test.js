// The archive in other runtimes, bundlers, test runners and in a browser. What a machine lacks is skipped, and named.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { installed, root } from "./installed.js";
import { blocks } from "./documents.js";

const { folder, run } = installed();
const tool = (name) => join(root, "node_modules", ".bin", name);
const write = (name, text) => writeFileSync(join(folder, name), text);

const PROGRAM = `import { isValid, parse, check } from "rfc1738";
import { Grammar } from "rfc1738/grammar";
const answers = [isValid("http://host.dom/"), parse("ftp://h/a%20b").segments[0].text, check("http://h/𝒳").end];
export const shown = JSON.stringify([...answers, Grammar.fromRfc(3986).isValid("a:b")]);
console.log(shown);
`;
const SHOWN = '[true,"a b",11,true]\n';
write("program.mjs", PROGRAM);

const runs = (program) => {
  const { status } = spawnSync(program, ["--version"]);
  return status === 0 ? false : `${program} does not run here`;
};

test("node runs the archive, in workers and from CommonJS, too", () => {
  assert.equal(run("node", "program.mjs"), SHOWN);
  write("worker.mjs", 'import { Worker } from "node:worker_threads";\nnew Worker(new URL("program.mjs", import.meta.url));\n');
  assert.equal(run("node", "worker.mjs"), SHOWN);
  write("program.cjs", 'import("rfc1738").then(({ isValid }) => console.log(isValid("http://h/")));\n');
  assert.equal(run("node", "program.cjs"), "true\n");
});

const requires = process.features.require_module ? false : "this node cannot `require` ES modules";
test("node requires the archive from CommonJS", { skip: requires }, () => {
  write("required.cjs", 'console.log(require("rfc1738").isValid("http://h/"));\n');
  assert.equal(run("node", "--no-warnings", "required.cjs"), "true\n");
});

test("deno runs the archive and knows its types", { skip: runs(tool("deno")) }, () => {
  assert.equal(run(tool("deno"), "run", "--no-remote", "--allow-read", "program.mjs"), SHOWN);
  write("typed.ts", 'import { parse } from "rfc1738";\nconst host: number = parse("http://h/").host;\n');
  assert.throws(() => run(tool("deno"), "check", "--no-remote", "typed.ts"), /Type 'string \| null' is not assignable to type 'number'/);
});

test("bun runs a program with the archive", { skip: runs(tool("bun")) }, () => {
  assert.equal(run(tool("bun"), "run", "program.mjs"), SHOWN);
});

/** For each bundler, what writes the bundle and its path. */
const BUNDLERS = {
  async esbuild() {
    const { build } = await import("esbuild");
    await build({ entryPoints: ["program.mjs"], bundle: true, format: "cjs", outfile: "esbuild.cjs", absWorkingDir: folder });
    return "esbuild.cjs";
  },
  async vite() {
    const { build } = await import("vite");
    const lib = { entry: join(folder, "program.mjs"), formats: ["es"], fileName: () => "vite.mjs" };
    await build({ root: folder, configFile: false, logLevel: "error", build: { lib, outDir: "vite", emptyOutDir: false } });
    return "vite/vite.mjs";
  },
  async webpack() {
    const { default: webpack } = await import("webpack");
    const output = { path: join(folder, "webpack"), filename: "webpack.cjs" };
    const compiler = webpack({ context: folder, mode: "production", target: ["web", "es2022"], entry: "./program.mjs", output });
    const stats = await new Promise((done, fail) => compiler.run((error, stats) => (error ? fail(error) : done(stats))));
    assert.equal(stats.hasErrors(), false, stats.toString());
    return "webpack/webpack.cjs";
  },
};

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  test(`${name} bundles the archive without a plugin`, async () => {
    assert.equal(run("node", await bundle()), SHOWN);
  });
}

test("a bundle of the entry for URLs has no grammars", async () => {
  const { build } = await import("esbuild");
  write("small.mjs", 'import { isValid } from "rfc1738";\nconsole.log(isValid("http://h/"));\n');
  const entryPoints = ["small.mjs"];
  await build({ entryPoints, bundle: true, minify: true, format: "iife", outfile: "small.js", absWorkingDir: folder });
  assert.equal(run("node", "small.js"), "true\n");
  assert.ok(readFileSync(join(folder, "small.js")).length < 150_000);
});

const browser = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));

test("a browser runs the archive, in workers, too", { skip: browser ? false : "no Chromium; CHROMIUM names one" }, async () => {
  const { chromium } = createRequire(import.meta.url)("playwright-core");
  const imports = { rfc1738: "/node_modules/rfc1738/dist/index.js", "rfc1738/grammar": "/node_modules/rfc1738/dist/grammar.js" };
  write("page.html", `<script type="importmap">${JSON.stringify({ imports })}</script>`);
  write("in-worker.mjs", `import { check } from "${imports.rfc1738}";\npostMessage(check("http://h/ ").offset);\n`);
  const server = createServer((request, response) => {
    const file = join(folder, request.url);
    const type = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" }[extname(file)];
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.setHeader("content-type", type).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => server.close());
  const running = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
  after(() => running.close());
  const page = await running.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
  assert.equal(`${await page.evaluate(async () => (await import("/program.mjs")).shown)}\n`, SHOWN);
  const offset = await page.evaluate(
    () => new Promise((done) => {
      new Worker("/in-worker.mjs", { type: "module" }).onmessage = ({ data }) => done(data);
    }),
  );
  assert.equal(offset, 9);
});

test("vitest and jest run a test for each case", () => {
  const [[, program]] = [...blocks("docs/javascript.md", "js vitest")];
  write("cases.test.mjs", program);
  write("vitest.config.mjs", 'export default { test: { include: ["*.test.mjs"] } };\n');
  const vitest = run("node", join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=json");
  write("cases.jest.mjs", program.replace('"vitest"', '"@jest/globals"'));
  const config = { testMatch: ["**/*.jest.mjs"], moduleFileExtensions: ["mjs", "js"], transform: {} };
  const words = ["--experimental-vm-modules", join(root, "node_modules/jest/bin/jest.js"), "--json", "--config", JSON.stringify(config)];
  const jest = run("node", ...words);
  for (const report of [vitest, jest]) {
    const { numPassedTests, numFailedTests } = JSON.parse(report.slice(report.indexOf("{")));
    assert.deepEqual([numPassedTests, numFailedTests], [742, 0]);
  }
});

test("thirty lines of React show the error and its fix", () => {
  const [[, program]] = [...blocks("docs/javascript.md", "jsx")];
  assert.ok(program.trimEnd().split("\n").length <= 30);
  write("UrlInput.jsx", program);
  write("input.dom.jsx", readFileSync(join(root, "tests/react/input.jsx"), "utf8"));
  write("dom.config.mjs", 'export default { test: { environment: "jsdom", include: ["*.dom.jsx"] } };\n');
  const vitest = run("node", join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=json", "--config", "dom.config.mjs");
  assert.equal(JSON.parse(vitest.slice(vitest.indexOf("{"))).numPassedTests, 2);
});
