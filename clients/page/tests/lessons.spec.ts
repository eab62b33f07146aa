// Twelve tasks of a lecture: by keyboard alone on a projector of 1024 × 768, and on a phone. A screenshot of each is in the
// folder of the results.

import { AxeBuilder } from "@axe-core/playwright";
import { Finger, Keys, type Hand } from "./hand.ts";
import { expect, grammar, open, panel, saved, side, status, tab, test, text, tile, type Page } from "./page.ts";

const verdict = (page: Page) => page.locator("verdict-pane");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).first();
const left = (page: Page, name: string) => ({ left: side(page, name) });
const link = (text: string) => encodeURIComponent(text);

/** Shows the lecture. A phone has the button in the menu. */
async function lecture(page: Page, hand: Hand): Promise<void> {
  if (!(await button(page, "Lecture").isVisible())) {
    await hand.click(button(page, "More"));
  }
  await hand.click(page.getByRole("button", { name: "Lecture" }).filter({ visible: true }).first());
  await expect(page.locator("body.lecture")).toHaveCount(1);
}

/** Compares the grammar with another one that is typed. */
async function compare(page: Page, hand: Hand, own: string, other: string): Promise<void> {
  await hand.write({ left: grammar(page) }, own);
  await hand.click(left(page, "Compare"));
  await hand.choose({ left: page.getByRole("combobox", { name: "Compare with" }) }, "typed");
  await hand.write({ left: page.getByRole("textbox", { name: "Second grammar" }) }, other);
}

interface Task {
  name: string;
  from: string;
  run(page: Page, hand: Hand): Promise<void>;
}

const TASKS: Task[] = [
  {
    name: "1 a grammar of the textbook is typed",
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await hand.write({ left: grammar(page) }, "S → aSb | ε\n");
      await hand.write(text(page), "aabb");
      await expect(status(page)).toContainText("“aabb” is a valid S");
      await expect(tile(page, /^S 0–4/)).toBeVisible();
    },
  },
  {
    name: "2 both trees are beside each other",
    from: `/#arithmetic/expr?text=${link("1+2*3")}`,
    async run(page, hand) {
      await lecture(page, hand);
      await hand.click(button(page, "Show both"));
      await expect(page.locator("figure-pane").getByRole("tree")).toHaveCount(2);
      await expect(verdict(page)).toContainText("Two derivations: the grammar is ambiguous.");
    },
  },
  {
    name: "3 an error has its reason",
    from: "/#dates/date",
    async run(page, hand) {
      await lecture(page, hand);
      await hand.write(text(page), "7 Nxv 2026");
      await expect(verdict(page)).toContainText("month: found “x” after “N”.");
      await expect(verdict(page)).toContainText("Allowed at 3");
    },
  },
  {
    name: "4 a remote steps",
    from: "/#arithmetic/expr?text=1",
    async run(page, hand) {
      await lecture(page, hand);
      await hand.click(tab(page, "Steps"));
      await expect(page.getByRole("slider", { name: "Step" })).toHaveValue("1");
      await page.keyboard.press("PageDown");
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("slider", { name: "Step" })).toHaveValue("3");
      await expect(tab(page, "Steps")).toHaveAttribute("aria-selected", "true");
    },
  },
  {
    name: "5 a prefix goes on and is finished",
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await hand.write(text(page), "(1+2)*");
      await expect(verdict(page)).toContainText("⋯ Could go on");
      await hand.write(text(page), "(1+2)*3");
      await expect(verdict(page)).toContainText("✓ Valid");
    },
  },
  {
    name: "6 ordered choice reads otherwise",
    from: `/#arithmetic/expr?text=${link("1+2*3")}`,
    async run(page, hand) {
      await hand.write({ left: grammar(page) }, 's = "a" / "ab"\n');
      await hand.write(text(page), "ab");
      await hand.click(tab(page, "Ordered choice"));
      await expect(panel(page)).toContainText("a", { timeout: 20_000 });
      await expect(tab(page, "Ordered choice")).toHaveAttribute("aria-selected", "true");
    },
  },
  {
    name: "7 a right answer is equal",
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await compare(page, hand, "S → aSb | ε\n", "X → aaXbb | ab | ε\n");
      await expect(page.locator(".compare-view .answer")).toHaveText("✓ Yes. Exactly the same texts are valid.");
    },
  },
  {
    name: "8 a wrong answer has a text and two trees",
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await compare(page, hand, "S → aSb | ε\n", "S → aSb | ab\n");
      await expect(page.locator(".compare-view .answer")).toContainText("✗ No: yours accepts");
      await expect(page.locator(".compare-view .tried").getByRole("tree")).not.toHaveCount(0);
    },
  },
  {
    name: "9 a long text has an outline",
    from: "/#json/JSON-text",
    async run(page, hand) {
      const lines = Array.from({ length: 40 }, (_, at) => `{ "id": ${at}, "name": "user ${at}" }`);
      await hand.write(text(page), `[ ${lines.join(",\n")} ]`);
      await expect(status(page)).toContainText("is a valid JSON-text");
      const outline = page.getByRole("tree", { name: "Outline of the tree" });
      await hand.click(outline.getByRole("treeitem").nth(1));
      await expect(outline.locator(".sel")).toHaveCount(1);
    },
  },
  {
    name: "10 rails light the path",
    from: `/#arithmetic/expr?text=${link("1+2")}`,
    async run(page, hand) {
      await lecture(page, hand);
      await hand.click(tab(page, "Rails"));
      await expect(panel(page).locator("path.on").first()).toBeVisible();
    },
  },
  {
    name: "11 a worksheet is saved",
    from: "/#dates/date",
    async run(page, hand) {
      await hand.click(tab(page, "Examples"));
      await expect(page.getByRole("list", { name: "Valid texts", exact: true }).getByRole("listitem").first()).toBeVisible();
      const { octets } = await saved(page, () => hand.click(panel(page).getByRole("button", { name: "Markdown" })));
      expect(octets.toString("utf8")).toContain("## Solutions");
    },
  },
  {
    name: "12 the page asks which notation is meant",
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await hand.write({ left: grammar(page) }, 'list = { item }\nitem = { "x" }\n');
      await hand.click({ left: page.getByRole("list", { name: "What the grammar means" }).getByRole("button", { name: "EBNF of ISO 14977" }) });
      await hand.write(text(page), "xx");
      await expect(status(page)).toContainText("“xx” is a valid list");
    },
  },
];

const HANDS: [string, { width: number; height: number }, new (page: Page) => Hand][] = [
  ["by keyboard on a projector", { width: 1024, height: 768 }, Keys],
  ["with a finger on a phone", { width: 390, height: 844 }, Finger],
];

for (const [name, size, Kind] of HANDS) {
  for (const task of TASKS) {
    test(`lecture ${task.name} ${name}`, async ({ page }, info) => {
      await page.setViewportSize(size);
      await open(page, task.from);
      await task.run(page, new Kind(page));
      await page.screenshot({ path: info.outputPath("task.png") });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((one) => one.html)])).toEqual([]);
    });
  }
}
