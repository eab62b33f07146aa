// What the tests share: the controls of the page by their accessible names.

import { expect, type Page } from "@playwright/test";

export const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
export const grammar = (page: Page) => page.getByRole("textbox", { name: "Grammar", exact: true });
export const production = (page: Page) => page.getByRole("combobox", { name: "Production" });
export const status = (page: Page) => page.getByRole("status");
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const panel = (page: Page, name: string) => page.getByRole("tabpanel", { name, exact: true });

/** Opens the page and waits for its first verdict. */
export async function open(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  await expect(status(page)).toContainText("http://user@host/", { timeout: 20_000 });
}

/** Replaces the grammar, with the editor's own way to select all of it. */
export async function type(page: Page, source: string): Promise<void> {
  await grammar(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(source);
}
