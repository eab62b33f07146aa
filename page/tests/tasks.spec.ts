// The tasks by which the page is judged, counted in steps. A step is a click, a key or something that is pasted.

import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { grammar, open, panel, preset, production, side, status, tab, text, tile, type } from "./page.ts";

/** Counts what a user does. */
class Steps {
  count = 0;

  constructor(readonly page: Page) {}

  async click(name: string | RegExp, role: "button" | "tab" = "button"): Promise<void> {
    this.count += 1;
    await this.page.getByRole(role, { name, exact: typeof name === "string" }).first().click();
  }

  async do(work: () => Promise<unknown>): Promise<void> {
    this.count += 1;
    await work();
  }
}

const ARITHMETIC = `expr = expr "+" expr / expr "*" expr / "(" expr ")" / number
number = 1*digit
digit = "0" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9"
`;

test("1: the error of a URL is fixed in two steps", async ({ page }) => {
  await open(page, "/#rfc1738/url");
  const steps = new Steps(page);
  await steps.click(/^Remove “user@”/);
  await expect(page.locator("verdict-pane")).toContainText("Valid");
  await expect(status(page)).toContainText("“http://host/index.html” is a valid url");
  expect(steps.count).toBeLessThanOrEqual(2);
});

test("2: arithmetic is pasted and its tree seen in one step", async ({ page }) => {
  await open(page, "/");
  await preset(page).selectOption("new");
  await grammar(page).focus();
  const steps = new Steps(page);
  await steps.do(() => page.keyboard.insertText(ARITHMETIC));
  await expect(status(page)).toContainText("is a valid expr");
  await expect(tile(page, /^expr 0–/).first()).toBeVisible();
  expect(steps.count).toBe(1);
});

test("3: JSON is stepped to the second member in four steps", async ({ page }) => {
  await open(page, "/");
  const steps = new Steps(page);
  await steps.do(() => preset(page).selectOption("json"));
  await steps.click("Steps", "tab");
  await steps.click("Add");
  await steps.do(() => page.getByRole("combobox", { name: "Stop at a production" }).selectOption("member"));
  await page.keyboard.press("b");
  await page.keyboard.press("b");
  // The first `b` runs to the first member.
  await expect(panel(page)).toContainText("member is tried at 7");
  expect(steps.count).toBeLessThanOrEqual(4);
});

test("4: both trees of a dangling else are seen in three steps", async ({ page }) => {
  await open(page, "/");
  const steps = new Steps(page);
  await steps.do(() => preset(page).selectOption("dangling-else"));
  await expect(page.locator("verdict-pane")).toContainText("Two derivations");
  const first = await page.locator("figure-pane").getByRole("treeitem").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  await steps.click("Both");
  await expect(page.locator("figure-pane").getByRole("tree")).toHaveCount(2);
  const second = await page.locator("figure-pane").getByRole("tree").nth(1).getByRole("treeitem").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(second).not.toEqual(first);
  expect(steps.count).toBeLessThanOrEqual(3);
});

test("5: a diagram with the path is saved as SVG in two steps", async ({ page }) => {
  await open(page, "/#rfc1738/url?text=http://host/a");
  const steps = new Steps(page);
  await steps.click("Rails", "tab");
  await expect(panel(page).locator("path.on").first()).toBeVisible();
  const download = page.waitForEvent("download");
  await steps.do(() => panel(page).getByRole("button", { name: "Save SVG" }).click());
  expect(readFileSync(await (await download).path(), "utf8")).toContain("<svg");
  expect(steps.count).toBe(2);
});

test("6: RFC 1738 is held against 3986, with both sides of a witness, in three steps", async ({ page }) => {
  await open(page, "/#rfc1738/url");
  const steps = new Steps(page);
  await steps.do(() => side(page, "Compare").click());
  await steps.do(() => page.getByRole("combobox", { name: "Compare with" }).selectOption("rfc3986"));
  const pair = page.locator("compare-pane").getByRole("region", { name: "genericurl ↔ URI" });
  await expect(pair.locator(".witness").first()).toContainText(/RFC 1738 ✓ accepts.*RFC 3986 ✗ rejects/, { timeout: 20_000 });
  await expect(page.locator("compare-pane")).toContainText("scheme");
  expect(steps.count).toBeLessThanOrEqual(3);
});

test("7: the state is a link and back, whole, in two steps", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/#rfc1738/hostname?text=a.b&view=steps");
  await expect(panel(page)).toContainText("hostname is tried");
  await page.getByRole("slider", { name: "Step" }).fill("9");
  const before = await panel(page).locator(".say").textContent();
  const steps = new Steps(page);
  await steps.click("Share");
  await expect(page.getByRole("alert")).toContainText("Link copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await steps.do(() => other.goto(link));
  await expect(other.locator("#panel > :not([hidden]) .say")).toHaveText(before ?? "");
  expect(steps.count).toBe(2);
});

test("8: lessons 1 and 2 are done without leaving them", async ({ page }) => {
  await open(page, "/");
  await side(page, "Tutorial").click();
  const lesson = page.locator("tutorial-pane");
  const done = (id: string) => expect(lesson.getByRole("region", { name: `Exercise ${id}` })).toContainText("✓ Done");
  await expect(status(page)).toContainText("“hello” is a valid greeting");
  await text(page).fill("hi");
  await done("1.1");
  await lesson.getByRole("button", { name: "Try it: hullo" }).click();
  await expect(page.locator("verdict-pane")).toContainText("Valid up to 1");
  await expect(lesson.getByRole("heading", { name: "1. What is a production?" })).toBeVisible();
  // The grammar is behind the other button, and the lesson where it was.
  await side(page, "Grammar").click();
  await type(page, 'greeting = "hello" / "hi" / "bye"\n');
  await text(page).fill("bye");
  await side(page, "Tutorial").click();
  await done("1.2");
  await lesson.getByRole("button", { name: "Next lesson" }).click();
  await expect(status(page)).toContainText("“dear Ann!” is not a valid letter");
  await text(page).fill("dear, Ann!");
  await text(page).fill("dear, Ann!");
  await done("2.1");
  await tile(page, /^name/).click();
  await done("2.2");
  await expect(lesson).toContainText("4 of 20 exercises done");
  await page.reload();
  await expect(lesson).toContainText("4 of 20 exercises done");
});

test("9: twenty valid and twenty nearly valid texts are copied in three steps", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/");
  const steps = new Steps(page);
  await steps.click("Examples", "tab");
  await steps.do(async () => {
    await page.getByRole("spinbutton", { name: "Texts" }).fill("40");
    await page.keyboard.press("Enter");
  });
  await expect(page.getByRole("list", { name: "Nearly valid texts" }).getByRole("listitem")).toHaveCount(20);
  await steps.click("Copy");
  await expect(page.getByRole("alert")).toContainText("40 texts copied");
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n").map((line) => JSON.parse(line) as { text: string; valid: boolean });
  expect([lines.filter((one) => one.valid).length, lines.filter((one) => !one.valid).length]).toEqual([20, 20]);
  expect(steps.count).toBe(3);
});

test("10: all of it by keyboard", async ({ page }) => {
  await open(page, "/#rfc1738/url");
  const key = (name: string) => page.keyboard.press(name);
  await key("Tab");
  await key("Enter");
  await expect(text(page)).toBeFocused();
  // The fix stands before the text.
  await page.getByRole("button", { name: /^Remove “user@”/ }).focus();
  await key("Enter");
  await expect(status(page)).toContainText("is a valid url");
  await key("Tab");
  await expect(tile(page, /^url/)).toBeFocused();
  await key("ArrowDown");
  await key("Enter");
  await expect(panel(page)).toContainText("httpurl0–22");
  await tab(page, "Tree").focus();
  await key("ArrowRight");
  await expect(panel(page)).toContainText("url is tried at 0");
  await key("PageDown");
  await expect(page.getByRole("slider", { name: "Step" })).toHaveValue("2");
  await key("ArrowRight");
  await key("ArrowRight");
  await expect(panel(page).getByRole("button", { name: "Save SVG" })).toBeVisible();
  await production(page).focus();
  await page.keyboard.type("host");
  await expect(production(page)).toHaveValue(/^host/);
});

test("11: all of it at 390 points", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/#rfc1738/url");
  await page.getByRole("button", { name: /^Remove “user@”/ }).click();
  await expect(status(page)).toContainText("is a valid url");
  for (const name of ["Steps", "Ordered choice", "Rails", "Examples", "Tree"]) {
    await tab(page, name).click();
    await expect(panel(page)).toBeVisible();
    await expect(page.locator("figure-pane .txt").first()).toBeInViewport();
  }
  await page.getByRole("button", { name: "Open the grammar" }).click();
  await expect(grammar(page)).toBeInViewport();
  await side(page, "Tutorial").click();
  await page.getByRole("button", { name: "Next lesson" }).click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(status(page)).toContainText("is not a valid letter");
  await page.getByRole("button", { name: "Open the grammar" }).click();
  await side(page, "Compare").click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the first visit shows a valid text, its tree and no error", async ({ page }) => {
  await open(page, "/");
  await expect(page.locator("verdict-pane")).toContainText("✓ Valid");
  await expect(preset(page)).toHaveValue("arithmetic");
  const groups = await preset(page).locator("optgroup").evaluateAll((all) => all.map((one) => one.getAttribute("label")));
  expect(groups.slice(0, 2)).toEqual(["Start here", "RFCs"]);
});

test("ordered choice has an answer for every production of RFC 1738", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await tab(page, "Ordered choice").click();
  const pane = panel(page);
  await expect(pane.getByRole("row", { name: /^toplabel “/ })).toBeVisible({ timeout: 60_000 });
  await expect(pane.getByRole("row", { name: /^url “/ })).toBeVisible({ timeout: 60_000 });
  await pane.getByRole("row", { name: /^url “/ }).getByRole("button").click();
  await expect(status(page)).toContainText("is a valid url");
  await expect(pane).toContainText("stops at");
});

test("what hostname gives back has a button that leads to the step", async ({ page }) => {
  await open(page, "/#rfc1738/hostname?text=a.b&view=steps");
  await panel(page).getByRole("button", { name: /gives back “.+” at \d+$/ }).first().click();
  await expect(panel(page)).toContainText(/gives “.+” back and tries a shorter match\./);
});

test("a page whose engine cannot be loaded says so", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText("A file of the page cannot be loaded; are you offline? Try again later.");
});

test("an unfinished grammar keeps what is right, and marks what is wrong", async ({ page }) => {
  await open(page);
  await type(page, "number = 1*digit\ndigit = \"0\" | \"1\n");
  await expect(page.getByRole("list", { name: "Errors and notes" })).toContainText("Error:");
  await expect(production(page).getByRole("option")).not.toHaveCount(0);
});

test("every exercise of the tutorial can be solved, and its scenes say what the lesson says", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, "/#arithmetic/expr?side=tutorial");
  const lesson = page.locator("tutorial-pane");
  const choose = (at: number) => page.getByRole("combobox", { name: "Lessons" }).selectOption(String(at - 1));
  const done = (id: string) => expect(lesson.getByRole("region", { name: `Exercise ${id}` })).toContainText("✓ Done", { timeout: 10_000 });
  const write = async (source: string) => {
    await side(page, "Grammar").click();
    await type(page, source);
    await side(page, "Tutorial").click();
  };
  await choose(3);
  await expect(lesson.getByRole("region", { name: "Exercise 3.1" })).toContainText("Not done yet");
  await text(page).fill("-12345");
  await done("3.1");
  await write('number = [ "-" ] 1*digit [ "." 1*digit ]\ndigit = "0" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9"\n');
  await done("3.2");
  await choose(4);
  await page.getByRole("button", { name: /^Remove “user@”/ }).click();
  await done("4.1");
  await production(page).selectOption("hostport");
  await text(page).fill("h:8o");
  await done("4.2");
  await choose(5);
  await text(page).fill("a,b,a,b,a");
  await done("5.1");
  await write('list = [ item *( "," item ) ]\nitem = "a" / "b"\n');
  await done("5.2");
  await choose(6);
  await expect(panel(page)).toContainText("hostname is tried");
  await page.getByRole("button", { name: "Last step" }).click();
  await done("6.1");
  await panel(page).getByRole("button", { name: /gives back/ }).first().click();
  await done("6.2");
  await choose(7);
  await text(page).fill("((((x))))");
  await done("7.1");
  await write('nest = "(" nest ")" / "[" nest "]" / "x"\n');
  await done("7.2");
  await choose(8);
  await page.getByRole("button", { name: "Next derivation" }).click();
  await done("8.1");
  await text(page).fill("1+2*3-4");
  await done("8.2");
  await choose(9);
  await expect(panel(page)).toContainText("stops at 1");
  await panel(page).getByRole("button", { name: "Apply" }).click();
  await done("9.1");
  await lesson.getByRole("button", { name: "Try it: RFC 1738" }).click();
  await panel(page).getByRole("row", { name: /^domainlabel “/ }).getByRole("button").click();
  await done("9.2");
  await choose(10);
  await write('time = hour ":" minute\nhour = ( "0" / "1" ) digit / "2" ( "0" / "1" / "2" / "3" )\nminute = ( "0" / "1" / "2" / "3" / "4" / "5" ) digit\ndigit = "0" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9"\n');
  await done("10.1");
  await done("10.2");
  await expect(lesson).toContainText("16 of 20 exercises done");
});
