/** The console for people who look something up: what an object is, whose, since when; thousands of layers; narrow screens. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { clientOf, type Client } from "../support/mosaics/mosaics.ts";
import { openPage, seriousFindings, startBrowser } from "../support/reports/browser.ts";
import { describeProgram } from "../support/run/parts.ts";
import { PASSWORD, startCatalog, USER } from "../support/servers/catalog.ts";

const XML = "text/xml";
const SLD = "application/vnd.ogc.sld+xml";

/** Twelve objects with all their addresses, and a change of each. */
const objects: readonly (readonly [
  addresses: readonly string[],
  change: readonly [path: string, type: string, body: string],
])[] = [
  [
    ["rest/workspaces/water", "rest/namespaces/water"],
    ["/namespaces/water", XML, "<namespace><prefix>water</prefix><uri>http://w</uri></namespace>"],
  ],
  [
    ["rest/workspaces/water/datastores/pg"],
    ["/workspaces/water/datastores/pg", XML, "<dataStore><description>x</description></dataStore>"],
  ],
  ...["rivers", "lakes"].flatMap((name) => [
    [
      [
        `rest/workspaces/water/datastores/pg/featuretypes/${name}`,
        `rest/workspaces/water/featuretypes/${name}`,
      ],
      [
        `/workspaces/water/datastores/pg/featuretypes/${name}`,
        XML,
        "<featureType><title>New</title></featureType>",
      ],
    ] as const,
    [
      [`rest/workspaces/water/layers/${name}`, `rest/layers/water%3A${name}`],
      [`/layers/water:${name}`, XML, "<layer><queryable>false</queryable></layer>"],
    ] as const,
  ]),
  [
    ["rest/workspaces/water/styles/blue"],
    ["/workspaces/water/styles/blue", SLD, sld({ name: "Bluer" })],
  ],
  [["rest/styles/red"], ["/styles/red", SLD, sld({ name: "Redder" })]],
  [
    ["rest/layergroups/all"],
    ["/layergroups/all", XML, "<layerGroup><title>All</title></layerGroup>"],
  ],
  [
    ["rest/workspaces/water/layergroups/own"],
    ["/workspaces/water/layergroups/own", XML, "<layerGroup><title>Own</title></layerGroup>"],
  ],
  [
    ["rest/workspaces/land"],
    ["/workspaces/land", XML, "<workspace><isolated>true</isolated></workspace>"],
  ],
  [["rest/styles/green"], ["/styles/green", SLD, sld({ name: "Greener" })]],
];

async function makeObjects({ expect: send }: Client): Promise<void> {
  for (const name of ["water", "land"])
    await send(201, "POST", "/workspaces", XML, `<workspace><name>${name}</name></workspace>`);
  for (const name of ["red", "green"])
    await send(201, "POST", `/styles?name=${name}`, SLD, sld({ name }));
  await send(201, "POST", "/workspaces/water/styles?name=blue", SLD, sld({ name: "blue" }));
  const parameters =
    '<entry key="dbtype">postgis</entry><entry key="host">db.example</entry><entry key="database">d</entry>';
  const store = `<dataStore><name>pg</name><connectionParameters>${parameters}</connectionParameters></dataStore>`;
  await send(201, "POST", "/workspaces/water/datastores", XML, store);
  const types = "/workspaces/water/datastores/pg/featuretypes";
  for (const name of ["rivers", "lakes"])
    await send(201, "POST", types, XML, `<featureType><name>${name}</name></featureType>`);
  const style = "<layer><defaultStyle><name>red</name></defaultStyle></layer>";
  await send(200, "PUT", "/layers/water:rivers", XML, style);
  const group = (name: string) =>
    `<layerGroup><name>${name}</name><publishables><published type="layer"><name>water:rivers</name></published></publishables><styles><style/></styles></layerGroup>`;
  await send(201, "POST", "/layergroups", XML, group("all"));
  await send(201, "POST", "/workspaces/water/layergroups", XML, group("own"));
  for (const [, [path, type, body]] of objects) await send(200, "PUT", path, type, body);
  // As an apply of an estate leaves it.
  const inventory = {
    format_version: "1.1",
    estate: "maps",
    objects: {
      "Layer/water:rivers": { facts: {}, manifest: "manifests/rivers.yaml" },
      "AppSchemaStore/water:pg": { facts: {} },
    },
  };
  const failures = [{ summary: "PUT /styles/red", status: 507, message: "no room" }];
  const run = { started: "2026-11-30T10:00:00.000Z", result: "partial", failures };
  for (const [name, document] of Object.entries({ inventory, history: { runs: [run] } })) {
    const path = `/resource/plumbline/maps/${name}.json`;
    await send(201, "PUT", path, "application/json", JSON.stringify(document));
  }
}

async function start(make: (client: Client) => Promise<void> = makeObjects): Promise<string> {
  const { app } = await startCatalog();
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  await make(clientOf(origin));
  return `${origin}/console/`;
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("User name").fill(USER);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Catalog", level: 1 }).waitFor();
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Goes to an object, and waits until all of its page has been read. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/object/${path}`)}`);
  const isRead = `document.querySelector('main [aria-busy], main[aria-busy]') === null && document.querySelector('.trail') !== null`;
  // The content policy of the page lets nobody wait inside of it.
  await expect.poll(() => page.evaluate(isRead), { timeout: 20_000 }).toBe(true);
}

describeProgram("chromium", "the console for people", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  test("the history of an object is the same under each of its addresses, with its creation, and leaves out the state of estates", async () => {
    const { page, errors } = await openPage(browser, await start());
    await logIn(page);
    expect(objects).toHaveLength(12);
    for (const [addresses, [changed]] of objects) {
      const seen: (readonly string[])[] = [];
      for (const path of addresses) {
        await goTo(page, path);
        const rows = await region(page, "History").locator("tbody tr").allTextContents();
        seen.push(rows);
        expect(rows[0] === undefined ? "" : rows.join("\n"), path).toContain(changed);
        expect(rows.at(-1), path).toContain("POST");
      }
      for (const rows of seen) expect(rows).toEqual(seen[0]);
    }
    await page.getByRole("link", { name: "History" }).click();
    const rows = page.locator("main tbody tr");
    await rows.first().waitFor();
    expect((await rows.allTextContents()).join("")).not.toContain("/resource/plumbline/");
    const heights =
      "new Set([...document.querySelectorAll('main time')].map((one) => one.getClientRects().length)).size";
    expect(await page.evaluate(heights)).toBe(1);
    await page.getByLabel("Plumbline's own state").check();
    await page
      .getByRole("cell", { name: "/rest/resource/plumbline/maps/inventory.json" })
      .waitFor();
    expect(await rows.count()).toBe(2);
    expect(errors).toEqual([]);
  });

  test("a page says the kind, its users, its estate and manifest, and who changed it last", async () => {
    const { page, errors, origins } = await openPage(browser, await start());
    await logIn(page);
    const about = region(page, "About");
    await goTo(page, "rest/layers/water%3Arivers");
    expect(await about.textContent()).toMatch(
      /Kindlayer.*layer group all.*layer group water:own.*estate maps, manifest manifests\/rivers\.yaml.*by admin$/,
    );
    await region(page, "Pictures").getByRole("img").first().waitFor();
    await region(page, "Pictures").getByRole("link", { name: "red" }).click();
    await page.getByRole("heading", { name: "red style", level: 1 }).waitFor();
    await about.getByRole("link", { name: "water:rivers" }).waitFor();
    await about.getByText("no estate").waitFor();
    await goTo(page, "rest/workspaces/water/datastores/pg");
    await about.getByText("estate maps").waitFor();
    expect(await page.locator("main dl").allTextContents().then(String)).not.toMatch(/@key/);
    await goTo(page, "rest/workspaces/water");
    await region(page, "Document").getByRole("link", { name: "Data stores" }).click();
    await page.getByRole("heading", { name: "Data stores", level: 1 }).waitFor();
    await region(page, "Document").getByRole("link", { name: "pg" }).click();
    await page.getByRole("heading", { name: "pg data store", level: 1 }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
    expect(origins.size).toBe(1);
  });

  test("the start page counts, and shows the latest changes and what is not available", async () => {
    const { page, errors } = await openPage(browser, await start());
    await logIn(page);
    await page.getByRole("row", { name: "Layers 2" }).waitFor();
    await page.getByRole("row", { name: "Estates 1" }).waitFor();
    await page.getByText("The last run of estate maps").waitFor();
    expect(await region(page, "Faults").textContent()).toMatch(
      /at 2026-11-30 10:00:00 UTC, was applied in part: PUT \/styles\/red: no room$/,
    );
    await region(page, "Latest changes").getByRole("row").nth(10).waitFor();
    expect(await region(page, "Latest changes").textContent()).not.toContain("/resource/plumbline");
    expect(await seriousFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.for(["light", "dark"] as const)(
    "on a narrow screen the page begins with the page, in %s",
    async (colorScheme) => {
      const viewport = { width: 390, height: 800 };
      const { page } = await openPage(browser, await start(), { viewport, colorScheme });
      await logIn(page);
      await goTo(page, "rest/workspaces/water/layers/rivers");
      const top = await page.getByRole("heading", { level: 1 }).boundingBox();
      expect(top?.y).toBeLessThan(120);
      expect(await page.getByRole("tree").isVisible()).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Menu" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("tree").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("link", { name: "Health" }).click();
      await page.getByRole("heading", { name: "Health" }).waitFor();
      expect(await page.getByRole("tree").isVisible()).toBe(false);
    },
  );

  test("2,000 layers are walked in the tree and scrolled in the matrix of access, and made as they are seen", async () => {
    const { page, errors } = await openPage(browser, await start());
    await page.route(/\/rest\/(workspaces\/\w+\/)?layers\.json/, async (route) => {
      const name = (n: number) =>
        route.request().url().includes("/workspaces/") ? `l${n}` : `water:l${n}`;
      const layer = Array.from({ length: 2_000 }, (_none, n) => ({ name: name(n) }));
      await route.fulfill({ json: { layers: { layer } } });
    });
    await logIn(page);
    const tree = page.getByRole("tree", { name: "Catalog" });
    await tree.getByRole("treeitem", { name: "Workspaces" }).focus();
    await page.keyboard.press("ArrowRight");
    await tree.getByRole("treeitem", { name: "water" }).focus();
    await page.keyboard.press("ArrowRight");
    await tree.getByRole("treeitem", { name: "Layers", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await tree.getByRole("treeitem", { name: "l1999", exact: true }).waitFor();
    const took = await page.evaluate<number>(`(async () => {
      const from = performance.now();
      for (let n = 0; n < 100; n++) {
        const key = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
        document.activeElement.dispatchEvent(key);
        document.activeElement.getBoundingClientRect();
      }
      return (performance.now() - from) / 100;
    })()`);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("l99");
    expect(took).toBeLessThan(50);
    await page.getByRole("link", { name: "Who sees what" }).click();
    await page.getByText("2000 layers.").waitFor();
    const rows = page.locator("main tbody tr");
    expect(await rows.count()).toBeLessThan(500);
    const toEnd = "document.querySelector('.end').scrollIntoView()";
    await expect
      .poll(async () => {
        await page.evaluate(toEnd);
        return rows.count();
      })
      .toBe(2_000);
    await page.getByLabel("Layers whose name contains").fill("l1999");
    await page.getByText("1 layer.").waitFor();
    expect(await rows.count()).toBe(1);
    expect(errors).toEqual([]);
  });
});
