/** The console in a browser: logging in, the tree by keyboard, objects, history, access, health, granules. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authorizationOf, createAccounts } from "../support/servers/accounts.ts";
import { AUTHORIZATION, PASSWORD, startCatalog, USER } from "../support/servers/catalog.ts";
import { openPage, seriousFindings, startBrowser } from "../support/reports/browser.ts";
import { archiveOf, clientOf, granules } from "../support/mosaics/mosaics.ts";
import { describeProgram } from "../support/run/parts.ts";
import { sld } from "../support/estates/artefacts.ts";

const XML = "text/xml";

/** A server with one object of the kinds that the page knows most of. */
async function start() {
  const { app, folder } = await startCatalog();
  await createAccounts(folder, { eve: { roles: ["ROLE_EVE"] } });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { expect: send } = clientOf(origin);
  await send(201, "POST", "/workspaces", XML, "<workspace><name>water</name></workspace>");
  await send(201, "POST", "/workspaces", XML, "<workspace><name>secret</name></workspace>");
  await send(
    201,
    "POST",
    "/workspaces/water/styles?name=rivers",
    "application/vnd.ogc.sld+xml",
    sld({ name: "Rivers" }),
  );
  await send(
    200,
    "PUT",
    "/workspaces/water/coveragestores/rain/file.imagemosaic?configure=all",
    "application/zip",
    await archiveOf(granules(0, 12)),
  );
  await send(
    201,
    "POST",
    "/security/acl/layers",
    XML,
    '<rules><rule resource="*.*.r">*</rule><rule resource="*.*.w">ADMIN</rule><rule resource="secret.*.r">ADMIN</rule></rules>',
  );
  await send(
    201,
    "POST",
    "/security/acl/rest",
    XML,
    '<rules><rule resource="/**:GET">*</rule></rules>',
  );
  return { origin, address: `${origin}/console` };
}

async function logIn(page: Page, user = USER, password = PASSWORD): Promise<void> {
  await page.getByLabel("User name").fill(user);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("tree").waitFor();
}

/** What has the keyboard, as it is read out. */
const focused = (page: Page) =>
  page.evaluate(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
  );

/** A place on the map that is inside of a granule, by what is drawn: undefined before anything is. */
const INSIDE = `(() => {
  const one = document.querySelector(".footprints canvas");
  if (one === null) return undefined;
  const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
  const isFilled = (x, y) => {
    const alpha = data[4 * (y * one.width + x) + 3];
    return alpha > 0 && alpha < 128;
  };
  for (let y = 5; y < one.height - 5; y++)
    for (let x = 5; x < one.width - 5; x++)
      if ([-4, 0, 4].every((by) => isFilled(x + by, y) && isFilled(x, y + by))) return { x, y };
})()`;

describeProgram("chromium", "the console in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("is walked by keyboard, says nothing wrong, and asks nobody else", async () => {
    const { origin, address } = await start();
    const { page, errors, origins } = await openPage(browser, address);
    expect(await seriousFindings(page)).toEqual([]);
    await logIn(page);
    const tree = page.getByRole("tree", { name: "Catalog" });
    await tree.getByRole("treeitem", { name: "Workspaces" }).focus();
    await page.keyboard.press("ArrowRight");
    await tree.getByRole("treeitem", { name: "water" }).waitFor();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    expect(await focused(page)).toBe("water");
    await tree.getByRole("treeitem", { name: "Styles", exact: true }).waitFor();
    for (let n = 0; n < 7; n++) await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("Styles");
    await page.keyboard.press("ArrowRight");
    await tree.getByRole("treeitem", { name: "rivers" }).waitFor();
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("rivers");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "rivers", level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/object/rest/workspaces/water/styles/rivers");
    await page.getByLabel("Style content").getByText("StyledLayerDescriptor").waitFor();
    await page.getByRole("region", { name: "History" }).getByRole("status").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("End");
    expect(await focused(page)).toBe("Blob stores");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    expect(await tree.getByRole("treeitem", { name: "water" }).isVisible()).toBe(false);
    expect(errors).toEqual([]);
    expect([...origins]).toEqual([origin]);
  });

  test("finds objects, shows history, access and health, and leads to the page of the interface", async () => {
    const { address } = await start();
    const { page, errors } = await openPage(browser, address);
    await logIn(page);
    await page.getByLabel("Search").fill("water riv");
    await page.getByRole("link", { name: "rivers" }).click();
    await page.getByRole("heading", { name: "rivers", level: 1 }).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("cell", { name: "POST" }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Who sees what" }).click();
    const row = page.getByRole("row", { name: /^water:/ });
    await row.waitFor();
    expect(await row.getByRole("cell").allTextContents()).toContain("read");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Health" }).click();
    await page.getByRole("rowheader", { name: "Plumbline" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "API" }).click();
    await page.getByText("Plumbline catalog server").first().waitFor();
    expect(errors).toEqual([]);
  });

  test("draws granules of one time or of all", async () => {
    const { address } = await start();
    const { page, errors, origins } = await openPage(browser, address);
    await logIn(page);
    await page.getByLabel("Search").fill("coverage rain");
    await page.locator(".results a").last().click();
    const part = page.getByRole("region", { name: "Granules" });
    await part.locator("canvas").first().waitFor();
    expect(await part.getByRole("status").textContent()).toBe("1 granule of 2000-01-12.");
    await part.getByRole("slider").focus();
    await page.keyboard.press("Home");
    expect(await part.getByRole("status").textContent()).toBe("1 granule of 2000-01-01.");
    expect(await part.getByRole("row").count()).toBe(2);
    await part.getByLabel("All times").check();
    expect(await part.getByRole("row").count()).toBe(13);
    await expect.poll(() => page.evaluate(INSIDE)).toBeDefined();
    const position = await page.evaluate<{ x: number; y: number }>(INSIDE);
    await part.getByRole("application").click({ position });
    await part.getByText(/^[1-9]\d* granules? here\.$/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
    expect(origins.size).toBe(1);
  });

  test("shows an account what the interface shows it, and asks for the password again when a session is over", async () => {
    const { origin, address } = await start();
    const { page } = await openPage(browser, address);
    await page.getByLabel("User name").fill("eve");
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("wrong").waitFor();
    const [, password = ""] = atob(authorizationOf("eve").slice("Basic ".length)).split(":");
    await logIn(page, "eve", password);
    expect(
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link").allTextContents(),
    ).toEqual(["Catalog", "Health"]);
    await page.getByLabel("Search").fill("workspace");
    await page.getByText("1 object.").waitFor();
    await page.getByRole("link", { name: "water" }).waitFor();
    // Somebody else ends the account's sessions.
    const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
    const body = "<user><password>another password of eve</password></user>";
    const changed = await fetch(`${origin}/rest/security/usergroup/user/eve`, {
      method: "POST",
      headers,
      body,
    });
    expect(changed.status).toBe(200);
    await page.getByRole("link", { name: "water" }).click();
    await page.getByRole("alert").getByText("The session has ended").waitFor();
    await logIn(page, "eve", "another password of eve");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("User name").waitFor();
    await page.reload();
    await page.getByLabel("User name").waitFor();
  });
});
