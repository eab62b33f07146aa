// The conformance suites of productions, in the tab Examples.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { enter, examples, expect, open, type Page, panel, production, saved, status, test, type, write } from "./page.ts";

// A suite takes a busy machine more than the page waits.
test.use({ patience: 30_000 });

const grammars = join(import.meta.dirname, "../../../examples/grammars");
const show = (page: Page) => page.getByRole("button", { name: "Show the suite" });
const depth = (page: Page) => page.getByRole("spinbutton", { name: "Depth" });
const first = (page: Page) => page.getByRole("list", { name: "First texts of the suite" });
const pane = (page: Page) => panel(page);

interface Case {
  rule: string;
  input: string;
  ok: boolean;
  offset?: number;
}

/** Chooses a production of a grammar of the project, or of RFC 1738. */
async function choose(page: Page, name: string, file?: string): Promise<void> {
  await open(page);
  if (file !== undefined) {
    await type(page, readFileSync(join(grammars, file), "utf8"));
  }
  await production(page).selectOption(name);
  await examples(page, "Suite");
}

/** Returns the lines of the file that a button saves, and its name. */
async function linesOf(page: Page, button: string): Promise<{ name: string; lines: string[] }> {
  const { name, octets } = await saved(page, () => page.getByRole("button", { name: button }).click());
  const lines = octets.toString("utf8").split("\n");
  expect(lines.pop()).toBe("");
  return { name, lines };
}

test("the suite of port has verdicts, and files for formats", async ({ page }) => {
  await choose(page, "port");
  await expect(depth(page)).toBeHidden();
  await show(page).press("Enter");
  await expect(pane(page)).toContainText("742 texts. The smallest right parser has 3 states.");
  await expect(show(page)).toBeFocused();
  await expect(first(page).getByRole("listitem")).toHaveCount(20);
  await expect(first(page).getByRole("listitem").first()).toContainText("invalid at offset 0");
  await expect(first(page).locator("li.y")).toHaveCount(10);
  const cases = await linesOf(page, "Save as JSON Lines");
  expect(cases.name).toBe("port.jsonl");
  expect(cases.lines).toHaveLength(742);
  for (const { rule, input, ok } of cases.lines.map((line): Case => JSON.parse(line))) {
    expect([rule, ok]).toEqual(["port", /^[0-9]+$/.test(input)]);
  }
  await expect(pane(page)).toContainText("Saved 742 texts.");
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  const texts = await linesOf(page, "Save the texts alone");
  expect([texts.name, texts.lines.length]).toEqual(["port.txt", 742]);
  await first(page).getByRole("button").nth(1).click();
  await expect(first(page).getByRole("button").nth(1)).toBeFocused();
  await production(page).selectOption("host");
  await expect(pane(page)).not.toContainText("742 texts");
  await expect(first(page).getByRole("listitem")).toHaveCount(0);
});

test("the suite of arithmetic to a depth has right verdicts", async ({ page }) => {
  await choose(page, "expression", "arithmetic.abnf");
  await expect(depth(page)).toHaveValue("1");
  await show(page).click();
  await expect(pane(page)).toContainText("3,412 texts. The smallest right parser to depth 1 has");
  const { name, lines } = await linesOf(page, "Save as JSON Lines");
  expect([name, lines.length]).toEqual(["expression-depth-1.jsonl", 3412]);
  const cases = lines.map((line): Case => JSON.parse(line));
  const nested = cases.filter((one) => one.ok && one.input.includes("(")).slice(0, 2);
  expect(nested).toHaveLength(2);
  for (const { input, ok } of [...nested, ...cases.filter((_, index) => index % 700 === 0)]) {
    await write(page, input);
    await expect(status(page)).toContainText(ok ? "is a valid expression" : "is not a valid expression");
  }
  await enter(depth(page), 0);
  await expect(pane(page)).toContainText("The smallest right parser to depth 0 has");
  await expect(depth(page)).toBeFocused();
});

test("the suite of a JSON array can be stopped", async ({ page }) => {
  await choose(page, "array", "rfc8259.abnf");
  await show(page).click();
  await expect(pane(page)).toContainText("201,515 texts.", { timeout: 20_000 });
  const button = page.getByRole("button", { name: "Save as JSON Lines" });
  await button.click();
  await expect(page.getByRole("progressbar", { name: "Texts written" })).toHaveAttribute("value", /[1-9]/);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(pane(page)).toContainText("Stopped; no file was written.");
  await expect(button).toBeFocused();
});

test("too large a suite says what to do", async ({ page }) => {
  await choose(page, "JSON-text", "rfc8259.abnf");
  await show(page).click();
  await expect(pane(page)).toContainText("1,845,599 texts.", { timeout: 20_000 });
  await expect(pane(page)).toContainText("Too large for a file: a file of this page holds at most 1,000,000 texts. Choose a smaller depth or production");
  await expect(first(page).getByRole("listitem")).toHaveCount(20);
  await expect(page.getByRole("button", { name: "Save as JSON Lines" })).toHaveCount(0);
});

test.describe("with the time that the page gives", () => {
  test.use({ patience: 2_000 });

  test("a suite that takes too much says what to do", async ({ page }) => {
    await choose(page, "JSON-text", "rfc8259.abnf");
    await enter(depth(page), 50);
    await show(page).click();
    // A slow machine reaches the limit of time first, and a fast one the limit of size.
    await expect(pane(page).locator(".suite .failure")).toContainText(/choose a smaller depth or production|takes more than 2 seconds/);
    await expect(first(page).getByRole("listitem")).toHaveCount(0);
  });
});

test("the page says why a production has no suite", async ({ page }) => {
  await open(page);
  await type(page, "a = \"x\" a\n");
  await examples(page, "Suite");
  await show(page).click();
  await expect(pane(page).locator(".suite .failure")).toContainText("add an alternative that ends the recursion");
});

test("texts of a suite show blanks, controls and foreign octets", async ({ page }) => {
  await open(page);
  await type(page, "s = %d9 %d32 %d32\n");
  await examples(page, "Suite");
  await show(page).click();
  await expect(first(page)).toContainText("⇥␣␣");
  // The productions of octets have texts that are not UTF-8, and no button puts them into the text.
  await type(page, "s = %x61 %x80-FF\n");
  await show(page).click();
  await expect(first(page).locator("span.row").first()).toContainText("\\x80");
  const { lines } = await linesOf(page, "Save as JSON Lines");
  expect(lines.some((line) => JSON.parse(line).input.hex === "6180")).toBe(true);
});
