/** Mosaics that other servers open: an index that a JNDI resource leads to, granules at addresses. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DangerName } from "../../src/reconciler/kind.ts";
import { stockServer } from "../stock/server.ts";
import type { StockModule } from "../stock/state.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { runHere } from "../support/commands/run-here.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, mosaicManifests, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";

const STORE = "/workspaces/w/coveragestores/s";
const JNDI =
  "SPI=org.geotools.data.postgis.PostgisNGJNDIDataStoreFactory\njndiReferenceName=java:comp/env/jdbc/gis\nschema=tiles\n";
const FIRST = "https://example.org/scenes/a_20260101.tif";
const SECOND = "s3://scenes/data/w/s/b_20260102.tif";

function writeMosaic(
  folder: string,
  granules: object,
  lines: readonly string[] = ["Name=s", "Cog=true"],
): void {
  writeFiles(folder, {
    ...mosaicManifests({ granules }),
    "s/indexer.properties": indexer({ lines }),
    "s/datastore.properties": JNDI,
  });
}

function startStock(modules: readonly StockModule[]) {
  const { app, state } = stockServer({ modules });
  state.disk.add(FIRST).add(SECOND).add("/data/c_20260103.tif");
  const folder = temporaryFolder();
  const apply = async (allow: readonly DangerName[] = [], prune: "none" | "owned" = "none") => {
    const { planned, result, writes } = await applyFolder(app, folder, { allow, prune });
    return {
      told: planned.diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
      result,
      requests: writes
        .map(({ request: { method, path, body } }) =>
          [method, path, body?.kind === "text" && path.endsWith(".imagemosaic") ? body.text : ""]
            .join(" ")
            .trim(),
        )
        .filter((one) => one !== "POST /namespaces"),
    };
  };
  const locations = () =>
    [...state.indexes.values()].flatMap(({ rows }) => rows.map(({ location }) => location));
  const left = async () => (await planFolder(app, folder)).plan?.steps;
  return { app, state, folder, apply, locations, left };
}

test("it is valid for every server, with notes alone, and an error only in a plan for the included one", async () => {
  const folder = temporaryFolder();
  writeMosaic(folder, { sources: [FIRST, SECOND], policy: "mirror" });
  const { code, stdout } = await runHere(["validate", folder, "--strict", "--output", "json"]);
  expect(code).toBe(0);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { severity: string }[] };
  expect(diagnostics.map(({ severity }) => severity)).toEqual(Array(4).fill("info"));
  for (const dialect of ["documented", "geoserver"] as const) {
    const { app } = await startCatalog({ dialect });
    const { diagnostics: found } = await planFolder(app, folder);
    expect(found.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      expect.stringMatching(/^error: SPI=.*an index in a JNDI resource is not opened by the incl/),
      "warning: Cog=true: granules at URLs are not indexed, only files are",
      `error: The included server fetches nothing, so ${FIRST} is not harvested by it`,
      `error: The included server fetches nothing, so ${SECOND} is not harvested by it`,
    ]);
  }
});

test("the included server keeps its definition, and says what it does not open", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "application/zip" };
  await app.inject({
    method: "POST",
    url: "/rest/workspaces",
    headers: { ...headers, "content-type": "application/json" },
    payload: '{"workspace":{"name":"w"}}',
  });
  const { statusCode, headers: said } = await app.inject({
    method: "PUT",
    url: `/rest${STORE}/file.imagemosaic?configure=none`,
    headers,
    payload: await zipOf({
      "indexer.properties": indexer({ lines: ["Name=s", "Cog=true"] }),
      "timeregex.properties": TIME_REGEX,
      "datastore.properties": JNDI,
    }),
  });
  expect(statusCode).toBe(200);
  expect(decodeURIComponent(String(said["warning"]))).toMatch(
    /datastore\.properties, line 1: SPI=.*an index in a JNDI resource is not opened.*\nindexer\.properties, line \d: Cog=true/,
  );
  const url = "/rest/resource/data/w/s/datastore.properties";
  expect((await app.inject({ url, headers })).payload).toBe(JNDI);
});

test.for(["mirror", "add-only"] as const)(
  "granules at addresses are harvested one by one, by a %s too",
  async (policy) => {
    const { folder, apply, locations, left } = startStock(["cog"]);
    writeMosaic(folder, { sources: [FIRST], policy });
    const first = await apply();
    expect(first.told).toEqual([]);
    expect(first.result?.converged).toBe(true);
    expect(first.requests).toEqual([
      `PUT ${STORE}/file.imagemosaic`,
      `POST ${STORE}/remote.imagemosaic ${FIRST}`,
      `POST ${STORE}/coverages`,
    ]);
    expect(await left()).toEqual([]);
    writeMosaic(folder, { sources: [FIRST, SECOND, "/data/c_20260103.tif"], policy });
    expect((await apply()).requests.toSorted()).toEqual([
      `POST ${STORE}/external.imagemosaic /data/c_20260103.tif`,
      `POST ${STORE}/remote.imagemosaic ${SECOND}`,
    ]);
    expect(locations().toSorted()).toEqual(["/data/c_20260103.tif", FIRST, SECOND]);
    expect(await left()).toEqual([]);
  },
);

test("a mirror takes them out again", async () => {
  const { folder, apply, locations, left } = startStock(["cog"]);
  writeMosaic(folder, { sources: [FIRST, SECOND], policy: "mirror" });
  await apply();
  writeMosaic(folder, { sources: [SECOND], policy: "mirror" });
  expect((await apply(["over-limit"])).requests).toEqual([
    `DELETE ${STORE}/coverages/s/index/granules.xml`,
  ]);
  expect(locations()).toEqual([SECOND]);
  expect(await left()).toEqual([]);
});

const SECRETS = [
  "https://maps:canary@example.org/a_20260101.tif",
  "s3://scenes/a_20260101.tif?X-Amz-Date=1&X-Amz-Signature=canary",
  "https://example.org/a_20260101.tif?access_token=canary",
];

test("an address with a secret is an error that does not repeat it and says where it belongs", async () => {
  const folder = temporaryFolder();
  writeMosaic(folder, { sources: [FIRST, ...SECRETS], policy: "mirror" });
  const { code, stdout, stderr } = await runHere(["validate", folder]);
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toContain("canary");
  expect(stdout + stderr).toContain(
    "https://maps:(secret)@example.org/a_20260101.tif contains a readable pass",
  );
  expect((stdout + stderr).match(/as CogUser and CogPassword in the indexer/g)).toHaveLength(3);
});

test("a mirror takes out addresses with a secret that others harvested, and no plan shows them", async () => {
  const { app, state, folder, apply, locations, left } = startStock(["cog"]);
  writeMosaic(folder, { sources: [FIRST], policy: "mirror" });
  await apply();
  for (const one of SECRETS) {
    state.disk.add(one);
    await app.inject({
      method: "POST",
      url: `/rest${STORE}/remote.imagemosaic`,
      headers: { authorization: AUTHORIZATION, "content-type": "text/plain" },
      payload: one,
    });
  }
  expect(locations()).toHaveLength(4);
  const { plan } = await planFolder(app, folder);
  expect(JSON.stringify(plan)).toContain("maps:(secret)@");
  expect(JSON.stringify(plan)).not.toContain("canary");
  await apply(["over-limit"]);
  expect(locations()).toEqual([FIRST]);
  expect(await left()).toEqual([]);
});

test("what is declared no more is deleted, its granules before it and no database", async () => {
  const { folder, apply, locations, left } = startStock(["cog"]);
  writeMosaic(folder, { sources: [FIRST], policy: "mirror" });
  await apply();
  rmSync(join(folder, "s.yaml"));
  const { requests, result } = await apply(["irreversible", "over-limit"], "owned");
  expect(result?.converged).toBe(true);
  expect(requests).toEqual([`DELETE ${STORE}/coverages/s/index/granules.xml`, `DELETE ${STORE}`]);
  expect(locations()).toEqual([]);
  expect(await left()).toEqual([]);
});

test("a server without the module takes an address and does nothing: what is read back decides", async () => {
  const { folder, apply, left } = startStock([]);
  writeMosaic(folder, { sources: [FIRST] }, ["Name=s"]);
  const { result } = await apply();
  expect(result?.converged).toBe(false);
  expect(result?.diagnostics).toMatchObject([
    {
      code: "did-not-converge",
      message: expect.stringMatching(
        /ImageMosaic\/w:s would still need: update \(granules, coverages\)/,
      ),
      hint: expect.stringMatching(/lacks the module for files at addresses \(COG\)/),
    },
  ]);
  expect((await left())?.[0]).toMatchObject({ request: { path: `${STORE}/remote.imagemosaic` } });
});

test("a server without the module cannot open a mosaic that asks for it, and the refusal says so", async () => {
  const { folder, apply } = startStock([]);
  writeMosaic(folder, { sources: [FIRST] });
  const { result } = await apply();
  expect(JSON.stringify(result?.execution.reports)).toMatch(
    /cannot open the mosaic: the module for files at addresses \(COG, where the definition says Cog=true\)/,
  );
});
