// Takes the pictures of the documentation: node build/pictures.js, after page/test.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { serve } from "./server.js";

const root = join(import.meta.dirname, "..");
const SIZE = { width: 1280, height: 800 };
const PICTURES = [{ name: "error", colorScheme: "light", link: "rfc1738/url?text=http://user@host/index.html&select=hostport:7-11" }];

const server = await serve(join(root, "dist/folder"), 0);
const { port } = server.address();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
await mkdir(join(root, "pictures"), { recursive: true });
for (const { name, colorScheme, link } of PICTURES) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: "reduce" });
  await page.goto(`http://127.0.0.1:${port}/#${link}`);
  await page.waitForTimeout(3_000);
  const png = (await page.screenshot()).toString("base64");
  // The page allows no images from elsewhere, so an empty one converts the picture.
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
  await writeFile(join(root, "pictures", `${name}.webp`), Buffer.from(webp, "base64"));
  await empty.close();
  await page.close();
}
await browser.close();
server.close();
