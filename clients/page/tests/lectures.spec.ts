// What a teacher does with the page: a lecture, comparisons, long texts, worksheets.

import { examples, expect, grammar, open, panel, production, saved, side, status, tab, test, text, type, write, typeSecond } from "./page.ts";

const verdict = (page: Parameters<typeof open>[0]) => page.locator("verdict-pane");
const lecture = (page: Parameters<typeof open>[0]) => page.getByRole("button", { name: "Lecture" }).click();

test("a lecture shows both trees, what may follow, the grammar", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, `/#arithmetic/expr?text=${encodeURIComponent("1+2*3")}`);
  await lecture(page);
  await page.getByRole("button", { name: "Show both" }).click();
  const trees = page.locator("figure-pane").getByRole("tree");
  await expect(trees).toHaveCount(2);
  const [first, second] = [await trees.nth(0).boundingBox(), await trees.nth(1).boundingBox()];
  expect(second!.x).toBeGreaterThan(first!.x + first!.width - 1);
  await expect(page.locator("figure-pane .which").first()).toContainText("1 of 2reads (1+2)*3");
  await expect(verdict(page)).toContainText("Two derivations: the grammar is ambiguous.");
  await expect(verdict(page)).toContainText("Then at 5");
  await expect(grammar(page)).toBeInViewport();
  await expect(page.locator("grammar-pane .lit-line").first()).toContainText("expr");
  for (const tree of await trees.all()) {
    const last = tree.getByRole("treeitem").last();
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});

test("a lecture says why a text is wrong", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, "/#dates/date?text=7%20Nxv%202026");
  await lecture(page);
  await expect(verdict(page)).toContainText("month: found “x” after “N”.");
  await expect(verdict(page)).toContainText("Allowed at 3");
  await expect(page.locator("left-side .said")).toHaveText("After “N” month wants o.");
  await expect(page.locator("grammar-pane .lit-line").first()).toContainText("month");
});

test("a remote steps and never changes the view", async ({ page }) => {
  await open(page, "/#arithmetic/expr?text=1");
  await lecture(page);
  await tab(page, "Steps").click();
  const slider = page.getByRole("slider", { name: "Step" });
  await expect(slider).toHaveValue("1");
  for (const [key, value] of [["ArrowRight", "2"], ["PageDown", "3"], ["ArrowLeft", "2"], ["ArrowDown", "3"]] as const) {
    await page.keyboard.press(key);
    await expect(slider).toHaveValue(value);
  }
  await tab(page, "Steps").focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("4");
  await expect(tab(page, "Steps")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(tab(page, "Ordered choice")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Ordered choice")).toHaveAttribute("aria-selected", "true");
});

test("arrows step after a click on Steps and a stop", async ({ page }) => {
  await open(page, "/#arithmetic/expr?text=1");
  await tab(page, "Steps").click();
  const slider = page.getByRole("slider", { name: "Step" });
  await expect(slider).toHaveValue("1");
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("2");
  await panel(page).getByRole("button", { name: "Add" }).click();
  await page.getByRole("combobox", { name: "Stop at a production" }).selectOption("number");
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("3");
});

test("the tree is seen at 200 percent zoom", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await open(page, "/#arithmetic/expr");
  const rows = page.locator("figure-pane").getByRole("treeitem", { level: 3 });
  await expect(rows.first()).toBeInViewport({ ratio: 1 });
});

test("a prefix that can go on is no error", async ({ page }) => {
  await open(page, `/#arithmetic/expr?text=${encodeURIComponent("(1+2)*")}`);
  await expect(verdict(page)).toContainText("⋯ Could go on");
  await expect(verdict(page)).toContainText("Next at 6");
  await expect(verdict(page).locator(".bad")).toHaveCount(0);
  await expect(page.locator("figure-pane .x")).toHaveCount(0);
  await write(page, "(1+2)*)");
  await expect(verdict(page)).toContainText("✗ Valid up to 6");
  await write(page, "");
  await expect(verdict(page)).toContainText("Nothing is typed yet. Type a expr.");
});

test("a comparison says yes, no, or up to what", async ({ page }) => {
  await open(page);
  await type(page, 'expr = expr "+" term / term\nterm = "(" expr ")" / "x"\n');
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("typed");
  const answer = page.locator(".compare-view .answer");
  await typeSecond(page, 'sum = atom *( "+" atom )\natom = "x" / "(" sum ")"\n');
  await expect(answer).toHaveText("✓ Yes. Exactly the same texts are valid.");
  await typeSecond(page, 'sum = atom *( "+" atom )\natom = "x" / "(" atom ")"\n');
  await expect(answer).toContainText("✗ No: yours accepts “(x+x)”. The solution does not.");
  const trees = page.locator(".compare-view .tried").getByRole("tree");
  await expect(trees).toHaveCount(2);
  await expect(trees.first().getByRole("treeitem", { name: /^expr 0–5/ })).toBeVisible();
  await typeSecond(page, "sum = atom *( \n");
  await expect(page.getByRole("list", { name: "Errors of the second grammar" })).toContainText("Line 1:");
  await expect(page.locator("compare-pane .cm-lint-marker-error").first()).toBeVisible();
});

test("a comparison names the reason and compares again without it", async ({ page }) => {
  await open(page);
  await type(page, 'expr = term *( "+" term )\nterm = number / "(" expr ")"\nnumber = 1*digit\ndigit = %x30-39\n');
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("typed");
  await typeSecond(page, 'expr = expr "+" term / term\nterm = "(" expr ")" / number\nnumber = "0" / nonzero *digit\nnonzero = %x31-39\ndigit = %x30-39\n');
  const view = page.locator(".compare-view");
  await expect(view.locator(".answer")).toContainText("✗ No: yours accepts “00”. The solution does not.");
  await expect(view.locator(".reason")).toHaveText("The reason isnumberand nothing else.");
  await expect(view.getByRole("columnheader", { name: "With number alike" })).toBeVisible();
  await expect(view.getByRole("row", { name: /^expr expr ✗ no/ })).toContainText("✓ yes");
  await expect(view.getByRole("row", { name: /nonzero/ })).toContainText("only in the solution");
  // What each open production of the solution allows is in its row.
  await expect(view.locator(".tried").nth(1).locator(".ghost")).not.toHaveCount(0);
  await view.locator(".reason").getByRole("button", { name: "number" }).click();
  await expect(view.getByRole("region", { name: "number", exact: true })).toBeVisible();
  await expect(page.locator("compare-pane .lit-line")).toContainText("number");
  await expect(page.locator("grammar-pane .lit-line")).toContainText("number");
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(view.locator(".answer")).toContainText("✗ No: the solution accepts “00”. Yours does not.");
  // The text is taken to the view.
  await view.getByRole("button", { name: "Show “00”" }).click();
  await expect(text(page)).toHaveValue("00");
  await expect(view).toBeHidden();
});

test("a long text is lines with an outline", async ({ page }) => {
  await open(page, "/#json/JSON-text");
  const lines = Array.from({ length: 40 }, (_, at) => `{ "id": ${at}, "name": "user ${at}" }`);
  const source = `[ ${lines.join(",\n")} ]`;
  await write(page, source);
  await expect(page.locator("figure-pane .long")).toBeVisible();
  await expect(status(page)).toContainText("is a valid JSON-text", { timeout: 20_000 });
  await expect(page.locator(".long-bar")).toContainText(`${source.length.toLocaleString("en")} characters, 40 lines`);
  const outline = page.getByRole("tree", { name: "Outline of the tree" });
  await outline.getByRole("treeitem").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(outline.locator(".sel")).toHaveCount(1);
  expect(await page.locator("figure-pane .letters > i").count()).toBeLessThan(250);
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" x");
  await expect(verdict(page)).toContainText(`✗ Valid up to ${source.length + 1}`, { timeout: 20_000 });
  await page.keyboard.press("Backspace");
  await expect(status(page)).toContainText("is a valid JSON-text", { timeout: 20_000 });
  // One line is the strip, which has every octet, LF too.
  await page.getByRole("button", { name: "One line" }).click();
  await expect(page.locator("figure-pane .long")).toBeHidden();
  await expect(text(page)).toHaveValue(/\u240a/);
  await page.getByRole("button", { name: "Wrapped" }).click();
  await write(page, "[]");
  await expect(page.locator("figure-pane .long")).toBeHidden();
  await expect(status(page)).toContainText("“[]” is a valid JSON-text");
});

test("the notation of textbooks is read and converted", async ({ page }) => {
  await open(page);
  await type(page, "S → aSb | ε\n");
  await production(page).selectOption("S");
  await write(page, "aabb");
  await expect(status(page)).toContainText("“aabb” is a valid S");
  await page.locator("grammar-pane summary").click();
  await expect(page.locator("grammar-pane")).toContainText("Read as the notation of textbooks.");
  await page.getByRole("button", { name: "Convert to ABNF" }).click();
  await expect(status(page)).toContainText("“aabb” is a valid S");
  await type(page, "Arithmetic {\n  Exp = number\n  number = digit+\n}\n");
  await expect(page.getByRole("list", { name: "Errors and notes" })).toContainText("of Ohm");
});

test("the page asks which notation is meant, and links keep it", async ({ page }) => {
  await open(page);
  await type(page, 'list = { item }\nitem = { "x" }\n');
  await write(page, "xx");
  const note = page.getByRole("list", { name: "What the grammar means" });
  await expect(note).toContainText("The grammar has a meaning in each of several notations. Which one is meant?");
  await expect(note.getByRole("button", { name: "pest" })).toHaveAttribute("aria-pressed", "true");
  await expect(note).toContainText("list ::= item*");
  await expect(status(page)).toContainText("“xx” is not a valid list");
  await note.getByRole("button", { name: "EBNF of ISO 14977" }).click();
  await expect(status(page)).toContainText("“xx” is a valid list");
  const link = await page.evaluate(async () => {
    const [bar] = [document.querySelector("page-bar")!];
    [...bar.querySelectorAll("button")].find((one) => one.textContent === "Share")!.click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return location.hash;
  });
  await page.goto("about:blank");
  await open(page, `/${link}`);
  await expect(status(page)).toContainText("“xx” is a valid list");
  await page.getByRole("button", { name: "Find out the notation" }).click();
  await expect(status(page)).toContainText("“xx” is not a valid list");
  await type(page, "S ::= a S b | c\n");
  await expect(note).toContainText("As BNF, the grammar has errors, and in another notation it has none.");
  await note.getByRole("button", { name: "Notation of textbooks" }).click();
  await write(page, "aacbb");
  await expect(status(page)).toContainText("“aacbb” is a valid S");
});

test("the page asks how letters compare", async ({ page }) => {
  await open(page);
  await type(page, 'greeting = "Hello" ; "not this"\n');
  await page.getByRole("button", { name: "In either case" }).click();
  await expect(grammar(page)).toContainText('greeting = %i"Hello" ; "not this"');
  await write(page, "hELLO");
  await expect(status(page)).toContainText("“hELLO” is a valid greeting");
  await page.keyboard.press("ControlOrMeta+z");
});

test("a worksheet has its texts and their solutions", async ({ page, browserName }) => {
  await open(page, "/#arithmetic/expr?view=examples");
  await examples(page, "Texts");
  await expect(page.getByRole("list", { name: "Valid texts", exact: true }).getByRole("listitem").first()).toBeVisible();
  await expect(panel(page)).not.toContainText("The engine makes texts");
  const file = async (name: string) => {
    const { octets } = await saved(page, () => panel(page).getByRole("button", { name, exact: true }).click());
    return octets.toString("utf8");
  };
  const [markdown, csv] = [await file("Markdown"), await file("CSV")];
  const [tasks = "", solutions = ""] = markdown.split("## Solutions");
  expect(tasks.match(/^\d+\. ☐ /gm)).toHaveLength(20);
  expect(tasks).not.toMatch(/[✓✗]/);
  expect(solutions.match(/^\d+\. [✓✗] /gm)).toHaveLength(20);
  const rows = csv.trimEnd().split("\r\n");
  expect(rows[0]).toBe("number,text,valid,reason");
  expect(rows).toHaveLength(21);
  expect(rows.filter((row) => /,true,/.test(row))).toHaveLength(solutions.match(/✓/g)!.length);
  if (browserName === "firefox") {
    // Debian's Firefox does not show a page as on paper.
    return;
  }
  // On paper, the solutions begin a page of their own.
  await page.evaluate(() => (window.print = () => {}));
  await panel(page).getByRole("button", { name: "Print", exact: true }).click();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".worksheet")).toBeVisible();
  await expect(page.locator("page-bar")).toBeHidden();
  await expect(page.locator(".worksheet .solutions")).toHaveCSS("break-before", "page");
});

test("each kind makes as many texts as asked", async ({ page }) => {
  await open(page, "/#arithmetic/expr?view=examples");
  for (const kind of ["shortest", "cover"]) {
    await panel(page).getByRole("combobox", { name: "Kind" }).selectOption(kind);
    await expect(panel(page)).toContainText("10 valid");
  }
  await type(page, 's = "a" / "b"\n');
  await expect(panel(page)).toContainText("The engine found 4 different texts of the 10 that were asked for");
  await type(page, "s = *%x00-10FFFF\n");
  await expect(panel(page)).toContainText("No nearly valid text was found: one edit of a valid text gave another valid one, whatever was tried.");
});

test("imports of several documents are offered whole", async ({ page }) => {
  await open(page);
  await type(page, 'link = URI-reference / UTF8-2 / where\nwhere = <As defined in Section 3 of [RFC3986]>\n');
  await page.getByRole("button", { name: "Import URI-reference, URI, UTF8-2 from RFC 3986, RFC 3629" }).click();
  await write(page, "http://h/");
  await expect(status(page)).toContainText("“http://h/” is a valid link");
  await expect(grammar(page)).toContainText("where = URI");
});

test("a notice covers nothing and leaves with its cause", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, "/#arithmetic/expr");
  await page.getByRole("button", { name: "Share" }).click();
  const notice = await page.getByRole("alert").boundingBox();
  const main = await page.locator("main").boundingBox();
  expect(notice!.y).toBeGreaterThanOrEqual(main!.y + main!.height);
  await write(page, "1");
  await expect(page.getByRole("alert")).toBeHidden();
});
