// The archive that npm publishes, and the packages of the command.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { PLATFORMS, packageOf } from "../platforms.js";
import { installed, root } from "./installed.js";
import { registry } from "./registry.js";

const { folder, archive, unpacked, run } = installed();
const command = process.env.RFC1738;
const here = packageOf(process.platform, process.arch);

/** Returns the archive of the command for a target. Each has the program of this machine. */
const commandFor = (target) => {
  assert.ok(command, "set RFC1738 to the command, as clients/javascript/test does");
  return run("node", join(root, "command"), command, target, folder).trim();
};

/** Runs npm or npx in an empty folder, with a registry and without the settings of this machine. */
async function npm(address, program, ...words) {
  const empty = mkdtempSync(join(tmpdir(), "rfc1738-"));
  after(() => rmSync(empty, { recursive: true }));
  writeFileSync(join(empty, ".npmrc"), `registry=${address}\ncache=${join(empty, "cache")}\naudit=false\nfund=false\n`);
  const environment = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const options = { cwd: empty, env: { ...Object.fromEntries(environment), npm_config_fetch_retries: "0" } };
  const ask = async (program, words) => {
    try {
      return { status: 0, ...(await promisify(execFile)(program, words, options)) };
    } catch (error) {
      return { status: error.code, stdout: error.stdout, stderr: error.stderr };
    }
  };
  return { empty, ask, ...(await ask(program, words)) };
}

test("npm installs this platform's command alone, and npx runs it", async () => {
  const archives = Object.keys(PLATFORMS).map(commandFor);
  const { server, address, fetched } = await registry([archive, ...archives]);
  after(() => server.close());
  const { status, stderr, empty, ask } = await npm(address, "npm", "install", "rfc1738");
  assert.equal(status, 0, stderr);
  assert.deepEqual(fetched.sort(), [here, "rfc1738"]);
  assert.deepEqual(readdirSync(join(empty, "node_modules", "@rfc1738")), [here.split("/")[1]]);
  const parsed = await ask("npx", ["rfc1738", "parse", "http://me@host.dom/"]);
  assert.equal(parsed.status, 1);
  assert.match(parsed.stdout + parsed.stderr, /no user name or password is allowed in an http URL/);
  const version = await ask("npx", ["rfc1738", "--version"]);
  assert.match(version.stdout, /^rfc1738 \d/);
});

test("npx alone fetches the package and runs the command", async () => {
  const archives = Object.keys(PLATFORMS).map(commandFor);
  const { server, address } = await registry([archive, ...archives]);
  after(() => server.close());
  const { status, stdout, stderr } = await npm(address, "npx", "--yes", "rfc1738", "parse", "http://host.dom/");
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^url 0\.\.16/);
});

test("two archives are enough for the command, without a registry", async () => {
  const [target] = Object.entries(PLATFORMS).find(([, names]) => packageOf(...names) === here);
  const own = commandFor(target);
  const { status, stderr, ask } = await npm("http://127.0.0.1:1", "npm", "install", archive, own);
  assert.equal(status, 0, stderr);
  assert.equal((await ask("npx", ["rfc1738", "check", "--version"])).status, 2);
  assert.equal((await ask("npx", ["rfc1738", "parse", "http://host.dom/"])).status, 0);
});

test("without a command, npx names the missing package", async () => {
  const { server, address } = await registry([archive]);
  after(() => server.close());
  const { status, stderr, ask } = await npm(address, "npm", "install", "rfc1738");
  assert.equal(status, 0, stderr);
  const missing = await ask("npx", ["rfc1738", "rules"]);
  assert.equal(missing.status, 69);
  assert.equal(
    missing.stderr,
    `rfc1738: the command is not installed: there is no package ${here}; ` +
      `install it, or the command (https://github.com/rfc1738/rfc1738/releases)\n`,
  );
});

test("the release makes the command for each platform", () => {
  const workflow = readFileSync(join(root, "../../.github/workflows/release.yml"), "utf8");
  const [archives] = workflow.slice(workflow.indexOf("\n  archive:")).split("\n  wheel:");
  const targets = [...archives.matchAll(/target: ([\w-]+)/g)].map(([, target]) => target);
  assert.deepEqual(targets.sort(), Object.keys(PLATFORMS).sort());
});

test("the entry and the package keep to their sizes", () => {
  const entry = ["errors", "index", "load", "node", "text", "url"].flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]);
  const size = [...entry, "built/url.js", "built/url_module.js"]
    .map((file) => statSync(join(unpacked, file)).size)
    .reduce((sum, size) => sum + size);
  assert.ok(size <= 150_000, `the entry has ${size} octets`);
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const sizes = files.map((one) => statSync(join(one.parentPath ?? one.path, one.name)).size);
  const whole = sizes.reduce((sum, size) => sum + size);
  assert.ok(whole <= 1_020_000, `the package has ${whole} octets`);
});

test("the size counts every file that the entry loads", () => {
  const seen = new Set();
  const follow = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, next] of readFileSync(join(unpacked, file), "utf8").matchAll(/from "(\.[^"]+)"/g)) {
      follow(join(file, "..", next));
    }
  };
  follow("dist/index.js");
  const files = ["errors", "index", "load", "node", "text", "url"].map((name) => `dist/${name}.js`);
  assert.deepEqual([...seen].sort(), ["built/url.js", "built/url_module.js", ...files].sort());
});

test("the archive has licenses, no sources, no module twice", () => {
  const files = readdirSync(unpacked).sort();
  assert.deepEqual(files, ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "bin", "built", "dist", "package.json"]);
  const built = readdirSync(join(unpacked, "built")).sort();
  assert.deepEqual(built, ["grammar.js", "grammar_module.js", "url.js", "url_module.js"]);
  const record = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
  assert.equal(record.devDependencies, undefined);
  assert.equal(Object.keys(record.optionalDependencies).length, Object.keys(PLATFORMS).length);
});
