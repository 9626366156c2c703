/** Each document of a data directory as a server that runs on it shows it. */
import { beforeAll, describe, expect, test } from "vitest";
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { openDataDirectory, type DataDirectory } from "../../src/datadir/open.ts";
import { builtInGridSets } from "../../src/model/built-in-grid-sets.ts";
import { readLayerGroup } from "../../src/wire/layer-group-settings.ts";
import { readLayer } from "../../src/wire/layer.ts";
import { parseResourceListing } from "../../src/wire/resource.ts";
import { bodyText } from "../../src/wire/request.ts";
import { readAccessRules } from "../../src/wire/access-rules.ts";
import { writeFiles } from "../support/run/folders.ts";
import { documentAt, openedFiles, part, remarksOf } from "./open.ts";
import { sld, smallDirectory } from "./small-directory.ts";

let directory: DataDirectory;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
  writeFiles(join(folder, "data_dir"), smallDirectory);
  directory = await openDataDirectory(join(folder, "data_dir"));
  return async () => {
    await directory.close();
    rmSync(folder, { recursive: true });
  };
});

/** Names in a list document. */
async function names(path: string, plural: string): Promise<readonly string[]> {
  const response = await directory.read({ method: "GET", path: `${path}.json` });
  const body = JSON.parse(bodyText(response)) as Record<string, Record<string, { name: string }[]>>;
  return (body[plural]?.[plural.slice(0, -1)] ?? []).map(({ name }) => name).toSorted();
}

describe("lists", () => {
  test.for([
    ["/workspaces", "workspaces", ["hidden", "topo"]],
    ["/namespaces", "namespaces", ["hidden", "topo"]],
    ["/workspaces/topo/datastores", "dataStores", ["geology", "pg"]],
    ["/workspaces/hidden/datastores", "dataStores", []],
    ["/workspaces/topo/coveragestores", "coverageStores", ["dem", "sst"]],
    ["/workspaces/topo/wmsstores", "wmsStores", ["elsewhere"]],
    ["/workspaces/topo/wmsstores/elsewhere/wmslayers", "wmsLayers", ["far"]],
    ["/workspaces/topo/wmslayers", "wmsLayers", ["far"]],
    ["/workspaces/topo/featuretypes", "featureTypes", ["Unit", "roads"]],
    ["/workspaces/topo/datastores/pg/featuretypes", "featureTypes", ["roads"]],
    ["/workspaces/topo/coverages", "coverages", ["heights"]],
    ["/workspaces/topo/coveragestores/sst/coverages", "coverages", []],
    ["/layers", "layers", ["topo:Unit", "topo:far", "topo:heights", "topo:roads"]],
    ["/workspaces/topo/layers", "layers", ["Unit", "far", "heights", "roads"]],
    ["/styles", "styles", ["line", "paths", "points", "shade"]],
    ["/workspaces/topo/styles", "styles", ["night"]],
    ["/layergroups", "layerGroups", ["base"]],
    ["/workspaces/topo/layergroups", "layerGroups", ["inner"]],
  ] as const)("%s", async ([path, plural, expected]) => {
    expect(await names(path, plural)).toEqual(expected);
  });

  test.for([
    "/workspaces/none/datastores.xml",
    "/workspaces/topo/datastores/none.xml",
    "/workspaces/none/styles.xml",
    "/workspaces/topo/datastores/none/featuretypes.xml",
    "/workspaces/topo/styles/line.xml",
    "/styles/orphan.xml",
    "/nothing/of/the/kind",
  ])("%s is not there", async (path) => {
    const response = await directory.read({ method: "GET", path });
    expect(response.status).toBe(404);
  });

  test("a path that is no text is refused", async () => {
    const path = "/workspaces/%E0%A4%A/styles.xml";
    expect((await directory.read({ method: "GET", path })).status).toBe(400);
  });
});

describe("documents", () => {
  test("a workspace with its namespace, and the default one", async () => {
    expect(part(await documentAt(directory, "/workspaces/default.xml"), "name")).toBe("topo");
    expect(await documentAt(directory, "/workspaces/hidden.xml")).toMatchObject({
      name: "hidden",
      isolated: "true",
    });
    expect(await documentAt(directory, "/namespaces/topo.xml")).toMatchObject({
      prefix: "topo",
      uri: "http://topo.example/ns",
    });
    expect(part(await documentAt(directory, "/workspaces/topo.xml"), "dateCreated")).toBe(
      "2024-05-06 07:08:09.1 UTC",
    );
  });

  test("a data store; an encrypted password stays as it is", async () => {
    const store = await documentAt(directory, "/workspaces/topo/datastores/pg.xml");
    expect(store).toMatchObject({
      name: "pg",
      description: "Roads & rivers",
      type: "PostGIS",
      enabled: "true",
      workspace: { name: "topo" },
      __default: "true",
      disableOnConnFailure: "false",
    });
    expect(part(store, "connectionParameters/entry")).toEqual([
      { "@key": "dbtype", $: "postgis" },
      { "@key": "host", $: "db.example" },
      { "@key": "passwd", $: "crypt1:Zm9v" },
    ]);
    expect(part(store, "id")).toBeUndefined();
  });

  test("a feature type with all that it says", async () => {
    const type = await documentAt(directory, "/workspaces/topo/featuretypes/roads.xml");
    expect(type).toMatchObject({
      name: "roads",
      nativeName: "roads_table",
      namespace: { name: "topo" },
      title: "Roads of the land",
      abstract: "All of them",
      keywords: { string: ["roads", "traffic"] },
      advertised: "false",
      nativeBoundingBox: { minx: "1.5", crs: "EPSG:4326" },
      metadata: { entry: { "@key": "cachingEnabled", $: "false" } },
      store: { "@class": "dataStore", name: "topo:pg" },
      maxFeatures: "7",
      attributes: { attribute: { name: "geom", nillable: "true" } },
    });
  });

  test("a coverage store and its coverage with a dimension", async () => {
    const store = await documentAt(directory, "/workspaces/topo/coveragestores/dem.xml");
    expect(store).toMatchObject({ type: "GeoTIFF", url: "file:data/dem.tif", enabled: "true" });
    const path = "/workspaces/topo/coveragestores/dem/coverages/heights.xml";
    expect(await documentAt(directory, path)).toMatchObject({
      nativeCoverageName: "dem",
      store: { "@class": "coverageStore", name: "topo:dem" },
      metadata: { entry: { "@key": "elevation", dimensionInfo: { presentation: "LIST" } } },
    });
  });

  test("a layer has the name and the type of what it shows", async () => {
    const roads = await readLayer(directory.read, "topo:roads");
    expect(roads?.settings).toEqual({
      type: "VECTOR",
      defaultStyle: "line",
      styles: ["topo:night"],
      enabled: true,
      queryable: false,
      opaque: true,
    });
    const heights = await readLayer(directory.read, "topo:heights");
    expect(heights?.settings).toMatchObject({ type: "RASTER", defaultStyle: "shade" });
  });

  test("style entries of old and new documents, and contents byte for byte", async () => {
    expect(await documentAt(directory, "/styles/shade.xml")).toMatchObject({
      format: "sld",
      languageVersion: { version: "1.1.0" },
      filename: "shade.sld",
      legend: { width: "10", onlineResource: "shade.png" },
    });
    expect(await documentAt(directory, "/styles/paths.xml")).toMatchObject({ format: "css" });
    const text = async (path: string) => bodyText(await directory.read({ method: "GET", path }));
    expect(await text("/workspaces/topo/styles/night.sld")).toBe(sld("night"));
    expect(await text("/styles/paths.css")).toBe("* { stroke: red }");
    expect(await text("/resource/styles/shade.png")).toBe("picture");
    expect(await text("/resource/workspaces/topo/styles/night.sld")).toBe(sld("night"));
  });

  test("a layer group with members, styles and bounds; an older one with a root layer", async () => {
    const base = await readLayerGroup(directory.read, null, "base");
    expect(base?.settings).toMatchObject({
      title: "Base map",
      mode: "SINGLE",
      members: [
        { type: "layer", name: "topo:heights", style: undefined },
        { type: "layerGroup", name: "topo:inner", style: undefined },
        { type: "layer", name: "topo:roads", style: "line" },
      ],
      bounds: { minx: -1, maxx: 1, miny: -2, maxy: 2, crs: "EPSG:3857", crsClass: "projected" },
    });
    const inner = await readLayerGroup(directory.read, "topo", "inner");
    expect(inner?.settings).toMatchObject({
      mode: "EO",
      members: [{ type: "layer", name: "topo:roads", style: "topo:night" }],
      root: { layer: "topo:heights", style: "shade" },
    });
  });
});

describe("tile layers", () => {
  test("those that have a document, by the names of what they are of", async () => {
    const list = await directory.read({ method: "GET", path: "/gwc/rest/layers.json" });
    expect(JSON.parse(bodyText(list)).toSorted()).toEqual([
      "base",
      "topo:far",
      "topo:heights",
      "topo:inner",
      "topo:roads",
    ]);
  });

  test("one with all that is set of it", async () => {
    expect(await documentAt(directory, "/gwc/rest/layers/topo%3Aroads.xml")).toMatchObject({
      name: "topo:roads",
      enabled: "true",
      mimeFormats: { string: ["image/png", "image/jpeg"] },
      gridSubsets: {
        gridSubset: [
          { gridSetName: "EPSG:4326" },
          {
            gridSetName: "EPSG:900913",
            extent: { coords: { double: ["1.0", "2.0", "3.5", "4.0"] } },
            zoomStart: "2",
          },
        ],
      },
      parameterFilters: { regexParameterFilter: { key: "TIME", regex: ".*" } },
      gutter: "20",
      transientSetting: "5",
    });
  });

  test("none is listed where nobody knows", async () => {
    const other = await openedFiles({ "global.xml": "<global/>", "workspaces/default.xml": "" });
    const list = await other.read({ method: "GET", path: "/gwc/rest/layers.xml" });
    expect(list.status).toBe(404);
  });
});

describe("files of stores", () => {
  test("a mapping lies where a server would have put it", async () => {
    const store = await documentAt(directory, "/workspaces/topo/datastores/geology.xml");
    expect(part(store, "type")).toBe("Application Schema DataAccess");
    expect(part(store, "connectionParameters/entry")).toContainEqual({
      "@key": "url",
      $: "file:data/topo/geology/mapping.xml",
    });
    const list = async (path: string) =>
      parseResourceListing(await directory.read({ method: "GET", path, query: { format: "xml" } }));
    expect(await list("/resource/data/topo/geology")).toEqual([
      "mapping.xml",
      "more.xml",
      "schemas",
      "units.properties",
    ]);
    expect(await list("/resource/data/topo/geology/schemas")).toEqual(["topo.xsd"]);
  });

  test("so does the definition of a mosaic; its granules are reported", async () => {
    const path = "/resource/data/topo/sst/indexer.properties";
    const response = await directory.read({ method: "GET", path });
    expect(bodyText(response)).toBe(smallDirectory["coverages/sst/indexer.properties"]);
    expect(remarksOf(directory)).toContainEqual(
      expect.stringMatching(
        /^workspaces\/topo\/sst\/coveragestore.xml: The granules of mosaic sst/,
      ),
    );
  });
});

describe("security", () => {
  test("rules, with what is none, and the catalog mode", async () => {
    expect((await readAccessRules(directory.read)).rules).toEqual(
      new Map([
        ["*.*.r", ["*"]],
        ["broken", ["X"]],
        ["topo.roads.w", ["ADMIN", "EDITOR"]],
      ]),
    );
    expect((await readAccessRules(directory.read, "services")).rules).toEqual(
      new Map([["wfs.Transaction", ["EDITOR"]]]),
    );
    expect((await readAccessRules(directory.read, "rest")).rules).toEqual(
      new Map([
        ["/**:GET", ["READER"]],
        ["/**:POST,DELETE,PUT", ["ADMIN"]],
      ]),
    );
    expect(part(await documentAt(directory, "/security/acl/catalog.xml"), "mode")).toBe(
      "CHALLENGE",
    );
  });

  test("users, groups and roles, without passwords", async () => {
    expect(await documentAt(directory, "/security/usergroup/users.xml")).toEqual({
      user: [
        { userName: "ann", enabled: "true" },
        { userName: "bob", enabled: "false" },
      ],
    });
    expect(await documentAt(directory, "/security/usergroup/user/ann/groups.xml")).toEqual({
      group: "editors",
    });
    expect(await documentAt(directory, "/security/roles.xml")).toEqual({
      role: ["EDITOR", "CHIEF"],
    });
    expect(await documentAt(directory, "/security/roles/user/bob.xml")).toEqual({ role: "CHIEF" });
    expect(await documentAt(directory, "/security/roles/group/editors.xml")).toEqual({
      role: "EDITOR",
    });
  });

  test("URL checks", async () => {
    expect(await names("/urlchecks", "urlChecks")).toEqual(["icons", "later"]);
    expect(await documentAt(directory, "/urlchecks/icons.xml")).toEqual({
      name: "icons",
      description: "of maps",
      enabled: "true",
      regex: "https://icons/.*",
    });
    expect(await documentAt(directory, "/urlchecks/later.xml")).toEqual({
      name: "later",
      enabled: "false",
      regex: "^https://later/.*$",
    });
  });

  test.for([
    "/security/masterpw.xml",
    "/resource/security/masterpw/default/passwd",
    "/resource/security/usergroup/default/users.xml",
    "/resource/security/layers.properties",
    "/resource/Security/masterpw/default/passwd",
    "/resource/workspaces/topo/pg/datastore.xml",
    "/resource/workspaces/topo/elsewhere/wmsstore.xml",
    "/resource/styles/../security/geoserver.jceks",
    "/resource/styles/%2e%2e/security/geoserver.jceks",
  ])("%s is refused", async (path) => {
    const response = await directory.read({ method: "GET", path });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(bodyText(response)).not.toContain("canary");
  });

  test("no note holds a secret", () => {
    expect(JSON.stringify(directory.notes)).not.toMatch(/canary|Zm9v/);
  });
});

describe("notes", () => {
  test.for([
    ["gwc-layers/gone.xml", /tiles of topo:gone is not there/],
    ["data", /data of stores/],
    ["workspaces/topo/workspace.xml", /The metadata odd is no plain text/],
    ["styles/shade.xml", /says future, for which/],
    ["layergroups/base.xml", /says layerGroupStyles, for which/],
    ["workspaces/topo/wps.xml", /settings of a service/],
    ["styles/orphan.sld", /content of no style/],
    ["security/urlchecks.xml", /says enabled false of every URL check/],
    ["security/geoserver.jceks", /passwords or keys/],
    ["security/masterpw/default/passwd", /passwords or keys/],
    ["security/usergroup/default/users.xml", /password of user ann is not read/],
  ] as const)("%s is told", ([file, what]) => {
    expect(remarksOf(directory).filter((text) => text.startsWith(`${file}: `))).toContainEqual(
      expect.stringMatching(what),
    );
  });
});

test("the tile cache's own settings", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
  const grid = (name: string, levels: string) =>
    `<gridSet><name>${name}</name><srs><number>2056</number></srs><extent><coords><double>0</double><double>0</double><double>10</double><double>10</double></coords></extent>${levels}</gridSet>`;
  writeFiles(folder, {
    "global.xml": "<global/>",
    "workspaces/default.xml": "",
    "gwc/geowebcache.xml": `<gwcConfiguration xmlns="http://geowebcache.org/schema/1.19.0"><blobStores><S3BlobStore default="true"><id>s3</id><enabled>true</enabled><bucket>b</bucket></S3BlobStore></blobStores><backendTimeout>120</backendTimeout><lockProvider>nio</lockProvider><layers><wmsLayer><name>x</name></wmsLayer></layers><gridSets>${grid("EPSG:2056", "<resolutions><double>5</double><double>2.5</double></resolutions>")}${grid("broken", "<levels>0</levels>")}</gridSets></gwcConfiguration>`,
    "gwc/geowebcache-diskquota.xml":
      "<gwcQuotaConfiguration><enabled>true</enabled><globalQuota><value>3</value><units>GiB</units></globalQuota></gwcQuotaConfiguration>",
  });
  const own = await openDataDirectory(folder);
  const read = async (path: string) => bodyText(await own.read({ method: "GET", path }));
  const gridSets = JSON.parse(await read("/gwc/rest/gridsets.json")) as readonly string[];
  expect(gridSets).toEqual([...builtInGridSets().keys(), "EPSG:2056"]);
  expect(await read("/gwc/rest/gridsets/EPSG%3A2056.xml")).toMatch(/<string>EPSG:2056:1<\/string>/);
  expect(await read("/gwc/rest/blobstores/s3.xml")).toMatch(/<S3BlobStore default="true">/);
  expect(await read("/gwc/rest/diskquota.xml")).toMatch(/<bytes>3221225472<\/bytes>/);
  const told = own.notes.map(({ message }) => message);
  expect(told).toContain("The grid set broken has no levels");
  expect(told).toContain("The file says lockProvider, for which there is no manifest");
  expect(told).toContain("The file says layers, for which there is no manifest");
  expect(told.join()).not.toMatch(/backendTimeout/);
  await own.close();
  rmSync(folder, { recursive: true });
});
