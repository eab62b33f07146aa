// What the tests share: the controls of the page by their accessible names.

import { expect, test as plain, type Locator, type Page } from "@playwright/test";

export { expect, type Locator, type Page };

/** `patience` is the time in milliseconds after which the page ends a question; 2,000 as it is built. */
export const test = plain.extend<{ patience: number }>({
  patience: [2_000, { option: true }],
  context: async ({ context, patience }, use) => {
    await context.addInitScript((longest) => {
      const wait = window.setTimeout;
      window.setTimeout = ((work: () => void, time?: number, ...values: unknown[]) => wait(work, time === 2_000 ? longest : time, ...values)) as typeof setTimeout;
    }, patience);
    await use(context);
  },
});

export const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
export const grammar = (page: Page) => page.getByRole("textbox", { name: "Grammar", exact: true });
export const production = (page: Page) => page.getByRole("combobox", { name: "Production", exact: true });
export const preset = (page: Page) => page.getByRole("combobox", { name: "Grammar to begin with" });
export const status = (page: Page) => page.getByRole("status");
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
/** What the chosen view shows below the tree. */
export const panel = (page: Page) => page.locator("#panel > :not([hidden])");
export const tile = (page: Page, name: RegExp | string) => page.locator("figure-pane").getByRole("treeitem", { name });
export const side = (page: Page, name: string) => page.locator("#left").getByRole("button", { name, exact: true });

/** The link of a wrong URL of RFC 1738. */
export const WRONG = "/#rfc1738/url?text=http://user@host/";

/** Opens the page and waits for its first verdict. */
export async function open(page: Page, address = WRONG): Promise<void> {
  await page.goto(address);
  await expect(status(page)).toContainText("valid", { timeout: 20_000 });
  await expect(status(page)).toContainText("“");
}

/** Replaces the grammar, with the editor's own way to select all of it. */
export async function type(page: Page, source: string): Promise<void> {
  await grammar(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(source);
}

/** Chooses a kind of examples. */
export async function examples(page: Page, kind: "Texts" | "Expected" | "Suite" | "Automaton"): Promise<void> {
  await tab(page, "Examples").click();
  await panel(page).getByRole("group", { name: "Kinds of examples" }).getByRole("button", { name: kind }).click();
}
