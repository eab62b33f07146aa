// The accessible names that tests rely on, where the focus goes, and the rules of axe.

import { AxeBuilder } from "@axe-core/playwright";
import { examples, expect, grammar, open, type Page, panel, production, side, status, tab, test, text, WRONG, write, typeSecond } from "./page.ts";

const TABS = ["Tree", "Derivation", "Steps", "Ordered choice", "Rails", "Examples", "Tables"];

test("every control has a name", async ({ page }) => {
  await open(page);
  await expect(text(page)).toBeVisible();
  await expect(grammar(page)).toBeVisible();
  await expect(production(page)).toHaveValue("url");
  await expect(page.getByRole("tree", { name: "Tree up to 11" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  for (const name of TABS) {
    await expect(tab(page, name)).toBeVisible();
  }
  await expect(status(page)).toContainText(/“http:\/\/user@host\/” is not a valid url: expected .+ found "@" at offset 11\./);
  await tab(page, "Steps").click();
  await expect(page.getByRole("slider", { name: "Step" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Open productions" })).toBeVisible();
  await expect(page.getByRole("tree", { name: "Tree at step 1" })).toBeVisible();
  const nameless = await page.locator("button:visible, select:visible, input:visible, textarea:visible").evaluateAll((all) =>
    all.filter((one) => !one.getAttribute("aria-label") && !one.textContent?.trim() && !(one as HTMLInputElement).labels?.length).map((one) => one.outerHTML));
  expect(nameless).toEqual([]);
});

test("the arrow keys walk through the tabs", async ({ page }) => {
  await open(page);
  await tab(page, "Tree").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Derivation")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await expect(tab(page, "Tables")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Tree")).toBeFocused();
});

test("two keys reach the text, and two the view", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the text" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.reload();
  await expect(status(page)).toContainText("valid");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tabpanel")).toBeFocused();
});

test("the focus never falls to the body", async ({ page }) => {
  await open(page);
  const isHeld = () => page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null);
  const press = async (name: string | RegExp) => {
    const button = page.getByRole("button", { name, exact: typeof name === "string" }).first();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(250);
    expect(await isHeld(), String(name)).toBe(true);
  };
  await press("Show A–Z");
  await press("Insert A");
  await text(page).fill("http://user@host/");
  await press(/^Remove “user@”/);
  await tab(page, "Steps").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("slider", { name: "Step" })).toBeVisible();
  await press("Step");
  await press("Last step");
  await press("Add");
  await examples(page, "Texts");
  await expect(page.getByRole("list", { name: "Valid texts", exact: true }).getByRole("button").first()).toBeVisible();
  await page.getByRole("list", { name: "Valid texts", exact: true }).getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  expect(await isHeld()).toBe(true);
  await side(page, "Tutorial").focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(400);
  await press(/^Try it/);
  await press("Next lesson");
  await press("Share");
  await press("Close the message");
});

test("a sheet keeps the focus, and gives it back", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.getByRole("button", { name: "Open the grammar" }).click();
  await expect(page.getByRole("button", { name: "Done" })).toBeFocused();
  for (let key = 0; key < 12; key += 1) {
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("#left") !== null)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Open the grammar" })).toBeFocused();
});

test("every view fits the screen at every width", async ({ page }) => {
  await open(page);
  for (const [width, height] of [[360, 740], [768, 1024], [1024, 768], [1440, 900], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    for (const name of TABS) {
      await tab(page, name).click();
      const over = () => page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
      await expect.poll(over, `${name} at ${width}`).toEqual([0, 0]);
      await expect(page.locator("figure-pane .txt").first()).toBeInViewport();
    }
  }
});

test("forced colours show the chosen tab and the selected tile", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, `${WRONG}&select=hostport:7-11`);
  const line = (name: string) => tab(page, name).evaluate((one) => getComputedStyle(one, "::after").content);
  expect(await line("Tree")).not.toBe("none");
  expect(await line("Steps")).toBe("none");
  const colour = (kind: string) => page.locator(`figure-pane .tree ${kind}`).first().evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await colour(".sel")).not.toBe(await colour(".open:not(.sel)"));
});

test("no heading is empty at any time", async ({ page }) => {
  await page.addInitScript(() => {
    const empty = new Set<string>();
    Object.assign(window, { empty });
    new MutationObserver(() => {
      for (const one of document.querySelectorAll("h1, h2, h3")) {
        if (one.textContent?.trim() === "") {
          empty.add(`${one.closest("#panel > *, #left *")?.localName}: ${one.outerHTML}`);
        }
      }
    }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  });
  await open(page);
  for (const name of TABS) {
    await tab(page, name).click();
    await expect(page.locator("[aria-busy]:not(choice-dock):visible")).toHaveCount(0);
  }
  for (const name of ["Tutorial", "Compare", "Grammar"]) {
    await side(page, name).click();
  }
  expect(await page.evaluate(() => [...(window as unknown as { empty: Set<string> }).empty])).toEqual([]);
});

/** Waits until no element has come or gone for a moment: axe fails if one goes while it looks at it. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy]:visible")).toHaveCount(0, { timeout: 60_000 });
  await page.evaluate(
    (moment) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(end, moment);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, moment);
        });
        observer.observe(document, { subtree: true, childList: true });
      }),
    300,
  );
}

/** The page has no frames, which axe puts together on a page of its own, and only what it finds is described. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

/** Returns what axe finds on the page, or in what changed since it looked at the page, light and dark. */
async function flaws(page: Page, name: string, changed?: string): Promise<string[]> {
  const looked = () => (changed === undefined ? axe(page) : axe(page).include(changed));
  await settled(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const { violations } = await looked().analyze();
  // Only colours differ in the dark.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await looked().withRules(["color-contrast", "link-in-text-block"]).analyze();
  return [...violations, ...dark.violations].map(({ id, nodes }) => `${name}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" · ")}`);
}

test("axe finds nothing in a view, light or dark", async ({ page }) => {
  test.setTimeout(240_000);
  await open(page);
  // What the prose says comes last.
  await expect(page.locator("verdict-pane")).toContainText("Section 3.3");
  for (const name of TABS) {
    await tab(page, name).click();
    expect(await flaws(page, name, name === TABS[0] ? undefined : "figure-pane, #panel")).toEqual([]);
  }
});

test("axe finds nothing in examples, light or dark", async ({ page }) => {
  test.setTimeout(240_000);
  await open(page, "/#rfc1738/url?text=http://host/a");
  await expect(page.locator("verdict-pane")).toContainText("An http URL.");
  expect(await flaws(page, "a valid URL")).toEqual([]);
  for (const kind of ["Expected", "Suite", "Automaton"] as const) {
    await examples(page, kind);
    expect(await flaws(page, kind, "#panel")).toEqual([]);
  }
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("rfc3986");
  await expect(page.locator(".compare-view .witness")).toBeVisible();
  expect(await flaws(page, "Compare", "#left, .compare-view")).toEqual([]);
  await side(page, "Tutorial").click();
  expect(await flaws(page, "Tutorial", "tutorial-pane")).toEqual([]);
});

test("axe finds nothing in lectures, long texts and comparisons", async ({ page }) => {
  test.setTimeout(240_000);
  await open(page, `/#arithmetic/expr?text=${encodeURIComponent("1+2*3")}`);
  await page.getByRole("button", { name: "Lecture" }).click();
  await page.getByRole("button", { name: "Show both" }).click();
  expect(await flaws(page, "a lecture")).toEqual([]);
  await write(page, "(1+");
  await expect(page.locator("verdict-pane")).toContainText("Could go on");
  expect(await flaws(page, "a prefix in a lecture", "verdict-pane, figure-pane")).toEqual([]);
  await page.getByRole("button", { name: "Leave" }).click();
  await write(page, Array.from({ length: 12 }, (_, at) => `${at}+2*(3-1)`).join("+\n"));
  await expect(page.locator("figure-pane .long")).toBeVisible();
  expect(await flaws(page, "a long text", "figure-pane")).toEqual([]);
  await write(page, "1");
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("own");
  await typeSecond(page, 'expr = number\nnumber = "1"\n');
  await expect(page.locator(".compare-view .witness")).toBeVisible();
  expect(await flaws(page, "a comparison", "#left, .compare-view")).toEqual([]);
  await side(page, "Grammar").click();
  await examples(page, "Texts");
  await expect(page.getByRole("list", { name: "Valid texts", exact: true }).getByRole("listitem").first()).toBeVisible();
  await page.evaluate(() => (window.print = () => {}));
  await panel(page).getByRole("button", { name: "Print", exact: true }).click();
  await page.emulateMedia({ media: "print" });
  expect(await flaws(page, "a worksheet", ".worksheet")).toEqual([]);
  await page.emulateMedia({ media: "screen" });
});
