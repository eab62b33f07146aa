// The archive that npm publishes, in a folder of its own.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "rfc1738-"));
after(() => rmSync(folder, { recursive: true }));

const run = (program, ...words) => execFileSync(program, words, { cwd: folder, encoding: "utf8" });
const archive = JSON.parse(run("npm", "pack", root, "--json", "--pack-destination", folder))[0];
const unpacked = join(folder, "node_modules", "rfc1738");
mkdirSync(unpacked, { recursive: true });
run("tar", "-xzf", archive.filename, "-C", unpacked, "--strip-components", "1");

test("a program uses the archive with node alone", () => {
  const program = 'import { isValid } from "rfc1738"; console.log(isValid("http://host.dom/"))';
  assert.equal(run("node", "--input-type=module", "-e", program), "true\n");
  const grammar = 'import { Grammar } from "rfc1738/grammar"; console.log(Grammar.fromRfc(3986).isValid("a:b"))';
  assert.equal(run("node", "--input-type=module", "-e", grammar), "true\n");
});

test("npx names the package of the command that is missing, and runs the one that is there", () => {
  const bin = join(unpacked, "bin", "rfc1738.js");
  const name = `@rfc1738/command-${process.platform}-${process.arch}`;
  const missing = spawnSync("node", [bin, "rules"], { encoding: "utf8" });
  assert.equal(missing.status, 69);
  assert.equal(
    missing.stderr,
    `rfc1738: the command is not installed: there is no package ${name}; install it, or \`cargo install rfc1738-cli\`\n`,
  );
  const command = process.env.RFC1738;
  assert.ok(command, "set RFC1738 to the command, as bindings/javascript/test does");
  const made = run("node", join(root, "command"), command, process.platform, process.arch, folder).trim();
  const beside = join(folder, "node_modules", name);
  mkdirSync(beside, { recursive: true });
  run("tar", "-xzf", made, "-C", beside, "--strip-components", "1");
  const ran = spawnSync("node", [bin, "parse", "http://me@host.dom/"], { encoding: "utf8" });
  assert.equal(ran.status, 1);
  assert.match(ran.stdout + ran.stderr, /no user name or password is allowed in an http URL/);
});

test("the entry for URLs has at most 150 kB, and the package less than 1 MB", () => {
  const entry = ["built/url.js", "built/url_module.js", "errors.js", "index.d.ts", "index.js", "load.js", "node.js", "text.js", "url.js"];
  const sizes = entry.map((file) => statSync(join(unpacked, "src", file)).size);
  const size = sizes.reduce((sum, size) => sum + size);
  assert.ok(size <= 150_000, `the entry has ${size} octets`);
  assert.ok(archive.unpackedSize < 1_000_000, `the package has ${archive.unpackedSize} octets`);
});

test("the archive has the licences, and no module twice", () => {
  const files = archive.files.map((file) => file.path);
  assert.ok(files.includes("LICENSE-MIT") && files.includes("LICENSE-APACHE"));
  assert.deepEqual(readdirSync(join(unpacked, "src", "built")).sort(), ["grammar.js", "grammar_module.js", "url.js", "url_module.js"]);
});
