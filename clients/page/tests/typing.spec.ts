// What keys that follow each other quickly draw, and what is drawn of deep trees.

import { expect, open, type Page, saved, status, test, text, tile, type, write } from "./page.ts";

const LEFT = 'S = S "a" / "a"\n';

/** Shows a text of the letter a, in a grammar whose tree is as deep as the text is long. */
async function deep(page: Page, length: number): Promise<void> {
  await open(page);
  await type(page, LEFT);
  await write(page, "a".repeat(length));
  await expect(status(page)).toContainText("is a valid S");
}

/** Lets the engine say no more. */
const silence = (page: Page) => page.evaluate(() => (Worker.prototype.postMessage = () => {}));

/** Types keys into the field as fast as a key that is held down, whatever a machine does meanwhile. */
async function hold(page: Page, keys: string): Promise<string[]> {
  return page.evaluate(async (keys) => {
    const field = document.querySelector<HTMLTextAreaElement>("#text")!;
    const figure = document.querySelector<HTMLElement>("figure-pane .fig")!;
    const cells: string[] = [];
    for (const key of keys) {
      field.value += key;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      cells.push(figure.style.getPropertyValue("--cell"));
    }
    return cells;
  }, keys);
}

test("cells keep their width in a run of keys", async ({ page }) => {
  await open(page);
  await type(page, "text = *%x61\n");
  await write(page, "a".repeat(30));
  await expect(status(page)).toContainText("is a valid text");
  await text(page).focus();
  const cells = await hold(page, "a".repeat(20));
  expect(new Set(cells.slice(2)).size).toBeLessThan(6);
  await expect(status(page)).toContainText("a".repeat(40));
  const figure = page.locator("figure-pane .fig").first();
  // At the end of the run, the cells fill the row.
  await expect.poll(() => figure.evaluate((one) => Number.parseInt(one.style.getPropertyValue("--cell"), 10) - Math.floor(one.clientWidth / 50))).toBe(0);
});

test("a verdict on an older text fades", async ({ page }) => {
  await open(page, "/#arithmetic/expr?text=1");
  const verdict = page.locator("verdict-pane");
  await expect(verdict).not.toHaveClass(/stale/);
  await silence(page);
  await write(page, "1+");
  await expect(verdict).toHaveClass(/stale/);
  await write(page, "1");
  await expect(verdict).not.toHaveClass(/stale/);
});

test("the rows of a deep tree are drawn in view", async ({ page }) => {
  await deep(page, 300);
  const tiles = page.locator("figure-pane .fig:not(.under) .tree [role=treeitem]");
  await expect.poll(() => tiles.count()).toBeLessThan(200);
  await tile(page, /^S 0–300/).focus();
  for (let down = 0; down < 60; down += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(tile(page, /^S 0–240/)).toBeFocused();
  await expect(tile(page, /^S 0–240/)).toBeInViewport();
  await expect(tile(page, /^S 0–300/)).toHaveCount(0);
  await page.keyboard.press("Home");
  await expect(tile(page, /^S 0–300/)).toBeFocused();
  await expect(tile(page, /^S 0–300/)).toBeInViewport();
});

test("a tile keeps the focus while the rows scroll", async ({ page }) => {
  await deep(page, 300);
  await tile(page, /^S 0–300/).focus();
  const pane = page.locator("figure-pane");
  await pane.evaluate((one) => (one.scrollTop = one.scrollHeight));
  await expect(tile(page, /^S 0–1 /)).toBeInViewport();
  await expect(tile(page, /^S 0–300/)).toBeFocused();
  expect(await pane.evaluate((one) => one.scrollTop)).toBeGreaterThan(1_000);
});

test("pictures and paper have all rows of a tree", async ({ page }) => {
  await deep(page, 100);
  const { octets } = await saved(page, () => page.getByRole("button", { name: "Save SVG" }).click());
  expect(octets.toString().match(/>S</g)?.length).toBe(100);
  await expect.poll(() => tile(page, /^S/).count()).toBeLessThan(60);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(tile(page, /^S/)).toHaveCount(100);
});

test("the outline of a deep tree leaves out its middle", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await deep(page, 2_000);
  const rows = page.getByRole("tree", { name: "Outline of the tree" }).getByRole("treeitem");
  await expect(rows.filter({ hasText: "more" })).toHaveCount(1);
  const before = await rows.count();
  expect(before).toBeLessThan(60);
  await rows.filter({ hasText: "more" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  expect(errors).toEqual([]);
});

test("keys in a long text go where the caret is", async ({ page }) => {
  await open(page);
  await type(page, "text = *%x61-7A\n");
  await write(page, "a".repeat(500));
  await expect(page.locator(".long")).toBeVisible();
  await text(page).focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("xyz");
  await expect(status(page)).toContainText("xyzaaa");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.type("w");
  await expect(status(page)).toContainText("xywaaa");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("q");
  await expect(page.locator(".long-bar")).toContainText("504 characters");
  await expect(text(page)).toContainText("aaaq");
});
