/**
 * Rehearsals of catalogs that do not show everything, that are elsewhere in part, or too large. What
 * a stock server answers is written by hand.
 */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rehearsal as limits } from "../../src/model/limits.ts";
import { localInventory } from "../../src/reconciler/inventory/store.ts";
import { ManifestsChangedError } from "../../src/reconciler/manifests-changed.ts";
import type { Estate } from "../../src/reconciler/estate.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { beginCopy, type Gap } from "../../src/rehearsal/copying.ts";
import {
  RehearsalInterruptedError,
  RehearsalTooLargeError,
} from "../../src/rehearsal/rehearsal-error.ts";
import { openCopyServer } from "../../src/rehearsal/copy-server.ts";
import { noneUnstyled } from "../../src/rehearsal/unstyled.ts";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { pathWithQuery, type Transport, type WireResponse } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog, writesIn } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";

const answer = (status: number, text: string): WireResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  body: new TextEncoder().encode(text),
});

const estateIn = (folder: string): Estate => ({
  name: "test",
  paths: [folder],
  prune: "owned",
  allow: new Set(),
});

function writeStore(folder: string, types: readonly string[], colour: string): void {
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
    "s.xml": mapping(types),
    "red.yaml": manifest("Style", { name: "red" }, { source: "./red.sld" }),
    "red.sld": sld({ colour }),
  });
}

/** A stock server that shows no files and no ETags. */
const stockWithoutFiles =
  (real: Transport): Transport =>
  async (request) => {
    if (request.path === "/about/version.xml")
      return answer(
        200,
        '<about><resource name="GeoServer"><Version>2.28.1</Version></resource></about>',
      );
    if (request.path.startsWith("/resource")) return answer(404, "no such path");
    const response = await real(request);
    const { etag: _hidden, ...headers } = response.headers;
    return { ...response, headers };
  };

test("a stock server that shows no files, with an inventory beside the manifests", async () => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const folder = temporaryFolder();
  const inventory = localInventory("test", join(folder, ".plumbline/inventory.json"));
  const connect = async () => ({
    ...(await connectTo(app, "test", stockWithoutFiles)),
    inventory,
  });
  const apply = async () => {
    const connection = await connect();
    const planned = await planEstate(estateIn(folder), connection);
    connection.log.length = 0;
    expect(await applyPlan(planned, connection)).toMatchObject({ converged: true });
    return writesIn(connection.log).catalog.map(
      ({ request, response }) => `${request.method} ${pathWithQuery(request)} ${response.status}`,
    );
  };
  writeStore(folder, ["t:A", "t:B"], "#000001");
  await apply();
  writeStore(folder, ["t:A", "t:C"], "#000002");
  const { run } = await rehearse(estateIn(folder), await connect());
  expect(run).toMatchObject({ notRehearsed: [], gaps: [], leftovers: [], converged: true });
  const foretold = run?.calls.map(({ method, path, status }) => `${method} ${path} ${status}`);
  // The server behind gives the policy NONE, which a stock one has only where somebody said so, and a style,
  // of which nobody knows whether a stock one would give it again.
  expect(foretold).toHaveLength(5);
  expect(foretold).toEqual(await apply());
});

test("a copy connects to no database, wherever the index of a mosaic is to lie", async () => {
  let connections = 0;
  const database = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void database.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => void database.close());
  const { port } = database.address() as AddressInfo;
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const datastore = {
    SPI: "org.geotools.data.postgis.PostgisNGDataStoreFactory",
    host: "127.0.0.1",
    port,
    database: "gis",
    schema: "public",
    user: "gis",
    passwd: "secret",
  };
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "m.yaml": manifest("ImageMosaic", { workspace: "w", name: "sst" }, { definition: "./sst/" }),
    "sst/indexer.properties": indexer(),
    "sst/timeregex.properties": TIME_REGEX,
    "sst/datastore.properties": Object.entries(datastore)
      .map(([key, value]) => `${key}=${value}`)
      .join("\n"),
  });
  const { run } = await rehearse(estateIn(folder), await connectTo(app));
  expect(run).toMatchObject({ notRehearsed: [], converged: true });
  expect(run?.calls.map(({ status }) => status)).toEqual([201, 200, 201]);
  expect(connections).toBe(0);
  // The catalog itself would have tried, and failed.
  const connection = await connectTo(app);
  const planned = await planEstate(estateIn(folder), connection);
  const applied = await applyPlan(planned, connection);
  expect(applied.execution.reports.map(({ outcome }) => outcome)).toEqual(["done", "refused"]);
  expect(connections).toBeGreaterThan(0);
});

test("what the copy cannot hold is named and left out; the rest is rehearsed", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeStore(folder, ["t:A"], "#000001");
  const first = await connectTo(app);
  await applyPlan(await planEstate(estateIn(folder), first), first);
  writeStore(folder, ["t:A", "t:B"], "#000002");
  // A style of a language that the included server does not know.
  const strange =
    (real: Transport): Transport =>
    async (request) => {
      const { path } = request;
      if (path === "/styles/red.xml")
        return answer(
          200,
          "<style><name>red</name><format>future</format><filename>red.x</filename></style>",
        );
      return real(request);
    };
  const { run, planned } = await rehearse(estateIn(folder), await connectTo(app, "test", strange));
  expect(planned.plan?.steps.length).toBeGreaterThan(2);
  expect(run?.notRehearsed).toMatchObject([{ address: "Style/red", requests: 1, unlike: true }]);
  expect(run?.calls.filter(({ path }) => path.startsWith("/styles"))).toEqual([]);
  expect(run?.calls.map(({ method, path }) => `${method} ${path}`)).toContain(
    "DELETE /workspaces/w/datastores/s?recurse=true",
  );
  expect(run?.converged).toBe(true);
});

test.for(["ways", "ways.old"])(
  "what %s does not say of itself, its copy does not say",
  async (name) => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    const at = { workspace: "w", name };
    writeFiles(folder, {
      "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
      "d.yaml": manifest(
        "DataStore",
        { workspace: "w", name: "d" },
        { connectionParameters: { dbtype: "postgis", host: "h" } },
      ),
      "f.yaml": manifest("FeatureType", at, { store: "d" }),
    });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    const { statusCode } = await app.inject({
      method: "PUT",
      url: `/rest/workspaces/w/datastores/d/featuretypes/${name}.json`,
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      payload: { featureType: { title: null } },
    });
    expect(statusCode).toBe(200);
    writeFiles(folder, { "f.yaml": manifest("FeatureType", at, { store: "d", title: "Ways" }) });
    const { run } = await rehearse(estateIn(folder), await connectTo(app));
    expect(run).toMatchObject({ notRehearsed: [], converged: true, leftovers: [] });
  },
);

test("a copy has a bound, and ends when it is asked to", async () => {
  const { app } = await startCatalog();
  const { server, account } = await connectTo(app);
  const context = { read: async () => answer(200, ""), server, account };
  const copy = await openCopyServer({
    dialect: "documented",
    account,
    keystorePassword: undefined,
    properties: undefined,
  });
  onTestFinished(() => copy.close());
  const gaps: Gap[] = [];
  const begin = (interrupted: () => boolean) =>
    beginCopy(
      { original: context, copy: context, server: copy },
      { gaps, interrupted, unstyled: noneUnstyled() },
    );
  const { original } = begin(() => false);
  const ask = () => original.read({ method: "GET", path: "/styles" });
  for (let asked = 0; asked < limits.requests; asked++) await ask();
  await expect(ask()).rejects.toThrow(RehearsalTooLargeError);
  const ended = begin(() => true);
  await expect(ended.attempt({ method: "GET", path: "/styles" })).rejects.toThrow(
    RehearsalInterruptedError,
  );
});

test("manifests that break while the copy is made end a rehearsal as they end an apply", async () => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const folder = temporaryFolder();
  writeStore(folder, ["t:A"], "#000001");
  const interrupted = () => {
    writeFiles(folder, { "w.yaml": "kind: [" });
    return false;
  };
  const connection = await connectTo(app, "test");
  await expect(rehearse(estateIn(folder), connection, { interrupted })).rejects.toThrow(
    ManifestsChangedError,
  );
});
