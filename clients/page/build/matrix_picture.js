// Takes a picture of the table of a matrix: node build/matrix_picture.js REPORT.html PICTURE.png [ROW...]. ROW is a part of
// a row as the page shows it; without one, the picture has the first rows.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { chromium } from "@playwright/test";

const SIZE = { width: 1500, height: 720 };

/**
 * Returns a picture with a palette, which is a third as long as one without. The colors are rounded.
 * @param {{ width: number, height: number, rgba: number[] }} picture
 */
function indexed({ width, height, rgba }) {
  /** @type {Map<number, number>} */
  const palette = new Map();
  const rows = Buffer.alloc((width + 1) * height);
  for (let index = 0; index < width * height; index++) {
    const [red, green, blue] = [0, 1, 2].map((channel) => Math.round((rgba[4 * index + channel] ?? 0) / 17));
    const color = ((red ?? 0) << 8) | ((green ?? 0) << 4) | (blue ?? 0);
    if (!palette.has(color) && palette.size < 256) palette.set(color, palette.size);
    // Each row begins with its filter, which is none.
    rows[index + Math.floor(index / width) + 1] = palette.get(color) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colors = [...palette.keys()].flatMap((color) => [color >> 8, (color >> 4) & 15, color & 15]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(colors.map((channel) => channel * 17))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const [report, picture, ...rows] = process.argv.slice(2);
if (report === undefined || picture === undefined) {
  console.error("usage: node build/matrix_picture.js REPORT.html PICTURE.png [ROW...]");
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
const empty = await browser.newPage();
const pixels = await empty.evaluate(async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.drawImage(image, 0, 0);
  const { width, height, data: rgba } = context.getImageData(0, 0, image.width, image.height);
  return { width, height, rgba: [...rgba] };
}, png.toString("base64"));
await writeFile(picture, indexed(pixels));
await browser.close();
