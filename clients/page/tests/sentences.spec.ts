// What the page says: each sentence is decided, or says up to what.

import { examples, expect, open, panel, production, side, status, tab, test, tile, type, write, typeSecond } from "./page.ts";

const verdict = (page: Parameters<typeof open>[0]) => page.locator("verdict-pane");

test("characters above ASCII that may follow can be inserted", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" ( %xE9 / %x20AC-20AF )\n');
  await write(page, "a");
  await expect(verdict(page)).toContainText("Next at 1é€–₯");
  await expect(page.locator("figure-pane .ghost")).toHaveText("é €–₯");
  await verdict(page).getByRole("button", { name: "Show €–₯" }).click();
  await verdict(page).getByRole("button", { name: "Insert ₭" }).click();
  await expect(status(page)).toContainText("“a₭” is a valid s");
});

test("ranges of all characters open without their surrogates", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" %xD7FE-10FFFF\n');
  await write(page, "a");
  await verdict(page).getByRole("button", { name: "Show U+D7FE–U+10FFFF" }).click();
  await expect(verdict(page).getByRole("button", { name: /^Insert/ })).toHaveCount(256);
  await expect(verdict(page)).toContainText("and 1,056,514 more");
  await verdict(page).getByRole("button", { name: "Insert U+E000" }).click();
  await expect(status(page)).toContainText("is a valid s");
});

test("octets above ASCII are numbers, never characters", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" ( %xE9 / %xC0-DF ) / "b"\n');
  await write(page, "a");
  await expect(verdict(page)).toContainText("Next at 1%xC0–DF%xE9");
  await expect(page.locator("figure-pane .ghost")).toHaveText("%xC0–DF %xE9");
  await expect(verdict(page).getByRole("button", { name: /Insert|Show %x/ })).toHaveCount(0);
});

test("steps name the characters above ASCII that are wanted", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" %x20AC-20AF\n');
  await write(page, "ab");
  await tab(page, "Steps").click();
  await expect(panel(page)).toContainText("s is tried at 0");
  await page.locator("body").press("PageDown");
  await page.locator("body").press("PageDown");
  await expect(page.getByRole("slider", { name: "Step" })).toHaveAttribute("aria-valuetext", /wants €–₯ at 1 and finds “b”/);
});

test("derivations that nobody counted are not one", async ({ page }) => {
  await open(page);
  await type(page, 's = *"a"\n');
  await write(page, "aaa");
  await expect(verdict(page)).toContainText("One derivation of s.");
  await write(page, "a".repeat(2_001));
  await expect(verdict(page)).toContainText("The derivations were not counted: the text has more than 2,000 characters.");
  await expect(verdict(page)).not.toContainText("One derivation");
});

test("while derivations are counted, the page says so", async ({ page }) => {
  // The worker that counts them never answers.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: { method?: string }, ...rest: []) {
      if (message.method !== "derivations") {
        post.call(this, message, ...rest);
      }
    };
  });
  await open(page, "/#arithmetic/expr");
  await expect(verdict(page)).toContainText("The derivations are being counted …");
  await expect(verdict(page)).toContainText("The derivations were not counted: it takes more than 10 seconds.");
  await expect(verdict(page)).not.toContainText("One derivation");
});

test("a derivation is read with all of its brackets", async ({ page }) => {
  await open(page, `/#arithmetic/expr?text=${encodeURIComponent("1+2*3-4/5")}`);
  await expect(verdict(page)).toContainText("14 derivations");
  const seen = new Set<string>();
  for (let at = 1; at <= 14; at += 1) {
    await expect(verdict(page)).toContainText(`${at} of 14`);
    const read = (await verdict(page).locator(".second code").textContent()) ?? "";
    expect(read.replaceAll(/[()]/g, "")).toBe("1+2*3-4/5");
    // Four operators have three pairs of brackets besides the whole.
    expect(read.match(/\(/g)).toHaveLength(3);
    seen.add(read);
    if (at < 14) {
      await page.getByRole("button", { name: "Next derivation" }).click();
    }
  }
  expect(seen.size).toBe(14);
});

test("the nodes of an empty text are all drawn", async ({ page }) => {
  await open(page);
  await type(page, 's = a b\na = *"x"\nb = *c\nc = "y"\n');
  await write(page, "");
  await expect(status(page)).toContainText("“” is a valid s");
  await expect(tile(page, /^s 0–0, empty/)).toHaveAttribute("data-label", "ε");
  await expect(tile(page, /^a 0–0, empty/)).toBeVisible();
  await expect(tile(page, /^b 0–0, empty/)).toHaveCount(1);
  await expect(page.locator("figure-pane .e .beside").first()).toHaveAttribute("data-label", "s");
  await expect(page.locator("figure-pane .e .beside").nth(1)).toHaveAttribute("data-label", "a b");
});

const figure = (page: Parameters<typeof open>[0], rule: string) =>
  panel(page).getByRole("figure").filter({ has: page.locator("figcaption b", { hasText: new RegExp(`^${rule}$`) }) });

test("rails light every use of a production", async ({ page }) => {
  await open(page);
  await type(page, 's = item *( "," item )\nitem = "a" [ "!" ] / 1*"b" / "c"\n');
  await write(page, "a!,bbb,a,b");
  await expect(status(page)).toContainText("is a valid s");
  await tab(page, "Rails").click();
  await expect(figure(page, "s")).toContainText("3 rounds");
  await expect(figure(page, "item")).toContainText("4 uses: takes alternatives 1 and 2 of 3, takes and skips");
  await expect(figure(page, "item").locator("g.on text")).toHaveText(["a", "!", "b"]);
  await expect(figure(page, "item").locator("text.n")).toHaveText("×1–3");
  // A node that is selected is lit alone.
  await tab(page, "Tree").click();
  await tile(page, /^item 3–6/).click();
  await tab(page, "Rails").click();
  await expect(figure(page, "item").locator("g.on text")).toHaveText(["b"]);
  await expect(figure(page, "item").locator("text.n")).toHaveText("×3");
  await expect(figure(page, "item")).toContainText("takes alternative 2 of 3");
  await expect(figure(page, "item")).not.toContainText("uses");
});

test("rails light the derivation that is chosen", async ({ page }) => {
  await open(page);
  await type(page, 's = x / y z\nx = "a" "b"\ny = "a"\nz = "b"\n');
  await write(page, "ab");
  await expect(verdict(page)).toContainText("Two derivations");
  await tab(page, "Rails").click();
  await expect(figure(page, "s")).toContainText("takes alternative 1 of 2");
  await expect(figure(page, "s").locator("g.on text")).toHaveText(["x"]);
  await page.getByRole("button", { name: "Next derivation" }).click();
  await expect(figure(page, "s")).toContainText("takes alternative 2 of 2");
  await expect(figure(page, "s").locator("g.on text")).toHaveText(["y", "z"]);
});

test("equal languages are a decided answer of a comparison", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" | "b"\n');
  await production(page).selectOption("s");
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("typed");
  const result = page.locator(".compare-view");
  await typeSecond(page, 's = "b" | "a"\n');
  await expect(result.locator(".count.ok")).toHaveText("The same language: exactly the same texts are valid.");
  await expect(result.locator(".answer")).toHaveText("✓ Yes. Exactly the same texts are valid.");
  await side(page, "Grammar").click();
  await type(page, 's = "(" s ")" | "x"\nt = "x"\n');
  await side(page, "Compare").click();
  await typeSecond(page, 's = "x" | u\nu = "(" s ")"\nt = "x"\n');
  await expect(result).not.toContainText("Nothing to compare");
  await expect(result).toContainText(/same language/i);
  await typeSecond(page, 's = *"(" "x" *")"\nt = "x"\n');
  await expect(result).toContainText("1 pair differs and 1 pair has the same language.");
});

test("pairs that are undecided are counted and named", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" s "b" s / "b" s "a" s / ""\nt = "x"\n');
  await production(page).selectOption("s");
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("typed");
  await typeSecond(page, 's = s s / "a" s "b" / "b" s "a" / ""\nt = "x"\n');
  const result = page.locator(".compare-view");
  await expect(result).toContainText("No difference was found. 1 pair has the same language and 1 pair is undecided.");
  await expect(result).toContainText("~ No difference in all texts up to length 17. Whether a longer one differs is not decided.");
  await expect(result).toContainText(/s is undecided: the same texts of at most 17 octets are valid, and those to depth 1/);
  await expect(result).not.toContainText("Nothing to compare");
});

test("a notation that decides about literals is never folded", async ({ page }) => {
  await open(page);
  const note = page.getByRole("list", { name: "What the grammar means" });
  await type(page, 'word = "yes" | "no"\n');
  await write(page, "yes");
  await expect(status(page)).toContainText("“yes” is a valid word");
  await expect(note).toBeHidden();
  await type(page, 'word = "yes" / "no"\n');
  await expect(note).toBeVisible();
  await expect(note).toContainText("This grammar is read as ABNF, because “/” separates its alternatives: “yes” matches in either case, and in RFC 822 style as written only.");
  await type(page, "Start <- 'a' / 'ab'\n");
  await expect(note).toHaveText("Its alternatives are read without their order. Ordered choice shows the texts that this adds.");
});

test("findings about letters in either case are never folded", async ({ page }) => {
  await open(page);
  await type(page, 'word = "yes" / %x30 ; case-sensitive\n');
  const note = page.getByRole("list", { name: "What the grammar means" });
  await expect(note).toContainText("word matches in upper and lower case");
  await note.getByRole("button").click();
  await expect(page.getByRole("textbox", { name: "Grammar", exact: true })).toBeFocused();
});

test("notes are not counted before they are looked for", async ({ page }) => {
  await open(page);
  await type(page, 's = s s | "x"\n');
  await expect(page.locator("grammar-pane summary")).toContainText("looking for notes");
  await expect(page.locator("grammar-pane summary")).toContainText(/\d note/);
  await page.locator("grammar-pane summary").click();
  await expect(page.getByRole("list", { name: "Errors and notes" })).toContainText("to depth 2 only: s.");
});

test("ordered choice says up to what it was tried", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" | "ab"\n');
  await write(page, "a");
  await tab(page, "Ordered choice").click();
  await expect(panel(page).getByRole("row", { name: /^s “ab”/ })).toBeVisible();
  await expect(panel(page)).not.toContainText("0 other");
  await expect(panel(page)).not.toContainText("lose nothing");
  await type(page, 's = "(" [ s ] ")" | "()" "."\n');
  await expect(panel(page)).toContainText(/to depth 1/);
});

test("octets of a witness are never taken for characters", async ({ page }) => {
  await open(page);
  await type(page, 's = %x80-8F / %x80-9F "b"\n');
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("typed");
  await typeSecond(page, 's = %x90-9F / %x80-9F "b"\n');
  const pair = page.locator(".compare-view").getByRole("region", { name: "s", exact: true });
  await expect(pair.locator(".witness")).toContainText(/^\\x80.*✓ accepts.*✗ rejects/);
  await pair.getByRole("button", { name: /^Only the solution/ }).click();
  await expect(pair.locator(".witness")).toContainText(/^\\x90.*✗ rejects.*✓ accepts/);
  await expect(pair.locator(".witness").getByRole("button")).toHaveCount(0);
  // The page cannot hold the texts, so it says nothing about them.
  await examples(page, "Texts");
  await expect(panel(page)).toContainText(/0 valid, [1-9]\d* without a verdict/);
  await expect(page.getByRole("list", { name: "Valid texts", exact: true })).toContainText("not UTF-8, not checked");
  await tab(page, "Ordered choice").click();
  await expect(panel(page).getByRole("row", { name: /^s “\\x80b”/ })).toBeVisible();
  await expect(panel(page).getByRole("row").getByRole("button")).toHaveCount(0);
});

test("the automaton says where a text leaves it", async ({ page }) => {
  await open(page);
  await type(page, 's = 1*%x30-39\n');
  await write(page, "80x");
  await examples(page, "Automaton");
  await expect(panel(page)).toContainText("No edge goes on at 2: the text leaves the automaton from the state 1.");
  await write(page, "80");
  await expect(panel(page)).toContainText("After the text, the state is 1, which accepts.");
  await write(page, "");
  await expect(panel(page)).toContainText("After the text, the state is 0, which does not accept.");
});
