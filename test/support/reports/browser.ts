/** A Chromium of this machine, driven by tests and benches: pages with what they said and whom they asked. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";

/** Where the machine has it; undefined where it has none. */
export function findChromium(): string | undefined {
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, "chromium")).find((path) => existsSync(path));
}

/** Starts the browser, without any of its own requests. Who starts it closes it. Rejects where there is none. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no chromium on this machine");
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return chromium.launch({ executablePath, args });
}

/** A page of a browser that has been nowhere. */
export interface WatchedPage {
  readonly page: Page;
  /** Messages of the page that are no errors. */
  readonly said: readonly string[];
  /** Errors that the page or the browser reported, policies of the content among them. */
  readonly errors: readonly string[];
  /** Addresses that were asked for, but for data inside of the page. */
  readonly asked: readonly string[];
  /** Origins that were asked. */
  readonly origins: ReadonlySet<string>;
}

/** Opens a page in a window of its own, and writes down what happens. It is closed with the browser. */
export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1_200, height: 900 }, ...options });
  const page = await context.newPage();
  const [said, errors, asked]: [string[], string[], string[]] = [[], [], []];
  const origins = new Set<string>();
  page.on("console", (message) => {
    (message.type() === "error" ? errors : said).push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (request.url().startsWith("data:")) return;
    asked.push(request.url());
    origins.add(new URL(request.url()).origin);
  });
  await page.goto(url);
  return { page, said, errors, asked, origins };
}

interface Violation {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** What a keyboard or a screen reader cannot use of a page as it is now, if that is serious. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(
    "axe.run().then(({ violations }) => violations)",
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`);
}
