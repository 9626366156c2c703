/** The pictures of the documentation beside what a browser shows now: their words, and their colours from afar. */
import { describe, expect, test } from "vitest";
import { seenIn } from "../../scripts/pictures/contents.ts";
import { keptNote, keptPicture } from "../../scripts/pictures/kept.ts";
import { poses, shoot, type PictureName } from "../../scripts/pictures/shots.ts";
import { withShown } from "../support/reports/shown.ts";
import { describeProgram } from "../support/run/parts.ts";
import { differingShare, LARGEST_SHARE } from "../support/styles/picture-grid.ts";

/** Expressions that change a page by a style sheet of the script, which its policy allows. */
const styled = (css: string) =>
  `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets = [sheet]; }`;

/** A part that is missing, by the selector of an element of each page. */
const parts: Readonly<Record<PictureName, readonly string[]>> = {
  report: ["#changes", "main > section", "#filters", ".pictures", ".figures"],
  console: ["[role=tree]", "section:has(canvas)", ".times"],
};

describeProgram("chromium", "pictures of the documentation", () => {
  const open = withShown();

  describe.for(Object.keys(poses) as PictureName[])("%s", (name) => {
    const pose = poses[name];
    const share = (png: Buffer) => differingShare(keptPicture(name), png);

    test("is what there is: the same words, and alike from afar, in another font, too", async () => {
      const posed = await pose(open().browser, open().shown);
      const { png, words, seen } = await shoot(posed);
      const { contents, words: kept } = keptNote(name);
      expect(words, "run `npm run pictures`").toEqual(kept);
      expect(seen, "run `npm run pictures`").toEqual(seenIn(contents));
      expect(share(png), "run `npm run pictures`, and look at it").toBeLessThan(LARGEST_SHARE);
      await posed.page.evaluate(styled("* { font-family: 'DejaVu Serif', serif !important; }"));
      expect(share((await shoot(posed)).png)).toBeLessThan(LARGEST_SHARE);
    });

    test("is unlike the page in the dark", async () => {
      const posed = await pose(open().browser, open().shown, { colorScheme: "dark" });
      expect(share((await shoot(posed)).png)).toBeGreaterThan(10 * LARGEST_SHARE);
    });

    test.for(parts[name])("is unlike the page without %s", async (selector) => {
      const { page } = await pose(open().browser, open().shown);
      await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).remove()`);
      expect(share(await page.screenshot())).toBeGreaterThan(LARGEST_SHARE);
    });
  });
});
