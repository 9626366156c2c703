/**
 * What lies beside the catalog in the tile cache: an import of it leaves nothing to do, and a rehearsal
 * predicts what a plan does to it.
 */
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  disown,
  importFrom,
  leftOutOf,
  textsOf,
  undeclaredOf,
  workIn,
} from "../support/commands/imports.ts";
import { manifest as inWorkspace } from "../support/mosaics/mosaic-manifests.ts";
import { foretellAndApply } from "../support/commands/rehearsals.ts";
import { stockServer } from "../stock/server.ts";

const manifest = (kind: string, name: string, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata: { name }, spec });

const extent = [2_420_000, 1_030_000, 2_900_000, 1_350_000];
const secrets = { awsSecretKey: { fromEnv: "S3_AWSSECRETKEY" } };
const environment = { S3_AWSSECRETKEY: "hush hush" };

const before = [
  manifest("GridSet", "EPSG:2056", { srs: 2056, extent, resolutions: [4000, 250.1] }),
  manifest("GridSet", "scales", {
    srs: 2056,
    extent,
    scaleDenominators: [1_000_000, 300_000],
    scaleNames: ["far", "near"],
    tileSize: [512, 256],
    alignTopLeft: true,
  }),
  manifest("BlobStore", "s3", {
    type: "S3",
    bucket: "tiles",
    useHTTPS: true,
    maxConnections: 5,
    secrets,
  }),
  manifest("DiskQuota", "quota", { enabled: true, quota: "1.5 GiB" }),
];
const after = [
  manifest("GridSet", "EPSG:2056", { srs: 2056, extent, resolutions: [4000, 250.1, 100] }),
  manifest("BlobStore", "s3", { type: "S3", bucket: "more", secrets }),
  manifest("BlobStore", "disk", { type: "File", baseDirectory: "/srv/tiles" }),
  manifest("DiskQuota", "quota", { enabled: true, quota: "2 GiB" }),
];

const TILES = "roads/tile-layers/ways.yaml";

const LAYERS = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: roads }
spec: { namespace: "http://example.org/roads" }
---
apiVersion: plumbline/v1
kind: DataStore
metadata: { workspace: roads, name: db }
spec: { connectionParameters: { dbtype: postgis, host: db.example.org } }
---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: roads, name: ways }
spec: { store: db }
---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: roads, name: tracks }
spec: { store: db }
---
apiVersion: plumbline/v1
kind: TileLayer
metadata: { workspace: roads, name: ways }
spec:
  gridsets: { "EPSG:4326": { zoom: [0, 14] } }
  gutter: 20
  filters: { STYLES: { styles: all }, TIME: { regex: ".*" } }
`;

const open = async (target: "ours" | "stock") =>
  target === "ours" ? (await startCatalog({ dialect: "geoserver" })).app : stockServer().app;

/** A feature type, one of its tables without geometry, and tiles of that. */
const NAMES = (attributes: string) => `${LAYERS}---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: roads, name: names }
spec: { store: db${attributes} }
---
apiVersion: plumbline/v1
kind: TileLayer
metadata: { workspace: roads, name: names }
spec: { gutter: 10 }
`;

const COLUMNS = ", attributes: [{ name: text, binding: java.lang.String }]";

describe("tiles of a feature type without geometry", () => {
  const posted = `<featureType><name>names</name><attributes><attribute><name>text</name><binding>java.lang.String</binding></attribute></attributes></featureType>`;
  const publish = async (app: FastifyInstance) => {
    const url = "/rest/workspaces/roads/datastores/db/featuretypes";
    const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
    const { statusCode, body } = await app.inject({
      method: "POST",
      url,
      headers,
      payload: posted,
    });
    expect(statusCode, body).toBe(201);
  };
  const REFUSED = [
    {
      code: "stock-refuses",
      severity: "error",
      address: "TileLayer/roads:names",
      message: "The feature type has no geometry: a stock server keeps no tile layer of it",
    },
  ];

  test("are an error before anything is sent, where the manifest lists its attributes", async () => {
    const { app } = stockServer();
    const folder = temporaryFolder();
    writeFiles(folder, { "estate.yaml": NAMES(COLUMNS) });
    const { planned, writes } = await applyFolder(app, folder);
    expect(planned.diagnostics).toMatchObject(REFUSED);
    expect(writes).toEqual([]);
  });

  test("and where the server has it", async () => {
    const { app } = stockServer();
    const folder = temporaryFolder();
    writeFiles(folder, { "estate.yaml": LAYERS });
    await applyFolder(app, folder);
    await publish(app);
    writeFiles(folder, { "estate.yaml": NAMES("") });
    expect((await applyFolder(app, folder)).planned.diagnostics).toMatchObject(REFUSED);
  });

  test("which no plan can know of a new one: the run says what is likely", async () => {
    const { app } = stockServer();
    const folder = temporaryFolder();
    const at = { workspace: "w", name: "A" };
    writeFiles(folder, {
      "w.yaml": inWorkspace("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
      "s.yaml": inWorkspace("AppSchemaStore", { ...at, name: "s" }, { mapping: "./s.xml" }),
      "s.xml": mapping(["t:A"]),
      "t.yaml": inWorkspace("TileLayer", at, { gutter: 10 }),
    });
    const { planned, result } = await applyFolder(app, folder);
    expect(planned.diagnostics).toEqual([]);
    expect(result?.diagnostics).toMatchObject([
      {
        code: "did-not-converge",
        address: "TileLayer/w:A",
        hint: expect.stringMatching(
          /^Most likely its feature type has no geometry: a stock server/,
        ),
      },
    ]);
  });

  test("the included server keeps them", async () => {
    const { app } = await startCatalog({ dialect: "geoserver" });
    const folder = temporaryFolder();
    writeFiles(folder, { "estate.yaml": NAMES(COLUMNS) });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    expect(await workIn(app, folder, {})).toEqual([]);
  });
});

describe.for(["ours", "stock"] as const)("on a server: %s", (target) => {
  test("an import leaves nothing to do", async () => {
    const app = await open(target);
    const folder = temporaryFolder();
    writeFiles(folder, { "estate.yaml": before.join("\n---\n") });
    expect((await applyFolder(app, folder, { environment })).result?.converged).toBe(true);
    await disown(app);
    const { imported, folder: written } = await importFrom(app);
    expect(undeclaredOf(imported)).toEqual([]);
    const texts = Object.entries(textsOf(imported))
      .map(([path, text]) => `${path}\n${text}`)
      .join("\n");
    expect(texts).toMatch(/kind: GridSet\nmetadata:\n {2}name: EPSG:2056/);
    expect(texts).toMatch(/fromEnv: S3_AWSSECRETKEY/);
    expect(texts).not.toMatch(/hush/);
    expect(await workIn(app, written, { environment })).toEqual([]);
  });

  test("a layer that is made without tiles stops no plan", async () => {
    const app = await open(target);
    const folder = temporaryFolder();
    const off = LAYERS.replace("gutter: 20", "enabled: false");
    writeFiles(folder, { "estate.yaml": off });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    expect(await workIn(app, folder, {})).toEqual([]);
  });

  test("an import says what is set of tile layers, and which are not there", async () => {
    const app = await open(target);
    const folder = temporaryFolder();
    writeFiles(folder, { "estate.yaml": LAYERS });
    expect((await applyFolder(app, folder, {})).result?.converged).toBe(true);
    const url = "/gwc/rest/layers/roads:tracks.xml";
    const headers = { authorization: AUTHORIZATION };
    expect((await app.inject({ method: "DELETE", url, headers })).statusCode).toBe(200);
    await disown(app);
    const { imported, folder: written } = await importFrom(app);
    expect(undeclaredOf(imported)).toEqual([]);
    expect(leftOutOf(imported)).toEqual([
      expect.stringMatching(/^TileLayer\/roads:tracks: There is no tile layer of it, which no/),
    ]);
    const { [TILES]: text = "", ...others } = textsOf(imported);
    expect(text).toMatch(/spec:\n {2}gridsets:\n {4}EPSG:4326:\n {6}zoom: *\n/);
    expect(text).toMatch(/\n {2}gutter: 20\n[^]*TIME:\n {6}regex: \.\*\n/);
    expect(text).not.toMatch(/formats|enabled|lifecycle|#.*\n#/);
    expect(Object.keys(others).filter((path) => path.includes("tile-layer"))).toEqual([]);
    expect(await workIn(app, written, {})).toEqual([]);
  });

  test("a rehearsal predicts it", async () => {
    const app = await open(target);
    const folder = temporaryFolder();
    writeFiles(folder, { "estate.yaml": before.join("\n---\n") });
    await applyFolder(app, folder, { environment });
    writeFiles(folder, { "estate.yaml": after.join("\n---\n") });
    const options = { environment, prune: "owned", allow: ["over-limit"] } as const;
    const { rehearsal, foretold, happened } = await foretellAndApply(
      app,
      estateOf(folder, options),
    );
    expect(rehearsal.run?.gaps).toEqual([]);
    const catalog = happened.filter((one) => !one.includes("/resource/plumbline/"));
    expect(catalog.length).toBe(5);
    // A stock server shows the key, and the copy does not: what is compared is not the same there.
    const isRehearsed = (one: string) => target === "ours" || !one.includes("/blobstores/s3");
    expect(rehearsal.run?.notRehearsed.length).toBe(target === "ours" ? 0 : 1);
    const predicted = foretold.filter((one) => !one.includes("/resource/plumbline/"));
    expect(predicted).toEqual(catalog.filter(isRehearsed));
    expect(foretold.join()).not.toMatch(/ [45]\d\d/);
  });
});
