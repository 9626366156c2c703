/** The console in a browser, where answers fail or come late. */
import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, startCatalog, USER } from "../support/servers/catalog.ts";
import { openPage, startBrowser } from "../support/reports/browser.ts";
import { describeProgram } from "../support/run/parts.ts";

describeProgram("chromium", "the console where answers fail or come late", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  async function open() {
    const { app } = await startCatalog();
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const { page } = await openPage(browser, `${origin}/console`);
    const logIn = async () => {
      await page.getByLabel("User name").fill(USER);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByRole("tree").waitFor();
    };
    await logIn();
    return { page, logIn };
  }

  test("a folder that could not be read is read again when it is opened again", async () => {
    const { page } = await open();
    const folder = page.getByRole("treeitem", { name: "Styles of no workspace" });
    await page.route("**/rest/styles.json", (route) => route.abort(), { times: 1 });
    await folder.focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("treeitem", { name: "The server cannot be reached" }).waitFor();
    for (const key of ["ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
    await page.getByRole("treeitem", { name: "polygon" }).waitFor();
    expect(await page.getByRole("treeitem", { name: "The server" }).count()).toBe(0);
  });

  test("what belongs to a session that is over does not end the next one", async () => {
    const { page, logIn } = await open();
    const held: Route[] = [];
    await page.route("**/rest/about/status.json", (route) => void held.push(route));
    await page.getByRole("link", { name: "Health" }).click();
    await expect.poll(() => held.length).toBe(1);
    await page.context().clearCookies();
    await page.getByRole("treeitem", { name: "Workspaces" }).click();
    await page.getByRole("alert").getByText("The session has ended").waitFor();
    await logIn();
    await expect.poll(() => held.length).toBe(2);
    await held[0]?.fulfill({ status: 401 });
    await held[1]?.continue();
    await page.getByRole("heading", { name: "Parts" }).waitFor();
    expect(await page.getByRole("tree").count()).toBe(1);
  });
});
