/** What a plan warns of: only what is about to be sent, with what the server knows. */
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  type TestCatalog,
} from "../support/servers/catalog.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const manifest = (kind: string, metadata: object, spec: object): string =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });

const style = (name: string): string => manifest("Style", { name }, { source: `./${name}.css` });

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

/** What a plan shows, and the paths that it asked for. */
async function planned(
  { app }: TestCatalog,
  folder: string,
  wrap?: (real: Transport) => Transport,
): Promise<{ readonly told: readonly string[]; readonly asked: readonly string[] }> {
  const connection = await connectTo(app, "test", wrap);
  const { diagnostics, plan } = await planEstate(estateOf(folder, {}), connection);
  expect(plan).toBeDefined();
  return {
    told: diagnostics
      .filter(({ code }) => code !== "harms-others")
      .map(({ severity, code, message }) => `${severity} ${code}: ${message}`),
    asked: connection.log.map(({ request }) => request.path),
  };
}

async function send(
  { app }: TestCatalog,
  method: "POST" | "PUT",
  path: string,
  ...[type, payload]: readonly [type: string, payload: string]
): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const { statusCode, body } = await app.inject({ method, url: `/rest${path}`, headers, payload });
  expect(statusCode, body).toBeLessThan(300);
}

async function put(catalog: TestCatalog, path: string, payload: string): Promise<void> {
  await send(catalog, "PUT", path, "image/png", payload);
}

const AS_STOCK: WireResponse = {
  status: 200,
  headers: { "content-type": "application/xml" },
  body: new TextEncoder().encode(
    '<about><resource name="GeoServer"><Version>2.28.1</Version></resource></about>',
  ),
};

const asStock =
  (real: Transport): Transport =>
  async (request) =>
    request.path === "/about/version.xml" ? AS_STOCK : real(request);

test("styles are looked through when they are sent, and not again", async () => {
  const catalog = await startCatalog();
  const folder = folderOf({
    "a.yaml": style("a"),
    "a.css": "* { stroke: red; stroke-widht: 4; }",
    "b.yaml": style("b"),
    "b.css": "* { fill: red; fill-opacty: 1; }",
  });
  const widht = "warning passed-over: stroke-widht is no property; servers pass over it";
  const opacty = "warning passed-over: fill-opacty is no property; servers pass over it";
  const { planned: first, result } = await applyFolder(catalog.app, folder);
  expect(first.diagnostics.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
  expect(result).toMatchObject({ converged: true });
  expect((await planned(catalog, folder)).told).toEqual([]);
  writeFiles(folder, { "b.css": "* { fill: blue; fill-opacty: 1; }" });
  expect((await planned(catalog, folder)).told).toEqual([opacty]);
  writeFiles(folder, { "a.css": "* { stroke: blue; stroke-widht: 4; }" });
  expect((await planned(catalog, folder)).told).toEqual([widht, opacty]);
});

test("what a stock server is sure to refuse is an error where the server is one", async () => {
  const catalog = await startCatalog({ dialect: "geoserver" });
  const folder = folderOf({
    "a.yaml": style("a"),
    "a.css": "* { stroke: red; stroke-width: .5; }",
    "b.yaml": style("b"),
    "b.css": "* { label: [zoomLevel(a)]; }",
  });
  const refusal =
    "stock-refuses: A stock server reads numbers only with a digit before the point, and refuses stroke-width as it is";
  const mapbox =
    "warning stock-refuses: The function zoomLevel is one of GeoServer's extension for MapBox styles; servers without it refuse the style";
  expect((await planned(catalog, folder)).told).toEqual([]);
  expect((await planned(catalog, folder, asStock)).told).toEqual([`error ${refusal}`, mapbox]);
  // What is there takes any content.
  await send(
    catalog,
    "POST",
    "/styles?name=a",
    "application/vnd.geoserver.geocss+css",
    "* { fill: red; }",
  );
  expect((await planned(catalog, folder, asStock)).told).toEqual([`warning ${refusal}`, mapbox]);
});

test("a style whose encoding a stock server does not know is refused where it is to be made", async () => {
  const catalog = await startCatalog({ dialect: "geoserver" });
  const folder = folderOf({
    "s.yaml": manifest("Style", { name: "s" }, { source: "./s.sld" }),
    "s.sld": sld().replace("UTF-8", "utf8"),
    "t.yaml": manifest("Style", { name: "t" }, { source: "./t.sld" }),
    "t.sld": sld().replace("UTF-8", "cp1252"),
  });
  const words = "stock-refuses: A stock server knows no encoding of the name";
  const { told } = await planned(catalog, folder, asStock);
  expect(told.toSorted()).toEqual([`error ${words} utf8`, `warning ${words} cp1252`]);
  expect((await planned(catalog, folder)).told).toEqual([]);
});

test("a style of several layers is refused unless the server holds them", async () => {
  const catalog = await startCatalog({ dialect: "geoserver" });
  const folder = folderOf({
    "s.yaml": manifest("Style", { name: "s" }, { source: "./s.sld" }),
    "s.sld": sld({ layers: ["w:A", "w:B"] }),
  });
  const error =
    "error stock-refuses: There are 2 layers in the style; a stock server refuses it unless it has a layer of each name";
  expect((await planned(catalog, folder, asStock)).told).toEqual([error]);
  await send(catalog, "POST", "/workspaces", "text/xml", "<workspace><name>w</name></workspace>");
  const store = "/workspaces/w/datastores/maps/file.appschema?configure=all";
  await send(catalog, "PUT", store, "text/xml", mapping(["t:A"]));
  expect((await planned(catalog, folder, asStock)).told).toEqual([error]);
  await send(catalog, "PUT", store, "text/xml", mapping(["t:A", "t:B"]));
  expect((await planned(catalog, folder, asStock)).told).toEqual([]);
});

test("types of features in a sheet are layers to newer stock servers only", async () => {
  const catalog = await startCatalog({ dialect: "geoserver" });
  const folder = folderOf({ "a.yaml": style("a"), "a.css": "b { fill: red } c { fill: blue }" });
  const asNewer =
    (real: Transport): Transport =>
    async (request) => {
      if (request.path !== "/about/version.xml") return real(request);
      return {
        ...AS_STOCK,
        body: Buffer.from(Buffer.from(AS_STOCK.body).toString().replace("2.28.1", "3.0")),
      };
    };
  expect((await planned(catalog, folder, asStock)).told).toEqual([]);
  expect((await planned(catalog, folder, asNewer)).told).toEqual([
    "error stock-refuses: The sheet is for 2 types of features; GeoServer 3 refuses it unless it has a layer of each name",
  ]);
});

test("images are looked for on the server, each once", async () => {
  const catalog = await startCatalog();
  const folder = folderOf({
    "a.yaml": style("a"),
    "a.css": "* { mark: url('there.png'), url('away.png'); }",
    "b.yaml": style("b"),
    "b.css": "* { mark: url('away.png'); }",
  });
  await put(catalog, "/resource/styles/there.png", "an image");
  const { told, asked } = await planned(catalog, folder);
  const missing =
    "warning style-image: The style names the image away.png; a single file is sent without images, and the server does not have it";
  expect(told).toEqual([missing, missing]);
  expect(asked.filter((path) => path === "/resource/styles/away.png")).toHaveLength(1);
  await put(catalog, "/resource/styles/away.png", "an image");
  expect((await planned(catalog, folder)).told).toEqual([]);
});

test("of many images in one folder a listing shows which are there", async () => {
  const catalog = await startCatalog();
  const names = Array.from({ length: 30 }, (_unused, index) => `icons/${index}.png`);
  const folder = folderOf({
    "a.yaml": style("a"),
    "a.css": `* { mark: ${names.map((name) => `url('${name}')`).join(", ")}, url('alone.png'); }`,
  });
  // A folder of that name is no image, though the listing has it.
  const there = ["icons/3.png", "icons/28.png", "icons/29.png/inside.png"];
  for (const name of there) await put(catalog, `/resource/styles/${name}`, "an image");
  const { told, asked } = await planned(catalog, folder);
  const missing = [...names, "alone.png"].filter((name) => !there.includes(name));
  const named = /names the image (\S+);/;
  expect(told.map((text) => named.exec(text)?.[1])).toEqual(missing);
  const looks = asked.filter((path) => path.startsWith("/resource/styles/"));
  expect(looks.filter((path) => path === "/resource/styles/icons")).toHaveLength(1);
  // The first ones, and those that the listing names.
  expect(looks.length).toBeLessThan(15);
});

test("roles are looked for on the server, once", async () => {
  const catalog = await startCatalog();
  const headers = { authorization: AUTHORIZATION };
  const url = "/rest/security/roles/role/SURVEYORS";
  const made = await catalog.app.inject({ method: "POST", url, headers });
  expect(made.statusCode).toBeLessThan(300);
  const rules = (...roles: readonly string[]): Readonly<Record<string, string>> => ({
    "a.yaml": manifest(
      "AccessRules",
      { name: "a" },
      { domain: "services", mode: "merge", rules: { "wms.*": roles, "wfs.GetFeature": roles } },
    ),
  });
  const folder = folderOf(rules("ADMIN", "SURVEYORS", "ROLE_ANONYMOUS"));
  expect((await planned(catalog, folder)).told).toEqual([]);
  writeFiles(folder, rules("ADMIN", "SURVEYRS", "ROLE_ANONYMOUS"));
  const message = (rule: string): string =>
    `warning role-unknown: The rule ${rule} names the role SURVEYRS, which no manifest declares, and the server does not hold it`;
  const { told, asked } = await planned(catalog, folder);
  expect(told.toSorted()).toEqual([message("wfs.GetFeature"), message("wms.*")]);
  expect(asked.filter((path) => path.startsWith("/security/roles"))).toHaveLength(1);
});
