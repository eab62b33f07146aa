// Takes a picture of the table of a matrix: node build/matrix_picture.js REPORT.html PICTURE.webp [ROW...]. ROW is a part of
// a row as the page shows it; without one, the picture has the first rows.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { converted } from "./pictures.js";

const SIZE = { width: 1500, height: 720 };

const [report, picture, ...rows] = process.argv.slice(2);
if (report === undefined || picture === undefined) {
  console.error("usage: node build/matrix_picture.js REPORT.html PICTURE.webp [ROW...]");
  process.exit(2);
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-lcd-text"],
});
const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
await page.goto(pathToFileURL(resolve(report)).href);
const table = page.locator("table.matrix").first();
await table.evaluate((element, wanted) => {
  for (const row of element.querySelectorAll("tbody tr")) {
    const text = row.textContent ?? "";
    if (wanted.length > 0 && !wanted.some((part) => text.includes(part))) row.remove();
  }
  // The whole width of the picture is for the table.
  document.body.style.maxWidth = "none";
  element.scrollIntoView();
}, rows);
const box = await table.boundingBox();
if (box === null) throw new Error("the report has no table of facts");
const width = Math.min(box.width, SIZE.width - box.x);
const height = Math.min(box.height, SIZE.height - box.y);
const png = await page.screenshot({ clip: { ...box, width, height } });
await writeFile(picture, await converted(browser, png.toString("base64")));
await browser.close();
