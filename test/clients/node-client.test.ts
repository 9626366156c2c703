/**
 * The client `geoserver-node-client` from npm, made for stock servers: every method that it has, in
 * both dialects, and what comes of it. A method without a row fails, and so does a row without one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { GeoServerRestClient } from "geoserver-node-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { secret } from "../../src/model/secret.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import type { OpenServer } from "../../src/server/options.ts";
import { sld, zipOf } from "../support/estates/artefacts.ts";
import { CHEAP_COSTS, KEYSTORE, PASSWORD, USER } from "../support/servers/catalog.ts";
import { writeFiles } from "../support/run/folders.ts";
import { geoTiff } from "../support/mosaics/geotiff.ts";

/** What a call comes to. Of objects what is given is compared; `BASE` is the address of the REST root. */
type Outcome =
  | { readonly gives: unknown }
  /** The error's message and the server's words in one. */
  | { readonly fails: RegExp };

/** A method, its arguments, and what it comes to: everywhere, or in each dialect. */
type Call = readonly [
  method: string,
  args: readonly unknown[],
  outcome: Outcome | Readonly<Record<DialectName, Outcome>>,
];

/** What the server does not have, with the reason. Such calls are refused, or find nothing. */
const unserved: Readonly<Record<string, string>> = {
  "datastores.createGeotiffFromFile": "of rasters mosaics alone can be uploaded; a GeoTIFF is named by the url of a store",
  "datastores.createGeotiffFromStream": "of rasters mosaics alone can be uploaded; a GeoTIFF is named by the url of a store",
};

const done: Outcome = { gives: undefined };
const nothing: Outcome = { gives: undefined };
const named = (name: string, path: string) => ({ name, href: `BASE/${path}.json` });
const entry = (key: string, value: string) => ({ "@key": key, $: value });
/** An empty list, as each dialect writes it. */
const empty = (list: string, item: string) => ({
  documented: { gives: { [list]: { [item]: [] } } },
  geoserver: { gives: { [list]: "" } },
});

const tile = (west: number, south: number) =>
  geoTiff({ width: 10, height: 10, epsg: 4326, bounds: { minx: west, miny: south, maxx: west + 10, maxy: south + 10 } });
const mosaic = await zipOf({
  "indexer.properties": "Schema=*the_geom:Polygon,location:String,time:java.util.Date\nTimeAttribute=time\nPropertyCollectors=TimestampFileNameExtractorSPI[timeregex](time)",
  "timeregex.properties": "regex=(?<=_)[0-9]{8}",
  "rain_20240101.tif": tile(0, 40),
  "rain_20240102.tif": tile(10, 40),
});

const workspaces: readonly Call[] = [
  ["about.getVersion", [], {
    documented: { gives: { about: { resource: [{ "@name": "GeoServer" }, { "@name": "Plumbline" }] } } },
    geoserver: { gives: { about: { resource: [{ "@name": "GeoServer" }, { "@name": "GeoTools" }, { "@name": "GeoWebCache" }, { "@name": "Plumbline" }] } } },
  }],
  ["about.exists", [], { gives: true }],
  ["workspaces.create", ["w"], { gives: "w" }],
  ["workspaces.create", ["w"], { fails: /already exists/ }],
  ["workspaces.create", ["x"], { gives: "x" }],
  ["workspaces.get", ["w"], { gives: { workspace: { name: "w", isolated: false, dataStores: "BASE/workspaces/w/datastores.json" } } }],
  ["workspaces.get", ["missing"], nothing],
  ["workspaces.getAll", [], { gives: { workspaces: { workspace: [named("w", "workspaces/w"), named("x", "workspaces/x")] } } }],
  ["workspaces.delete", ["x", false], done],
  ["workspaces.get", ["x"], nothing],
  ["workspaces.delete", ["x", false], { fails: /Workspace doesn't exist/ }],
  ["namespaces.create", ["n", "http://n"], { gives: "n" }],
  ["namespaces.get", ["n"], { gives: { namespace: { prefix: "n", uri: "http://n", isolated: false } } }],
  ["namespaces.get", ["missing"], nothing],
  ["namespaces.getAll", [], { gives: { namespaces: { namespace: [named("n", "namespaces/n"), named("w", "namespaces/w")] } } }],
  ["namespaces.delete", ["default"], { fails: /Can't delete default namespace/ }],
  ["namespaces.delete", ["n"], done],
  ["namespaces.delete", ["n"], { fails: /Namespace doesn't exist/ }],
];

const stores: readonly Call[] = [
  ["datastores.getDataStores", ["w"], empty("dataStores", "dataStore")],
  ["datastores.createPostgisStore", ["w", "http://w", "pg", "db", "5432", "reader", "hunter2", "public", "gis", true], done],
  ["datastores.getDataStore", ["w", "pg"], { gives: { dataStore: {
    name: "pg", type: "PostGIS", enabled: true, workspace: named("w", "workspaces/w"), disableOnConnFailure: false,
    connectionParameters: { entry: [entry("dbtype", "postgis"), entry("schema", "public"), entry("database", "gis"), entry("host", "db"), entry("port", "5432"), { "@key": "passwd", $: expect.stringMatching(/^crypt1:/) as string }, entry("namespace", "http://w"), entry("user", "reader"), entry("Expose primary keys", "true")] },
  } } }],
  ["datastores.createWfsStore", ["w", "wfs", "http://other/wfs?x", "http://w"], done],
  ["datastores.getDataStore", ["w", "wfs"], { gives: { dataStore: { type: "Web Feature Server (NG)", connectionParameters: { entry: [entry("WFSDataStoreFactory:GET_CAPABILITIES_URL", "http://other/wfs?x"), entry("namespace", "http://w"), entry("WFSDataStoreFactory:USE_HTTP_CONNECTION_POOLING", "true")] } } } }],
  ["datastores.createGpkgStore", ["w", "gpkg", "data/x.gpkg"], done],
  ["datastores.getStore", ["w", "gpkg", "datastores"], { gives: { dataStore: { type: "GeoPackage", connectionParameters: { entry: [entry("database", "file:data/x.gpkg"), entry("dbtype", "geopkg"), entry("namespace", "http://w")] } } } }],
  ["datastores.getDataStore", ["w", "missing"], nothing],
  ["datastores.getStores", ["w", "datastores"], { gives: { dataStores: { dataStore: ["gpkg", "pg", "wfs"].map((name) => named(name, `workspaces/w/datastores/${name}`)) } } }],
  ["datastores.getStores", ["missing", "datastores"], { fails: /No such workspace : missing/ }],
  ["datastores.deleteDataStore", ["w", "gpkg", false], done],
  ["datastores.getDataStore", ["w", "gpkg"], nothing],
  ["datastores.getWmsStores", ["w"], empty("wmsStores", "wmsStore")],
  ["datastores.getWmtsStores", ["w"], empty("wmtsStores", "wmtsStore")],
  ["datastores.getWmsStore", ["w", "other"], nothing],
  ["datastores.getWmtsStore", ["w", "other"], nothing],
  ["datastores.createWmsStore", ["w", "other", "http://other/wms"], done],
  ["datastores.createWmtsStore", ["w", "other", "http://other/wmts"], { fails: /Store 'other' already exists in workspace 'w'/ }],
  ["datastores.createWmtsStore", ["w", "tiles", "http://other/wmts"], done],
  ["datastores.getWmsStore", ["w", "other"], { gives: { wmsStore: { name: "other", capabilitiesURL: "http://other/wms" } } }],
  ["datastores.getWmtsStore", ["w", "tiles"], { gives: { wmtsStore: { name: "tiles", capabilitiesURL: "http://other/wmts" } } }],
];

const mosaics = (folder: string): readonly Call[] => {
  const [third, fourth] = [join(folder, "g/rain_20240103.tif"), join(folder, "h/rain_20240104.tif")];
  const granules = (...locations: readonly string[]): Outcome => ({ gives: { type: "FeatureCollection", features: locations.map((location) => ({ properties: { location } })) } });
  return [
    ["datastores.createImageMosaicStore", ["w", "rain", join(folder, "rain.zip")], { gives: expect.stringMatching(/^<coverageStore>\s*<name>rain<\/name>\s*<type>ImageMosaic<\/type>/) }],
    ["datastores.getCoverageStores", ["w"], { gives: { coverageStores: { coverageStore: [named("rain", "workspaces/w/coveragestores/rain")] } } }],
    ["datastores.getCoverageStore", ["w", "rain"], { gives: { coverageStore: { name: "rain", type: "ImageMosaic", enabled: true, url: "file:data/w/rain" } } }],
    ["datastores.getCoverageStore", ["w", "missing"], nothing],
    ["datastores.createGeotiffFromFile", ["w", "dem", "dem", "Heights", join(folder, "dem.tif")], { fails: /Unsupported format: geotiff/ }],
    ["datastores.createGeotiffFromStream", ["w", "dem", "dem", "Heights", Readable.from([tile(0, 0)]), tile(0, 0).length], { fails: /Unsupported format: geotiff/ }],
    ["datastores.getCoverageStore", ["w", "dem"], nothing],
    ["imagemosaics.getGranules", ["w", "rain", "rain"], granules("rain_20240101.tif", "rain_20240102.tif")],
    // The client takes the answer for JSON; a stock server's has no body.
    ["imagemosaics.harvestGranules", ["w", "rain", join(folder, "g")], { documented: { gives: { state: "done", files: { found: 1, harvested: 1, skipped: 0 } } }, geoserver: { fails: /JSON/ } }],
    ["imagemosaics.addGranuleByServerFile", ["w", "rain", fourth], done],
    ["imagemosaics.addGranuleByServerFile", ["w", "rain", "/etc/hostname"], { fails: /outside|folder/ }],
    ["imagemosaics.getGranules", ["w", "rain", "rain"], granules("rain_20240101.tif", "rain_20240102.tif", third, fourth)],
    ["imagemosaics.deleteSingleGranule", ["w", "rain", "rain", "rain_20240101.tif"], { gives: true }],
    ["imagemosaics.deleteSingleGranule", ["w", "rain", "rain", fourth], { gives: true }],
    ["imagemosaics.getGranules", ["w", "rain", "rain"], granules("rain_20240102.tif", third)],
    ["layers.enableTimeCoverage", ["w", "rain", "rain", "DISCRETE_INTERVAL", 3_600_000, "MAXIMUM", true, false, "PT1H"], done],
    ["layers.renameCoverageBands", ["w", "rain", "rain", ["height"]], done],
    ["layers.getCoverage", ["w", "rain", "rain"], { gives: { coverage: {
      name: "rain", nativeName: "rain", title: "rain", srs: "EPSG:4326", enabled: true, nativeFormat: "ImageMosaic", dimensions: { coverageDimension: { name: "height" } },
      metadata: { entry: { "@key": "time", dimensionInfo: { enabled: true, presentation: "DISCRETE_INTERVAL", resolution: 3_600_000, units: "ISO8601", defaultValue: { strategy: "MAXIMUM" }, nearestMatchEnabled: true, rawNearestMatchEnabled: false, acceptableInterval: "PT1H" } } },
    } } }],
    ["layers.getCoverage", ["w", "rain", "missing"], nothing],
    ["layers.publishDbRaster", ["w", "rain", "rain", "wet", "Wet", "EPSG:4326", true, "How wet"], done],
    ["layers.getCoverage", ["w", "rain", "wet"], { gives: { coverage: { name: "wet", nativeName: "rain", title: "Wet", abstract: "How wet", nativeBoundingBox: { minx: 0, maxx: 20, miny: 40, maxy: 60 } } } }],
  ];
};

const drawn = (fields: object): Outcome => ({ gives: { layer: { name: "roads", type: "VECTOR", enabled: true, queryable: true, opaque: false, ...fields } } });
const generic = { defaultStyle: named("generic", "styles/generic") };

const layers: readonly Call[] = [
  ["layers.publishFeatureType", ["w", "pg", "roads", "roads", "Roads", "EPSG:25832", true, "All of them", { minx: 1, maxx: 2, miny: 3, maxy: 4 }], done],
  ["layers.getFeatureType", ["w", "pg", "roads"], { gives: { featureType: { name: "roads", nativeName: "roads", namespace: named("w", "namespaces/w"), title: "Roads", abstract: "All of them", srs: "EPSG:25832", enabled: true, advertised: true, nativeBoundingBox: { minx: 1, maxx: 2, miny: 3, maxy: 4, crs: { "@class": "projected", $: "EPSG:25832" } } } } }],
  ["layers.getFeatureType", ["w", "pg", "missing"], nothing],
  ["layers.publishFeatureTypeDefaultDataStore", ["w", "paths", "paths", "Paths", "EPSG:4326", true], done],
  ["layers.getFeatureType", ["w", "pg", "paths"], { gives: { featureType: { name: "paths", title: "Paths", store: { name: "w:pg" } } } }],
  ["layers.enableTimeFeatureType", ["w", "pg", "roads", "built", "LIST", undefined, "MAXIMUM", true, false, "PT1H"], done],
  ["layers.getFeatureType", ["w", "pg", "roads"], { gives: { featureType: { title: "Roads", metadata: { entry: { "@key": "time", dimensionInfo: { attribute: "built", presentation: "LIST", units: "ISO8601", defaultValue: { strategy: "MAXIMUM" }, nearestMatchEnabled: true, rawNearestMatchEnabled: false, acceptableInterval: "PT1H" } } } } } }],
  ["layers.get", ["w", "roads"], drawn({ ...generic, resource: { "@class": "featureType", name: "w:roads" }, attribution: { logoWidth: 0, logoHeight: 0 } })],
  ["layers.get", [undefined, "w:roads"], drawn(generic)],
  ["layers.get", ["w", "missing"], nothing],
  ["layers.modifyAttribution", ["w", "roads", "The office", "http://office"], done],
  ["layers.get", ["w", "roads"], drawn({ ...generic, attribution: { title: "The office", href: "http://office", logoWidth: 0, logoHeight: 0 } })],
  ["layers.getAll", [], { gives: { layers: { layer: ["paths", "rain", "roads", "wet"].map((name) => named(`w:${name}`, `layers/w%3A${name}`)) } } }],
  ["layers.getLayers", ["w"], { gives: { layers: { layer: ["paths", "rain", "roads", "wet"].map((name) => named(name, `workspaces/w/layers/${name}`)) } } }],
  ["layers.getWmsLayer", ["w", "other", "a"], nothing],
  ["layers.publishWmsLayer", ["w", "other", "a", "a"], done],
  ["layers.getWmsLayer", ["w", "other", "a"], { gives: { wmsLayer: { name: "a", nativeName: "a", store: { name: "w:other" } } } }],
  ["layers.getWmtsLayer", ["w", "other", "a"], nothing],
];

const global = ["generic", "line", "point", "polygon", "raster"].map((name) => named(name, `styles/${name}`));
const green = named("green", "workspaces/w/styles/green");

const styles: readonly Call[] = [
  ["styles.publish", ["w", "green", sld()], done],
  ["styles.getDefaults", [], { gives: { styles: { style: global } } }],
  ["styles.getInWorkspace", ["w"], { gives: { styles: { style: [green] } } }],
  ["styles.getAllWorkspaceStyles", [], { gives: [green] }],
  ["styles.getAll", [], { gives: [...global, green] }],
  ["styles.getStyleInformation", ["w", "green"], { gives: { style: { name: "green", workspace: { name: "w" }, format: "sld", filename: "green.sld" } } }],
  ["styles.getStyleInformation", [undefined, "line"], { gives: { style: { name: "line", filename: "default_line.sld" } } }],
  ["styles.getStyleInformation", ["w", "missing"], nothing],
  ["styles.assignStyleToLayer", ["w", "roads", "w", "green"], done],
  ["styles.assignStyleToLayer", ["w", "roads", undefined, "line", false], done],
  ["layers.get", ["w", "roads"], drawn({ defaultStyle: { ...green, name: "w:green", workspace: "w" }, styles: { style: [{ name: "w:green" }, { name: "line" }] } })],
  ["styles.delete", ["w", "green"], { fails: /Deletion failed.*referenced by existing layers/s }],
  ["styles.delete", ["w", "green", true, true], done],
  ["styles.getInWorkspace", ["w"], empty("styles", "style")],
  ["layers.get", ["w", "roads"], { documented: { gives: { layer: { name: "roads", ...generic } } }, geoserver: { gives: { layer: { name: "roads", defaultStyle: named("line", "styles/line") } } } }],
];

const published = (...names: readonly string[]) => names.map((name) => ({ "@type": "layer", ...named(`w:${name}`, `workspaces/w/layers/${name}`) }));
const made = (name: string) => ({ documented: { gives: `BASE/workspaces/w/layergroups/${name}` }, geoserver: { gives: `BASE/layergroups/${name}` } });

const groups: readonly Call[] = [
  ["layergroups.create", ["w", "g", ["roads", "paths"], { bounds: { minx: 1, maxx: 2, miny: 3, maxy: 4, crs: "EPSG:4326" } }], made("g")],
  ["layergroups.get", ["w", "g"], { gives: { layerGroup: { name: "g", mode: "SINGLE", abstractTxt: "", workspace: { name: "w" }, publishables: { published: published("roads", "paths") }, styles: { style: ["", ""] }, bounds: { minx: 1, maxx: 2, miny: 3, maxy: 4, crs: "EPSG:4326" } } } }],
  ["layergroups.create", ["w", "named", ["roads"], { mode: "NAMED", title: "Named" }], made("named")],
  ["layergroups.get", ["w", "named"], { gives: { layerGroup: { name: "named", mode: "NAMED", title: "Named", publishables: { published: published("roads")[0] } } } }],
  // The client makes nothing of a refusal.
  ["layergroups.create", ["w", "wrong", ["missing"]], nothing],
  ["layergroups.get", ["w", "wrong"], nothing],
  ["layergroups.update", ["w", "g", { layerGroup: { title: "New" } }], done],
  ["layergroups.get", ["w", "g"], { gives: { layerGroup: { title: "New", mode: "SINGLE", publishables: { published: published("roads", "paths") } } } }],
  ["layers.deleteFeatureType", ["w", "pg", "paths", false], { fails: /feature type referenced by layer/ }],
];

const person = { contactPerson: "A Person", contactOrganization: "An Office", contactEmail: "a@b.example", contactVoice: "123", address: "A Street", addressCity: "A City", addressCountry: "A Country", addressPostalCode: "456", addressState: "A State" };

const server: readonly Call[] = [
  ["settings.getSettings", [], { gives: { global: { settings: { numDecimals: 8, charset: "UTF-8" } } } }],
  ["settings.updateSettings", [{ global: { settings: { numDecimals: 4 } } }], done],
  ["settings.updateProxyBaseUrl", ["http://proxy/geoserver"], done],
  // In the one dialect a change of one of them is a change of all.
  ["settings.getSettings", [], { documented: { gives: { global: { settings: { numDecimals: 4, proxyBaseUrl: "http://proxy/geoserver", charset: "UTF-8" } } } }, geoserver: { gives: { global: { settings: { numDecimals: 4, proxyBaseUrl: "http://proxy/geoserver" } } } } }],
  ["settings.getContactInformation", [], { gives: { contact: {} } }],
  ["settings.updateContactInformation", ["A Street", "A City", "A Country", "456", "A State", "a@b.example", "An Office", "A Person", "123"], done],
  ["settings.getContactInformation", [], { gives: { contact: person } }],
  ["security.getAllUsers", [], { gives: { users: [{ userName: USER, enabled: true }] } }],
  ["security.createUser", ["somebody", "a first password"], done],
  ["security.createUser", ["somebody", "a first password"], { fails: /The user somebody already exists/ }],
  ["security.updateUser", ["somebody", "a second password", false], done],
  ["security.associateUserRole", ["somebody", "ADMIN"], done],
  ["security.associateUserRole", ["somebody", "NO_SUCH_ROLE"], { fails: /Role Rest Request failed/ }],
  ["security.getAllUsers", [], { gives: { users: [{ userName: USER, enabled: true }, { userName: "somebody", enabled: false }] } }],
  ["resetReload.reset", [], done],
  ["resetReload.reload", [], done],
];

const removals: readonly Call[] = [
  ["datastores.deleteDataStore", ["w", "wfs", true], done],
  ["layers.publishFeatureType", ["w", "pg", "brooks", "brooks", "Brooks", "EPSG:4326", true], done],
  ["layers.deleteFeatureType", ["w", "pg", "brooks", true], done],
  ["layers.getFeatureType", ["w", "pg", "brooks"], nothing],
  ["datastores.deleteDataStore", ["w", "pg", false], { fails: /Unable to delete non-empty store/ }],
  ["datastores.deleteDataStore", ["w", "pg", true], done],
  ["datastores.deleteCoverageStore", ["w", "rain", false], { fails: /coveragestore not empty/ }],
  ["datastores.deleteCoverageStore", ["w", "rain", true], done],
  // The client deletes no layer of another server: it goes with its workspace.
  ["layers.getAll", [], { gives: { layers: { layer: [named("w:a", "layers/w%3Aa")] } } }],
  ["workspaces.delete", ["w", true], done],
  ["layers.getAll", [], empty("layers", "layer")],
  ["workspaces.getAll", [], empty("workspaces", "workspace")],
];

const calls = (folder: string): readonly Call[] => [...workspaces, ...stores, ...mosaics(folder), ...layers, ...styles, ...groups, ...server, ...removals];

/** Every method of every family, as `family.method`. */
function methodsOf(client: GeoServerRestClient): readonly string[] {
  const families = Object.entries(client).filter((pair): pair is [string, object] => typeof pair[1] === "object");
  return families.flatMap(([name, family]) => {
    const own = Object.getOwnPropertyNames(Object.getPrototypeOf(family));
    return own.filter((method) => method !== "constructor").map((method) => `${name}.${method}`);
  });
}

/** Calls a method; errors are outcomes too. */
async function outcomeOf(client: GeoServerRestClient, method: string, args: readonly unknown[]) {
  const [family = "", name = ""] = method.split(".");
  const target = client[family] as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
  try {
    return { gives: await target[name]?.(...args) };
  } catch (error) {
    const { message, geoServerOutput = "" } = error as Error & { geoServerOutput?: string };
    return { fails: `${message} | ${geoServerOutput}` };
  }
}

describe.each(dialects)("geoserver-node-client (%s)", (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-node-client-"));
  let catalog: OpenServer;
  let base = "";
  beforeAll(async () => {
    writeFiles(folder, { "g/rain_20240103.tif": tile(0, 50), "h/rain_20240104.tif": tile(10, 50), "rain.zip": mosaic, "dem.tif": tile(0, 0) });
    const administrator = { user: USER, password: secret(PASSWORD) };
    catalog = await openCatalogServer({ folder: join(folder, "data"), dialect, administrator, keystore: KEYSTORE, costs: CHEAP_COSTS, version: "0.0.0-test", granuleRoots: [folder] });
    base = `${await catalog.app.listen({ host: "127.0.0.1", port: 0 })}/rest`;
  });
  afterAll(async () => {
    await catalog.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.for(calls(folder))("%s", async ([method, args, both]) => {
    const client = new GeoServerRestClient(base, USER, PASSWORD);
    const found = await outcomeOf(client, method, args);
    const outcome = "documented" in both ? both[dialect] : both;
    if ("fails" in outcome) expect(found).toEqual({ fails: expect.stringMatching(outcome.fails) as string });
    else if (outcome.gives === undefined) expect(found).toEqual({ gives: undefined });
    else expect(JSON.parse(JSON.stringify(found).replaceAll(base, "BASE"))).toMatchObject(outcome);
  });
});

describe("the methods of geoserver-node-client", () => {
  const client = new GeoServerRestClient("http://127.0.0.1:1/rest", USER, PASSWORD);
  const rows = calls("/tmp");

  test("all have a row, and no row is about another one", () => {
    const methods = methodsOf(client);
    expect(methods.length).toBeGreaterThan(70);
    expect([...new Set(rows.map(([method]) => method))].toSorted()).toEqual(methods.toSorted());
  });

  test("those that the server does not have come to nothing, and the others to something", () => {
    const served = (outcome: Outcome) => "gives" in outcome && outcome.gives !== undefined;
    for (const method of Object.keys(unserved)) {
      const outcomes = rows.filter(([name]) => name === method).map(([, , outcome]) => outcome);
      expect(outcomes.length, method).toBeGreaterThan(0);
      for (const outcome of outcomes) expect("documented" in outcome || served(outcome), method).toBe(false);
    }
    const failing = new Set(rows.map(([method]) => method).filter((method) => rows.every(([name, , outcome]) => name !== method || "fails" in outcome)));
    expect([...failing].filter((method) => unserved[method] === undefined)).toEqual([]);
  });
});
