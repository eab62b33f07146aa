// Takes the pictures of the documentation: node build/pictures.js, after clients/page/test. A test compares them with the page.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { serve } from "./server.js";

const root = join(import.meta.dirname, "..");
const SIZE = { width: 1280, height: 800 };
const ERROR = "rfc1738/url?text=http://user@host/index.html&select=hostport:7-11";

/** The same picture for readers of light and of dark pages. @type {{ name: string, colorScheme: "light" | "dark", link: string }[]} */
export const PICTURES = [
  { name: "error", colorScheme: "light", link: ERROR },
  { name: "error-dark", colorScheme: "dark", link: ERROR },
];

/** Returns the path of a picture. @param {string} name */
export const path = (name) => join(root, "pictures", `${name}.webp`);

/**
 * Returns a picture of the page as PNG, in base64.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address
 * @param {typeof PICTURES[number]} picture
 */
export async function taken(browser, address, { colorScheme, link }) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: "reduce" });
  await page.goto(`${address}#${link}`);
  await page.getByRole("tree", { name: "Tree up to 11" }).waitFor();
  await page.waitForTimeout(3_000);
  const png = await page.screenshot();
  await page.close();
  return png.toString("base64");
}

/**
 * Returns a picture as WebP. A page can allow no images from elsewhere, so an empty one converts it.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} png the picture in base64
 */
export async function converted(browser, png) {
  const empty = await browser.newPage();
  const webp = await empty.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.85).split(",")[1] ?? "";
  }, png);
  await empty.close();
  return Buffer.from(webp, "base64");
}

async function takeAll() {
  const server = await serve(join(root, "dist/folder"), 0);
  const { port } = server.address();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  await mkdir(join(root, "pictures"), { recursive: true });
  for (const picture of PICTURES) {
    const png = await taken(browser, `http://127.0.0.1:${port}/`, picture);
    const webp = await converted(browser, png);
    await writeFile(path(picture.name), webp);
  }
  await browser.close();
  server.close();
}

if (process.argv[1] === import.meta.filename) {
  await takeAll();
}
