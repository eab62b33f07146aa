// Exercises by a link: solved by a student, written by a teacher, handed in and answered again.

import { AxeBuilder } from "@axe-core/playwright";
import { deflateRawSync } from "node:zlib";
import { expect, grammar, open, saved, test, text, type, type Page } from "./page.ts";

const SHEET = {
  title: "Grammars, week 3",
  exercise: [
    { title: "Brackets", task: "All texts of ( and ) in which every bracket is closed.", start: 's = "(" ")"\n', solution: 's = "(" s ")" s / ""\n', "show-solution": true, unambiguous: true, "no-left-recursion": true, productions: 2, valid: ["", "()", "()()"], invalid: [")("] },
    { title: "An even number of a", task: "All texts of a and b with an even number of a.", solution: 's = *"b" *( "a" *"b" "a" *"b" )\n' },
  ],
};

/** Packs a value as the links of the page. */
function pack(value: unknown): string {
  const octets = Buffer.from(JSON.stringify(value));
  let [low, high] = [1, 0];
  for (const octet of octets) {
    low = (low + octet) % 65_521;
    high = (high + low) % 65_521;
  }
  return `2.${(high * 65_536 + low).toString(36)}.${deflateRawSync(octets).toString("base64url")}`;
}

const line = (page: Page) => page.locator(".answer-line");
const pane = (page: Page) => page.locator("exercise-pane");

async function start(page: Page, sheet: unknown = SHEET): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`/#exercise=${pack(sheet)}`);
}

async function flawless(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0]?.html.slice(0, 140)}`)).toEqual([]);
}

test("an answer is told its shortest counterexample, then solves it", async ({ page }) => {
  await start(page);
  const tasks = page.getByRole("region", { name: "Exercises" });
  await expect(tasks.getByRole("listitem")).toHaveCount(2);
  await expect(tasks).not.toContainText('s ")" s');
  await tasks.getByRole("button", { name: "Begin 1 Brackets" }).click();
  await expect(pane(page).getByRole("heading", { name: "Brackets" })).toBeVisible();
  await expect(line(page)).toContainText("✗ Yours misses the empty text The task has it.", { timeout: 30_000 });
  await type(page, 's = "(" s ")" / ""\n');
  await expect(line(page)).toContainText("✗ Yours misses ()() The task has it.");
  // The counterexample is in the view, with the student's tree.
  await expect(text(page)).toHaveValue("()()");
  await expect(pane(page).locator(".texts .badc")).toHaveText("✗ ()()");
  await type(page, 's = "(" s ")" / "(" s ")" s / ""\n');
  await expect(line(page)).toContainText(/△ Not met: .*ambiguous/i);
  await expect(page.locator("figure-pane").getByRole("tree")).toHaveCount(2);
  await type(page, 's = *( "(" s ")" )\n');
  await expect(line(page)).toContainText("✓ The same language Every condition is met.");
  await line(page).getByText("The solution, shown now").click();
  await expect(line(page).locator("pre")).toContainText('s = "(" s ")" s / ""');
  await line(page).getByRole("button", { name: "Next: 2 An even number of a" }).click();
  await expect(pane(page).getByRole("heading", { name: "An even number of a" })).toBeVisible();
  // The progress is kept.
  await start(page);
  await expect(tasks).toContainText("✓ Solved");
  await tasks.getByRole("button", { name: "Open 1 Brackets" }).click();
  await expect(grammar(page)).toContainText('s = *( "(" s ")" )');
});

test("a listing of the examples is no solution", async ({ page }) => {
  await start(page, { exercise: [SHEET.exercise[0]] });
  await expect(pane(page).getByRole("heading", { name: "Brackets" })).toBeVisible();
  await type(page, 's = "" / "()" / "()()"\n');
  await expect(line(page)).toContainText("✗ Yours misses (()) The task has it.", { timeout: 30_000 });
});

test("an exercise is written and its link solves it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Write exercises…" }).click();
  const view = page.getByRole("region", { name: "What it asks for" });
  await expect(view).toContainText("✓ Ready", { timeout: 30_000 });
  await page.getByLabel("Title", { exact: true }).fill("As many a as b");
  await page.getByLabel("Solution packed").fill('s = "a" s "b" / ""\n');
  await page.getByLabel(/^Start/).fill('s = "a" "b"\n');
  await view.getByLabel("In", { exact: true }).fill("ε\nab\nba");
  await expect(view).toContainText("✗ Not ready");
  await view.getByLabel("In", { exact: true }).fill("ε\nab");
  await expect(view).toContainText("✓ Ready");
  await expect(view).toContainText("With the start, a student reads first");
  await view.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("alert")).toContainText("Link copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await expect(pane(page).getByRole("heading", { name: "As many a as b" })).toBeVisible();
  await expect(line(page)).toContainText("✗ Yours misses the empty text");
});

test("a sheet is a file of the command", async ({ page }) => {
  await open(page, "/#arithmetic/expr");
  await page.goto("about:blank");
  await page.goto("/#exercise-write");
  const view = page.getByRole("region", { name: "What it asks for" });
  await expect(view).toContainText("✓ Ready", { timeout: 30_000 });
  const file = (text: string) => view.locator("input[type=file]").setInputFiles({ name: "sheet.toml", mimeType: "text/plain", buffer: Buffer.from(text) });
  await file('title = "Week 1"\n[[exercise]]\ntitle = "As"\nsolution = "s = 1*%x61\\n"\nvalid = ["a"]\n');
  await expect(page.getByLabel("Title of the sheet")).toHaveValue("Week 1");
  await expect(view).toContainText("✓ Ready");
  const { octets } = await saved(page, () => view.getByRole("button", { name: "Save to a file" }).click());
  expect(octets.toString("utf8")).toContain('title = "Week 1"');
  expect(octets.toString("utf8")).toContain("[[exercise]]");
  await file("[[exercise]]\n");
  await expect(page.getByRole("alert")).toContainText("Line 1: missing field “title”.");
});

test("a hand-in is copied, and answered again whatever it says", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await start(page);
  await page.getByRole("button", { name: "Begin 1 Brackets" }).click();
  await type(page, 's = "(" s ")" / ""\n');
  await expect(line(page)).toContainText("✗ Yours misses ()()", { timeout: 30_000 });
  await page.getByRole("combobox", { name: "Exercises" }).selectOption("-1");
  await pane(page).getByRole("button", { name: "Copy the hand-in" }).click();
  await expect(page.getByRole("alert")).toContainText("Write your name first.");
  await pane(page).getByLabel(/^Your name/).fill("Ada");
  await pane(page).getByRole("button", { name: "Copy the hand-in" }).click();
  await expect(page.getByRole("alert")).toContainText("Hand-in copied");
  const ada = await page.evaluate(() => navigator.clipboard.readText());
  const by = (name: string, one: string, solved: number) => `${name} #hand-in=${pack({ "hand-in": { name, sheet: SHEET.title, solved }, answer: [{ exercise: "Brackets", grammar: one }] })}`;
  await pane(page).getByRole("button", { name: "Hand-ins…" }).click();
  await page.getByLabel("Paste hand-ins, one a line").fill([ada, by("Ben", 's = *( "(" s ")" )\n', 1), by("Gil", 's = "(" s ")" / ""\n', 2), "Lea #hand-in=2.x.q1Yq", by("=Eve", "s = s", 0)].join("\n"));
  const table = page.getByRole("region", { name: "Hand-ins and their answers" });
  await expect(pane(page)).toContainText("5 hand-ins, 4 read.", { timeout: 60_000 });
  await expect(table.getByRole("row", { name: /^Ada/ })).toContainText("()()");
  await expect(table.getByRole("row", { name: /^Ben/ })).toContainText("✓");
  await expect(table.getByRole("row", { name: /^Gil says 2/ })).toContainText("()()");
  await expect(pane(page)).toContainText(/Line 4: The packed hand-in cannot be read/);
  await expect(table.getByRole("row", { name: /^Most often/ })).toContainText("2×");
  await table.getByRole("row", { name: /^Gil/ }).getByRole("button").first().click();
  await expect(page.locator(".detail")).toContainText("The same mistake: Ada, Gil.");
  await page.getByRole("button", { name: "Copy as CSV" }).click();
  await expect(page.getByRole("alert")).toContainText("5 rows copied as CSV.");
  const csv = await page.evaluate(() => navigator.clipboard.readText());
  expect(csv.split(/\r?\n/)[0]).toContain("Brackets");
  expect(csv).toContain("'=Eve");
  await page.getByRole("button", { name: "Open with the views" }).click();
  await expect(grammar(page)).toContainText('s = "(" s ")" / ""');
});

test("two hundred hand-ins are answered as they deserve", async ({ page }) => {
  test.setTimeout(180_000);
  // What each grammar is worth was worked out by hand.
  const brackets: [string, boolean][] = [['s = *( "(" s ")" )', true], ['s = "(" s ")" s / ""', true], ['s = s s / "(" s ")" / ""', false], ['s = "(" s ")" / ""', false], ['s = 1*( "(" s ")" )', false], ["s = s", false], ["s = ", false]];
  const even: [string, boolean][] = [['s = *( "b" / "a" *"b" "a" )', true], ['s = *( "b" / "aa" )', false], ['s = *"b" [ "a" *"b" "a" s ]', true]];
  const lines: string[] = [];
  const deserved: (string | null)[] = [];
  for (let at = 0; at < 200; at += 1) {
    const [[one, isOne], [other, isOther]] = [brackets[at % brackets.length]!, even[at % even.length]!];
    // Two thirds differ in what changes no language, so that they are computed anew.
    const own = at % 3 === 0 ? "" : `\nx${at} = "x"\n`;
    const packed = pack({ "hand-in": { name: `S${at}`, solved: 2 }, answer: [{ exercise: "Brackets", grammar: one + (isOne ? "" : own) }, { exercise: "An even number of a", grammar: other + own }] });
    const isCut = at % 25 === 7;
    lines.push(`S${at} #hand-in=${isCut ? packed.slice(0, -9) : packed}`);
    deserved.push(isCut ? null : `${isOne}${isOther}`);
  }
  await start(page);
  await pane(page).getByRole("button", { name: "Hand-ins…" }).click();
  await page.getByLabel("Paste hand-ins, one a line").fill(lines.join("\n"));
  await expect(pane(page)).toContainText("200 hand-ins, 192 read.", { timeout: 120_000 });
  const found = await page.locator(".grades tbody tr").evaluateAll((rows) => rows.slice(0, 200).map((row) => {
    const [one, other] = [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "");
    return one === "?" ? null : `${one!.startsWith("✓")}${other!.startsWith("✓")}`;
  }));
  expect(found).toEqual(deserved);
});

test("broken links of exercises are told", async ({ page }) => {
  const link = `/#exercise=${pack(SHEET)}`;
  for (const broken of [link.slice(0, -20), `${link.slice(0, 30)}x${link.slice(31)}`, "/#exercise=", `/#exercise=${pack({ exercise: [] })}`]) {
    await page.goto("about:blank");
    await page.goto(broken);
    await expect(page.getByRole("alert")).toContainText(/damaged|another version/);
  }
});

test("exercises are done by keyboard and fit 390 points", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page, { exercise: [SHEET.exercise[0]] });
  await page.getByRole("button", { name: "Open the grammar" }).focus();
  await page.keyboard.press("Enter");
  await expect(pane(page).getByRole("heading", { name: "Brackets" })).toBeVisible();
  await type(page, "");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText('s = "(" s ")" s / ""\n');
  await pane(page).getByRole("button", { name: "Insert *" }).focus();
  await expect(pane(page).getByRole("button", { name: "Insert *" })).toBeInViewport();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(line(page)).toContainText("✓ The same language", { timeout: 30_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("axe finds nothing in exercises, light or dark", async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await start(page);
  await expect(page.getByRole("button", { name: "Begin 1 Brackets" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await flawless(page, `a sheet, ${colorScheme}`);
  }
  await page.getByRole("button", { name: "Begin 1 Brackets" }).click();
  await expect(line(page)).toContainText("✗ Yours misses", { timeout: 30_000 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await flawless(page, `solving, ${colorScheme}`);
  }
  await page.getByRole("combobox", { name: "Exercises" }).selectOption("-1");
  await pane(page).getByRole("button", { name: "Change the exercises…" }).click();
  await expect(page.getByRole("region", { name: "What it asks for" })).toContainText("✓ Ready");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await flawless(page, `writing, ${colorScheme}`);
  }
  await page.goto("about:blank");
  await page.goto(`/#hand-in=${pack({ "hand-in": { name: "Ada" }, answer: [{ exercise: "Brackets", grammar: "s = \"\"" }] })}`);
  await page.getByLabel("The link of the exercises").fill(`http://x/#exercise=${pack(SHEET)}`);
  await expect(page.getByRole("row", { name: /^Ada/ })).toContainText("✗", { timeout: 30_000 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await flawless(page, `hand-ins, ${colorScheme}`);
  }
});
