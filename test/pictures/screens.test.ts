/**
 * Report and console on wide and narrow screens, in light and dark, beside kept pictures of them: alike from afar, in
 * another font, too, and unlike once a style sheet is broken. `npm run pictures` makes them anew; look at them then.
 */
import { statSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  fileOfScreen,
  keptScreen,
  openScreen,
  screens,
  shootScreen,
} from "../../scripts/pictures/screens.ts";
import { seriousFindings } from "../support/reports/browser.ts";
import { withShown } from "../support/reports/shown.ts";
import { describeProgram } from "../support/run/parts.ts";
import { differingShare } from "../support/styles/picture-grid.ts";

/** How much of a picture may be otherwise: seven times what another font does. */
const SHARE = 0.015;

/** Bytes of all kept pictures. */
const LARGEST = 400 * 1_024;

test("the kept screens are small", () => {
  const sizes = screens.map((screen) => statSync(fileOfScreen(screen)).size);
  expect(sizes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(LARGEST);
});

/** What a fault in a style sheet does. */
const everywhere = {
  "letters twice as large": ":root, body { font-size: 32px; }",
  "the ground of the other light": "body { background: light-dark(#14181d, #ffffff); }",
  "the whole page moved": "main { padding-left: 6rem; }",
} as const;

const faults = {
  report: {
    ...everywhere,
    "the rules of a style in one row": ".pictures { flex-wrap: nowrap; }",
    "pictures that are stretched": "figure, figure img { width: 100%; }",
  },
  console: {
    ...everywhere,
    "pictures below each other": ".tiles, .legend { display: block; }",
    "a list of facts as text": "dl { display: block; }",
  },
} as const;

/** Adds a style sheet to a page, in place of the one before. */
async function style(page: Page, css: string): Promise<void> {
  await page.evaluate(
    `{ const one = new CSSStyleSheet(); one.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets = [one]; }`,
  );
}

describeProgram("chromium", "screens", () => {
  const open = withShown();

  test.for(screens.map((screen) => [screen.name, screen] as const))(
    "%s is as it was kept, scrolls downwards only, hinders nobody, and is otherwise with a broken style sheet",
    async ([, screen]) => {
      const page = await openScreen(open().browser, open().shown, screen);
      const share = async () => differingShare(keptScreen(screen), await shootScreen(page));
      expect(await share(), "run `npm run pictures`").toBeLessThan(SHARE);
      const width = "document.documentElement.scrollWidth";
      expect(await page.evaluate(width)).toBe(screen.look.viewport.width);
      expect(await seriousFindings(page)).toEqual([]);
      await style(page, "* { font-family: 'DejaVu Serif', serif !important; }");
      expect(await share()).toBeLessThan(SHARE);
      for (const [fault, css] of Object.entries(faults[screen.page])) {
        await style(page, css);
        expect(await share(), fault).toBeGreaterThan(SHARE);
      }
      await style(page, "");
      expect(await share()).toBeLessThan(SHARE);
      await page.evaluate("for (const sheet of document.styleSheets) sheet.disabled = true");
      expect(await share()).toBeGreaterThan(SHARE);
      await page.context().close();
    },
  );
});
