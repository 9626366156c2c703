/**
 * Documents that the server sends hold to the schemas of the description, which come of the tables of their
 * nouns; and what the description says of bodies is there.
 */
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { urlCheckFields } from "../../src/model/url-check.ts";
import { describedPaths } from "../../src/server/openapi/describe.ts";
import { schemaOfDocument } from "../../src/server/openapi/schemas.ts";
import { describeServer } from "../../src/server/plugins/openapi.ts";
import { geoTiff } from "../support/mosaics/geotiff.ts";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";

type Schema = Readonly<Record<string, unknown>>;

const typesOf = (found: unknown): readonly string[] => {
  if (found === null) return ["null"];
  if (Array.isArray(found)) return ["array"];
  return Number.isInteger(found) ? ["integer", "number"] : [typeof found];
};

/** Why a value is not what a schema says, by the words that our schemas use. */
function faultsOf(schema: Schema, found: unknown, at: string): readonly string[] {
  const { type, properties = {}, items, anyOf, enum: values, minLength, minimum, maximum, required = [] } = schema;
  const wanted = typeof type === "string" ? [type] : (type as readonly string[] | undefined);
  if (wanted !== undefined && !typesOf(found).some((one) => wanted.includes(one)))
    return [`${at} is ${typesOf(found)[0]}, not ${wanted.join(" or ")}`];
  if (Array.isArray(values) && !values.includes(found)) return [`${at} is ${String(found)}`];
  if (Number(found) < Number(minimum ?? found) || Number(found) > Number(maximum ?? found)) return [`${at} is ${String(found)}`];
  if (minLength === 1 && found === "") return [`${at} is empty`];
  const held = (found ?? {}) as Schema;
  const missing = (required as string[]).filter((name) => held[name] === undefined);
  const inside = Object.entries(properties as Record<string, Schema>)
    .filter(([name]) => held[name] !== undefined)
    .flatMap(([name, own]) => faultsOf(own, held[name], `${at}.${name}`));
  const listed = Array.isArray(found) && items !== undefined ? found.flatMap((one, index) => faultsOf(items as Schema, one, `${at}[${index}]`)) : [];
  const options = (anyOf ?? []) as Schema[];
  const isOne = anyOf === undefined || options.some((one) => faultsOf(one, found, at).length === 0);
  return [...missing.map((name) => `${at} has no ${name}`), ...inside, ...listed, ...(isOne ? [] : [`${at} is none`])];
}

const sent = [
  ["workspace", "/workspaces/w"],
  ["namespace", "/namespaces/w"],
  ["dataStore", "/workspaces/w/datastores/st"],
  ["featureType", "/workspaces/w/featuretypes/A"],
  ["coverageStore", "/workspaces/w/coveragestores/m"],
  ["coverage", "/workspaces/w/coverages/m"],
  ["layer", "/layers/w:A"],
  ["layerGroup", "/layergroups/g"],
  ["wmsStore", "/workspaces/w/wmsstores/far"],
  ["regexUrlCheck", "/urlchecks/check"],
  ["logging", "/logging"],
  ["wms", "/services/wms/settings"],
  ["wfs", "/services/wfs/settings"],
  ["wcs", "/services/wcs/settings"],
  ["wmts", "/services/wmts/workspaces/w/settings"],
  ["global", "/settings"],
  ["contact", "/settings/contact"],
  ["settings", "/workspaces/w/settings"],
  ["style", "/styles/river"],
  ["GeoServerLayer", "/gwc/rest/layers/w:A"],
  ["gridSet", "/gwc/rest/gridsets/own"],
  ["gridSet", "/gwc/rest/gridsets/EPSG:4326"],
  ["FileBlobStore", "/gwc/rest/blobstores/tiles"],
  ["S3BlobStore", "/gwc/rest/blobstores/far"],
  ["workspaces", "/workspaces"],
  ["namespaces", "/namespaces"],
  ["dataStores", "/workspaces/w/datastores"],
  ["coverageStores", "/workspaces/w/coveragestores"],
  ["featureTypes", "/workspaces/w/featuretypes"],
  ["list", "/workspaces/w/datastores/st/featuretypes?list=available"],
  ["coverages", "/workspaces/w/coverages"],
  ["layers", "/layers"],
  ["layers", "/workspaces/empty/layers"],
  ["layerGroups", "/layergroups"],
  ["styles", "/styles"],
  ["styles", "/workspaces/w/styles"],
  ["styles", "/layers/w:A/styles"],
  ["wmsStores", "/workspaces/w/wmsstores"],
  ["wmtsStores", "/workspaces/w/wmtsstores"],
  ["urlChecks", "/urlchecks"],
] as const;

/** Documents that JSON shows in one of the dialects alone. */
const sentIn = { documented: [["gwcQuotaConfiguration", "/gwc/rest/diskquota"]], geoserver: [] } as const;

/** Lists of the tile cache, which JSON has without a root. */
const flat = [
  ["gridSets", "/gwc/rest/gridsets"],
  ["blobStores", "/gwc/rest/blobstores"],
] as const;

const urlOf = (path: string) => (path.startsWith("/gwc/") ? path : `/rest${path}`);

describe.for(dialects)("bodies, %s dialect", (dialect) => {
  test("documents hold to their schemas", async () => {
    const { app } = await startCatalog({ dialect });
    const send = async (method: "POST" | "PUT", path: string, payload: object | string | Buffer, type = "application/json") => {
      const headers = { authorization: AUTHORIZATION, "content-type": type };
      const answer = await app.inject({ method, url: urlOf(path), headers, payload });
      expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300);
    };
    await send("POST", "/workspaces", { workspace: { name: "w" } });
    await send("PUT", "/workspaces/w/datastores/st/file.appschema?configure=all", mapping(["t:A"]), "text/xml");
    const raster = geoTiff({ width: 1, height: 1, epsg: 4326, bounds: { minx: 0, miny: 0, maxx: 1, maxy: 1 } });
    await send("PUT", "/workspaces/w/coveragestores/m/file.imagemosaic", await zipOf({ "a.tif": raster }), "application/zip");
    await send("POST", "/layergroups", { layerGroup: { name: "g", publishables: { published: { "@type": "layer", name: "w:A" } }, styles: { style: "" } } });
    const far = { name: "far", workspace: { name: "w" }, enabled: true, capabilitiesURL: "http://maps.example.org/wms", type: "WMS" };
    await send("POST", "/workspaces/w/wmsstores", { wmsStore: far });
    await send("POST", "/urlchecks", { regexUrlCheck: { name: "check", description: "d", regex: "http://a/.*" } });
    await send("PUT", "/services/wms/settings", { wms: { title: "t", keywords: { string: ["k"] }, watermark: { enabled: true, transparency: 3 } } });
    await send("PUT", "/services/wmts/workspaces/w/settings", { wmts: { enabled: true, name: "WMTS", workspace: { name: "w" } } });
    await send("POST", "/workspaces", { workspace: { name: "empty" } });
    await send("POST", "/styles?name=river", sld(), "application/vnd.ogc.sld+xml");
    const legend = { width: 20, height: 16, format: "image/png", onlineResource: "river.png" };
    await send("PUT", "/styles/river", { style: { legend, metadata: { entry: { "@key": "a", $: "b" } } } });
    await send("PUT", "/settings/contact", { contact: { contactPerson: "me", internationalAddress: { de: "hier" } } });
    await send("PUT", "/workspaces/w/settings", { settings: { workspace: { name: "w" }, title: "t", numDecimals: 3 } });
    await send("PUT", "/gwc/rest/gridsets/own", "<gridSet><name>own</name><srs><number>3857</number></srs><extent><coords><double>0</double><double>0</double><double>9</double><double>9</double></coords></extent></gridSet>", "text/xml");
    await send("PUT", "/gwc/rest/blobstores/tiles", "<FileBlobStore default='false'><id>tiles</id><enabled>true</enabled><baseDirectory>/tiles</baseDirectory><fileSystemBlockSize>4096</fileSystemBlockSize></FileBlobStore>", "text/xml");
    await send("PUT", "/gwc/rest/blobstores/far", "<S3BlobStore default='false'><id>far</id><enabled>false</enabled><bucket>b</bucket><maxConnections>7</maxConnections><useHTTPS>true</useHTTPS></S3BlobStore>", "text/xml");
    const { components } = describeServer({ version: "0", dialect }) as unknown as { components: { schemas: Record<string, Schema> } };
    for (const [root, path] of [...sent, ...sentIn[dialect]]) {
      const schema = components.schemas[root];
      expect(schema, root).toBeDefined();
      const [bare = "", query = ""] = path.split(/(?=\?)/);
      const answer = await app.inject({ url: `${urlOf(bare)}.json${query}`, headers: { authorization: AUTHORIZATION } });
      expect(answer.statusCode, path).toBe(200);
      const document = answer.json<Record<string, unknown>>();
      expect(Object.keys(document)).toEqual([root]);
      expect(faultsOf(schema ?? {}, document[root], root)).toEqual([]);
    }
    for (const [root, path] of flat) {
      const answer = await app.inject({ url: `${path}.json`, headers: { authorization: AUTHORIZATION } });
      expect(components.schemas[root], root).toBeDefined();
      expect(faultsOf(components.schemas[root] ?? {}, answer.json(), root)).toEqual([]);
    }
  });
});

test("a field that a table gains is described by itself", () => {
  const fields = { ...urlCheckFields, lane: { type: "text", values: ["left", "right"], usual: "left", means: "Where." } } as const;
  const { properties } = schemaOfDocument({ root: "regexUrlCheck", fields, elements: new Set() }) as { properties: Schema };
  expect(properties["lane"]).toEqual({ type: "string", enum: ["left", "right"], default: "left", description: "Where." });
  expect(properties["enabled"]).toMatchObject({ type: "boolean", default: false });
});

test("so is a setting, in the object that it lies in", () => {
  const settings = {
    "frame.width": { type: "number", path: "frame/width", least: 1, most: 9, usual: 2, means: "In pixels." },
  } as const;
  expect(schemaOfDocument({ root: "wms", settings })).toMatchObject({
    xml: { name: "wms" },
    properties: {
      frame: { properties: { width: { type: "integer", minimum: 1, maximum: 9, default: 2, description: "In pixels." } } },
    },
  });
});

test("of documents of the catalog, settings, grid sets and blob stores it is said what they hold", () => {
  const said = new Set<string>();
  for (const [pattern, { methods }] of describedPaths)
    for (const [method, { takes = [], gives = [], documents }] of Object.entries(methods)) {
      const isDocument = [...takes, ...gives].some((type) => /\/(?:json|xml)$/.test(type));
      if (isDocument && documents === undefined) said.add(`${method} ${pattern.replace(/^\/geoserver/, "")}`);
    }
  const silent = /^\w+ \/(?:about|fonts|openapi|plumbline|resource|security|gwc\/rest\/(?:diskquota|layers|masstruncate)|(?:.*\/)?templates$|.*\/index(?:\/granules|$)|.*\/:upload$)/;
  expect([...said].filter((one) => !silent.test(one))).toEqual([]);
});

test("the checker of this file finds what is wrong", () => {
  const schema = { type: "object", required: ["a"], properties: { b: { type: "boolean" }, c: { enum: ["x"] } } };
  expect(faultsOf(schema, { b: "true", c: "y" }, "it")).toEqual(["it has no a", "it.b is string, not boolean", "it.c is y"]);
});

test("requests and answers refer to them, in XML and in JSON", async () => {
  const document = describeServer({ version: "0", dialect: "documented" }) as unknown as Record<string, unknown>;
  expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
  const paths = document["paths"] as Record<string, Record<string, { requestBody?: { content: object } }>>;
  expect(paths["/rest/urlchecks"]?.["post"]?.requestBody?.content).toMatchObject({
    "application/xml": { schema: { $ref: "#/components/schemas/regexUrlCheck" } },
    "application/json": { schema: { required: ["regexUrlCheck"], properties: { regexUrlCheck: { $ref: "#/components/schemas/regexUrlCheck" } } } },
  });
  expect(paths["/rest/workspaces/{workspace}"]?.["put"]?.requestBody?.content).toMatchObject({
    "text/xml": { schema: { $ref: "#/components/schemas/workspace" } },
  });
  const services = ["wms", "wfs", "wcs", "wmts"].map((root) => ({ $ref: `#/components/schemas/${root}` }));
  expect(paths["/rest/services/{ows}/settings"]?.["put"]?.requestBody?.content).toMatchObject({
    "text/xml": { schema: { anyOf: services } },
  });
});
