/**
 * Screens as a test keeps them: the report and the console, wide and narrow, in light and dark, small enough to lie
 * beside the test, and large enough to see what has become different.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { root } from "../../test/support/project/sources.ts";
import type { Shown } from "./estate.ts";
import { openConsole, pictureAtRest, poses, type Look } from "./shots.ts";

/** A page on one kind of screen. */
export interface Screen {
  /** As the file is called. */
  readonly name: string;
  readonly page: "report" | "console";
  readonly look: Required<Look>;
}

/** Widths in pixels of pages, each with the pixels of a picture that are one of these. */
const widths = [
  { width: 1_280, deviceScaleFactor: 0.45 },
  { width: 390, deviceScaleFactor: 0.6 },
];

const HEIGHT = 1_400;

/** Every screen that is kept. */
export const screens: readonly Screen[] = (["report", "console"] as const).flatMap((page) =>
  widths.flatMap(({ width, deviceScaleFactor }) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${page}-${width}-${colorScheme}`,
      page,
      look: { colorScheme, viewport: { width, height: HEIGHT }, deviceScaleFactor },
    })),
  ),
);

/** A layer that a style of the estate draws. */
const LAYER = "rest/layers/water%3AGauge";

/** Opens the page of a screen: a report with an open style, or the page of a layer. */
export async function openScreen(
  browser: Browser,
  shown: Shown,
  { page: name, look }: Screen,
): Promise<Page> {
  if (name === "report") return (await poses.report(browser, shown, look)).page;
  const { page } = await openConsole(browser, shown.url, look);
  await page.goto(`${shown.url}/console/#/object/${LAYER}`);
  const pictures = page.getByRole("region", { name: "Pictures" });
  await pictures.getByRole("img", { name: "lake" }).first().waitFor();
  await page.getByRole("region", { name: "History" }).getByRole("row").nth(1).waitFor();
  return page;
}

/** Takes the picture of a screen; a report begins with the open style. */
export async function shootScreen(page: Page): Promise<Buffer> {
  await page.evaluate("document.querySelector('#changes details[open]')?.scrollIntoView()");
  await page.evaluate("document.activeElement.blur()");
  return pictureAtRest(page);
}

/** Where the picture of a screen is kept. */
export function fileOfScreen({ name }: Screen): string {
  return join(root, "test/pictures/screens", `${name}.png`);
}

/** Reads the kept picture of a screen. */
export function keptScreen(screen: Screen): Buffer {
  return readFileSync(fileOfScreen(screen));
}

/** Keeps the picture of a screen; gives its path. */
export function keepScreen(screen: Screen, png: Buffer): string {
  writeFileSync(fileOfScreen(screen), png);
  return fileOfScreen(screen);
}
