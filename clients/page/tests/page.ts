// What the tests share: the controls of the page by their accessible names.

import { readFileSync } from "node:fs";
import { expect, test as plain, type Browser, type BrowserContext, type Locator, type Page } from "@playwright/test";

export { expect, type Locator, type Page };

/** The time in milliseconds after which the page ends a question, as it is built. */
const PATIENCE = 2_000;

/**
 * The tests of a worker share a context, and a page of it that stays open, with `--process-per-site` in one process of
 * Chromium. It has the service worker and the compiled engine, so the next page of the context loads in half the time.
 * A test gets a page of its own, and no storage from the tests before it.
 *
 * `patience` is the time in milliseconds after which the page ends a question.
 */
export const test = plain.extend<{ patience: number }, { warm: BrowserContext | null }>({
  patience: [PATIENCE, { option: true }],
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === "firefox") {
        tolerate(browser);
      }
      await use(browser);
    },
    { scope: "worker" },
  ],
  warm: [
    async ({ browser, browserName }, use, { project }) => {
      if (browserName !== "chromium") {
        await use(null);
        return;
      }
      const context = await browser.newContext({ baseURL: project.use.baseURL });
      await open(await context.newPage(), "/");
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ warm, baseURL, browser }, use) => {
    if (warm === null) {
      const context = await browser.newContext({ baseURL });
      await use(context);
      await context.close();
      return;
    }
    const before = warm.pages();
    await use(warm);
    for (const page of warm.pages().filter((page) => !before.includes(page))) {
      await page.close();
    }
    await warm.clearPermissions();
    const session = await warm.newCDPSession(before[0]!);
    await session.send("Storage.clearDataForOrigin", { origin: new URL(baseURL!).origin, storageTypes: "local_storage" });
    await session.detach();
  },
  page: async ({ context, patience }, use) => {
    const page = await context.newPage();
    if (patience !== PATIENCE) {
      await page.addInitScript(
        ([built, longest]) => {
          const wait = window.setTimeout;
          window.setTimeout = ((work: () => void, time?: number, ...values: unknown[]) => wait(work, time === built ? longest : time, ...values)) as typeof setTimeout;
        },
        [PATIENCE, patience] as const,
      );
    }
    await use(page);
  },
});

/** The connection of Playwright to a browser that it drives over WebDriver BiDi. */
interface Driven {
  _connection: { toImpl?: (browser: Browser) => { _browserSession: object } };
}

type Send = (method: string, ...values: unknown[]) => Promise<unknown>;

/**
 * Lets the tests run in a Firefox that does not know one command: Playwright sets the media features of every page, and
 * Debian's Firefox takes those of the system.
 */
function tolerate(browser: Browser): void {
  const driven = (browser as unknown as Driven)._connection.toImpl?.(browser);
  const session = driven === undefined ? null : (Object.getPrototypeOf(driven._browserSession) as { send: Send });
  if (session !== null) {
    const { send } = session;
    session.send = function (method, ...values) {
      const sent = send.call(this, method, ...values);
      return method === "emulation.setMediaFeaturesOverride" ? sent.catch(() => ({})) : sent;
    };
  }
}

/** A test in a context that has never been at the page. */
export const fresh = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await context.close();
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

/** Replaces what an editor holds, with its own way to select all of it: `fill` adds empty lines in Firefox. */
async function replace(editor: Locator, source: string): Promise<void> {
  const { keyboard } = editor.page();
  await editor.focus();
  await keyboard.press("ControlOrMeta+a");
  await insert(editor, source);
}

/**
 * Inserts a text where the caret is. In Firefox, Playwright adds empty lines around it, so it is pasted there; a field of a
 * number takes keys only.
 */
export async function insert(editor: Locator, source: string): Promise<void> {
  const page = editor.page();
  if (page.context().browser()?.browserType().name() !== "firefox") {
    await page.keyboard.insertText(source);
  } else if (await editor.evaluate((one) => one instanceof HTMLInputElement)) {
    await page.keyboard.type(source);
  } else {
    await paste(editor, source);
  }
}

/** Pastes a text. */
export async function paste(editor: Locator, pasted: string): Promise<void> {
  await editor.evaluate((one, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", data);
    // Firefox has other names for what is pasted.
    const values = { clipboardData, data, dataType: "text/plain", bubbles: true, cancelable: true };
    one.dispatchEvent(new ClipboardEvent("paste", values));
  }, pasted);
}

/** Replaces the grammar. */
export const type = (page: Page, source: string): Promise<void> => replace(grammar(page), source);

/** Replaces the second grammar of a comparison. */
export const typeSecond = (page: Page, source: string): Promise<void> => replace(page.getByRole("textbox", { name: "Second grammar" }), source);

/**
 * Replaces the text in one step. `fill` takes two, and after a grammar was typed the page may show a first text of its
 * own between them.
 */
export async function write(page: Page, written: string): Promise<void> {
  const field = text(page);
  if (await field.evaluate((one) => one instanceof HTMLTextAreaElement)) {
    await field.evaluate((field: HTMLTextAreaElement, written) => {
      field.value = written;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }, written);
  } else {
    // A long text is in an editor.
    await replace(field, written);
  }
}

/** Replaces the number in a field. In Firefox, `fill` would append to it. */
export async function enter(field: Locator, number: number): Promise<void> {
  await replace(field, String(number));
  await field.press("Enter");
}

/** Chooses a kind of examples. */
export async function examples(page: Page, kind: "Texts" | "Expected" | "Suite" | "Automaton"): Promise<void> {
  await tab(page, "Examples").click();
  await panel(page).getByRole("group", { name: "Kinds of examples" }).getByRole("button", { name: kind }).click();
}

/** What the page hands to the browser to save. */
type Handed = Window & { handed?: { name: string; blob: Blob } };

/**
 * Returns the file that is saved when something is pressed. Playwright gets no downloads from Debian's Firefox, so what the
 * page hands over is taken there.
 */
export async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; octets: Buffer }> {
  if (page.context().browser()?.browserType().name() !== "firefox") {
    const download = page.waitForEvent("download");
    await press();
    const file = await download;
    return { name: file.suggestedFilename(), octets: readFileSync(await file.path()) };
  }
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    let blob = new Blob();
    URL.createObjectURL = (one) => {
      blob = one as Blob;
      return createObjectURL.call(URL, one);
    };
    HTMLAnchorElement.prototype.click = function () {
      (window as Handed).handed = { name: this.download, blob };
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
    };
  });
  await press();
  await page.waitForFunction(() => (window as Handed).handed !== undefined);
  const { name, octets } = await page.evaluate(async () => {
    const { name, blob } = (window as Handed).handed!;
    delete (window as Handed).handed;
    return { name, octets: [...new Uint8Array(await blob.arrayBuffer())] };
  });
  return { name, octets: Buffer.from(octets) };
}
