/** The pictures of the documentation: pages as a browser shows them, of one size and in one light, at rest. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { openPage, type WatchedPage } from "../../test/support/reports/browser.ts";
import { PASSWORD, USER } from "../../test/support/servers/catalog.ts";
import { textOf } from "../../test/support/project/sources.ts";
import type { Shown } from "./estate.ts";
import { selectorsIn } from "./style-rules.ts";

/** A page in the state in which its picture is taken. */
export interface Posed {
  readonly page: Page;
  /** Selectors of the parts that are in the picture. */
  readonly parts: readonly string[];
  /** Paths and queries of the documents in the picture, as the page asked the server for them. */
  readonly documents: readonly string[];
  /** The text of its style sheet. */
  readonly sheet: string;
}

/** Brings a page into the state in which its picture is taken. */
export type Pose = (browser: Browser, shown: Shown, look?: Look) => Promise<Posed>;

/** How a page is looked at, where not as in the pictures of the documentation. */
export interface Look {
  readonly colorScheme?: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor?: number;
}

/** What only a browser sees of what is in a picture. */
export interface Seen {
  /** Paths and queries of documents of the server. */
  readonly documents: readonly string[];
  /** Selectors of the style sheet that something in it meets. */
  readonly selectors: readonly string[];
}

/** A picture, the lines of text that its page has where it was taken, and what was seen. */
export interface Shot {
  readonly png: Buffer;
  readonly words: readonly string[];
  readonly seen: Seen;
}

/** Sizes of windows in pixels of pages, and how many pixels of a picture each of these is. */
const WINDOWS = {
  report: { viewport: { width: 1_160, height: 1_680 }, deviceScaleFactor: 0.75 },
  console: { viewport: { width: 1_100, height: 840 }, deviceScaleFactor: 1 },
} as const;

/** The style sheet of each page, below the root of the project. */
export const sheets = {
  report: "src/report-page/page.css",
  console: "src/console/console.css",
} as const;

/** The report, with the changed style opened. */
const poseReport: Pose = async (browser, { report }, look = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-pictures-"));
  try {
    const file = join(folder, "plan.html");
    writeFileSync(file, report);
    const { page } = await openPage(browser, pathToFileURL(file).href, windowOf("report", look));
    const style = page.locator("#changes details").filter({ hasText: OPENED });
    await style.locator("summary").click();
    await style.locator("img").first().waitFor();
    await page.evaluate("Promise.all([...document.images].map((one) => one.decode()))");
    return {
      page,
      parts: ["header", "main > section:first-child", "#changes"],
      documents: [],
      sheet: textOf(sheets.report),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The address of the object that is opened in the report. */
export const OPENED = "Style/water:rivers";

/** The console, with the granules of a mosaic on their map. */
const poseConsole: Pose = async (browser, { url }, look = {}) => {
  const { page, asked } = await openConsole(browser, url, windowOf("console", look));
  const item = (name: string) => page.getByRole("treeitem", { name, exact: true });
  for (const name of ["Workspaces", "ocean", "Coverage stores", "sst"]) {
    await item(name).first().focus();
    await page.keyboard.press("ArrowRight");
  }
  await item("sst").nth(1).click();
  const granules = page.getByRole("region", { name: "Granules" });
  await granules.getByLabel("All times").check();
  await granules.locator("canvas").first().waitFor();
  const paths = asked
    .map((address) => new URL(address))
    .map(({ pathname, search }) => pathname + search);
  const documents = [...new Set(paths)].filter((path) => IN_SIGHT.test(path)).toSorted();
  return {
    page,
    parts: ["header", "[role=tree]", "section:has(canvas)"],
    documents,
    sheet: textOf(sheets.console),
  };
};

/** The console, once somebody has logged in. */
export async function openConsole(browser: Browser, url: string, look: Look): Promise<WatchedPage> {
  const opened = await openPage(browser, `${url}/console/`, look);
  await opened.page.getByLabel("User name").fill(USER);
  await opened.page.getByLabel("Password").fill(PASSWORD);
  await opened.page.keyboard.press("Enter");
  await opened.page.getByRole("heading", { name: "Catalog", level: 1 }).waitFor();
  return opened;
}

/** Lists of the tree, and the index of the mosaic; its document lies below the picture. */
const IN_SIGHT = /^\/rest\/.*(?:\/index(?:\/.*)?|\/?(?:workspaces|coveragestores|coverages))\.json/;

/** Every picture by its name in `docs/pictures/`. */
export const poses: Readonly<Record<keyof typeof WINDOWS, Pose>> = {
  report: poseReport,
  console: poseConsole,
};

/** The name of a picture. */
export type PictureName = keyof typeof poses;

function windowOf(name: PictureName, look: Look) {
  return { ...WINDOWS[name], colorScheme: "light", ...look, reducedMotion: "reduce" } as const;
}

/** Takes the picture of a page, once nothing moves and nothing has the keyboard. */
export async function shoot(posed: Posed): Promise<Shot> {
  const { page, parts, documents } = posed;
  await page.evaluate("document.activeElement.blur()");
  const png = await pictureAtRest(page);
  const words: string[] = [];
  for (const part of parts) words.push(...(await page.locator(part).innerText()).split("\n"));
  const seen = { documents, selectors: await selectorsMet(posed) };
  return { png, words: words.map((line) => line.trim()).filter((line) => line !== ""), seen };
}

/** Selectors of the style sheet that something in the parts, or around them, meets. */
async function selectorsMet({ page, parts, sheet }: Posed): Promise<readonly string[]> {
  // What stands before or after an element is there if the element is.
  const bare = selectorsIn(sheet).map((one) => [one, one.replace(/::[a-z-]+$/, "") || "*"]);
  const given = JSON.stringify({ bare, parts });
  return page.evaluate<readonly string[]>(`(({ bare, parts }) => {
    const seen = parts.map((part) => document.querySelector(part));
    const isSeen = (one) => seen.some((part) => part.contains(one) || one.contains(part));
    const isMet = ([, selector]) => [...document.querySelectorAll(selector)].some(isSeen);
    return bare.filter(isMet).map(([one]) => one);
  })(${given})`);
}

/** A few frames, in which a page draws what it draws later. */
const FRAMES =
  "new Promise((done) => { let left = 10; const next = () => (left-- > 0 ? requestAnimationFrame(next) : done()); next(); })";

/** A picture that is as the one before it. */
export async function pictureAtRest(page: Page): Promise<Buffer> {
  let before: Buffer = Buffer.of();
  for (;;) {
    await page.evaluate(FRAMES);
    const png = await page.screenshot({ animations: "disabled" });
    if (png.equals(before)) return png;
    before = png;
  }
}
