/** The catalog of the recordings, made over REST: names and flags of what was asked for there, with its faults. */
import { expect } from "vitest";
import type { Faults } from "./faults.ts";
import type { Trait } from "./scene.ts";

/** Sends a request to the catalog; a JSON body by its value, XML by its text. */
export type Tell = (method: string, path: string, body?: unknown) => Promise<void>;

/** Tells a catalog server as its administrator; what it refuses fails the test. */
export function tellCatalog(url: string, authorization: string): Tell {
  return async (method, path, body) => {
    const type = typeof body === "string" ? "application/xml" : "application/json";
    const answer = await fetch(`${url}${path.startsWith("/gwc/") ? "" : "/rest"}${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    expect(answer.status, `${method} ${path}: ${await answer.text()}`).toBeLessThan(300);
  };
}

/** Types of the store `city:pg`, by their tables. */
const TYPES: Readonly<Record<string, string>> = {
  roads: "roads",
  places: "places",
  gone: "gone",
  emptyt: "emptyt",
  nopk: "nopk",
  offtype: "places",
  offlayer: "places",
  secret: "places",
  unadv: "places",
  wrongsrs: "places",
  zerobox: "places",
  noimage: "places",
  noattr: "places",
  css: "places",
  broken: "places",
  nofunc: "places",
  badstyle: "places",
  nobox: "places",
  viewok: "viewok",
  viewbad: "viewbad",
};

const STYLES = ["roads", "noimage", "noattr", "broken", "nofunc", "badstyle", "badmark", "css"];

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  map: ["relief", "roads", "places"],
  mapgone: ["roads", "gone"],
  mapbroken: ["roads", "broken"],
  mapoff: ["roads", "offtype"],
  mapsecret: ["roads", "secret"],
  mapmissing: ["roads", "viewbad"],
  mapraster: ["roads", "reliefgone"],
};

/** Makes it, in the order in which it was made there. */
export async function makeRecordedCatalog(tell: Tell): Promise<void> {
  for (const prefix of ["city", "water", "ocean", "iso", "wbad", "casc"])
    await tell("POST", "/namespaces", {
      namespace: { prefix, uri: `http://example.org/${prefix}`, isolated: prefix === "iso" },
    });
  for (const [workspace, store] of [
    ["city", "pg"],
    ["city", "pgoff"],
    ["city", "pgdown"],
    ["iso", "pg"],
    ["water", "gauges"],
    ["wbad", "gauges"],
  ] as const)
    await tell("POST", `/workspaces/${workspace}/datastores`, {
      dataStore: {
        name: store,
        connectionParameters: { entry: [{ "@key": "dbtype", $: "postgis" }] },
      },
    });
  const type = (at: string, name: string, nativeName: string) =>
    tell("POST", `/workspaces/${at}/featuretypes`, {
      featureType: { name, nativeName, srs: "EPSG:4326" },
    });
  for (const [name, table] of Object.entries(TYPES)) await type("city/datastores/pg", name, table);
  await type("city/datastores/pgoff", "instoreoff", "places");
  await type("city/datastores/pgdown", "dbdown", "places");
  await type("iso/datastores/pg", "isoroads", "roads");
  for (const workspace of ["water", "wbad"])
    for (const name of ["Gauge", "Station"])
      await type(`${workspace}/datastores/gauges`, name, name);
  await tell("PUT", "/layers/water:Gauge", { layer: { defaultStyle: { name: "point" } } });
  await spoil(tell);
  await makeStyles(tell);
  await makeRasters(tell);
  for (const [name, members] of Object.entries(GROUPS))
    await tell("POST", "/workspaces/city/layergroups", {
      layerGroup: {
        name,
        mode: "SINGLE",
        publishables: {
          published: members.map((member) => ({ "@type": "layer", name: `city:${member}` })),
        },
      },
    });
  await tell("PUT", "/services/wms/settings", { wms: { title: "My GeoServer WMS" } });
  await tell("POST", "/security/acl/layers", { "city.secret.r": "ROLE_TRAFFIC" });
}

/** What is wrong over REST too. */
async function spoil(tell: Tell): Promise<void> {
  const change = (name: string, featureType: object) =>
    tell("PUT", `/workspaces/city/datastores/pg/featuretypes/${name}`, { featureType });
  const both = (maxx: number) => {
    const box = { minx: 0, maxx, miny: 0, maxy: maxx, crs: "EPSG:4326" };
    return { nativeBoundingBox: box, latLonBoundingBox: box };
  };
  await change("offtype", { enabled: false });
  await change("unadv", { advertised: false });
  await change("wrongsrs", {
    srs: "EPSG:25832",
    projectionPolicy: "FORCE_DECLARED",
    nativeBoundingBox: { minx: 0.01, maxx: 0.5, miny: 50, maxy: 50.1 },
  });
  await change("zerobox", both(0));
  await change("nobox", both(-1));
  await change("roads", {
    latLonBoundingBox: { minx: 0.01, maxx: 0.52, miny: 50, maxy: 50.1, crs: "EPSG:4326" },
  });
  await tell("PUT", "/workspaces/city/datastores/pgoff", { dataStore: { enabled: false } });
}

async function makeStyles(tell: Tell): Promise<void> {
  for (const name of STYLES) {
    await tell("POST", "/workspaces/city/styles", {
      style: { name, filename: `city-${name}.sld` },
    });
    if (!Object.hasOwn(TYPES, name)) continue;
    const defaultStyle = { name, workspace: "city" };
    await tell("PUT", `/layers/city:${name}`, { layer: { defaultStyle } });
  }
}

async function makeRasters(tell: Tell): Promise<void> {
  for (const [workspace, name, type] of [
    ["city", "relief", "GeoTIFF"],
    ["city", "reliefgone", "GeoTIFF"],
    ["ocean", "sst", "ImageMosaic"],
    ["ocean", "sstmiss", "ImageMosaic"],
    ["ocean", "sstempty", "ImageMosaic"],
  ] as const) {
    const at = `/workspaces/${workspace}/coveragestores`;
    await tell("POST", at, {
      coverageStore: {
        name,
        type,
        enabled: true,
        workspace: { name: workspace },
        url: `file:data/${name}`,
      },
    });
    await tell("POST", `${at}/${name}/coverages`, { coverage: { name, nativeName: name } });
    await tell("PUT", `${at}/${name}/coverages/${name}`, { coverage: { title: "raster" } });
  }
  const at = "/workspaces/casc/wmsstores";
  await tell("POST", at, {
    wmsStore: { name: "far", type: "WMS", capabilitiesURL: "http://127.0.0.1:18120/wms" },
  });
  await tell("POST", `${at}/far/wmslayers`, { wmsLayer: { name: "far", nativeName: "far" } });
}

/** What REST does not show of it. */
export const recordedFaults = {
  "city:gone": "table-dropped",
  "city:viewbad": "sql-broken",
  "dataStore city:pgdown": { fault: "database-down", names: "127.0.0.1:18159" },
  "city:emptyt": "empty-table",
  "city:noimage": "image-missing",
  "city:noattr": "filter-missing-attribute",
  "Style/city:broken": "style-cut-off",
  "Style/city:nofunc": "style-unknown-function",
  "Style/city:badstyle": "style-no-sld",
  "Style/city:badmark": "style-unknown-mark",
  "Style/line": "style-of-other-geometry",
  "Style/raster": "style-of-other-geometry",
  "city:wrongsrs": "wrong-srs",
  "wbad:Gauge": "mapping-column-missing",
  "wbad:Station": "mapping-column-missing",
  "city:reliefgone": "raster-gone",
  "ocean:sstmiss": { fault: "granule-gone", names: "2026-01-04" },
  "ocean:sstempty": "mosaic-empty",
} as const satisfies Faults;

/** Where its features are. */
export const recordedTraits: Readonly<Record<string, Trait>> = {
  "water:Gauge": { at: [1, 50] },
  "water:Station": { at: [1, 50] },
  "city:roads": { at: [0.26, 50.05], shape: "LineString" },
};
