/** A report page in a browser: from a file, by the keyboard, with nothing that hinders anybody. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureOf } from "../../src/cli/commands/pictures/draw-changes.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { renderPage, type PageContext } from "../../src/reconciler/report/page/page.ts";
import type { PlanDocument } from "../../src/reconciler/report/documents.ts";
import { openPage, seriousFindings, startBrowser, type WatchedPage } from "../support/reports/browser.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { describeProgram } from "../support/run/parts.ts";
import { css, line, styleOf } from "../painter/support.ts";
import { diagnosticOf, hostileTexts } from "../support/reports/run-documents.ts";
import { reportPlan } from "../support/reports/report-plans.ts";
import { readPng } from "../support/styles/png.ts";

/** An address of a page of a plan, as somebody opens what a pipeline kept. */
function fileOf(plan: PlanDocument, more: Partial<PageContext> = {}): string {
  const file = join(temporaryFolder(), "plan.html");
  writeFileSync(file, renderPage(plan, { version: "1.0.0", ...more }));
  return pathToFileURL(file).href;
}

/** The texts of the packed streams of a PDF. */
function streamsIn(paper: Buffer): readonly string[] {
  const text = paper.toString("latin1");
  return [...text.matchAll(/FlateDecode[^]*?stream\r?\n([^]*?)\r?\nendstream/g)].map(
    ([, packed = ""]) => inflateSync(Buffer.from(packed, "latin1")).toString("latin1"),
  );
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of processor time in tasks of the busiest main thread of a page, by the browser's trace. */
async function mainThreadDuring(
  browser: Browser,
  page: WatchedPage["page"],
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, {
    categories: ["__metadata", "toplevel", "disabled-by-default-devtools.timeline"],
  });
  await work();
  const text = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: readonly TraceEvent[] };
  const mains = traceEvents
    .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
    .map(({ pid, tid }) =>
      traceEvents
        .filter((one) => one.pid === pid && one.tid === tid && one.name === "RunTask")
        .reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0),
    );
  expect(Math.max(...mains)).toBeGreaterThan(0);
  return Math.max(...mains) / 1_000;
}

const SQUARE = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="${colour}"/></svg>`;

const small = () => {
  const { plan, graph } = reportPlan(40);
  const consequences = hostileTexts;
  const blocks = [{ allow: "public-access", message: "m", hint: "h", about: ["Style/w:o0"] }];
  const diagnostics = [diagnosticOf({ severity: "warning", message: hostileTexts[1] ?? "" })];
  const pictures = new Map([
    [
      "Style/w:o0",
      [
        { caption: "before", svg: SQUARE("#ff0000") },
        { caption: "after", svg: SQUARE("#00aa00") },
        { caption: "not drawn: it has no rules" },
      ],
    ],
  ]);
  const footprints = [
    { address: "ImageMosaic/w:m", name: "a.tif", box: [5, 45, 10, 50] },
    { address: "ImageMosaic/w:m", name: "b.tif", box: [8, 47, 13, 52] },
  ];
  const more = { consequences, blocks, diagnostics, footprints };
  const box = { minx: 12, miny: 50, maxx: 17, maxy: 55 };
  const coming = new Map([
    ["ImageMosaic/w:m", { footprints: [{ name: "c.tif", box }], unknown: 2 }],
  ]);
  return fileOf({ ...plan, ...more }, { graph, pictures, coming });
};

/** A style in two versions, with a colour map and an image that is missing. */
const drawnPictures = () => {
  const pin = '<OnlineResource xlink:href="pin.png"/><Format>image/png</Format>';
  const rules = (colour: string) => [
    `<Rule><Name>roads</Name>${line(css("stroke", colour))}</Rule>`,
    `<Rule><Name>depth</Name><RasterSymbolizer><ColorMap><ColorMapEntry color="#000044" quantity="0" label="sea"/><ColorMapEntry color="${colour}" quantity="900"/></ColorMap></RasterSymbolizer></Rule>`,
    `<Rule><Name>stops</Name><PointSymbolizer><Graphic><ExternalGraphic>${pin}</ExternalGraphic></Graphic></PointSymbolizer></Rule>`,
  ];
  const of = (colour: string) => ({
    styling: readStyle(Buffer.from(styleOf(rules(colour).join("")))),
    findImage: () => undefined,
  });
  const { pictures } = pictureOf({ before: of("#ffffff"), after: of("#000000") });
  const { plan, graph } = reportPlan(40);
  return fileOf(plan, { graph, pictures: new Map([["Style/w:o0", pictures]]) });
};

describeProgram("chromium", "a report page in a browser", () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await startBrowser()));
  afterAll(() => browser.close());

  /** A page that said nothing and asked for nothing but itself. */
  const expectSound = ({ said, errors, asked, page }: WatchedPage) =>
    expect({ said, errors, asked }).toEqual({ said: [], errors: [], asked: [page.url()] });

  test("shows what is said of an object once it is opened, and asks for nothing", async () => {
    const watched = await openPage(browser, small());
    const { page } = watched;
    const first = page.locator("#changes details").filter({ hasText: "Style/w:o0" }).first();
    expect(await first.locator(".body").count()).toBe(0);
    await first.locator("summary").click();
    await first.getByText("#112233 → #445566").waitFor();
    const width = "[...document.querySelectorAll('img')].map((one) => one.naturalWidth).join()";
    await expect.poll(() => page.evaluate(width)).toBe("40,40");
    // What is not drawn is said where its picture would be.
    expect(await first.locator("figcaption").allTextContents()).toEqual([
      "before",
      "after",
      "not drawn: it has no rules",
    ]);
    expect(await first.locator("img").first().getAttribute("alt")).toBe("Style/w:o0: before");
    await page.locator("#all-requests summary").click();
    await expect.poll(() => page.locator(".requests li").count()).toBe(40);
    await page.locator("#m0 summary").click();
    await expect.poll(() => page.locator(".map rect").count()).toBe(3);
    expect(await page.locator(".map rect.comes").count()).toBe(1);
    // No name became an element.
    expect(await page.locator("img:not(figure img)").count()).toBe(0);
    expectSound(watched);
  });

  test("filters by action, kind, danger and text", async () => {
    const { page } = await openPage(browser, small());
    const status = page.locator("#filters [role=status]");
    expect(await status.textContent()).toBe("40 of 40 changes shown");
    await page.getByLabel("Kind").selectOption("Layer");
    expect(await status.textContent()).toBe("13 of 40 changes shown");
    await page.getByLabel("create", { exact: true }).uncheck();
    await page.getByLabel("Kind").selectOption("");
    expect(await status.textContent()).toBe("30 of 40 changes shown");
    await page.getByLabel("Danger").selectOption("public-access");
    expect(await status.textContent()).toBe("1 of 40 changes shown");
    await page.getByLabel("Danger").selectOption("");
    await page.getByLabel("Text", { exact: true }).fill("O17 ");
    await status.getByText(/^0 of 40 changes shown/).waitFor();
    await page.getByLabel("Text", { exact: true }).fill("O1");
    await expect.poll(() => page.locator("#changes li").count()).toBeGreaterThan(3);
    expect(await page.locator("#changes li").count()).toBeLessThan(12);
  });

  test("is walked by the keyboard alone", async () => {
    const { page } = await openPage(browser, small());
    const focused = () => page.evaluate("document.activeElement.textContent");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("To the report");
    for (let steps = 0; steps < 40 && !/ delete /.test(String(await focused())); steps++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#changes details[open] .body").first().waitFor();
    // Into the graph, to a neighbour, and back.
    const walk = page.locator("#changes details[open] .walk");
    await walk.focus();
    await page.keyboard.press("Enter");
    const middle = page.locator("#walk h3");
    const begun = await middle.textContent();
    expect(await focused()).toBe(begun);
    await page.locator("#walk .side button").first().focus();
    const next = await page.locator("#walk .side button code").first().textContent();
    await page.keyboard.press("Enter");
    expect(await focused()).toBe(next);
    await page.getByRole("button", { name: "Back" }).focus();
    await page.keyboard.press("Enter");
    expect(await focused()).toBe(begun);
    await page.getByLabel("Object").fill("w:o39");
    await page.locator("#walk .found button").first().focus();
    await page.keyboard.press("Enter");
    expect(await focused()).toContain("w:o39");
  });

  test("does not say of what goes that it needed nothing, because nobody declares its needs", async () => {
    const { plan, graph } = reportPlan(3);
    const { page } = await openPage(browser, fileOf(plan, { graph: { ...graph, edges: [] } }));
    await page.locator("#changes details").filter({ hasText: "FeatureType/w:o2" }).locator("summary").click();
    await page.locator("#changes .walk").click();
    const status = page.locator("#walk [role=status]");
    expect(await status.textContent()).toBe(
      "FeatureType/w:o2 is not declared any more and is needed by 0 objects.",
    );
    expect(await page.locator("#walk .side li").allTextContents()).toEqual([
      "not known, because no manifest declares it",
      "nothing",
    ]);
    await page.getByLabel("Object").fill("w:o0");
    await page.locator("#walk .found button").first().click();
    expect(await status.textContent()).toBe("Style/w:o0 needs 0 objects and is needed by 0 objects.");
  });

  test.for(["light", "dark"] as const)("keeps nobody out, %s", async (colorScheme) => {
    const { page } = await openPage(browser, small(), { colorScheme });
    await page.getByRole("button", { name: "Open all" }).click();
    for (const details of ["#all-requests", "#m0"]) await page.locator(`${details} summary`).click();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("prints what the filters show, opened", async () => {
    const { page } = await openPage(browser, small());
    await page.getByLabel("Kind").selectOption("Layer");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator("#changes details[open] .body").count()).toBe(13);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("#changes details[open]").count()).toBe(0);
  });

  test("prints the pictures of what it opens", async () => {
    const { page } = await openPage(browser, small());
    await page.getByLabel("Kind").selectOption("Style");
    const paper = Buffer.from(await page.pdf());
    const fills = streamsIn(paper)
      .flatMap((text) => text.match(/[\d.]+ [\d.]+ [\d.]+(?= rg)/g) ?? [])
      .map((fill) => fill.split(" ").map((part) => Math.round(Number(part) * 255)));
    expect(fills).toEqual(
      expect.arrayContaining([
        [255, 0, 0],
        [0, 170, 0],
      ]),
    );
  });

  test("opens with 5,000 changes", async () => {
    const { plan, graph } = reportPlan(5_000);
    const watched = await openPage(browser, fileOf(plan, { graph }));
    const { page } = watched;
    expect(await page.locator("#filters [role=status]").textContent()).toBe(
      "5,000 of 5,000 changes shown",
    );
    expect(await page.locator("#changes li").count()).toBe(100);
    await page.getByRole("button", { name: "Show 100 more of 4,900" }).click();
    expect(await page.locator("#changes li").count()).toBe(200);
    // Focus goes on where the list was longer.
    expect(await page.locator("#changes li").nth(100).locator("summary:focus").count()).toBe(1);
    await page.getByLabel("Object").fill("o4999");
    await page.locator("#walk .found button").first().click();
    await page.getByRole("button", { name: "Show its change" }).click();
    await page.locator("#changes details[open]").filter({ hasText: "w:o4999" }).locator(".body").waitFor();
    expect(await page.locator(".body").count()).toBe(1);
    expectSound(watched);
  });

  test("a change of the filter costs little of the main thread with 5,000 changes", async () => {
    const { plan, graph } = reportPlan(5_000);
    const { page } = await openPage(browser, fileOf(plan, { graph }));
    const shown = page.locator("#filters [role=status]");
    await page.getByRole("button", { name: "Open all" }).click();
    for (const text of ["o1", "w:o49"]) {
      const before = (await shown.textContent()) ?? "";
      const ms = await mainThreadDuring(browser, page, async () => {
        await page.getByLabel("Text", { exact: true }).fill(text);
        await expect.poll(() => shown.textContent()).not.toBe(before);
      });
      expect(ms).toBeLessThanOrEqual(100);
    }
  });

  test.for([
    ["light", 1_280],
    ["light", 390],
    ["dark", 1_280],
    ["dark", 390],
  ] as const)("draws rules side by side, in %s at %d pixels", async ([colorScheme, width]) => {
    const viewport = { width, height: 900 };
    const watched = await openPage(browser, drawnPictures(), { colorScheme, viewport });
    const { page } = watched;
    const style = page.locator("#changes details").filter({ hasText: "Style/w:o0" }).first();
    await style.locator("summary").click();
    await page.evaluate("Promise.all([...document.images].map((one) => one.decode()))");
    expect(await style.locator("figcaption").allTextContents()).toEqual([
      "Before and after: 2 of 3 rules differ: “roads” changed, “depth” changed",
      "“roads” changed",
      "“depth” changed",
      "“stops”",
    ]);
    // Letters have their size, and on a wide screen several rules stand beside each other.
    const boxes = await page.evaluate<readonly { natural: number; wide: number; top: number }[]>(
      "[...document.images].map((one) => ({ natural: one.naturalWidth, wide: one.width, top: one.y }))",
    );
    for (const { natural, wide } of boxes) expect(wide).toBe(natural);
    // A rule that draws the same is drawn once.
    expect(boxes.map(({ natural }) => natural)).toEqual([316, 316, 166]);
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(width > 1_000 ? 1 : 3);
    // The page goes on around the picture; below what is drawn the ground is light, and not white.
    const picture = readPng(await style.locator("img").first().screenshot());
    const ground = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const hex = (colour: number) => colour.toString(16).padStart(6, "0");
    const [paper] = [hex(picture.at(4, 4))];
    expect(ground).toBe(`rgb(${[0, 2, 4].map((at) => parseInt(paper.slice(at, at + 2), 16)).join(", ")})`);
    expect(hex(picture.at(13, 12))).toMatch(/^[c-e]/);
    expect(await seriousFindings(page)).toEqual([]);
    expectSound(watched);
  });

  test.for(["light", "dark"] as const)("fits 1,280 and 390 pixels, %s", async (colorScheme) => {
    for (const width of [1_280, 390]) {
      const { page } = await openPage(browser, small(), {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.getByRole("button", { name: "Open all" }).click();
      const folder = process.env["PLUMBLINE_SHOTS"];
      if (folder !== undefined) {
        const path = join(folder, `report-${width}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
      }
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    }
  });
});
