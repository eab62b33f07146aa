// What a course shows beside trees: sentential forms, the classical tree, FIRST, FOLLOW and LL(1).

import { AxeBuilder } from "@axe-core/playwright";
import { expect, open, panel, production, saved, status, tab, test, type, write } from "./page.ts";

const SUMS = "E → E + T | T\nT → T * F | F\nF → n | ( E )\n";

test("a derivation is sentential forms, in step with the tree", async ({ page }) => {
  await open(page);
  await type(page, SUMS);
  await production(page).selectOption("E");
  await write(page, "n+n*n");
  await expect(status(page)).toContainText("“n+n*n” is a valid E");
  await tab(page, "Derivation").click();
  const forms = panel(page).getByRole("list", { name: "Sentential forms" }).getByRole("listitem");
  await expect(forms).toHaveCount(9);
  await expect(forms.first()).toHaveText(/^0E$/);
  await expect(forms.nth(1)).toContainText("⇒E + T");
  await expect(panel(page)).toContainText("0 of 8");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageDown");
  await expect(panel(page)).toContainText("2 of 8");
  await expect(panel(page).locator(".say")).toHaveText("Step 2 replaces E by T.");
  await expect(page.locator("figure-pane").getByRole("treeitem", { name: /^E / })).toHaveCount(2);
  await expect(page.locator("figure-pane").getByRole("treeitem", { name: /^F / })).toHaveCount(0);
  await expect(page.locator("grammar-pane .lit-line")).toHaveText("E → E + T | T");
  await page.keyboard.press("End");
  await expect(forms.last()).toContainText("n + n * n");
  await expect(page.locator("figure-pane").getByRole("treeitem", { name: /^F / })).toHaveCount(3);
  await panel(page).getByRole("button", { name: "Rightmost" }).click();
  await expect(panel(page)).toContainText("0 of 8");
  await expect(forms.nth(2)).toContainText("E + T * F");
  const { octets } = await saved(page, () => panel(page).getByRole("button", { name: "Save SVG" }).click());
  expect(octets.toString("utf8")).toContain("<svg");
  await write(page, "n+");
  await expect(panel(page)).toContainText("A text that is not valid has no derivation.");
});

test("tables say why a grammar is not LL(1)", async ({ page }) => {
  await open(page);
  await type(page, "S → i E t S R | a\nR → e S | ε\nE → b\n");
  await production(page).selectOption("S");
  await tab(page, "Tables").click();
  const dock = panel(page);
  await expect(dock).toContainText("✗ Not LL(1)");
  const sets = dock.getByRole("region", { name: "FIRST and FOLLOW" });
  await expect(sets.getByRole("row", { name: /^S / })).toContainText("e end");
  await expect(sets.getByRole("row", { name: /^R / })).toContainText("ε");
  await expect(dock.locator("td.cf")).toHaveCount(1);
  await dock.getByRole("button", { name: "R at e" }).click();
  await expect(dock.getByRole("region", { name: "The conflict" })).toContainText(/R at e: both .*e S.* and .*ε.* fit\./);
  await type(page, "S → a S | b\n");
  await expect(dock).toContainText("✓ LL(1)");
  await expect(dock.locator("td.cf")).toHaveCount(0);
});

test("axe finds nothing in derivations and tables, also at 390 points", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await type(page, SUMS);
  await production(page).selectOption("E");
  await write(page, "n+n");
  for (const [name, ready] of [["Derivation", "0 of"], ["Tables", "Not LL(1)"]] as const) {
    await tab(page, name).click();
    await expect(panel(page)).toContainText(ready);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("#panel").include("view-tabs").analyze();
      expect(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0]?.html.slice(0, 120)}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});

test("a link holds the form and its order", async ({ page }) => {
  await open(page, `/#arithmetic/expr?text=${encodeURIComponent("1+2")}&view=derivation&form=2&rightmost=1`);
  await expect(panel(page)).toContainText(/2 of \d+/);
  await expect(panel(page).getByRole("button", { name: "Rightmost" })).toHaveAttribute("aria-pressed", "true");
});
