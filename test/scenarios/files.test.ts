/** Files of the data directory: what may be declared as one, what brings them into force, and how they are imported. */
import { expect, test } from "vitest";
import { declareObjects } from "../../src/reconciler/import/collect.ts";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { loadDesired } from "../../src/reconciler/manifest/resolve.ts";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { importFrom } from "../support/commands/imports.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const file = (name: string, spec: object) => manifest("File", { name }, spec);

async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { diagnostics } = await loadDesired([folder], { bodies: bodyStore() });
  return diagnostics.map(({ message }) => message);
}

test.for([
  ["security/rest.properties", /AccessRules/],
  ["workspaces/roads/db/datastore.xml", /rewrites the documents/],
  ["workspaces/roads/content.ftl", /Template/],
  ["global.xml", /rewrites its own settings/],
  ["logging.xml", /rewrites its own settings/],
  ["wms.xml", /settings of its services/],
  ["gwc-layers/LayerInfo_1.xml", /tile layers/],
  ["gwc/geowebcache.xml", /grid sets/],
  ["plumbline/default/inventory.json", /state/],
  ["keys/server.JKS", /keystore/],
  ["styles/roads.sld", /Style/],
  ["workspaces/roads/styles/roads.css", /Style/],
  ["styles/roads.yaml", /Style/],
  ["styles/roads.mbstyle", /Style/],
  ["layergroups/base.xml", /LayerGroup/],
  ["styles/../security/rest.properties", /no path/],
  ["/etc/passwd", /no path/],
  ["styles/a b.svg", /letters, digits/],
] as const)("%s is no file to declare", async ([name, because]) => {
  const problems = await problemsOf({ "a.yaml": file(name, { source: "./a" }), a: "x" });
  expect(problems).toEqual([expect.stringMatching(because)]);
});

test("nor is any of a folder", async () => {
  const spec = { source: "./folder" };
  const files = { "a.yaml": file("www", spec), "folder/a.html": "x", "folder/b c.html": "x" };
  expect(await problemsOf(files)).toEqual([
    expect.stringMatching(/^The path www\/b c.html may hold/),
  ]);
});

test("patterns that fit nothing are not passed over", async () => {
  const spec = { source: "./folder", include: ["*.ttf"] };
  const files = { "a.yaml": file("styles/fonts", spec), "folder/a.otf": "x" };
  expect(await problemsOf(files)).toEqual(["No file of ./folder is declared"]);
});

test("a file of a declared mapped store, or an image of a declared style, has its owner", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "style.yaml": manifest("Style", { name: "wells" }, { source: "./wells" }),
    "wells/wells.sld":
      '<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>w</Name></NamedLayer></StyledLayerDescriptor>',
    "wells/well.png": "no image",
    "file.yaml": file("styles/well.png", { source: "./other.png" }),
    "other.png": "another one",
    "workspace.yaml": manifest("Workspace", { name: "w" }, {}),
    "own.yaml": manifest("Style", { workspace: "w", name: "wells" }, { source: "./wells" }),
    "inside.yaml": file("workspaces/w/styles/well.png", { source: "./other.png" }),
    "beside.yaml": file("workspaces/w/styles/other.png", { source: "./other.png" }),
  });
  const { app } = await startCatalog();
  const { diagnostics } = await planFolder(app, folder, {});
  const messages = diagnostics.map(({ message }) => message);
  expect(messages.filter((one) => one.startsWith("File/")).toSorted()).toEqual([
    "File/styles/well.png belongs to Style/wells, which brings its own files",
    "File/workspaces/w/styles/well.png belongs to Style/w:wells, which brings its own files",
  ]);
});

test("the tile cache reads its settings once, after all files", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const after = "gwc-reload";
  writeFiles(folder, {
    "a.yaml": file("gwc-gs.xml", { source: "./a.xml", after }),
    "b.yaml": file("layouts/b.xml", { source: "./a.xml", after }),
    "c.yaml": file("www/c.txt", { source: "./a.xml", after: "reload" }),
    "a.xml": "<a/>",
  });
  const { plan } = await planFolder(app, folder, {});
  const sent = plan?.steps.map(({ request: { method, path, body } }) =>
    [method, path, body?.kind === "text" ? body.text : ""].join(" ").trim(),
  );
  expect(sent).toEqual([
    "PUT /resource/gwc-gs.xml",
    "PUT /resource/layouts/b.xml",
    "PUT /resource/www/c.txt",
    "POST /gwc/rest/reload reload_configuration=1",
    "POST /reload",
  ]);
  await app.close();
});

test("a rehearsal foretells them", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "a.yaml": file("gwc-gs.xml", { source: "./a.xml" }),
    "a.xml": "<GeoServerGWCConfig><version>1.1.0</version></GeoServerGWCConfig>",
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  writeFiles(folder, {
    "a.xml": "<GeoServerGWCConfig><version>1.1.0</version><gutter>9</gutter></GeoServerGWCConfig>",
  });
  const { run } = await rehearse(estateOf(folder, {}), await connectTo(app));
  expect(run).toMatchObject({ notRehearsed: [], converged: true, leftovers: [] });
});

test("an import writes files, templates, images that styles share, and the default workspace", async () => {
  const { app } = await startCatalog();
  const send = async (method: "PUT" | "POST", path: string, type: string, payload: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const answer = await app.inject({ method, url: `/rest${path}`, headers, payload });
    expect(answer.statusCode, path).toBeLessThan(300);
  };
  const css = "* { mark: url('icons/well.svg'); fill: url('own.png') }";
  for (const name of ["a", "b"])
    await send("POST", "/workspaces", "text/xml", `<workspace><name>${name}</name></workspace>`);
  await send("PUT", "/workspaces/default", "text/xml", "<workspace><name>b</name></workspace>");
  for (const path of [
    "styles/icons/well.svg",
    "styles/own.png",
    "www/1.1.1/index.html",
    "controlflow.properties",
  ])
    await send("PUT", `/resource/${path}`, "application/octet-stream", "content=1");
  await send("POST", "/styles?name=wells", "application/vnd.geoserver.geocss+css", css);
  await send("PUT", "/templates/header.ftl", "text/plain", "for everybody");
  await send("PUT", "/workspaces/a/templates/header.ftl", "text/plain", "for a");
  const { imported } = await importFrom(app);
  const found = imported.objects.map(({ address: { kind, workspace, name } }) =>
    [kind, workspace, name].join(" "),
  );
  expect(
    found.filter((text) => /^(?:File|Template|DefaultWorkspace) /.test(text)).toSorted(),
  ).toEqual([
    "DefaultWorkspace  default",
    "File  controlflow.properties",
    "File  styles/icons/well.svg",
    "File  styles/own.png",
    "File  www/1.1.1/index.html",
    "Template  header",
    "Template a header",
  ]);
  expect(imported.objects.flatMap(({ notes }) => notes)).toEqual([]);
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(imported.files));
  const { plan } = await planFolder(app, folder, {});
  expect(plan?.steps).toEqual([]);
  const other = await startCatalog();
  const applied = await applyFolder(other.app, folder, {});
  expect(applied.result?.converged).toBe(true);
});

test("an import writes one manifest for a folder of files, and its own for each that differs", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "application/octet-stream" };
  const alike = ["a.svg", "b.svg", "deep/c.svg", "deep/er/d.svg"].map(
    (one) => `styles/icons/${one}`,
  );
  const apart = ["styles/icons/A.svg", "styles/icons/Deep/c.svg", "styles/icons/aux.svg"];
  const others = ["styles/icons/e.ttf", "styles/fonts/a.ttf", "styles/fonts/b.ttf"];
  const pages = ["www/a.html", "www/b.html", "www/.hidden", "www/a.yaml", "www/p.properties"];
  for (const path of [...alike, ...apart, ...others, ...pages]) {
    const payload = path.endsWith(".properties") ? "password=x1" : `content of ${path}`;
    const { statusCode } = await app.inject({
      method: "PUT",
      url: `/rest/resource/${path}`,
      headers,
      payload,
    });
    expect(statusCode, path).toBe(201);
  }
  const { imported } = await importFrom(app);
  const files = imported.objects.filter(({ address }) => address.kind === "File");
  expect(files.map(({ address }) => address.name)).toEqual([
    "styles/fonts",
    "styles/icons",
    "styles/icons/a.svg",
    "styles/icons/aux.svg",
    "styles/icons/deep/c.svg",
    "styles/icons/deep/er/d.svg",
    "styles/icons/e.ttf",
    "www",
    "www/.hidden",
    "www/p.properties",
  ]);
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(imported.files));
  const secrets = files.flatMap((one) =>
    one.secrets.map(({ variable }) => [variable, "x1"] as const),
  );
  const environment = Object.fromEntries(secrets);
  expect((await planFolder(app, folder, { environment })).plan?.steps).toEqual([]);
  const other = await startCatalog();
  expect((await applyFolder(other.app, folder, { environment })).result?.converged).toBe(true);
  for (const url of [...alike, ...apart, ...others].map((path) => `/rest/resource/${path}`))
    expect((await other.app.inject({ url, headers })).body, url).toBe(
      (await app.inject({ url, headers })).body,
    );
});

test("files of a folder that are asked for one by one have manifests of their own", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "image/svg+xml" };
  for (const name of ["a", "b", "c"])
    await app.inject({
      method: "PUT",
      url: `/rest/resource/styles/icons/${name}.svg`,
      headers,
      payload: name,
    });
  const connection = await connectTo(app);
  const named = async (only: readonly string[]) =>
    (await importCatalog(connection, { only })).objects.map(({ address }) => address.name);
  expect(await named(["File/styles/icons/a.svg", "File/styles/icons/b.svg"])).toEqual([
    "styles/icons/a.svg",
    "styles/icons/b.svg",
  ]);
  expect(await named(["File/styles/icons"])).toEqual(["styles/icons"]);
  const [one] = await declareObjects(connection, [
    { kind: "File", workspace: null, name: "styles/icons/b.svg" },
  ]);
  expect(one?.found).toMatchObject({ name: "styles/icons/b.svg" });
});
