// The pictures of the documentation show the page as it is.

import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { PICTURES, path, taken } from "../build/pictures.js";

/**
 * The greatest difference between a picture and the page: the share of squares of 16 points whose colour is another one.
 * Another version of a font moves letters within their squares; a part of the page that moves, or is another one, changes
 * many squares.
 */
const MOST = 0.02;

for (const picture of PICTURES) {
  test(`the picture "${picture.name}" shows the page as it is`, async ({ browser, baseURL }) => {
    const now = `data:image/png;base64,${await taken(browser, baseURL!, picture)}`;
    const kept = `data:image/webp;base64,${(await readFile(path(picture.name))).toString("base64")}`;
    // The page allows no images from elsewhere.
    const empty = await browser.newPage();
    const different = await empty.evaluate(async (addresses) => {
      const squares = await Promise.all(
        addresses.map(async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          const [width, height] = [Math.floor(image.width / 16), Math.floor(image.height / 16)];
          const canvas = new OffscreenCanvas(width, height);
          const context = canvas.getContext("2d")!;
          context.imageSmoothingQuality = "high";
          context.drawImage(image, 0, 0, width, height);
          return { size: `${image.width}×${image.height}`, data: context.getImageData(0, 0, width, height).data };
        }),
      );
      const [one, two] = [squares[0]!, squares[1]!];
      if (one.size !== two.size) {
        return 1;
      }
      const count = one.data.length / 4;
      const changed = Array.from({ length: count }, (_, square) =>
        [0, 1, 2].some((channel) => Math.abs(one.data[4 * square + channel]! - two.data[4 * square + channel]!) > 12));
      return changed.filter((it) => it).length / count;
    }, [now, kept]);
    await empty.close();
    console.log(`${picture.name}: ${(100 * different).toFixed(2)} % of the squares differ`);
    expect(different, "node build/pictures.js takes the pictures again").toBeLessThan(MOST);
  });
}
