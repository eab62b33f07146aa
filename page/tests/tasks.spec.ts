// What somebody who never saw a BNF wants to find out, with nothing but what the page shows.

import { expect, test } from "@playwright/test";
import { open, panel, production, status, tab, text, type } from "./page.ts";

test("the first visit shows a wrong URL, says why, and gives three hints that go away", async ({ page }) => {
  await open(page);
  const hints = page.getByRole("list", { name: "Hints" });
  await expect(hints.getByRole("listitem")).toHaveCount(3);
  await expect(status(page)).toContainText("“http://user@host/” is not a valid url");
  await expect(page.getByRole("region", { name: "Error" })).toContainText("No user name or password is allowed in an http URL");
  await page.getByRole("button", { name: "Dismiss the hints" }).click();
  await expect(hints).toHaveCount(0);
  await page.reload();
  await expect(status(page)).toContainText("http://user@host/");
  await expect(hints).toHaveCount(0);
});

test("what hostname gives back has a button that leads to the step", async ({ page }) => {
  await open(page);
  await production(page).selectOption("hostname");
  await text(page).fill("a.b");
  await tab(page, "Steps").click();
  const pane = panel(page, "Steps");
  await pane.getByRole("button", { name: /^hostname gives back “.+” at \d+$/ }).first().click();
  await expect(pane).toContainText(/Backtrack: give back “.+”\./);
});

test("two derivations of a Gopher URL part at a named node", async ({ page }) => {
  await open(page);
  await text(page).fill("gopher://h/1%09");
  await tab(page, "Derivations").click();
  const pane = panel(page, "Derivations");
  await expect(pane).toContainText("1 of 2");
  await page.keyboard.press("]");
  await expect(pane).toContainText("2 of 2");
  await expect(pane).toContainText("It parts from the first derivation at");
});

test("ordered choice has an answer for every production of RFC 1738", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await tab(page, "Ordered choice").click();
  const pane = panel(page, "Ordered choice");
  await expect(pane.getByRole("row", { name: /^toplabel “/ })).toBeVisible({ timeout: 60_000 });
  await expect(pane.getByRole("row", { name: /^url “/ })).toBeVisible({ timeout: 60_000 });
  await pane.getByRole("row", { name: /^url “/ }).getByRole("button").click();
  await expect(status(page)).toContainText("is a valid url");
  await expect(pane).toContainText("Ordered choice loses");
});

test("a page whose engine cannot be loaded says so", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText("A file of the page cannot be loaded; are you offline? Try again later.");
});

test("an unfinished grammar keeps what is right, and marks what is wrong", async ({ page }) => {
  await open(page);
  await type(page, "number = 1*digit\ndigit = \"0\" | \"1\n");
  await expect(page.getByRole("list", { name: "Errors and findings" })).toContainText("Error:");
  await expect(production(page).getByRole("option")).not.toHaveCount(0);
});
