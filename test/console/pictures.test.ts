/** Pictures of styles in the console: in a browser they are those that `plumbline style draw` makes. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { styleImage, type StyleImage } from "../../src/painter/image.ts";
import { framedTile } from "../../src/painter/page/frame.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { tilesOf } from "../../src/painter/tile.ts";
import { renderNodes } from "../../src/wire/xml.ts";
import { css, styleOf } from "../painter/support.ts";
import { ACCOUNT_PASSWORD, createAccounts } from "../support/servers/accounts.ts";
import { PNG } from "../support/estates/artefacts.ts";
import { openPage, seriousFindings, startBrowser } from "../support/reports/browser.ts";
import { PASSWORD, startCatalog, USER } from "../support/servers/catalog.ts";
import { clientOf } from "../support/mosaics/mosaics.ts";
import { describeProgram } from "../support/run/parts.ts";
import { describeSamples, sample } from "../support/run/samples.ts";

const stroke = (inside: string) => `<Stroke>${inside}</Stroke>`;
const image = (href: string) =>
  `<ExternalGraphic><OnlineResource xlink:type="simple" xlink:href="${href}"/><Format>image/png</Format></ExternalGraphic>`;
const named = (name: string, symbolizer: string, more = "") =>
  `<Rule><Name>${name}</Name>${more}${symbolizer}</Rule>`;

/** Rules that each need something else: texts of several pieces, patterns, images, tables, what cannot be shown. */
const rules = [
  named(
    "motorway",
    `<LineSymbolizer>${stroke(css("stroke", "#e<!-- what follows is of the same text -->e2<![CDATA[200]]>") + css("stroke-width", "4"))}</LineSymbolizer>`,
    `<ogc:Filter><ogc:PropertyIsEqualTo><ogc:PropertyName>kind</ogc:PropertyName><ogc:Literal>a &lt; b &amp; "c"</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>`,
  ),
  named(
    "marsh",
    `<PolygonSymbolizer><Fill><GraphicFill><Graphic><Mark><WellKnownName>shape://slash</WellKnownName>${stroke(css("stroke", "#336699"))}</Mark><Size>12</Size></Graphic></GraphicFill></Fill></PolygonSymbolizer>`,
  ),
  named(
    "pin",
    `<PointSymbolizer><Graphic>${image("pins/pin.png")}<Size>24</Size></Graphic></PointSymbolizer>`,
  ),
  named(
    "far",
    `<PointSymbolizer><Graphic>${image("http://elsewhere.example/x.png")}</Graphic></PointSymbolizer>`,
  ),
  named("gone", `<PointSymbolizer><Graphic>${image("gone.png")}</Graphic></PointSymbolizer>`),
  named(
    "label",
    `<TextSymbolizer><Label>«<ogc:PropertyName>name</ogc:PropertyName><![CDATA[ & ]]>»</Label><Halo><Radius>2</Radius></Halo></TextSymbolizer>`,
  ),
].join("");

const content = Buffer.from(
  `<?xml version="1.0" encoding="ISO-8859-1"?>${styleOf(rules).replace("<Name>pin</Name>", "<Name>pin é</Name>")}`,
  "latin1",
);

async function start() {
  const { app, folder } = await startCatalog();
  await createAccounts(folder, { eve: { roles: ["ROLE_EVE"] } });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { expect: send } = clientOf(origin);
  await send(201, "POST", "/workspaces", "text/xml", "<workspace><name>w</name></workspace>");
  const sld = "application/vnd.ogc.sld+xml";
  await send(201, "POST", "/workspaces/w/styles?name=roads", sld, content);
  await send(201, "PUT", "/resource/workspaces/w/styles/pins/pin.png", "image/png", PNG);
  const sheet = "@styleName 'sheet';\n[kind = 'wood'] { fill: #00aa00; }";
  await send(201, "POST", "/styles?name=sheet", "application/vnd.geoserver.geocss+css", sheet);
  const all = '<rules><rule resource="/**:GET">*</rule></rules>';
  await send(201, "POST", "/security/acl/rest", "text/xml", all);
  return { origin, address: `${origin}/console/` };
}

async function logIn(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(user);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("tree").waitFor();
}

/** What is in the pictures of the rules, as markup without the namespace. */
const markup = (page: Page) =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll("figure svg")].map((one) =>
    [...one.children].slice(1).map((child) => new XMLSerializer().serializeToString(child)).join("")
      .replaceAll(' xmlns="http://www.w3.org/2000/svg"', ""))`);

/** The same of what this process draws. */
function expected(images: ReadonlyMap<string, StyleImage | undefined>): readonly string[] {
  const { tiles } = tilesOf(readStyle(content), (href) => images.get(href));
  return tiles.map((tile) => {
    const nodes = framedTile(tile).children.filter((child) => typeof child === "object");
    const lines = nodes.flatMap((node) => ("name" in node ? [renderNodes(node)] : []));
    return lines.map((text) => text.replace(/^<[?].*[?]>/, "").replaceAll(/\n\s*/g, "")).join("");
  });
}

describeProgram("chromium", "pictures of styles in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("are those of the command line, with the images of the catalog, and nobody else is asked", async () => {
    const { origin, address } = await start();
    const { page, errors, origins } = await openPage(browser, address);
    await logIn(page, USER, PASSWORD);
    await page.goto(`${address}#/object/rest/workspaces/w/styles/roads`);
    const part = page.getByRole("region", { name: "Pictures" });
    await part.getByRole("img", { name: "motorway" }).first().waitFor();
    expect(await markup(page)).toEqual(expected(new Map([["pins/pin.png", styleImage(PNG)]])));
    const captions = await part.locator("figcaption").allTextContents();
    expect(captions.length).toBe(6);
    expect(captions.join()).toContain("pin é");
    expect(captions[3]).toContain("image http://elsewhere.example/x.png is missing");
    expect(await part.locator(".legend li").count()).toBe(6);
    expect(await page.getByLabel("Style content").textContent()).toContain("pin é");
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${address}#/object/rest/styles/sheet`);
    await part.locator("figcaption").getByText("kind = 'wood'").waitFor();
    expect(errors).toEqual([]);
    expect([...origins]).toEqual([origin]);
  });

  test("lack for other accounts the images that the interface does not show them, which is said", async () => {
    const { address } = await start();
    const { page, errors } = await openPage(browser, address);

    await logIn(page, "eve", ACCOUNT_PASSWORD);
    await page.goto(`${address}#/object/rest/workspaces/w/styles/roads`);
    const note = page.locator("figcaption").getByText("image pins/pin.png is missing");
    await note.waitFor();
    expect(await markup(page)).toEqual(expected(new Map()));
    expect(errors).toEqual([]);
  });

  describeSamples("every real style", () => {
    test("is read in a browser as it is read here", async () => {
      const page = await browser.newPage();
      await page.evaluate(await readerOfPages());
      const files = readdirSync(sample("sld")).filter((file) => file.endsWith(".sld"));
      const others: string[] = [];
      for (const file of files) {
        const bytes = readFileSync(sample(`sld/${file}`));
        const here = plainly(() => readStyle(bytes));
        if (here === undefined) continue;
        const there = await page.evaluate<string>(
          `inPage.plainly(inPage.readStyling(inPage.xmlText(Uint8Array.fromBase64(${JSON.stringify(bytes.toString("base64"))}))))`,
        );
        if (there !== here) others.push(file);
      }
      await page.close();
      expect(files.length).toBeGreaterThan(200);
      expect(others).toEqual([]);
    });
  });
});

const WITH_MAPS = `(value) => JSON.stringify(value, (_key, one) => one instanceof Map ? [...one] : one === Infinity ? "∞" : one)`;

function plainly(read: () => unknown): string | undefined {
  try {
    return JSON.stringify(read(), (_key, one: unknown) =>
      one instanceof Map ? [...one] : one === Infinity ? "∞" : one,
    );
  } catch {
    return undefined;
  }
}

/** What reads styles in the console, as a script. */
async function readerOfPages(): Promise<string> {
  const folder = fileURLToPath(new URL("../../src/console/", import.meta.url));
  const entry = `export { readStyling } from "${folder}style-document.ts"; export { xmlText } from "${folder}xml-text.ts"; export const plainly = ${WITH_MAPS};`;
  const bundle = await rolldown({
    input: "entry.js",
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry.js" ? id : null),
        load: (id) => (id === "entry.js" ? entry : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife", name: "inPage" });
  await bundle.close();
  return `${output[0].code}\nglobalThis.inPage = inPage;`;
}
