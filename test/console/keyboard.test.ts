/** Every page of the console by keyboard alone, in light and dark, with nothing that hinders anybody. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PASSWORD, USER } from "../support/servers/catalog.ts";
import { openPage, seriousFindings } from "../support/reports/browser.ts";
import { withShown } from "../support/reports/shown.ts";
import { describeProgram } from "../support/run/parts.ts";

/** The text of what has the keyboard. */
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

/** Presses Tab until something has the keyboard. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if ((await focused(page)) === text) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Nobody gets to ${text} by Tab`);
}

/** Waits until all of a page has been read. */
async function read(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  const isRead = "document.querySelector('main [aria-busy], main[aria-busy]') === null";
  await expect.poll(() => page.evaluate(isRead), { timeout: 20_000 }).toBe(true);
}

async function logIn(page: Page): Promise<void> {
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(USER);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await read(page, "Catalog");
}

describeProgram("chromium", "the console by keyboard", () => {
  const open = withShown();

  test.for(["light", "dark"] as const)("every page is reached, in %s", async (colorScheme) => {
    const { page, errors } = await openPage(open().browser, `${open().shown.url}/console/`, {
      colorScheme,
    });
    await logIn(page);
    expect(await seriousFindings(page)).toEqual([]);
    for (const view of ["Who sees what", "History", "Health", "Catalog"]) {
      await page.evaluate("document.activeElement.blur()");
      await tabTo(page, view);
      await page.keyboard.press("Enter");
      await read(page, view);
      expect(await page.title()).toBe(`${view} · Plumbline`);
      const wide =
        "[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth)";
      expect(await page.evaluate(wide), view).toBe(true);
      if (view === "Health")
        await page
          .getByRole("cell", { name: /^[\d,.]+ h$/ })
          .first()
          .waitFor();
      // Whoever reads on begins with the page.
      expect(await page.evaluate("document.activeElement.tagName")).toBe("MAIN");
      expect(await seriousFindings(page), view).toEqual([]);
    }
    await page.getByLabel("Search").focus();
    await page.keyboard.type("layer Gauge");
    await page.locator(".results a").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("tree").waitFor();
    await page.keyboard.type("layer Gauge");
    await page.locator(".results a").first().waitFor();
    await tabTo(page, "Gauge");
    await page.keyboard.press("Enter");
    await read(page, /Gauge/);
    await page
      .getByRole("region", { name: "Pictures" })
      .getByRole("img", { name: "lake" })
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await tabTo(page, "rivers");
    await page.keyboard.press("Enter");
    await read(page, "rivers style");
    expect(await seriousFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("on a narrow screen the menu opens with Enter and closes with Escape", async () => {
    const viewport = { width: 390, height: 800 };
    const { page } = await openPage(open().browser, `${open().shown.url}/console/`, { viewport });
    await logIn(page);
    await page.evaluate("document.activeElement.blur()");
    await tabTo(page, "Menu");
    await page.keyboard.press("Enter");
    const tree = page.getByRole("tree");
    await tree.waitFor();
    await tree.getByRole("treeitem").first().focus();
    await page.keyboard.press("Escape");
    expect(await tree.isVisible()).toBe(false);
    expect(await focused(page)).toBe("Menu");
    expect(await seriousFindings(page)).toEqual([]);
  });
});
