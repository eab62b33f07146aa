// The points of the page, each as somebody uses it.

import { expect, test } from "@playwright/test";
import { open, panel, production, status, tab, text, type } from "./page.ts";

test("a node, its span and its production light up together, and stay lit when pinned", async ({ page }) => {
  await open(page);
  await text(page).fill("http://host/a");
  const node = page.getByRole("treeitem", { name: /^host 7\.\.11/ });
  await node.hover();
  await expect(page.locator(".cm-line.lit-line")).toContainText("host");
  await expect(page.locator(".letter.lit")).toHaveText(["h", "o", "s", "t"]);
  await node.click();
  await page.mouse.move(0, 0);
  await expect(node).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("heading", { name: "host", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(node).toHaveAttribute("aria-selected", "false");
});

test("the keys of a tree move through the outline", async ({ page }) => {
  await open(page);
  await text(page).fill("http://host/a");
  const tree = page.getByRole("tree");
  await expect(tree.getByRole("treeitem", { name: /^host 7/ })).toBeVisible();
  await tree.getByRole("treeitem").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(tree.getByRole("treeitem", { name: /^httpurl/ })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("treeitem", { name: /^httpurl/ })).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("treeitem", { name: /^hostport/ })).toBeFocused();
});

test("the outline keeps its folds and its focus when the text changes", async ({ page }) => {
  await open(page);
  const tree = page.getByRole("tree");
  await text(page).fill("http://host/a");
  const hostport = tree.getByRole("treeitem", { name: /^hostport/ });
  await tree.getByRole("treeitem", { name: /^host 7/ }).click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(hostport).toHaveAttribute("aria-expanded", "false");
  await text(page).evaluate((field: HTMLTextAreaElement) => {
    field.value = "http://other/a";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect(hostport).toContainText("other");
  await expect(hostport).toBeFocused();
  await expect(hostport).toHaveAttribute("aria-expanded", "false");
  await expect(tree.getByRole("treeitem", { name: /^host 7/ })).toBeHidden();
});

test("an error says where, why and what could follow, and its buttons mend the text", async ({ page }) => {
  await open(page);
  const error = page.getByRole("region", { name: "Error" });
  await expect(error).toContainText("No user name or password is allowed in an http URL");
  await expect(error).toContainText("Section 3.3");
  await error.getByRole("button", { name: "Insert /" }).click();
  await expect(text(page)).toHaveValue("http://user/@host/");
  await text(page).fill("http://user@host/");
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(status(page)).toContainText("is a valid url");
});

test("derivations are counted, and the node where they part is named", async ({ page }) => {
  await open(page);
  await type(page, "s = x | y\nx = \"a\" *\"b\"\ny = *( \"a\" | \"b\" )\n");
  await text(page).fill("ab");
  await tab(page, "Derivations").click();
  const pane = panel(page, "Derivations");
  await expect(pane).toContainText("1 of 2");
  await page.getByRole("button", { name: "Next derivation" }).click();
  await expect(pane).toContainText("2 of 2");
  await expect(pane).toContainText("It parts from the first derivation at y “ab”, where the first has x “ab”.");
  await expect(page.locator(".node.parting")).toHaveCount(2);
  await page.locator("h1").click();
  await page.keyboard.press("[");
  await expect(pane).toContainText("1 of 2");
});

test("ordered choice loses a text, and the production to blame is named", async ({ page }) => {
  await open(page);
  await type(page, "s = \"a\" | \"ab\"\n");
  await tab(page, "Ordered choice").click();
  const pane = panel(page, "Ordered choice");
  await pane.getByRole("button", { name: "“ab”" }).click();
  await expect(text(page)).toHaveValue("ab");
  await expect(pane).toContainText("The cause is s: its part \"a\" takes “a”, where the later alternative \"ab\" is needed.");
  await expect(pane).toContainText("A naive parser stops at 1");
  await pane.getByRole("button", { name: "Mark s in the grammar" }).click();
  await expect(page.locator(".lit-part")).toHaveText("\"a\"");
});

test("ordered choice accepts a text with another tree, and recursion is no obstacle", async ({ page }) => {
  await open(page);
  await type(page, "s = t \"c\" | \"abc\" | \"(\" s \")\"\nt = \"a\" | \"ab\"\nu = \"(\" *u \")\"\n");
  await tab(page, "Ordered choice").click();
  const pane = panel(page, "Ordered choice");
  await expect(pane.getByRole("row", { name: "s “abc” accepted with another tree" })).toBeVisible();
  await expect(pane).not.toContainText("Not decided");
  await pane.getByRole("row", { name: /^s “abc”/ }).getByRole("button").click();
  await expect(text(page)).toHaveValue("abc");
});

test("hostname gives characters back, and the slider shows when", async ({ page }) => {
  await open(page);
  await production(page).selectOption("hostname");
  await text(page).fill("a.b");
  await tab(page, "Steps").click();
  const slider = page.getByRole("slider", { name: "Step" });
  await expect(panel(page, "Steps")).toContainText(/Step \d+ of \d+/);
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(panel(page, "Steps")).toContainText("Step 0 of");
  await page.keyboard.press("ArrowRight");
  await expect(panel(page, "Steps")).toContainText("Try hostname at 0.");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", /hostname matches “a\.b”/);
  await text(page).fill("a.b.c");
  await expect(status(page)).toContainText("a.b.c");
});

test("rails show the path of the text, and a name expands in place", async ({ page }) => {
  await open(page);
  await production(page).selectOption("hostport");
  await text(page).fill("h:80");
  await tab(page, "Rails").click();
  const pane = panel(page, "Rails");
  await expect(pane.locator(".on-path")).toHaveCount(3);
  await pane.getByRole("button", { name: "Expand port" }).click();
  await expect(pane.getByRole("button", { name: "Expand digits" })).toBeVisible();
  await expect(pane.locator(".on-path.nonterminal")).toHaveCount(2);
});

test("examples are met or not, and the grammar makes texts", async ({ page }) => {
  await open(page);
  await tab(page, "Examples").click();
  await page.getByRole("button", { name: "The text should be valid" }).click();
  const list = page.getByRole("list", { name: "Examples", exact: true });
  await expect(list.getByRole("listitem")).toContainText("should be valid, and it is invalid");
  for (const name of ["Random", "Covering", "Shortest"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const made = page.getByRole("list", { name: "Texts of the grammar" });
    await expect(made.locator("li.met").first()).toBeVisible();
    await expect(made.locator("li.unmet")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Nearly valid" }).click();
  await expect(page.getByRole("list", { name: "Texts of the grammar" }).locator("li.unmet").first()).toContainText("expected");
  await production(page).selectOption("port");
  await text(page).fill("80");
  await expect(page.getByRole("img", { name: /The automaton of port: 2 states/ })).toBeVisible();
});

test("recursion at one end has nearly valid texts and an automaton", async ({ page }) => {
  await open(page);
  await type(page, 'list = item "," list | item\nitem = "a" | "b"\n');
  await production(page).selectOption("list");
  await tab(page, "Examples").click();
  await page.getByRole("button", { name: "Nearly valid" }).click();
  await expect(page.getByRole("list", { name: "Texts of the grammar" }).locator("li.unmet").first()).toContainText("expected");
  await expect(page.getByRole("img", { name: /The automaton of list: 2 states/ })).toBeVisible();
});

test("recursion in the middle has nearly valid texts", async ({ page }) => {
  await open(page);
  await type(page, 'value = "[" [ value *( "," value ) ] "]" | "0"\n');
  await production(page).selectOption("value");
  await tab(page, "Examples").click();
  await page.getByRole("button", { name: "Nearly valid" }).click();
  await expect(page.getByRole("list", { name: "Texts of the grammar" }).locator("li.unmet").first()).toContainText("expected");
});

test("a second grammar differs where it says so", async ({ page }) => {
  await open(page);
  await type(page, "s = \"a\" | \"b\"\n");
  await tab(page, "Compare").click();
  await page.getByRole("textbox", { name: "Compare with" }).fill("s = \"a\" | \"c\"\n");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const row = panel(page, "Compare").getByRole("row", { name: /^s/ });
  await expect(row).toContainText("“b”");
  await expect(row).toContainText("“c”");
  await page.getByRole("combobox", { name: "Notation", exact: true }).selectOption("regex");
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Other notation" })).toHaveValue(/\^.*\$/);
});

test("a URL is inspected", async ({ page }) => {
  await open(page);
  await text(page).fill("ftp://user@h/%2Fa;type=a");
  await tab(page, "Inspect").click();
  await expect(panel(page, "Inspect")).toContainText("Scheme ftp, port 21.");
  await expect(panel(page, "Inspect").getByRole("row", { name: /^user/ })).toBeVisible();
});

test("the tutorial has nine chapters, blocks to try and tasks that the page checks", async ({ page }) => {
  await open(page);
  await tab(page, "Tutorial").click();
  const pane = panel(page, "Tutorial");
  await expect(pane.getByRole("navigation").getByRole("listitem")).toHaveCount(9);
  await expect(pane.getByRole("button", { name: "Try it" }).first()).toBeVisible();
  await production(page).selectOption("hostport");
  await text(page).fill("www.w3.org:80");
  await expect(pane.getByRole("region", { name: "Tasks" })).toContainText("Done.");
});

test("a grammar for telephone numbers tells its ambiguity", async ({ page }) => {
  await open(page);
  await type(page, "number = [ prefix ] 1*digit\nprefix = 1*digit\ndigit = \"0\" | \"1\" | \"2\"\n");
  await expect(page.getByRole("list", { name: "Errors and findings" })).toContainText("ambiguity in number");
  await text(page).fill("12");
  await tab(page, "Derivations").click();
  await expect(panel(page, "Derivations")).toContainText("1 of 2");
});

test("each block of the tutorial that can be tried leads to what it says", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page);
  const tutorial = panel(page, "Tutorial");
  await tab(page, "Tutorial").click();
  const chapters = tutorial.getByRole("navigation").getByRole("button");
  let count = 0;
  for (let chapter = 0; chapter < 9; chapter += 1) {
    await tab(page, "Tutorial").click();
    await chapters.nth(chapter).click();
    const answers = tutorial.locator("summary");
    for (let at = 0; at < (await answers.count()); at += 1) {
      await answers.nth(at).click();
    }
    const blocks = tutorial.locator(".try");
    const tried = await blocks.count();
    for (let at = 0; at < tried; at += 1) {
      await tab(page, "Tutorial").click();
      const block = (await blocks.nth(at).locator("pre").textContent()) ?? "";
      await blocks.nth(at).getByRole("button", { name: "Try it" }).click();
      // Words of the shell are no texts.
      await expect(text(page)).not.toHaveValue(/^(-n|END|grep|head|tail|wc|-.*|.*examples\/.*)$/);
      const rule = /--rule (\S+)/.exec(block)?.[1];
      if (rule !== undefined) {
        await expect(production(page)).toHaveValue(rule);
      }
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(40);
});

test("a command that makes texts makes them on the page, and one that compares compares", async ({ page }) => {
  await open(page);
  await tab(page, "Tutorial").click();
  const tutorial = panel(page, "Tutorial");
  await tutorial.locator(".try", { hasText: "generate --rule port --cover" }).getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("list", { name: "Texts of the grammar" }).locator("li.met").first()).toBeVisible();
  await tab(page, "Tutorial").click();
  await tutorial.getByRole("navigation").getByRole("button").nth(8).click();
  await tutorial.locator(".try", { hasText: "grammar diff" }).first().getByRole("button", { name: "Try it" }).click();
  await expect(panel(page, "Compare")).toContainText("6 productions derive the same texts");
});

test("a production that refers to itself first has a verdict, a tree and steps", async ({ page }) => {
  await open(page);
  await type(page, 'e = e "+" n | n\nn = "12"\n');
  await text(page).fill("12+12");
  await expect(status(page)).toContainText("“12+12” is a valid e: its tree has 4 nodes.");
  await tab(page, "Steps").click();
  const steps = panel(page, "Steps");
  await expect(steps).toContainText("Step ");
  await steps.getByRole("slider", { name: "Step" }).fill("3");
  await expect(steps).toContainText("e begins with itself: this never ends. A parser that takes the right choice every time:");
});

test("the steps go back into a production that has matched, and into no more than a limit", async ({ page }) => {
  await open(page);
  await type(page, 's = t "a"\nt = "a" t / "a"\n');
  await text(page).fill("aaa");
  await tab(page, "Steps").click();
  const steps = panel(page, "Steps");
  await steps.getByRole("slider", { name: "Step" }).fill("17");
  await expect(steps).toContainText("Try t again for another match than “aaa”.");
  await type(page, 's = n "!" / n\nn = "a" [ n ] *"b"\n');
  await text(page).fill("a".repeat(60) + "b".repeat(60));
  await expect(steps).toContainText("A parser that backtracks takes more than 112000 steps here: only the right choices are shown.");
});

test("a text that takes too many steps is undecided, without tree, steps and derivations", async ({ page }) => {
  await open(page);
  await type(page, 's = s "+" s | "1"\n');
  await text(page).fill("1+".repeat(20000) + "1");
  await expect(status(page)).toContainText("Undecided: the text takes more than 20000000 steps and 100 for each octet.");
  await expect(panel(page, "Tree")).toContainText("There is no tree of this text: the text takes more than 20000000 steps");
  await tab(page, "Derivations").click();
  await expect(panel(page, "Derivations")).toContainText("Undecided: the text takes more than 20000000 steps");
  await text(page).fill("1+1");
  await expect(status(page)).toContainText("“1+1” is a valid s");
});

test("two readings that differ in single characters only are two derivations", async ({ page }) => {
  await open(page);
  await type(page, 'a = b | c | "x"\nb = "x"\nc = "x"\n');
  await text(page).fill("x");
  await tab(page, "Derivations").click();
  await expect(panel(page, "Derivations")).toContainText("1 of 3");
});

test("what is shown goes when the grammar that it came from goes", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" | "b"\n');
  await text(page).fill("a");
  await tab(page, "Steps").click();
  await expect(panel(page, "Steps")).toContainText("s matches");
  await type(page, 'k = "no');
  await expect(panel(page, "Steps")).not.toContainText("s matches");
  const selection = page.getByRole("region", { name: "Selected production" });
  await expect(selection).toContainText('k = "no');
  await type(page, "; nothing but a remark\n");
  await expect(selection).toContainText("No production is selected.");
  await tab(page, "Ordered choice").click();
  await expect(panel(page, "Ordered choice")).not.toContainText("“b”");
});

test("the readings apply to the grammar of RFC 1738 only", async ({ page }) => {
  await open(page);
  const readings = page.getByRole("checkbox", { name: "Apply the readings of RFC 1738" });
  await expect(readings).toBeChecked();
  await type(page, 'httpurl = "http://" login "/"\nlogin = "u"\n');
  await text(page).fill("http://user@host/");
  await expect(readings).toBeHidden();
  await expect(page.getByRole("region", { name: "Error" })).not.toContainText("Section");
});
