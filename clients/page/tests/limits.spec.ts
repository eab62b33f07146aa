// What the page survives, and what it costs.

import { execFileSync } from "node:child_process";
import { deflateRawSync } from "node:zlib";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, fresh, open, preset, production, status, tab, test, text, type, write, WRONG } from "./page.ts";

const dist = join(import.meta.dirname, "../dist");

fresh("the first load and each module fit their budgets", async ({ page }) => {
  const folder = join(dist, "folder");
  // The zlib in node compresses otherwise on another processor.
  const size = (name: string) => execFileSync("gzip", ["-9nc", join(folder, name)], { maxBuffer: Infinity }).length;
  const needed = new Set<string>();
  let isShown = false;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!isShown && pathname !== "/favicon.ico") {
      needed.add(pathname === "/" ? "index.html" : pathname.slice(1));
    }
  });
  await page.exposeFunction("shown", () => {
    isShown = true;
  });
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector("[role=status]")?.textContent?.includes("“")) {
        observer.disconnect();
        (window as unknown as { shown(): void }).shown();
      }
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await open(page, "/");
  const all = [...needed].reduce((sum, name) => sum + size(name), 0);
  const modules = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".wasm"));
  for (const name of modules) {
    const isNeeded = needed.has(`assets/${name}`) ? "first load" : "later";
    console.log(`${name}: ${size(`assets/${name}`)} bytes with gzip (${isNeeded})`);
    expect(size(`assets/${name}`)).toBeLessThanOrEqual(350 * 1024);
  }
  const total = modules.reduce((sum, name) => sum + size(`assets/${name}`), 0);
  console.log(`first load: ${needed.size} files, ${all} bytes with gzip; all modules: ${total}`);
  expect(all).toBeLessThanOrEqual(517 * 1_024);
});

test("a text of 1 MB has a verdict", async ({ page }) => {
  await open(page);
  await text(page).fill(`http://h/${"a".repeat(1 << 20)}`);
  await expect(status(page)).toContainText("is a valid url", { timeout: 20_000 });
  await text(page).fill("http://h/");
  await expect(status(page)).toContainText("“http://h/” is a valid url");
});

test("a grammar of 5,000 rules has productions and a verdict", async ({ page }) => {
  await open(page);
  const rules = Array.from({ length: 5_000 }, (_, index) => `r${index} = "a${index}"`);
  await type(page, `${rules.join("\n")}\n`);
  await expect(production(page).getByRole("option")).toHaveCount(5_000, { timeout: 20_000 });
  await production(page).selectOption("r4999");
  await write(page, "a4999");
  await expect(status(page)).toContainText("is a valid r4999", { timeout: 20_000 });
});

test("the page survives a grammar that takes too much", async ({ page }) => {
  await open(page);
  await type(page, "s = 1*999( 1*999( \"a\" | \"b\" ) | 1*999( \"a\" \"c\" ) )\n");
  await write(page, "acb");
  // A slow machine reaches the limit of time, and a fast one has an answer.
  const told = page.getByRole("alert").or(status(page));
  const reason = /takes longer than 2 seconds|“acb” is a valid s/;
  await expect(told.filter({ hasText: reason }).first()).toBeVisible({ timeout: 20_000 });
  await type(page, "s = \"a\"\n");
  await write(page, "a");
  await expect(status(page)).toContainText("“a” is a valid s", { timeout: 20_000 });
});

test("only the text that takes too long is refused", async ({ page }) => {
  // The engine never answers this text.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage as (message: unknown) => void;
    Worker.prototype.postMessage = function (this: Worker, message: { values?: unknown[] }) {
      if (!message.values?.includes("1+1+1+1")) {
        post.call(this, message);
      }
    };
  });
  await open(page, "/#arithmetic/expr");
  await text(page).fill("1+1+1+1");
  await expect(page.getByRole("alert")).toContainText("This takes longer than 2 seconds. The page waits up to 10.");
  await expect(page.locator("verdict-pane")).toContainText("No verdict");
  await expect(page.getByRole("alert")).toContainText("was stopped");
  await text(page).fill("1+1");
  await expect(status(page)).toContainText("“1+1” is a valid expr.");
  await expect(page.getByRole("alert")).toBeHidden();
  await text(page).fill("1+1+1");
  await expect(page.locator("verdict-pane")).toContainText("1 of 2");
  // The text that stopped the engine is not tried again.
  await text(page).fill("1+1+1+1");
  await expect(page.locator("verdict-pane")).toContainText("takes more than 10 seconds", { timeout: 1_000 });
});

test("a key draws its own cell and nothing else", async ({ page }) => {
  await open(page, "/#arithmetic/expr?text=1");
  const letters = page.locator("figure-pane .letters > i");
  const first = await letters.first().elementHandle();
  // The engine says no more.
  await page.evaluate(() => (Worker.prototype.postMessage = () => {}));
  await text(page).focus();
  await page.keyboard.press("End");
  const drawn = await page.evaluateHandle(() => {
    const found: string[] = [];
    const observer = new MutationObserver((changes) => {
      found.push(...changes.map(({ target }) => (target as Element).className || target.nodeName));
      // What comes later is drawn because the engine is late.
      observer.disconnect();
    });
    observer.observe(document.querySelector(".body")!, { childList: true, characterData: true, subtree: true });
    return found;
  });
  await page.keyboard.press("+");
  await expect(letters).toHaveCount(2);
  expect(await drawn.jsonValue()).toEqual(["letters"]);
  expect(await first!.evaluate((one) => one.isConnected)).toBe(true);
});

test("nothing moves while nobody types", async ({ page }) => {
  await open(page, "/#arithmetic/expr");
  await text(page).focus();
  await expect(page.locator("verdict-pane")).toContainText("Two derivations");
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("right-to-left and control characters are shown as text", async ({ page }) => {
  await open(page);
  await type(page, "s = *c\nc = %x00-10FFFF\n");
  await write(page, "\u202e\u0007<b>שלום</b>");
  await expect(status(page)).toContainText("is a valid s");
  await expect(page.locator("figure-pane .letters i").first()).toHaveText("U+202E");
  await expect(page.locator("#panel b b, .letters b, .status b b")).toHaveCount(0);
});

test("a link restores everything, and a damaged one says so", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await type(page, "s = \"a\" | \"ab\"\n");
  await write(page, "ab");
  await tab(page, "Ordered choice").click();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("alert")).toContainText("Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(status(other)).toContainText("“ab” is a valid s");
  await expect(tab(other, "Ordered choice")).toHaveAttribute("aria-selected", "true");
  const damaged = await context.newPage();
  await damaged.goto(link.slice(0, -5));
  await expect(damaged.getByRole("alert")).toContainText("The link is damaged");
  await expect(status(damaged)).toContainText("is a valid expr");
});

test("a link holds everything on the screen, and a preset's can be read", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const link = "/#rfc1738/hostport?text=h:80&view=steps&step=12&stop=port&stop=2&seed=7&side=compare&other=rfc3986&select=host:0-1&valid=port:8&invalid=port:x";
  await open(page, link);
  await expect(page.getByRole("slider", { name: "Step" })).toHaveValue("12");
  await expect(page.getByRole("button", { name: "Remove the stop port" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove the stop offset 2" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Compare with" })).toHaveValue("rfc3986");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("alert")).toContainText("Link copied.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.replace(/^.*\/#/, "/#")).toBe(link);
  await open(page, "/#arithmetic/expr?derivation=2");
  await expect(page.locator("verdict-pane")).toContainText("2 of 2");
});

test("a link with a grammar unknown here is refused", async ({ page }) => {
  await open(page);
  await page.goto("/#rfc9999/url");
  await expect(page.getByRole("alert")).toContainText("The link names the grammar “rfc9999”, which the page does not have. The page stays as it is.");
  await expect(status(page)).toContainText("http://user@host/");
});

test("a grammar that a link replaces is a recent one", async ({ page }) => {
  await open(page);
  await type(page, 'mine = "x" | "y"\n');
  await write(page, "y");
  await expect(status(page)).toContainText("“y” is a valid mine");
  await page.goto("/#json/JSON-text");
  await expect(status(page)).toContainText("is a valid JSON-text");
  await preset(page).focus();
  await preset(page).selectOption({ label: "Yours: mine" });
  await expect(status(page)).toContainText("“y” is a valid mine");
});

test("too large a link is refused before it is inflated", async ({ page }) => {
  await open(page);
  const small = deflateRawSync(Buffer.alloc(64 << 20, "a")).toString("base64url");
  await page.goto(`/#2.0.${small}`);
  await expect(page.getByRole("alert")).toContainText(
    "The link holds more than 1,000,000 octets, too many for a link. The page stays as it is.",
  );
  await expect(status(page)).toContainText("http://user@host/");
});

test("too large a state is not copied as a link", async ({ page }) => {
  await open(page);
  await text(page).fill("a".repeat(1_000_001));
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "have more than 1,000,000 octets, too many for a link. Save to a file instead (More).",
  );
});

test("Back returns to the work before a followed link", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await type(page, 's = "a" | "b"\n');
  await write(page, "b");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("alert")).toContainText("Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const own = await context.newPage();
  await open(own);
  await type(own, 'mine = "x" | "y"\n');
  await write(own, "y");
  await expect(status(own)).toContainText("“y” is a valid mine");
  await own.goto(link);
  await expect(status(own)).toContainText("“b” is a valid s");
  await expect(own.getByRole("alert")).toContainText("Go back in the browser to return to them.");
  await write(own, "a");
  await expect(status(own)).toContainText("“a” is a valid s");
  await own.goBack();
  await expect(status(own)).toContainText("“y” is a valid mine");
  await own.goForward();
  await expect(status(own)).toContainText("“a” is a valid s");
  await own.goBack();
  await expect(status(own)).toContainText("“y” is a valid mine");
  await own.reload();
  await expect(status(own)).toContainText("“y” is a valid mine");
  await own.goForward();
  await expect(status(own)).toContainText("“a” is a valid s");
});

fresh("the page works without the network once it is there", async ({ page, context }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await open(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).reduce((a, b) => a + b, 0))).toBeGreaterThan(6);
  await context.setOffline(true);
  await text(page).fill("ftp://h/");
  await expect(status(page)).toContainText("“ftp://h/” is a valid url");
  // A page that is loaded anew comes from the files that the service worker keeps, other modules too.
  await page.reload();
  await text(page).fill("ftp://h/a");
  await expect(status(page)).toContainText("“ftp://h/a” is a valid url");
  await tab(page, "Examples").click();
  await expect(page.getByRole("list", { name: "Valid texts", exact: true }).getByRole("listitem").first()).toBeVisible({ timeout: 20_000 });
  expect([...hosts].filter((host) => host !== "" && host !== "127.0.0.1:8018")).toEqual([]);
});

fresh("the page as one file works from disk", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await open(page, `${pathToFileURL(join(dist, "single/bnf.html")).href}${WRONG.slice(1)}`);
  await text(page).fill("http://host/");
  await expect(status(page)).toContainText("is a valid url");
  expect(requests.filter((url) => /^https?:/.test(url))).toEqual([]);
});

fresh("no view breaks the content security policy", async ({ page }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) {
      refused.push(message.text());
    }
  });
  for (const address of ["/", pathToFileURL(join(dist, "single/bnf.html")).href]) {
    await page.goto("about:blank");
    await open(page, address);
    const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
    await expect(policy).toHaveAttribute("content", /^default-src 'none'; script-src [^;]* 'wasm-unsafe-eval'; worker-src/);
    await expect(policy).not.toHaveAttribute("content", /script-src[^;]*'unsafe-inline'/);
    for (const view of ["Rails", "Examples", "Ordered choice", "Steps", "Tree"]) {
      await tab(page, view).click();
      await expect(tab(page, view)).toHaveAttribute("aria-selected", "true");
    }
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'injected'";
      document.head.append(script);
    });
    expect(await page.title()).not.toBe("injected");
    expect(refused.splice(0).filter((text) => !/inline script/i.test(text))).toEqual([]);
  }
});

test("a reload keeps what was typed", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" | "b"\n');
  await write(page, "b");
  await expect(status(page)).toContainText("“b” is a valid s");
  await page.reload();
  await expect(status(page)).toContainText("“b” is a valid s");
  await page.goto("/#2.damaged");
  await expect(page.getByRole("alert")).toContainText("The link is damaged");
});

test("an unusable file is refused, and the work stays", async ({ page }) => {
  await open(page);
  const choose = page.locator("input[type=file]");
  await choose.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]) });
  await expect(page.getByRole("alert")).toContainText("The file photo.png is not text in UTF-8.");
  await choose.setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from('{"grammar":5}') });
  await expect(page.getByRole("alert")).toContainText("The file bad.json is not one that this page has saved.");
  await expect(status(page)).toContainText("http://user@host/");
});
