/** What a plan warns of: only what is about to be sent, with what the server knows. */
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { AUTHORIZATION, connectTo, startCatalog, type TestCatalog } from "../support/catalog.ts";
import { applyFolder, estateOf } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";

const manifest = (kind: string, metadata: object, spec: object): string =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });

const style = (name: string): string => manifest("Style", { name }, { source: `./${name}.css` });

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

/** What a plan tells, and the paths that it asked for. */
async function planned(
  { app }: TestCatalog,
  folder: string,
  wrap?: (real: Transport) => Transport,
): Promise<{ readonly told: readonly string[]; readonly asked: readonly string[] }> {
  const connection = await connectTo(app, "test", wrap);
  const { diagnostics, plan } = await planEstate(estateOf(folder, {}), connection);
  expect(plan).toBeDefined();
  return {
    told: diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`),
    asked: connection.log.map(({ request }) => request.path),
  };
}

async function put({ app }: TestCatalog, path: string, payload: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "image/png" };
  const { statusCode } = await app.inject({ method: "PUT", url: `/rest${path}`, headers, payload });
  expect(statusCode).toBeLessThan(300);
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

test("what stock servers refuse is told where the server is one", async () => {
  const catalog = await startCatalog({ dialect: "geoserver" });
  const folder = folderOf({
    "a.yaml": style("a"),
    "a.css": "* { stroke: red; stroke-width: .5; }",
  });
  const message =
    "warning stock-refuses: A stock server reads numbers only with a digit before the point, and refuses stroke-width as it is";
  expect((await planned(catalog, folder)).told).toEqual([]);
  expect((await planned(catalog, folder, asStock)).told).toEqual([message]);
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
