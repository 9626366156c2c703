/** The estate of the pictures with a browser beside it, for the tests of one group. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openShown, type Shown } from "../../../scripts/pictures/estate.ts";
import { startBrowser } from "./browser.ts";

/** Opens both before the tests of the group that calls it, and closes them after. */
export function withShown(): () => { readonly browser: Browser; readonly shown: Shown } {
  let browser: Browser;
  let shown: Shown;
  beforeAll(async () => {
    browser = await startBrowser();
    shown = await openShown();
  });
  afterAll(async () => {
    await browser.close();
    await shown.close();
  });
  return () => ({ browser, shown });
}
