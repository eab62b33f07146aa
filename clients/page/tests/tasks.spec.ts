// The tasks by which the page is judged, counted in steps: with a pointer, by keyboard alone, and at 390 points.
//
// A step is a click, a choice, or something that is typed or pasted. What a keyboard needs to get somewhere, and
// what opens and closes a sheet, is no step.

import { Finger, Keys, Pointer, type Hand } from "./hand.ts";
import { expect, fresh, grammar, open, panel, preset, production, saved, side, status, tab, test, text, tile, type, type Page } from "./page.ts";

const ARITHMETIC = `expr = expr "+" expr / expr "*" expr / "(" expr ")" / number
number = 1*digit
digit = "0" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9"
`;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).first();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

interface Task {
  name: string;
  /** The most steps. */
  steps: number;
  /** The link that shows where the task begins. */
  from: string;
  run(page: Page, hand: Hand): Promise<void>;
}

const TASKS: Task[] = [
  {
    name: "1: the error of a URL is fixed",
    steps: 2,
    from: "/#rfc1738/url",
    async run(page, hand) {
      await hand.click(button(page, /^Remove “user@”/));
      await expect(status(page)).toContainText("“http://host/index.html” is a valid url");
    },
  },
  {
    name: "2: arithmetic is pasted and its tree seen",
    steps: 1,
    from: "/#rfc1738/url",
    async run(page, hand) {
      await hand.write({ left: grammar(page) }, ARITHMETIC);
      await expect(status(page)).toContainText("is a valid expr");
      await expect(tile(page, /^expr 0–/).first()).toBeVisible();
    },
  },
  {
    name: "3: JSON is stepped to the second member",
    steps: 4,
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await hand.choose(preset(page), "json");
      await hand.click(tab(page, "Steps"));
      await hand.click(button(page, "Add"));
      await hand.choose(page.getByRole("combobox", { name: "Stop at a production" }), "member");
      // The first `b` runs to the first member.
      await page.keyboard.press("b");
      await page.keyboard.press("b");
      await expect(panel(page)).toContainText("member is tried at 7");
    },
  },
  {
    name: "4: both trees of a dangling else are beside each other",
    steps: 3,
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await hand.choose(preset(page), "dangling-else");
      await expect(page.locator("verdict-pane")).toContainText("Two derivations");
      await hand.click(button(page, "Show both"));
      const trees = page.locator("figure-pane").getByRole("tree");
      await expect(trees).toHaveCount(2);
      const tiles = (at: number) => trees.nth(at).getByRole("treeitem").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
      expect(await tiles(1)).not.toEqual(await tiles(0));
    },
  },
  {
    name: "5: a diagram with the path is saved as SVG",
    steps: 2,
    from: "/#rfc1738/url?text=http://host/a",
    async run(page, hand) {
      await hand.click(tab(page, "Rails"));
      await expect(panel(page).locator("path.on").first()).toBeVisible();
      const { octets } = await saved(page, () => hand.click(panel(page).getByRole("button", { name: "Save SVG" })));
      expect(octets.toString("utf8")).toContain("<svg");
    },
  },
  {
    name: "6: RFC 1738 is compared with 3986, with both sides of a witness",
    steps: 3,
    from: "/#rfc1738/url",
    async run(page, hand) {
      await hand.click({ left: side(page, "Compare") });
      await hand.choose({ left: page.getByRole("combobox", { name: "Compare with" }) }, "rfc3986");
      const pair = page.locator(".compare-view").getByRole("region", { name: "genericurl ↔ URI" });
      await expect(pair.locator(".witness").first()).toContainText(/RFC 1738 ✓ accepts.*RFC 3986 ✗ rejects/);
      await hand.click({ left: side(page, "Grammar") });
    },
  },
  {
    name: "7: the state is a link and back, whole",
    steps: 2,
    from: "/#rfc1738/hostname?text=a.b&view=steps&step=9",
    async run(page, hand) {
      await expect(page.getByRole("slider", { name: "Step" })).toHaveValue("9");
      const before = await panel(page).locator(".say").textContent();
      await hand.click(button(page, "Share"));
      await expect(page.getByRole("alert")).toContainText("Link copied");
      const other = await page.context().newPage();
      hand.steps += 1;
      await other.goto(await clipboard(page));
      await expect(other.locator("#panel > :not([hidden]) .say")).toHaveText(before ?? "");
      await other.close();
    },
  },
  {
    name: "8: lessons 1 and 2 are done without leaving them",
    steps: 12,
    from: "/#arithmetic/expr",
    async run(page, hand) {
      const lesson = page.locator("tutorial-pane");
      const done = (id: string) => expect(lesson.locator(`[aria-label="Exercise ${id}"]`)).toContainText("✓ Done");
      await hand.click({ left: side(page, "Tutorial") });
      await expect(status(page)).toContainText("“hello” is a valid greeting");
      await hand.write(text(page), "hi");
      await done("1.1");
      await hand.click({ left: lesson.getByRole("button", { name: "Try it: hullo" }) });
      await expect(page.locator("verdict-pane")).toContainText("Valid up to 1");
      // The grammar is behind the other button, and the lesson where it was.
      await hand.click({ left: side(page, "Grammar") });
      await hand.write({ left: grammar(page) }, 'greeting = "hello" / "hi" / "bye"\n');
      await hand.write(text(page), "bye");
      await hand.click({ left: side(page, "Tutorial") });
      await done("1.2");
      await hand.click({ left: lesson.getByRole("button", { name: "Next lesson" }) });
      await expect(status(page)).toContainText("“dear Ann!” is not a valid letter");
      await hand.write(text(page), "dear, Ann!");
      await done("2.1");
      await hand.click(tile(page, /^name/));
      await done("2.2");
      await expect(lesson).toContainText("4 of 20 exercises done");
    },
  },
  {
    name: "9: twenty valid and twenty nearly valid texts are copied",
    steps: 3,
    from: "/#arithmetic/expr",
    async run(page, hand) {
      await hand.click(tab(page, "Examples"));
      await hand.write(page.getByRole("spinbutton", { name: "Texts" }), "40");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("list", { name: "Nearly valid texts" }).getByRole("listitem")).toHaveCount(20);
      await hand.click(button(page, "Copy"));
      await expect(page.getByRole("alert")).toContainText("40 texts copied");
      const lines = (await clipboard(page)).trim().split("\n").map((line) => JSON.parse(line) as { valid: boolean });
      expect([lines.filter((one) => one.valid).length, lines.filter((one) => !one.valid).length]).toEqual([20, 20]);
    },
  },
];

const HANDS: [string, number, new (page: Page) => Hand][] = [
  ["with a pointer", 1280, Pointer],
  ["by keyboard", 1280, Keys],
  ["at 390 points", 390, Finger],
];

for (const [name, width, Kind] of HANDS) {
  test(`each task is done in its steps ${name}`, async ({ page, context }) => {
    test.setTimeout(120_000);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize({ width, height: width < 800 ? 844 : 800 });
    for (const task of TASKS) {
      await test.step(task.name, async () => {
        await page.goto("about:blank");
        await open(page, task.from);
        const hand = new Kind(page);
        await task.run(page, hand);
        console.log(`${task.name}, ${name}: ${hand.steps} steps of ${task.steps}`);
        expect(hand.steps, task.name).toBeLessThanOrEqual(task.steps);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
    }
  });
}

fresh("the first visit shows a valid text and its tree", async ({ page }) => {
  await open(page, "/");
  await expect(page.locator("verdict-pane")).toContainText("✓ Valid");
  await expect(preset(page)).toHaveValue("arithmetic");
  const groups = await preset(page).locator("optgroup").evaluateAll((all) => all.map((one) => one.getAttribute("label")));
  expect(groups.slice(0, 2)).toEqual(["Start here", "RFCs"]);
});

test("ordered choice answers for every production of RFC 1738", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await tab(page, "Ordered choice").click();
  const pane = panel(page);
  await expect(pane.getByRole("row", { name: /^toplabel “/ })).toBeVisible({ timeout: 60_000 });
  await expect(pane.getByRole("row", { name: /^url “/ })).toBeVisible({ timeout: 60_000 });
  await pane.getByRole("row", { name: /^url “/ }).getByRole("button").click();
  await expect(status(page)).toContainText("is a valid url");
  await expect(pane).toContainText("stops at");
});

test("a button leads to the step where hostname gives back", async ({ page }) => {
  await open(page, "/#rfc1738/hostname?text=a.b&view=steps");
  await panel(page).getByRole("button", { name: /gives back “.+” at \d+$/ }).first().click();
  await expect(panel(page)).toContainText(/gives “.+” back and tries a shorter match\./);
});

fresh("a page whose engine cannot be loaded says so", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText("A file of the page cannot be loaded; are you offline? Try again later.");
});

test("an unfinished grammar keeps what is right", async ({ page }) => {
  await open(page);
  await type(page, "number = 1*digit\ndigit = \"0\" | \"1\n");
  await expect(page.getByRole("list", { name: "Errors and notes" })).toContainText("Error:");
  await expect(production(page).getByRole("option")).not.toHaveCount(0);
});

test("every exercise can be solved, and its scenes fit lessons", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, "/#arithmetic/expr?side=tutorial");
  const lesson = page.locator("tutorial-pane");
  const choose = (at: number) => page.getByRole("combobox", { name: "Lessons" }).selectOption(String(at - 1));
  const done = (id: string) => expect(lesson.getByRole("region", { name: `Exercise ${id}` })).toContainText("✓ Done", { timeout: 10_000 });
  const write = async (source: string) => {
    await side(page, "Grammar").click();
    await type(page, source);
    await side(page, "Tutorial").click();
  };
  await choose(3);
  await expect(lesson.getByRole("region", { name: "Exercise 3.1" })).toContainText("Not done yet");
  await text(page).fill("-12345");
  await done("3.1");
  // A list of the examples is no solution.
  await write('number = "3.14" / "-0.5" / "42"\n');
  await expect(lesson.getByRole("region", { name: "Exercise 3.2" })).toContainText('Yours misses "0".');
  await write('number = [ "-" ] 1*digit [ "." 1*digit ]\ndigit = "0" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9"\n');
  await done("3.2");
  await choose(4);
  await page.getByRole("button", { name: /^Remove “user@”/ }).click();
  await done("4.1");
  await production(page).selectOption("hostport");
  await text(page).fill("h:8o");
  await done("4.2");
  await choose(5);
  await text(page).fill("a,b,a,b,a");
  await done("5.1");
  await write('list = [ item *( "," item ) ]\nitem = "a" / "b"\n');
  await done("5.2");
  await choose(6);
  await expect(panel(page)).toContainText("hostname is tried");
  await page.getByRole("button", { name: "Last step" }).click();
  await done("6.1");
  await panel(page).getByRole("button", { name: /gives back/ }).first().click();
  await done("6.2");
  await choose(7);
  await text(page).fill("((((x))))");
  await done("7.1");
  await write('nest = "(" nest ")" / "[" nest "]" / "x"\n');
  await done("7.2");
  await choose(8);
  await page.getByRole("button", { name: "Next derivation" }).click();
  await done("8.1");
  await text(page).fill("1+2*3-4");
  await done("8.2");
  await choose(9);
  await expect(panel(page)).toContainText("stops at 1");
  await panel(page).getByRole("button", { name: "Apply" }).click();
  await done("9.1");
  await lesson.getByRole("button", { name: "Try it: RFC 1738" }).click();
  await panel(page).getByRole("row", { name: /^domainlabel “/ }).getByRole("button").click();
  await done("9.2");
  await choose(10);
  await write('time = hour ":" minute\nhour = ( "0" / "1" ) digit / "2" ( "0" / "1" / "2" / "3" )\nminute = ( "0" / "1" / "2" / "3" / "4" / "5" ) digit\ndigit = "0" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9"\n');
  await done("10.1");
  await done("10.2");
  await expect(lesson).toContainText("16 of 20 exercises done");
});
