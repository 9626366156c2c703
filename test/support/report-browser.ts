/** A browser of the machine, without a network of its own, for tests of pages. */
import { spawnSync } from "node:child_process";
import { chromium, type Browser, type Page } from "playwright-core";

/** Where the browser is; what is in the PATH under that name is the same for all tests. */
function place(): string {
  return spawnSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).stdout.trim();
}

/** Starts the browser. Closing it ends it. */
export function openBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  return chromium.launch({ executablePath: place(), args });
}

/** A page, and what became of it: what the browser says of it, and what it asked for. */
export interface Watched {
  readonly page: Page;
  /** Messages and errors; a sound page has none. */
  readonly said: string[];
  /** Addresses that were asked for, but for data inside of the page. */
  readonly asked: string[];
}

/** Opens a page in a window of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1_200, height: 900 }, ...options });
  const page = await context.newPage();
  const [said, asked]: [string[], string[]] = [[], []];
  page.on("console", (message) => void said.push(message.text()));
  page.on("pageerror", (error) => void said.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) asked.push(request.url());
  });
  await page.goto(url);
  return { page, said, asked };
}
