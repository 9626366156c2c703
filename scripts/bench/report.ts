/**
 * Report pages in a browser: how long one of many changes takes to open, beside a page that holds the same
 * text unstyled and without a script, in turns so that both meet the same moments. Opened means that what
 * is in sight was drawn, by the browser's own clock.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { pictureOf } from "../../src/cli/commands/pictures/draw-changes.ts";
import { report as limits } from "../../src/model/limits.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { renderPage } from "../../src/reconciler/report/page/page.ts";
import type { PicturesOf } from "../../src/reconciler/report/page/pictures.ts";
import { startBrowser } from "../../test/support/reports/browser.ts";
import { reportPlan } from "../../test/support/reports/report-plans.ts";
import { dataOfPage } from "../../test/support/reports/report-page.ts";
import { benchArguments } from "./arguments.ts";
import { median, noteRow } from "./row.ts";

const ROUNDS = 7;
const GOAL_MS = 2_000;
const GOAL_MIB = 15;

/** Runs the bench and prints its lines. */
export async function benchReport(_cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny } = benchArguments(args);
  const size = sizes[0] ?? (isTiny ? 50 : 5_000);
  const rounds = isTiny ? 1 : ROUNDS;
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const browser = await startBrowser();
  try {
    const { plan, graph } = reportPlan(size);
    const pictures = picturesOf(plan.changes.map(({ address }) => address));
    const page = renderPage(plan, { version: "0.0.0", graph, pictures });
    const files = { page: join(folder, "page.html"), bare: join(folder, "bare.html") };
    writeFileSync(files.page, page);
    writeFileSync(files.bare, bareOf(page));
    const times = { page: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round++)
      for (const name of ["bare", "page"] as const)
        times[name].push(await opening(browser, pathToFileURL(files[name]).href));
    const [ours, bare] = [median(times.page), median(times.bare)];
    const mib = statSync(files.page).size / 1024 / 1024;
    const isGood = ours <= Math.max(GOAL_MS, 2 * bare) && mib <= GOAL_MIB;
    console.log(`report of ${size} changes      ${mib.toFixed(1)} MiB (goal ${GOAL_MIB})`);
    console.log(`opened in                     ${ours.toFixed(0)} ms (goal ${GOAL_MS}, or twice)`);
    console.log(`the same text unstyled        ${bare.toFixed(0)} ms`);
    console.log(`ratio                         ${(ours / bare).toFixed(2)}`);
    noteRow({
      what: `page of a plan of ${size} changes with ${[...pictures.values()].flat().length} pictures, opened`,
      figure: `${ours.toFixed(0)} ms, ${mib.toFixed(1)} MiB`,
      baseline: `the same text unstyled: ${bare.toFixed(0)} ms`,
      ratio: (ours / bare).toFixed(2),
      goal: `≤ ${GOAL_MS} ms or twice, ≤ ${GOAL_MIB} MiB`,
      isHeld: isGood,
    });
    if (!isGood) process.exitCode = 1;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rules of each style that has a picture. */
const RULES = 20;

/** Styles before and after the change of a colour. */
function picturesOf(addresses: readonly string[]): PicturesOf {
  const versionOf = (colour: string) => {
    const rules = Array.from(
      { length: RULES },
      (_unused, index) =>
        `<Rule><Name>r${index}</Name><LineSymbolizer><Stroke><CssParameter name="stroke">${index === 3 ? colour : "#334455"}</CssParameter></Stroke></LineSymbolizer></Rule>`,
    );
    const sld = `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>l</Name><UserStyle><FeatureTypeStyle>${rules.join("")}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
    return { styling: readStyle(Buffer.from(sld)), findImage: () => undefined };
  };
  const { pictures } = pictureOf({
    before: versionOf("#112233"),
    after: versionOf("#445566"),
  });
  const styles = addresses.filter((address) => address.startsWith("Style/"));
  return new Map(
    styles.map((address, index) => [address, index < limits.pagePictures ? pictures : []]),
  );
}

/** All that the page says, as paragraphs. */
function bareOf(page: string): string {
  const { changes, requests } = dataOfPage(page);
  const lines = changes.flatMap(({ address, word, rows }) => [
    `${word} ${address}`,
    ...rows.map((row) => row.join(": ")),
  ]);
  const sent = requests.map(({ method, path, summary }) => `${method} ${path} ${summary}`);
  const text = [...lines, ...sent].map((line) => `<p>${line.replaceAll("<", "&lt;")}</p>`);
  return `<!doctype html>\n<meta charset="utf-8"><title>bare</title>\n${text.join("\n")}`;
}

/** Milliseconds from the start of the navigation until the first picture after everything is there. */
async function opening(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    const drawn =
      "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))";
    return await page.evaluate<number>(drawn);
  } finally {
    await page.close();
  }
}
