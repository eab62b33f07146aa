// The accessible names that tests rely on, and the rules of axe.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { grammar, open, panel, production, status, tab, text } from "./page.ts";

const TABS = ["Tree", "Derivations", "Steps", "Ordered choice", "Rails", "Examples", "Compare", "Inspect", "Tutorial"];

test("every control has the name that the issue gives it", async ({ page }) => {
  await open(page);
  await expect(text(page)).toBeVisible();
  await expect(grammar(page)).toBeVisible();
  await expect(production(page)).toHaveValue("url");
  await expect(page.getByRole("tree")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  for (const name of TABS) {
    await expect(tab(page, name)).toBeVisible();
  }
  await tab(page, "Derivations").click();
  await expect(page.getByRole("button", { name: "Next derivation" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous derivation" })).toBeVisible();
  await tab(page, "Steps").click();
  await expect(page.getByRole("slider", { name: "Step" })).toBeVisible();
  await expect(status(page)).toHaveText(/is not a valid url: expected .+ found "@" at offset 11\./);
});

test("the arrow keys walk through the tabs", async ({ page }) => {
  await open(page);
  await tab(page, "Tree").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Derivations")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await expect(tab(page, "Tutorial")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Tree")).toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the ${colorScheme} scheme`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page);
    // What the prose says comes last.
    await expect(page.getByRole("region", { name: "Error" })).toContainText("Section 3.3");
    for (const name of TABS) {
      await tab(page, name).click();
      await expect(panel(page, name)).toBeVisible();
      await expect(page.locator("[aria-busy]")).toHaveCount(0, { timeout: 60_000 });
      // What is outside the panels is the same for all of them.
      const axe = new AxeBuilder({ page });
      const part = name === "Tree" ? axe : axe.include("[role=tabpanel]:not([hidden])");
      const { violations } = await part.analyze();
      const found = violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" · ")}`);
      expect(found).toEqual([]);
    }
  });
}
