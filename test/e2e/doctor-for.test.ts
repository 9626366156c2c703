/** `doctor --for`: what a line of GeoServer drops or changes, in manifests, in a data directory and at a server. */
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { smallDirectory } from "../datadir/small-directory.ts";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { slice } from "../support/run/scale.ts";
import { project } from "./support.ts";

type Files = Readonly<Record<string, string>>;

interface Found {
  readonly findings: readonly {
    readonly change: string;
    readonly message: string;
    readonly hint: string;
    readonly file: string;
    readonly line: number | null;
    readonly column: number | null;
    readonly address: string | null;
  }[];
  readonly not_looked_at: readonly string[];
}

/** What is found, with the code. */
async function found(args: readonly string[], url?: string) {
  const ran = await runHere(["doctor", "--for", "3.0", ...args, "-o", "json"], url ? { url } : {});
  expect(ran.stderr).toBe("");
  return { code: ran.code, ...(JSON.parse(ran.stdout) as Found) };
}

function folderOf(files: Files): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

function manifest(kind: string, name: string, spec: object, workspace?: string): string {
  const metadata = { ...(workspace === undefined ? {} : { workspace }), name };
  return `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: ${JSON.stringify(metadata)}\nspec: ${JSON.stringify(spec)}\n`;
}

const rasters = (type: string) => manifest("CoverageStore", "r", { type, url: "file:data/r" }, "w");
const mapping = `<as:AppSchemaDataAccess xmlns:as="http://www.geotools.org/app-schema">
  <namespaces><Namespace><prefix>w</prefix><uri>http://w.example</uri></Namespace></namespaces>
  <sourceDataStores><DataStore><id>s</id><parameters>
    <Parameter><name>dbtype</name><value>H2</value></Parameter>
  </parameters></DataStore></sourceDataStores>
  <targetTypes/><typeMappings/>
</as:AppSchemaDataAccess>`;
const mosaic = (files: Files): Files => ({
  "a.yaml": manifest("ImageMosaic", "m", { definition: "./m" }, "w"),
  ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`m/${file}`, text])),
});

/** A change, what uses it in manifests and is named, and what is like it and does not. */
const rows: readonly (readonly [id: string, used: string, files: Files, unlike: Files])[] = [
  [
    "h2-store",
    "parameters.dbtype=H2",
    {
      "a.yaml": manifest(
        "DataStore",
        "s",
        { connectionParameters: { dbtype: "H2", database: "x" } },
        "w",
      ),
    },
    { "a.yaml": manifest("DataStore", "h2", { connectionParameters: { dbtype: "postgis" } }, "w") },
  ],
  [
    "h2-store",
    "dbtype</name><value>H2",
    { "a.yaml": manifest("AppSchemaStore", "s", { mapping: "./m.xml" }, "w"), "m.xml": mapping },
    {
      "a.yaml": manifest("AppSchemaStore", "s", { mapping: "./m.xml" }, "w"),
      "m.xml": mapping.replace("H2", "postgis"),
    },
  ],
  [
    "h2-mosaic-index",
    "SPI=org.geotools.data.h2.H2DataStoreFactory",
    mosaic({
      "indexer.properties": "CanBeEmpty=true\n",
      "datastore.properties": "SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=m\n",
    }),
    mosaic({
      "indexer.properties": "CanBeEmpty=true\n",
      "datastore.properties": "SPI=org.geotools.data.shapefile.ShapefileDataStoreFactory\n",
    }),
  ],
  [
    "netcdf-datastore",
    "AuxiliaryDatastoreFile",
    mosaic({
      "indexer.xml":
        '<Indexer><parameters><parameter name="CanBeEmpty" value="true"/><parameter name="AuxiliaryDatastoreFile" value="n.properties"/></parameters></Indexer>',
    }),
    mosaic({
      "indexer.xml":
        '<Indexer><parameters><parameter name="CanBeEmpty" value="true"/><parameter name="AuxiliaryFile" value="_auxiliary.xml"/></parameters></Indexer>',
    }),
  ],
  [
    "raster-extension",
    "type=WorldImage",
    { "a.yaml": rasters("WorldImage") },
    { "a.yaml": rasters("GeoTIFF") },
  ],
  [
    "raster-extension",
    "type=ArcGrid",
    { "a.yaml": rasters("ArcGrid") },
    { "a.yaml": rasters("ImagePyramid") },
  ],
  [
    "wcs-1",
    "1.0.0, 1.1.1",
    { "a.yaml": manifest("Service", "wcs", { title: "Rasters" }, "w") },
    { "a.yaml": manifest("Service", "wcs", { disabledVersions: ["1.0.0", "1.1.1"] }) },
  ],
  [
    "wcs-1",
    "1.1.1",
    { "a.yaml": manifest("Service", "wcs", { versions: ["1.1.1", "2.0.1"] }) },
    { "a.yaml": manifest("Service", "wcs", { enabled: false }) },
  ],
  [
    "kml",
    "getMapMimeTypes.application/vnd.google-earth.kml+xml",
    {
      "a.yaml": manifest("Service", "wms", {
        getMapMimeTypes: ["image/png", "application/vnd.google-earth.kml+xml"],
      }),
    },
    { "a.yaml": manifest("Service", "wms", { metadata: { kmlReflectorMode: "refresh" } }) },
  ],
  [
    "kml",
    "metadata.kml.regionateAttribute=size",
    {
      "a.yaml": manifest(
        "FeatureType",
        "t",
        { store: "s", metadata: { "kml.regionateAttribute": "size" } },
        "w",
      ),
    },
    {
      "a.yaml": manifest(
        "FeatureType",
        "t",
        { store: "s", metadata: { "kml.regionateFeatureLimit": "10" } },
        "w",
      ),
    },
  ],
  [
    "log-location",
    "location=logs/maps.log",
    { "a.yaml": manifest("Logging", "logging", { location: "logs/maps.log" }) },
    { "a.yaml": manifest("Logging", "logging", { stdout: true }) },
  ],
  [
    "css-feature-types",
    "roads, rivers",
    {
      "a.yaml": manifest("Style", "c", { source: "./c.css" }),
      "c.css": "roads { stroke: red; }\nrivers { stroke: blue; }\n",
    },
    { "a.yaml": manifest("Style", "c", { source: "./c.css" }), "c.css": "* { stroke: red; }\n" },
  ],
  [
    "image-read",
    "readingParameters.USE_JAI_IMAGEREAD=false",
    {
      "a.yaml": manifest(
        "Coverage",
        "c",
        { store: "s", readingParameters: { USE_JAI_IMAGEREAD: "false" } },
        "w",
      ),
    },
    {
      "a.yaml": manifest(
        "Coverage",
        "c",
        { store: "s", readingParameters: { USE_IMAGEN_IMAGEREAD: "false" } },
        "w",
      ),
    },
  ],
  [
    "forgotten-settings",
    "imageProcessing.allowNativeWarp, xmlExternalEntitiesEnabled",
    {
      "a.yaml": manifest("Settings", "global", {
        imageProcessing: { allowNativeWarp: true },
        xmlExternalEntitiesEnabled: true,
      }),
    },
    { "a.yaml": manifest("Settings", "global", { imageProcessing: { tileThreads: 3 } }) },
  ],
];

const estateOf = (files: Files) => folderOf({ "plumbline.yaml": project("estate: e"), ...files });

describe("manifests", () => {
  test.for(rows)("%s: %s", async ([change, used, files, unlike]) => {
    const folder = estateOf(files);
    const { code, findings } = await found([folder]);
    expect(findings).toMatchObject([
      { change, file: `${folder}/a.yaml`, line: 3, column: expect.any(Number) },
    ]);
    const [first] = findings;
    expect(first?.message).toMatch(new RegExp(`^${change}: `));
    expect(first?.message.endsWith(` (${first.address}, ${used})`), first?.message).toBe(true);
    expect(first?.hint).toMatch(/\.$/);
    expect(code).toBe(2);
    expect(await found([estateOf(unlike)])).toMatchObject({ code: 0, findings: [] });
  });

  test("text names place and advice, and what every server of the line needs", async () => {
    const folder = estateOf({ "a.yaml": rasters("ArcGrid") });
    const { code, stdout, stderr } = await runHere(["doctor", "--for", "3.0", folder]);
    expect([code, stderr]).toEqual([2, ""]);
    expect(stdout).toContain(`${folder}/a.yaml:3:`);
    expect(stdout).toContain("warning: raster-extension: ");
    expect(stdout).toContain("Install the extension for the type");
    expect(stdout).toContain(`1 finding for 3.0 in ${folder}. GeoServer 3.0 needs Java 17`);
  });

  test("manifests with errors are not judged", async () => {
    const folder = estateOf({ "a.yaml": manifest("CoverageStore", "r", { type: "ArcGrid" }, "w") });
    expect(await runHere(["doctor", "--for", "3.0", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("[manifest-invalid]"),
    });
  });

  test("a line that nobody knows, and a data directory for no line", async () => {
    expect(await runHere(["doctor", "--for", "2.9"])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("Allowed choices are 3.0."),
    });
    expect(await runHere(["doctor", "--from", "/tmp"])).toMatchObject({ code: 64 });
  });
});

const oldFilter = "<openIdConnectAuthentication><name>sso</name></openIdConnectAuthentication>";

test("a data directory: each finding has its file, also those that no manifest says", async () => {
  const folder = folderOf({
    ...Object.fromEntries(
      Object.entries(smallDirectory).filter(([, text]) => typeof text === "string"),
    ),
    "workspaces/topo/old/datastore.xml":
      '<dataStore><name>old</name><enabled>true</enabled><connectionParameters><entry key="dbtype">h2</entry></connectionParameters></dataStore>',
    "logging.xml":
      "<logging><level>DEFAULT_LOGGING</level><location>/var/log/maps.log</location></logging>",
    "wcs.xml": "<wcs><enabled>true</enabled></wcs>",
    "security/filter/sso/config.xml": oldFilter,
    "security/filter/basic/config.xml":
      "<basicAuthentication><name>basic</name></basicAuthentication>",
    "security/role/kc/config.xml": "<keycloakRoleService>\n</keycloakRoleService>",
    "jdbcconfig/jdbcconfig.properties": "initdb=false\nenabled=true\n",
  });
  const { code, findings } = await found(["--from", folder]);
  expect(code).toBe(2);
  expect(findings.map(({ change, file }) => `${change} ${file.slice(folder.length + 1)}`)).toEqual([
    "jdbcconfig jdbcconfig/jdbcconfig.properties",
    "log-location logging.xml",
    "oidc security/filter/sso/config.xml",
    "oidc security/role/kc/config.xml",
    "wcs-1 wcs.xml",
    "h2-store workspaces/topo/old/datastore.xml",
  ]);
});

test("a server: each finding has the path of its document", async () => {
  const { app } = stockServer({ firewall: true });
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/geoserver`;
  const send = async (method: string, path: string, body: string, type = "application/xml") => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const { status } = await fetch(`${url}/rest${path}`, { method, headers, body });
    expect(status, path).toBeLessThan(300);
  };
  expect(await found(["--url", url], url)).toMatchObject({ code: 0, findings: [] });
  await send("POST", "/workspaces", "<workspace><name>w</name></workspace>");
  const store =
    "<coverageStore><name>grid.asc</name><workspace>w</workspace><enabled>true</enabled><type>ArcGrid</type><url>file:data/grid.asc</url></coverageStore>";
  await send("POST", "/workspaces/w/coveragestores", store);
  await send("PUT", "/logging", "<logging><location>/var/log/maps.log</location></logging>");
  await send(
    "PUT",
    "/settings",
    "<global><settings><proxyBaseUrl>https://maps.example.org/geoserver</proxyBaseUrl></settings></global>",
  );
  await send("PUT", "/resource/security/filter/sso/config.xml", oldFilter, "text/plain");
  const { code, findings } = await found(["--url", url], url);
  expect(code).toBe(2);
  expect(findings.map(({ change, file }) => `${change} ${file}`)).toEqual([
    "log-location /rest/logging.xml",
    "oidc /rest/resource/security/filter/sso/config.xml",
    "proxy-base-url /rest/settings.xml",
    "raster-extension /rest/workspaces/w/coveragestores/grid.asc.xml",
  ]);
});

describeSamples("what the line 3.0 drops or changes of real data directories", () => {
  /** What each was found to hold by looking into its documents. */
  const directories = [
    ["gs-release.tar.gz", { "wcs-1": 2, "image-read": 1 }],
    ["aodn.tar.gz", { "forgotten-settings": 1 }],
    ["georchestra-minimal.tar.gz", { "log-location": 1 }],
    ["gs-app-schema-tutorial.tar.gz", { "forgotten-settings": 1 }],
    ["imas-ws-RERI.tar.gz", {}],
    ["imas-ws-SDM.tar.gz", { "image-read": 12 }],
    ["imas-ws-bathy_composites.tar.gz", { "wcs-1": 1, "image-read": 4 }],
    ["imas-ws-TNC.tar.gz", { "image-read": 18 }],
    ["imas-ws-SoE.tar.gz", {}],
    ["imas-ws-Tas_Marine_Atlas.tar.gz", {}],
    ["ott-trimet", { "forgotten-settings": 1 }],
    ["ne-styles", { "forgotten-settings": 1 }],
  ] as const;

  test.for(slice(directories, { test: 6 }))(
    "%s",
    { timeout: 300_000 },
    async ([name, expected]) => {
      const { code, findings } = await found(["--from", sample(`datadirs/${name}`)]);
      const groups = Object.entries(Object.groupBy(findings, ({ change }) => change));
      expect(Object.fromEntries(groups.map(([id, own = []]) => [id, own.length]))).toEqual(
        expected,
      );
      expect(code).toBe(findings.length === 0 ? 0 : 2);
    },
  );
});
