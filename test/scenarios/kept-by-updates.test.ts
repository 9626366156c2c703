/**
 * An update changes what a manifest says and nothing else, also on a server that takes what a body leaves
 * out for false or none: what the reconciler sends carries what was read.
 */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

type Server = ReturnType<typeof stockServer>;

/** What somebody sets, what a manifest changes then, and the document in which that is still to be seen. */
interface Update {
  readonly path: string;
  readonly set?: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly shown: string;
  readonly still: readonly string[];
}

const inWorkspace = (kind: string, name: string, spec: object) => ({
  [`${kind}.yaml`]: manifest(kind, { workspace: "w", name }, spec),
});
const workspace = (spec: object) => ({ "w.yaml": manifest("Workspace", { name: "w" }, spec) });
const database = (connectionParameters: object) =>
  inWorkspace("DataStore", "db", { connectionParameters });
const BASE = { ...workspace({}), ...database({ dbtype: "postgis", host: "db" }) };
const ways = (spec: object) => inWorkspace("FeatureType", "ways", { store: "db", ...spec });
const lines = (spec: object) => inWorkspace("Layer", "ways", spec);
const service = (spec: object) => ({ "service.yaml": manifest("Service", { name: "wms" }, spec) });
const serverSettings = (spec: object) => ({
  "settings.yaml": manifest("Settings", { name: "global" }, spec),
});
const RELIEF = {
  ...workspace({}),
  ...inWorkspace("CoverageStore", "relief", { type: "GeoTIFF", url: "file:data/relief.tif" }),
};
const relief = (spec: object) => inWorkspace("Coverage", "relief", { store: "relief", ...spec });

const LISTS =
  "<authorityURLs><AuthorityURL><name>n</name><href>http://h</href></AuthorityURL></authorityURLs><identifiers><Identifier><authority>n</authority><identifier>7</identifier></Identifier></identifiers>";

const updates: Readonly<Record<string, Update>> = {
  "the URI of an isolated namespace": {
    path: "/workspaces/w",
    set: "<workspace><name>w</name><isolated>true</isolated></workspace>",
    before: workspace({ namespace: "http://one" }),
    after: workspace({ namespace: "http://two" }),
    shown: "/namespaces/w.xml",
    still: ["<uri>http://two", "<isolated>true"],
  },
  "the style of a layer with authorities": {
    path: "/layers/w:ways",
    set: `<layer>${LISTS}<queryable>false</queryable></layer>`,
    before: { ...BASE, ...ways({}) },
    after: { ...BASE, ...ways({}), ...lines({ defaultStyle: "point" }) },
    shown: "/layers/w:ways.xml",
    still: ["<name>point", LISTS.slice(0, 60), "<identifier>7", "<queryable>false"],
  },
  "the title of a feature type with numbers": {
    path: "/workspaces/w/datastores/db/featuretypes/ways",
    set: "<featureType><maxFeatures>7</maxFeatures><numDecimals>3</numDecimals><padWithZeros>true</padWithZeros><overridingServiceSRS>true</overridingServiceSRS><serviceConfiguration>true</serviceConfiguration></featureType>",
    before: { ...BASE, ...ways({ title: "Ways" }) },
    after: { ...BASE, ...ways({ title: "Roads" }) },
    shown: "/workspaces/w/featuretypes/ways.xml",
    still: [
      "<title>Roads",
      "<maxFeatures>7",
      "<numDecimals>3",
      "<padWithZeros>true",
      "<overridingServiceSRS>true",
      "<serviceConfiguration>true",
    ],
  },
  "a reading parameter of a coverage with others": {
    path: "/workspaces/w/coveragestores/relief/coverages/relief",
    set: "<coverage><parameters><entry><string>Bands</string><null/></entry><entry><string>RescalePixels</string><boolean>true</boolean></entry></parameters></coverage>",
    before: { ...RELIEF, ...relief({}) },
    after: { ...RELIEF, ...relief({ readingParameters: { SUGGESTED_TILE_SIZE: "256,256" } }) },
    shown: "/workspaces/w/coverages/relief.xml",
    still: [
      "<string>256,256",
      "<string>RescalePixels</string><boolean>true",
      "<string>Bands</string><null/>",
    ],
  },
  "how rasters on the web are read, with an account": {
    path: "/workspaces/w/coveragestores/relief",
    set: '<coverageStore><metadata><entry key="CogSettings.Key"><cogSettings><useCachingStream>true</useCachingStream><rangeReaderSettings>HTTP</rangeReaderSettings><username>me</username></cogSettings></entry></metadata></coverageStore>',
    before: RELIEF,
    after: {
      ...RELIEF,
      ...inWorkspace("CoverageStore", "relief", {
        type: "GeoTIFF",
        url: "file:data/relief.tif",
        cog: { reader: "S3" },
      }),
    },
    shown: "/workspaces/w/coveragestores/relief.xml",
    still: ["<rangeReaderSettings>S3", "<username>me"],
  },
  "metadata of a service with others": {
    path: "/services/wms/settings",
    set: '<wms><metadata><entry key="other"><list><string>a</string></list></entry><entry key="gone">1</entry></metadata></wms>',
    before: service({ title: "Maps" }),
    after: service({ metadata: { note: "by hand", gone: null } }),
    shown: "/services/wms/settings.xml",
    still: ['key="note">by hand', '<entry key="other"><list><string>a</string></list></entry>'],
  },
  "metadata of the settings with others": {
    path: "/settings",
    set: "<global><settings><metadata><map><entry><string>other</string><long>5</long></entry></map></metadata></settings></global>",
    before: serverSettings({ title: "Maps" }),
    after: serverSettings({ metadata: { note: 7 } }),
    shown: "/settings.xml",
    still: ["<string>note</string><int>7", "<string>other</string><long>5"],
  },
  "a parameter of a store with others": {
    path: "/workspaces/w/datastores/db",
    set: '<dataStore><connectionParameters><entry key="dbtype">postgis</entry><entry key="host">h</entry></connectionParameters></dataStore>',
    before: BASE,
    after: { ...BASE, ...database({ dbtype: "postgis", port: 5433 }) },
    shown: "/workspaces/w/datastores/db.xml",
    still: ['key="port">5433', 'key="host">h'],
  },
};

async function ask({ app }: Server, method: "GET" | "PUT", path: string, payload?: string) {
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const url = `/rest${path}`;
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(answer.statusCode).toBe(200);
  return answer.body.replaceAll(/>\s+</g, "><");
}

test.for(Object.entries(updates))("%s", async ([, update]) => {
  const server = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, update.before);
  await applyFolder(server.app, folder);
  await ask(server, "PUT", update.path, update.set);
  writeFiles(folder, update.after);
  const { result } = await applyFolder(server.app, folder);
  expect(result?.converged).toBe(true);
  const shown = await ask(server, "GET", update.shown);
  for (const text of update.still) expect(shown).toContain(text);
});
