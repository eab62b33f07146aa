// The points of the page, each as somebody uses it.

import { examples, expect, open, panel, paste, preset, production, saved, side, status, tab, test, text, tile, type, write, typeSecond } from "./page.ts";

test("a node, its span and its production stay lit together", async ({ page }) => {
  await open(page);
  await text(page).fill("http://host/a");
  const node = tile(page, /^host 7–11/);
  await node.hover();
  await expect(page.locator("figure-pane .letters i.u")).toHaveText(["h", "o", "s", "t"]);
  const scrolled = () => page.locator(".cm-scroller").evaluate((one) => one.scrollTop);
  expect(await scrolled()).toBe(0);
  await node.click();
  await expect(page.locator(".cm-line.lit-line")).toContainText("host");
  await page.mouse.move(0, 0);
  await expect(node).toHaveAttribute("aria-selected", "true");
  await expect(panel(page)).toContainText("host7–11");
  await page.keyboard.press("Escape");
  await expect(node).toHaveAttribute("aria-selected", "false");
});

test("the keys of the tree reach every tile", async ({ page }) => {
  await open(page);
  await text(page).fill("http://host/a");
  await tile(page, /^host 7/).waitFor();
  await tile(page, /^url/).focus();
  await page.keyboard.press("ArrowDown");
  await expect(tile(page, /^httpurl/)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(tile(page, /“http:\/\/”/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tile(page, /^hostport/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(tile(page, /^hostport/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(tile(page, /^httpurl/)).toBeFocused();
  await page.keyboard.press("End");
  await expect(tile(page, /^hsegment/)).toBeFocused();
});

test("the tree keeps its focus when the text changes", async ({ page }) => {
  await open(page);
  await text(page).fill("http://host/a");
  await tile(page, /^hostport/).focus();
  await text(page).evaluate((field: HTMLTextAreaElement) => {
    field.value = "http://other/a";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect(tile(page, /^hostport 7–12 “other”/)).toBeFocused();
});

test("an error and each open production say what is allowed", async ({ page }) => {
  await open(page);
  const verdict = page.locator("verdict-pane");
  await expect(verdict).toContainText("Valid up to 11");
  await expect(verdict).toContainText("No user name or password is allowed in an http URL.");
  await expect(verdict.getByRole("link", { name: "Section 3.3" })).toHaveAttribute("href", "https://www.rfc-editor.org/rfc/rfc1738#section-3.3");
  await expect(page.locator("figure-pane .ghost")).toHaveText(["end", "/", ":", ".", "A–Z a–z 0–9 -"]);
  await verdict.getByRole("button", { name: "Show A–Z", exact: true }).click();
  await expect(verdict.getByRole("button", { name: /^Insert [A-Z]$/ })).toHaveCount(26);
  await verdict.getByRole("button", { name: "Show A–Z", exact: true }).click();
  await verdict.getByRole("button", { name: "Insert /", exact: true }).click();
  await expect(text(page)).toHaveValue("http://user/@host/");
  await expect(text(page)).toBeFocused();
});

test("typing never moves the text", async ({ page }) => {
  await open(page);
  const top = async () => (await page.locator("figure-pane .txt").first().boundingBox())?.y;
  const before = await top();
  for (const one of ["http://host/", "http://h:8o/", "x", "", "gopher://h/1%09"]) {
    await text(page).fill(one);
    await page.waitForTimeout(150);
    expect(await top()).toBe(before);
  }
});

test("derivations are counted, and outlined where they differ", async ({ page }) => {
  await open(page, "/#arithmetic/expr");
  const verdict = page.locator("verdict-pane");
  await expect(verdict).toContainText("Two derivations: the grammar is ambiguous.");
  await expect(verdict).toContainText("1 of 2");
  await expect(verdict).toContainText("(1+2)*(3-1)");
  await page.getByRole("button", { name: "Next derivation" }).click();
  await expect(verdict).toContainText("2 of 2");
  await expect(verdict).toContainText("1+(2*(3-1))");
  await expect(page.getByRole("button", { name: "Next derivation" })).toBeFocused();
  await expect(page.locator("figure-pane .dif")).toHaveCount(1);
  await expect(panel(page)).toContainText("Derivation 2 has expr “1” where derivation 1 has expr “1+2”.");
  await page.keyboard.press("[");
  await expect(verdict).toContainText("1 of 2");
});

test("literals are tiles, and empty nodes signs on boundaries", async ({ page }) => {
  await open(page, "/#arithmetic/expr?text=(2)");
  await expect(tile(page, /^“\(” 0–1$/)).toHaveClass("q");
  await expect(tile(page, /^sign 1–1, empty$/)).toHaveAttribute("data-label", "ε");
  await expect(page.locator("figure-pane .rul > *")).toHaveText(["0", "1", "2", "3"]);
});

test("ordered choice offers an order that works in both readings", async ({ page }) => {
  await open(page);
  await type(page, "s = \"a\" | \"ab\"\n");
  await tab(page, "Ordered choice").click();
  const pane = panel(page);
  await pane.getByRole("button", { name: "“ab”" }).click();
  await expect(text(page)).toHaveValue("ab");
  await expect(pane.getByRole("button", { name: "“ab”" })).toBeFocused();
  await expect(pane).toContainText("\"a\" matches “a” and wins. The later alternative \"ab\" is never tried.");
  await expect(pane).toContainText("stops at 1");
  await expect(pane.getByRole("tree")).toHaveCount(2);
  await expect(pane.getByRole("treeitem", { name: /^s 0–2/ })).toBeVisible();
  await expect(pane.locator(".blamed")).toHaveText("\"a\"");
  await expect(page.locator(".lit-part")).toHaveText("\"a\"");
  await expect(pane.locator(".rewrite")).toContainText('s = "ab" | "a"');
  await pane.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator(".cm-content")).toContainText('s = "ab" | "a"');
  await expect(pane).toContainText("Ordered choice reads the text as the grammar does.");
});

test("a rewrite puts a common beginning before its alternatives", async ({ page }) => {
  await open(page, "/#rfc1738/toplabel?text=aa&view=choice");
  await expect(panel(page)).toContainText("alpha matches “a” and wins.");
  await expect(panel(page).locator(".rewrite")).toContainText('toplabel = alpha *[ *"-" alphadigit ]');
  await panel(page).getByRole("button", { name: "Apply" }).click();
  await expect(panel(page)).toContainText("Ordered choice reads the text as the grammar does.");
});

test("only rewrites that are known to be right are offered", async ({ page }) => {
  await open(page);
  await type(page, 's = *"a" "a"\n');
  await write(page, "aa");
  await tab(page, "Ordered choice").click();
  await expect(panel(page)).toContainText("The rest of the text needs its last round.");
  await expect(page.locator("choice-dock[aria-busy]")).toHaveCount(0);
  await expect(panel(page).getByRole("button", { name: "Apply" })).toHaveCount(0);
});

test("a grammar in EBNF is named and converted", async ({ page }) => {
  await open(page);
  await type(page, 'list ::= item ("," item)*\nitem ::= [a-c]+\n');
  await write(page, "a,bc");
  await expect(status(page)).toContainText("“a,bc” is a valid list");
  await page.locator("grammar-pane summary").click();
  await expect(page.getByRole("list", { name: "Errors and notes" })).toContainText("Read as EBNF of the W3C.");
  await page.getByRole("button", { name: "Convert to ABNF" }).click();
  await expect(page.getByRole("list", { name: "Errors and notes" })).toContainText("Read as ABNF.");
  await expect(status(page)).toContainText("“a,bc” is a valid list");
});

const FOREIGN: [string, string, string, string, string][] = [
  ["ANTLR", "grammar List;\nlist : ID (',' ID)* EOF ;\nID : [a-c]+ ;\nWS : ' '+ -> skip ;\n", "list", "a , bc", "a,,b"],
  ["PEG", "Start <- Sum !.\nSum <- Value (('+' / '-') Value)*\nValue <- [0-9]+ / '(' Sum ')'\n", "Start", "1+(2-3)", "1+"],
  ["pest", 'WHITESPACE = _{ " " }\nlist = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" }\nitem = @{ ASCII_DIGIT+ }\n', "list", "[1, 23]", "[1 2]"],
];

test("grammars of ANTLR, PEG and pest are read, and converted", async ({ page }) => {
  await open(page);
  const notes = page.getByRole("list", { name: "Errors and notes" });
  await page.locator("grammar-pane summary").click();
  for (const [notation, source, rule, valid, invalid] of FOREIGN) {
    await type(page, source);
    await expect(notes).toContainText(`Read as ${notation}.`);
    await write(page, valid);
    await expect(status(page)).toContainText(`“${valid}” is a valid ${rule}`);
    await write(page, invalid);
    await expect(status(page)).toContainText(`“${invalid}” is not a valid ${rule}`);
    await page.getByRole("button", { name: "Convert to ABNF" }).click();
    await expect(notes).toContainText("Read as ABNF.");
    await write(page, valid);
    await expect(status(page)).toContainText(`“${valid}” is a valid ${rule}`);
  }
  // What BNF cannot say is named with its reason, and the other rules are read.
  await type(page, "Line <- (!End .)* End\nEnd <- '\\r\\n' / '\\n'\n");
  await expect(notes).toContainText("BNF cannot say this: a lookahead.");
});

test("productions that another RFC defines can be imported", async ({ page }) => {
  await open(page);
  await type(page, 'link = "see " URI-reference\n');
  await page.getByRole("button", { name: "Import URI-reference from RFC 3986" }).click();
  await write(page, "see http://[::1]/a");
  await expect(status(page)).toContainText("“see http://[::1]/a” is a valid link");
  await expect(page.getByRole("button", { name: /^Import/ })).toBeHidden();
});

test("headings fold their productions, and open for the chosen one", async ({ page }) => {
  await open(page);
  const lines = page.locator(".cm-line");
  await expect(lines.filter({ hasText: "genericurl" }).first()).toBeVisible();
  await page.locator(".cm-folds .cm-gutterElement", { hasText: "▾" }).first().click();
  await expect(page.locator(".cm-folds .cm-gutterElement", { hasText: "▸" })).toHaveCount(1);
  await expect(lines.filter({ hasText: /^genericurl/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Show the productions of the heading" }).click();
  await expect(lines.filter({ hasText: /^genericurl/ })).toHaveCount(1);
  await lines.filter({ hasText: /^genericurl/ }).click();
  await page.keyboard.press("Control+Shift+BracketLeft");
  await expect(lines.filter({ hasText: /^genericurl/ })).toHaveCount(0);
});

test("ordered choice accepts a recursive text with another tree", async ({ page }) => {
  await open(page);
  await type(page, "s = t \"c\" | \"abc\" | \"(\" s \")\"\nt = \"a\" | \"ab\"\nu = \"(\" *u \")\"\n");
  await tab(page, "Ordered choice").click();
  const pane = panel(page);
  await expect(pane.getByRole("row", { name: "s “abc” accepted with another tree" })).toBeVisible();
  await expect(pane).not.toContainText("Not decided");
  await pane.getByRole("row", { name: /^s “abc”/ }).getByRole("button").click();
  await expect(text(page)).toHaveValue("abc");
});

test("steps follow the keys and say what happens", async ({ page }) => {
  await open(page, "/#rfc1738/hostname?text=a.b&view=steps");
  const pane = panel(page);
  const slider = page.getByRole("slider", { name: "Step" });
  await expect(pane).toContainText("hostname is tried at 0: the text begins here.");
  await expect(slider).toHaveValue("1");
  // The keys of a presenter's remote, wherever the focus is.
  await page.locator("body").press("PageDown");
  await expect(slider).toHaveValue("2");
  await expect(pane).toContainText("domainlabel is tried at 0, as hostname wants it.");
  await page.keyboard.press("PageUp");
  await expect(slider).toHaveValue("1");
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("2");
  await page.keyboard.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", /hostname matches “a\.b”\. That is the whole text\./);
  await page.keyboard.press("Home");
  await expect(slider).toHaveValue("1");
  await expect(page.getByRole("list", { name: "Open productions" }).getByRole("listitem")).toHaveText(["hostname0• *[ domainlabel \".\" ] toplabel"]);
});

test("steps stop at several productions and offsets", async ({ page }) => {
  await open(page, "/#rfc1738/hostport?text=h:80&view=steps");
  const pane = panel(page);
  const slider = page.getByRole("slider", { name: "Step" });
  await expect(slider).toHaveValue("1");
  await pane.getByRole("button", { name: "Add" }).click();
  await page.getByRole("combobox", { name: "Stop at a production" }).selectOption("port");
  await expect(pane.getByRole("button", { name: "Add" })).toBeFocused();
  await pane.getByRole("button", { name: "Add" }).click();
  await page.getByRole("spinbutton", { name: "Stop at an offset" }).fill("4");
  await page.keyboard.press("Enter");
  await pane.getByRole("button", { name: "Run to the next stop" }).click();
  await expect(pane).toContainText("port is tried at 2, as hostport wants it.");
  await page.keyboard.press("b");
  await expect(pane).toContainText("digits takes “80”.");
  await pane.getByRole("button", { name: "Remove the stop port" }).click();
  await expect(pane.getByRole("button", { name: "Remove the stop port" })).toHaveCount(0);
  await expect(pane.getByRole("button", { name: "Add" })).toBeFocused();
});

test("rails light the path with its loops and skips", async ({ page }) => {
  await open(page, "/#rfc1738/httpurl?text=http://host/index.html&view=rails");
  const figure = (rule: string) => panel(page).getByRole("figure").filter({ has: page.locator("figcaption b", { hasText: new RegExp(`^${rule}$`) }) });
  await expect(figure("httpurl")).toContainText("takes hpath, skips search");
  await expect(figure("httpurl").locator("g.on text")).toHaveText(["http://", "hostport", "/", "hpath"]);
  await expect(figure("toplabel")).toContainText("takes alternative 2 of 2, takes alphadigit, 2 rounds");
  await expect(figure("toplabel").locator("text.n")).toHaveText("×2");
  await figure("httpurl").getByRole("button", { name: "Show hostport" }).press("Enter");
  await expect(page.getByRole("region", { name: "Diagram of hostport" })).toBeFocused();
  await page.getByRole("button", { name: "All 67" }).click();
  await expect(panel(page).getByRole("figure")).toHaveCount(67);
});

test("examples are met or not, and stay with their grammar", async ({ page }) => {
  await open(page);
  await examples(page, "Expected");
  await page.getByRole("button", { name: "The text should be valid" }).click();
  const list = page.getByRole("list", { name: "Expected verdicts" });
  await expect(list.getByRole("listitem")).toContainText("should be valid, and it is invalid");
  await preset(page).selectOption("dates");
  await expect(list.getByRole("listitem")).toHaveCount(0);
  await preset(page).selectOption({ label: "RFC 1738" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: "Remove" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "The text should be valid" })).toBeFocused();
});

test("the grammar makes as many texts as asked for", async ({ page }) => {
  await open(page, "/#rfc1738/hostport?view=examples&count=12&seed=3");
  const valid = page.getByRole("list", { name: "Valid texts", exact: true });
  const near = page.getByRole("list", { name: "Nearly valid texts" });
  await expect(valid.locator("li.y")).toHaveCount(6);
  await expect(near.locator("li.no")).toHaveCount(6);
  await expect(near.locator("small").first()).toHaveText(/^(empty|ends at \d+|found .+ at \d+)$/);
  const before = await valid.getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "New seed" }).click();
  await expect(valid.getByRole("listitem")).not.toHaveText(before);
  await page.getByRole("spinbutton", { name: "Seed" }).press("ControlOrMeta+a");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect(valid.getByRole("listitem")).toHaveText(before);
  await page.getByRole("combobox", { name: "Kind" }).selectOption("cover");
  await expect(valid.locator("li.y").first()).toBeVisible();
  await production(page).selectOption("port");
  await text(page).fill("80");
  await examples(page, "Automaton");
  await expect(page.getByRole("img", { name: /The automaton of port: 2 states/ })).toBeVisible();
});

test("recursion at one end has near misses and an automaton", async ({ page }) => {
  await open(page);
  await type(page, 'list = item "," list | item\nitem = "a" | "b"\n');
  await production(page).selectOption("list");
  await examples(page, "Texts");
  await expect(page.getByRole("list", { name: "Nearly valid texts" }).locator("li.no").first()).toBeVisible();
  await examples(page, "Automaton");
  await expect(page.getByRole("img", { name: /The automaton of list: 2 states/ })).toBeVisible();
});

test("recursion in the middle has nearly valid texts", async ({ page }) => {
  await open(page);
  await type(page, 'value = "[" [ value *( "," value ) ] "]" | "0"\n');
  await production(page).selectOption("value");
  await examples(page, "Texts");
  await expect(page.getByRole("list", { name: "Nearly valid texts" }).locator("li.no").first()).toBeVisible();
});

test("a comparison shows both sides of each witness", async ({ page }) => {
  await open(page);
  await type(page, "s = \"a\" | \"b\"\ndigit = \"1\"\n");
  await side(page, "Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("typed");
  await typeSecond(page, "s = \"a\" | \"c\"\nDIGIT = \"1\"\nt = \"b\"\n");
  const left = page.locator("compare-pane");
  const view = page.locator(".compare-view");
  const pair = view.getByRole("region", { name: "s", exact: true });
  await expect(pair.locator(".witness")).toContainText("b");
  await expect(pair.locator(".witness")).toContainText(/✓ accepts.*✗ rejects b at 0/);
  await pair.getByRole("button", { name: "Only the solution: c" }).click();
  await expect(pair.locator(".witness")).toContainText(/✗ rejects c at 0.*✓ accepts/);
  await expect(view).toContainText("1 pair differs and 1 pair has the same language.");
  await page.getByRole("combobox", { name: "Production of the first grammar" }).selectOption("s");
  await page.getByRole("combobox", { name: "Production of the second grammar" }).selectOption("t");
  await left.getByRole("button", { name: "Add" }).click();
  await view.getByTitle("Show where s ↔ t differs").click();
  const other = view.getByRole("region", { name: "s ↔ t" });
  await other.getByRole("button", { name: "Show “a”" }).click();
  await expect(text(page)).toHaveValue("a");
  await side(page, "Compare").click();
  await left.locator("summary", { hasText: "another notation" }).click();
  await page.getByRole("combobox", { name: "Notation", exact: true }).selectOption("regex");
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Other notation" })).toHaveValue(/\^.*\$/);
});

test("the prose on a URL is under its tree", async ({ page }) => {
  await open(page);
  await text(page).fill("ftp://user@h/%2Fa;type=a");
  await expect(page.locator("verdict-pane")).toContainText("An ftp URL.", { timeout: 10_000 });
  await expect(page.locator("verdict-pane")).toContainText("port21");
  await panel(page).locator("summary", { hasText: "What RFC 1738 says" }).click();
  await expect(panel(page).getByRole("row", { name: /^user/ })).toBeVisible();
  await expect(panel(page)).toContainText("A client sends");
});

test("the text keeps and shows CR LF, NUL and blanks", async ({ page }) => {
  await open(page);
  await type(page, "s = *c\nc = %x00-10FFFF\n");
  await write(page, "");
  await text(page).focus();
  await paste(text(page), "A: 1\r\n\0  ␍\x7f");
  await expect(page.locator("figure-pane .letters i")).toHaveText(["A", ":", "␣", "1", "␍", "↵", "␀", "␣", "␣", "␍", "␡"]);
  await page.keyboard.type("x");
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Delete");
  await expect(page.locator("figure-pane .letters i")).toHaveText([":", "␣", "1", "␍", "↵", "␀", "␣", "␣", "␍", "␡", "x"]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("alert")).toContainText(/link/i);
  await page.reload();
  await expect(page.locator("figure-pane .letters i")).toHaveText([":", "␣", "1", "␍", "↵", "␀", "␣", "␣", "␍", "␡", "x"]);
  await expect(status(page)).toContainText("“: 1␍↵␀  ␍␡x” is a valid s");
});

test("undo takes back buttons and typing", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Remove “user@”/ }).click();
  await expect(text(page)).toHaveValue("http://host/");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page)).toHaveValue("http://user@host/");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(text(page)).toHaveValue("http://host/");
  await preset(page).selectOption("json");
  await expect(status(page)).toContainText("is a valid JSON-text");
  await page.locator("body").press("ControlOrMeta+z");
  await expect(text(page)).toHaveValue("http://host/");
  await expect(production(page)).toHaveValue("url");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toHaveValue("http://user@host/");
});

test("quotations never collapse blanks", async ({ page }) => {
  await open(page);
  await type(page, 's = "a  b" / "a" 1*" " "c"\n');
  await write(page, "a  b");
  await tab(page, "Ordered choice").click();
  await examples(page, "Texts");
  for (const place of ["code", ".status", ".say", ".row"]) {
    const style = page.locator(place).first();
    await expect(style).toHaveCSS("white-space", /pre/);
  }
  await expect(status(page)).toContainText("“a  b”", { useInnerText: true });
});

test("a pasted grammar gets a first text of its own", async ({ page }) => {
  await open(page, "/");
  await type(page, 'sum = num *( "+" num )\nnum = 1*( "0" / "1" / "2" / "3" )\n');
  await expect(status(page)).toContainText("is a valid sum");
  await expect(text(page)).toHaveValue(/^[0-3]+(\+[0-3]+)*$/);
});

test("a text typed right after pasting a grammar stays", async ({ page }) => {
  await open(page, "/");
  await type(page, 'sum = num *( "+" num )\nnum = 1*( "0" / "1" / "2" / "3" )\n');
  await write(page, "1+x");
  await expect(status(page)).toContainText("“1+x” is not a valid sum");
  await page.waitForTimeout(1_000);
  await expect(text(page)).toHaveValue("1+x");
});

test("the ruler counts octets, as the messages do", async ({ page }) => {
  await open(page, "/#rfc1738/url?text=http://h/%C3%BC");
  await expect(status(page)).toContainText("at offset 9.");
  await expect(page.locator("verdict-pane")).toContainText("Valid up to 9");
  // A grammar of characters.
  await type(page, 's = *c "!"\nc = %x80-10FFFF\n');
  await write(page, "é👍x");
  await expect(status(page)).toContainText('found "x" at offset 6.');
  await expect(page.locator("verdict-pane")).toContainText("Valid up to 6");
  await expect(page.locator("figure-pane .rul b")).toHaveText("6");
  await expect(tile(page, /^c 2–6 “👍”/)).toBeVisible();
  const width = (at: number) => page.locator("figure-pane .letters i").nth(at).evaluate((one) => one.getBoundingClientRect().width);
  expect(Math.round((await width(1)) / (await width(0)))).toBe(2);
  await page.getByRole("button", { name: "Insert !", exact: true }).click();
  await expect(text(page)).toHaveValue("é👍!x");
  // A grammar of octets: each half of a character is a tile of its own.
  await type(page, "s = *o\no = %x80-FF\n");
  await write(page, "é");
  await expect(tile(page, /^o 0–1 “\\xC3”/)).toBeVisible();
  await expect(tile(page, /^o 1–2 “\\xA9”/)).toBeVisible();
});

test("a text of several lines has keys for lines", async ({ page }) => {
  await open(page, "/");
  await type(page, 'head = *( name ":" name CRLF ) CRLF\nname = 1*ALPHA\n');
  await write(page, "");
  await text(page).focus();
  await paste(text(page), "a:b\ncc:d\n\n");
  await page.getByRole("button", { name: "End every line with CR LF" }).click();
  await expect(status(page)).toContainText("“a:b␍↵cc:d␍↵␍↵” is a valid head");
  await expect(page.locator("figure-pane .letters i.end")).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+Home");
  await text(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(1, 1));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("x");
  await expect(status(page)).toContainText("“a:b␍↵cxc:d␍↵␍↵”");
  await page.keyboard.press("Home");
  await page.keyboard.type("y");
  await page.keyboard.press("End");
  await page.keyboard.type("z");
  await expect(status(page)).toContainText("“a:b␍↵ycxc:dz␍↵␍↵” is a valid head");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("w");
  await expect(status(page)).toContainText("“a:bw␍↵ycxc:dz␍↵␍↵” is a valid head");
  // Enter ends a line as the others end.
  await page.keyboard.press("Enter");
  await page.keyboard.type("e:f");
  await expect(status(page)).toContainText("“a:bw␍↵e:f␍↵ycxc:dz␍↵␍↵” is a valid head");
});

test("the grammars that were typed are not lost", async ({ page }) => {
  await open(page);
  await type(page, 'mine = "x" | "y"\n');
  await write(page, "y");
  await expect(status(page)).toContainText("“y” is a valid mine");
  await preset(page).selectOption("json");
  await expect(status(page)).toContainText("is a valid JSON-text");
  await page.reload();
  await expect(status(page)).toContainText("is a valid JSON-text");
  await preset(page).focus();
  await preset(page).selectOption({ label: "Yours: mine" });
  await expect(status(page)).toContainText("“y” is a valid mine");
});

test("a grammar for telephone numbers tells its ambiguity", async ({ page }) => {
  await open(page);
  await type(page, "number = [ prefix ] 1*digit\nprefix = 1*digit\ndigit = \"0\" | \"1\" | \"2\"\n");
  await page.locator("grammar-pane summary").click();
  await expect(page.getByRole("list", { name: "Errors and notes" })).toContainText("number is ambiguous");
  await write(page, "12");
  await expect(page.locator("verdict-pane")).toContainText("1 of 2");
});

test("a left-recursive production has a verdict, a tree and steps", async ({ page }) => {
  await open(page);
  await type(page, 'e = e "+" n | n\nn = "12"\n');
  await write(page, "12+12");
  await expect(status(page)).toContainText("“12+12” is a valid e.");
  await expect(tile(page, /^e /)).toHaveCount(2);
  await tab(page, "Steps").click();
  await panel(page).getByRole("slider", { name: "Step" }).fill("3");
  await expect(panel(page)).toContainText("e begins with itself: this never ends. A parser that always makes the right choice follows.");
});

test.describe("with more time than the page gives", () => {
  test.use({ patience: 30_000 });

  test("the steps go back into matches, up to a limit", async ({ page }) => {
    await open(page);
    await type(page, 's = t "a"\nt = "a" t / "a"\n');
    await write(page, "aaa");
    await tab(page, "Steps").click();
    const steps = panel(page);
    await expect(steps).toContainText("of 2");
    await steps.getByRole("slider", { name: "Step" }).fill("17");
    await expect(steps).toContainText("t is tried again for another match than “aaa”.");
    await type(page, 's = n "!" / n\nn = "a" [ n ] *"b"\n');
    await write(page, "a".repeat(60) + "b".repeat(60));
    await expect(steps).toContainText("A parser that backtracks takes more than 112,000 steps here. Only the right choices are shown.");
  });
});

test("a text that takes too many steps is undecided", async ({ page }) => {
  await open(page);
  await type(page, 's = s "+" s | "1"\n');
  await write(page, "1+".repeat(20000) + "1");
  await expect(page.locator("verdict-pane")).toContainText("Undecided", { timeout: 20_000 });
  await expect(page.locator("verdict-pane")).toContainText("The text takes more than 20000000 steps and 100 for each octet.");
  await expect(page.locator("figure-pane").getByRole("tree")).toBeHidden();
  await tab(page, "Steps").click();
  await expect(panel(page)).toContainText("Undecided: the text takes more than 20000000 steps");
  await write(page, "1+1");
  await expect(status(page)).toContainText("“1+1” is a valid s");
});

test("readings that differ in single characters are two derivations", async ({ page }) => {
  await open(page);
  await type(page, 'a = b | c | "x"\nb = "x"\nc = "x"\n');
  await write(page, "x");
  await expect(page.locator("verdict-pane")).toContainText("1 of 3");
});

test("what is shown goes with its grammar", async ({ page }) => {
  await open(page);
  await type(page, 's = "a" | "b"\n');
  await write(page, "a");
  await tab(page, "Steps").click();
  await expect(panel(page)).toContainText("s is tried at 0");
  await type(page, 'k = "no');
  await expect(panel(page)).not.toContainText("s is tried");
  await tab(page, "Tree").click();
  await type(page, "; nothing but a remark\n");
  await expect(panel(page)).toContainText("No production is selected.");
  await tab(page, "Ordered choice").click();
  await expect(panel(page)).not.toContainText("“b”");
});

test("the readings apply to the grammar of RFC 1738 only", async ({ page }) => {
  await open(page);
  await page.locator("grammar-pane summary").click();
  const readings = page.getByRole("checkbox", { name: "Apply the readings of RFC 1738" });
  await expect(readings).toBeChecked();
  await type(page, 'httpurl = "http://" login "/"\nlogin = "u"\n');
  await write(page, "http://user@host/");
  await expect(readings).toBeHidden();
  await expect(page.locator("verdict-pane")).not.toContainText("Section");
});

test("lecture shows grammar and view, and its keys work", async ({ page }) => {
  await open(page, "/#rfc1738/hostname?text=a.b&view=steps");
  await expect(panel(page)).toContainText("hostname is tried");
  await page.getByRole("button", { name: "Lecture" }).click();
  await expect(page.getByRole("button", { name: "Share" })).toBeHidden();
  await expect(page.locator("grammar-pane .cm-line.lit-line").first()).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("slider", { name: "Step" })).toHaveValue("2");
  await expect(panel(page).locator(".say")).toHaveCSS("font-size", "24px");
  await page.keyboard.press("Escape");
  await expect(page.locator("page-bar")).toBeVisible();
});

test("a picture holds its styles, as SVG and as PNG", async ({ page }) => {
  await open(page, "/#rfc1738/httpurl?text=http://host/a&view=rails");
  await expect(panel(page).locator("g.on").first()).toBeVisible();
  const file = (name: string) => saved(page, () => panel(page).getByRole("button", { name, exact: true }).click());
  const svg = await file("Save SVG");
  expect(svg.name).toBe("httpurl-path.svg");
  const source = svg.octets.toString("utf8");
  expect(source).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(source).toMatch(/<path [^>]*stroke="#4a46c9"[^>]*stroke-width="3px"|<path [^>]*stroke-width="3px"[^>]*stroke="#4a46c9"/);
  expect(source).not.toMatch(/var\(|color-mix|class=/);
  const png = await file("Save PNG");
  expect(png.name).toBe("httpurl-path.png");
  expect(png.octets.subarray(1, 4).toString("latin1")).toBe("PNG");
  await tab(page, "Tree").click();
  const tree = (await file("Save SVG")).octets.toString("utf8");
  expect(tree).toContain(">hostport</text>");
  expect(tree).toMatch(/<rect [^>]*fill="#[0-9a-f]{6}"/);
});
