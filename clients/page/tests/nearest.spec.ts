// "What did I mean?": the nearest valid texts, against all texts that are one change away.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, open, status, test, text, type, write, type Page } from "./page.ts";

const ask = (page: Page) => page.getByRole("button", { name: "What did I mean?" });
const list = (page: Page) => page.getByRole("list", { name: "Nearest valid texts" });
const verdict = (page: Page) => page.locator("verdict-pane");
const marks = (page: Page) => page.locator("figure-pane .fig:not(.under) .edits b");
const gone = (page: Page) => page.locator("figure-pane .fig:not(.under) .letters .gone");

/** Returns the texts that are one inserted, deleted or replaced character away. */
function oneChangeAway(from: string, alphabet: string): Set<string> {
  const all = new Set<string>();
  for (let at = 0; at <= from.length; at += 1) {
    const [before, behind] = [from.slice(0, at), from.slice(at)];
    all.add(before + behind.slice(1));
    for (const one of alphabet) {
      all.add(before + one + behind);
      all.add(before + one + behind.slice(1));
    }
  }
  all.delete(from);
  return all;
}

test("the nearest texts of arithmetic are all valid ones nearby", async ({ page }) => {
  await open(page, `/#arithmetic/expr?text=${encodeURIComponent("1+*2")}`);
  // One change makes no pair of parentheses, so that an expression is numbers between operators.
  const isValid = (one: string) => /^-?\d+(?:[-+*/]-?\d+)*$/.test(one);
  const nearest = [...oneChangeAway("1+*2", "0123456789+-*/()")].filter(isValid);
  await ask(page).click();
  await expect(verdict(page)).toContainText(`${nearest.length} texts, 1 change away`);
  const names = await list(page).getByRole("button").evaluateAll((all) => all.map((one) => one.title));
  expect(names).toHaveLength(3);
  const texts = names.map((name) => /^Take “(.*)”: /.exec(name)?.[1] ?? "");
  expect(new Set(texts).size).toBe(3);
  expect(texts.filter((one) => !nearest.includes(one))).toEqual([]);
  await list(page).getByRole("button").nth(1).click();
  await expect(text(page)).toHaveValue(texts[1]!);
  await expect(status(page)).toContainText("is a valid expr");
  await expect(list(page)).toBeHidden();
  await expect(ask(page)).toBeHidden();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page)).toHaveValue("1+*2");
});

test("an edit is drawn on the text, by keyboard alone", async ({ page }) => {
  await open(page, "/#dates/date?text=7%20Nxv%202026");
  await ask(page).focus();
  await page.keyboard.press("Enter");
  const only = list(page).getByRole("button", { name: "Take “7 Nov 2026”: replace “x” at 3 by “o”", exact: true });
  await expect(only).toBeVisible();
  await expect(verdict(page)).toContainText("1 text, 1 change away");
  await expect(verdict(page).locator("[aria-live]").last()).toHaveText("1 text, 1 change away. The first is “7 Nov 2026”.");
  await expect(ask(page)).toBeFocused();
  await expect(gone(page)).toHaveText(["x"]);
  await expect(marks(page)).toHaveText(["o"]);
  const [mark, cell] = [(await marks(page).boundingBox())!, (await gone(page).boundingBox())!];
  expect(Math.abs(mark.x + mark.width / 2 - cell.x - cell.width / 2)).toBeLessThan(1.5);
  // Enter again puts the answer away.
  await page.keyboard.press("Enter");
  await expect(list(page)).toBeHidden();
  await expect(gone(page)).toHaveCount(0);
  await expect(verdict(page)).toContainText("Allowed at 3");
  await page.keyboard.press("Enter");
  await expect(only).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(only).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("“7 Nov 2026” is a valid date");
  await expect(gone(page)).toHaveCount(0);
  await expect(marks(page)).toHaveCount(0);
});

test("an insertion is at its boundary, and typing ends it", async ({ page }) => {
  await open(page, "/#arithmetic/expr");
  await type(page, 's = "<" s ">" / c\nc = %xA0-10FFFF\n');
  await write(page, "<<ä>");
  await ask(page).click();
  await expect(verdict(page)).toContainText("2 texts, 1 change away");
  const insert = list(page).getByRole("button", { name: /^Take “<<ä>>”: insert “>” at [45]$/ });
  await insert.focus();
  await expect(marks(page)).toHaveText([">"]);
  await expect(gone(page)).toHaveCount(0);
  await list(page).getByRole("button", { name: /^Take “<ä>”: delete “<” at [01]$/ }).focus();
  await expect(gone(page)).toHaveText(["<"]);
  await expect(marks(page)).toHaveCount(0);
  await write(page, "<<ä");
  await expect(list(page)).toBeHidden();
  await expect(gone(page)).toHaveCount(0);
});

test("what the prose says of a URL stays first", async ({ page }) => {
  await open(page);
  await expect(verdict(page)).toContainText("Section 3.3");
  await ask(page).click();
  await expect(list(page).getByRole("button")).toHaveCount(3);
  await expect(verdict(page)).toContainText("Section 3.3");
  const buttons = await verdict(page).getByRole("button").allTextContents();
  expect(buttons.slice(0, 2)).toEqual(["Remove “user@”", "What did I mean?"]);
  for (const at of [0, 1, 2]) {
    await list(page).getByRole("button").nth(at).click();
    await expect(status(page)).toContainText("is a valid url");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(status(page)).toContainText("is not a valid url");
  }
});

test("nearest texts that are not known are undecided", async ({ page }) => {
  await open(page, "/#arithmetic/expr");
  await type(page, 's = "<" *s ">"\n');
  await write(page, "no such thing");
  await ask(page).click();
  await expect(verdict(page)).toContainText("Undecided: no text is valid after at most 5 edits.");
  await expect(list(page)).toBeHidden();
});

test("a search that takes too long is undecided, not none", async ({ page }) => {
  // The engine never answers this question.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage as (message: unknown) => void;
    Worker.prototype.postMessage = function (this: Worker, message: { method?: string }) {
      if (message.method !== "nearest") {
        post.call(this, message);
      }
    };
  });
  await open(page, "/#dates/date?text=7%20Nxv%202026");
  await ask(page).click();
  await expect(verdict(page)).toContainText("The nearest valid texts are looked for …");
  await expect(verdict(page)).toContainText("Undecided: it takes more than 10 seconds.");
});

test("the nearest texts fit 390 points, and axe finds nothing", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await ask(page).click();
  await expect(list(page).getByRole("button").first()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("verdict-pane").include("figure-pane").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
});
