// How long the page takes from a key to the picture: the verdict, the error and the tree, laid out.
//
// `npx playwright test --project times --no-deps` prints the times without the other tests, after `build/page`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, open, type Page, production, status, test, text, type, write } from "./page.ts";

// A verdict that a busy machine delays is late, and not given up.
test.use({ patience: 30_000 });

const library = join(import.meta.dirname, "../../../crates/rfcbnf/library");

/** Types a text key by key with a pause after each, and returns the times in milliseconds until the picture was there. */
async function latencies(page: Page, whole: string, pause: number): Promise<number[]> {
  return page.evaluate(async ([whole, pause]) => {
    const field = document.querySelector<HTMLTextAreaElement>("#text");
    const status = document.querySelector("[role=status]");
    const times: number[] = [];
    for (let length = 1; field && status && length <= whole.length; length += 1) {
      const began = performance.now();
      const answered = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(status, { childList: true, characterData: true, subtree: true });
      });
      field.value = whole.slice(0, length);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await answered;
      // The layout is part of the picture.
      document.body.getBoundingClientRect();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return times;
  }, [whole, pause] as const);
}

/** Types the text twice, and measures the second time. */
async function median(page: Page, name: string, whole: string): Promise<number> {
  await text(page).fill("");
  await latencies(page, whole, 0);
  // What follows the picture does not delay the next key.
  const times = (await latencies(page, whole, 40)).sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
  console.log(`${name}, after a key: median ${median.toFixed(1)} ms, worst ${times.at(-1)?.toFixed(1)} ms`);
  return median;
}

// The goals are 16 and 50 ms on a machine that does nothing else. The limits catch mistakes, and other programs
// that share the machine do not break them.

test("the picture of RFC 1738 comes soon after each key", async ({ page }) => {
  await open(page);
  expect(await median(page, "RFC 1738", "http://www.w3.org:80/hypertext/WWW/TheProject.html?search")).toBeLessThan(100);
});

test("the picture of RFC 9051 comes soon after each key", async ({ page }) => {
  await open(page);
  await type(page, ["rfc9051", "rfc3629"].map((name) => readFileSync(join(library, `${name}.abnf`), "utf8")).join("\n"));
  await production(page).selectOption("command");
  await write(page, "a NOOP");
  await expect(status(page)).toContainText("“a NOOP” is not a valid command");
  expect(await median(page, "RFC 9051", "a1 FETCH 2:4 (FLAGS BODY[HEADER.FIELDS (DATE FROM)])")).toBeLessThan(250);
});
