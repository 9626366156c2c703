/**
 * Requests on one mosaic at once: harvests, uploads, removals and readers get in each other's way
 * and are reported so, but no answer is a fault of the server, and nothing is there twice.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import { CHEAP_COSTS, KEYSTORE, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import {
  archiveOf,
  clientOf,
  expectConsistent,
  expectWholeDatabase,
  granule,
  granuleName,
  GRANULES,
  granules,
  makeMosaic,
  makeWorkspace,
  publish,
  stagedIn,
  STORE,
  TEXT,
  writeGranules,
  ZIP,
  type Client,
} from "../support/mosaics/mosaics.ts";
import { scale } from "../support/run/scale.ts";
import { sharedWorkers } from "../support/servers/shared-workers.ts";

const FILES = scale({ test: 50, proof: 5_000 });
const ROUNDS = scale({ test: 1, proof: 20 });

interface Running {
  readonly client: Client;
  readonly data: string;
  readonly root: string;
  readonly close: () => Promise<void>;
}

/** A server that listens, with a folder that may be harvested. */
async function running(): Promise<Running> {
  const [data, root] = [temporaryFolder(), temporaryFolder()];
  const { app, close } = await openCatalogServer({
    folder: data,
    dialect: "documented",
    administrator: { user: USER, password: secret(PASSWORD) },
    keystore: KEYSTORE,
    costs: CHEAP_COSTS,
    openWorkers: sharedWorkers,
    version: "0.0.0-test",
    granuleRoots: [root],
  });
  let open = true;
  const closeOnce = async () => {
    if (open) await close();
    open = false;
  };
  onTestFinished(closeOnce);
  const client = clientOf(await app.listen({ host: "127.0.0.1", port: 0 }));
  return { client, data, root, close: closeOnce };
}

/** Sends requests together, each after its own delay; gives their statuses. */
function together(
  client: Client,
  requests: readonly Readonly<Parameters<Client["send"]>>[],
  delayMs = 0,
): Promise<readonly number[]> {
  return Promise.all(
    requests.map(async (request, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * delayMs));
      const { status, body } = await client.send(...request);
      expect(status, `${request[0]} ${request[1]}: ${body.toString()}`).toBeLessThan(500);
      return status;
    }),
  );
}

const harvestOf = (root: string) => ["POST", `${STORE}/external.imagemosaic`, TEXT, root] as const;
const put = (body: Uint8Array) => ["PUT", `${STORE}/file.imagemosaic`, ZIP, body] as const;

test("two harvests of one folder", async () => {
  const { client, data, root, close } = await running();
  writeGranules(root, FILES);
  await makeMosaic(client);
  expect(await together(client, [harvestOf(root), harvestOf(root)])).toEqual([201, 201]);
  await publish(client);
  expect(await expectConsistent(client)).toHaveLength(FILES);
  await close();
  expectWholeDatabase(data);
}, 120_000);

test("a harvest while its store is removed and made again", async () => {
  const { client, data, root, close } = await running();
  writeGranules(root, FILES);
  await makeWorkspace(client);
  const first = await archiveOf({ ...granules(0, 3) });
  const remove = ["DELETE", `${STORE}?recurse=true&purge=all`] as const;
  for (let round = 0; round < ROUNDS; round++) {
    await client.expect(200, ...put(first));
    const [harvested] = await together(client, [harvestOf(root), remove, put(first)], 40);
    expect([201, 404]).toContain(harvested);
    if ((await client.send("GET", `${STORE}.xml`)).status === 200) {
      const found = await expectConsistent(client);
      expect(found).toEqual(expect.arrayContaining(Object.keys(granules(0, 3))));
      for (const name of Object.keys(granules(0, 3)))
        expect(existsSync(join(data, "data/w/rain", name))).toBe(true);
      await client.expect(200, ...remove);
    }
    expect(existsSync(join(data, "data/w/rain"))).toBe(false);
  }
  expect(stagedIn(data)).toEqual([]);
  await close();
  expectWholeDatabase(data);
}, 120_000);

test("a harvest while granules are removed", async () => {
  const { client, data, root, close } = await running();
  writeGranules(root, FILES);
  await makeMosaic(client, granules(FILES, 20));
  const removal = (filter: string) =>
    ["DELETE", `${GRANULES}.xml?purge=all&filter=${encodeURIComponent(filter)}`] as const;
  await together(
    client,
    [
      harvestOf(root),
      removal("elevation = 3"),
      removal("BBOX(the_geom,-180,0,0,1)"),
      removal("INCLUDE"),
      harvestOf(root),
      removal("elevation = 4"),
    ],
    30,
  );
  await expectConsistent(client);
  await client.expect(201, ...harvestOf(root));
  const found = await expectConsistent(client);
  expect(found.filter((location) => location.startsWith(root))).toHaveLength(FILES);
  expect(readdirSync(root, { recursive: true })).toHaveLength(FILES + Math.ceil(FILES / 100));
  await close();
  expectWholeDatabase(data);
}, 120_000);

test("two archives to one store that is not there yet", async () => {
  const { client, data, close } = await running();
  await makeWorkspace(client);
  const names = Object.keys(granules(0, 40)).toSorted();
  const archives = await Promise.all([
    archiveOf(granules(0, 20)),
    archiveOf(granules(20, 20)),
    archiveOf(granules(10, 20)),
  ]);
  for (let round = 0; round < ROUNDS; round++) {
    expect(await together(client, archives.map(put))).toEqual([200, 200, 200]);
    expect(await expectConsistent(client)).toEqual(names);
    for (const name of names) expect(existsSync(join(data, "data/w/rain", name)), name).toBe(true);
    await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
  }
  expect(stagedIn(data)).toEqual([]);
  await close();
  expectWholeDatabase(data);
}, 120_000);

test("files sent again while they are removed are there, or are no granules", async () => {
  const { client, data } = await running();
  await makeMosaic(client, granules(0, 5));
  const name = granuleName(3);
  const send = ["POST", `${STORE}/file.imagemosaic?filename=${name}`, "image/tiff"] as const;
  const remove = ["DELETE", `${GRANULES}.xml?purge=all&filter=INCLUDE`] as const;
  for (let round = 0; round < ROUNDS * 5; round++) {
    await together(client, [[...send, granule(3)], remove, [...send, granule(3)], remove], round);
    for (const location of await expectConsistent(client)) {
      expect(existsSync(join(data, "data/w/rain", location)), location).toBe(true);
    }
    expect(await expectConsistent(client)).toEqual(
      readdirSync(join(data, "data/w/rain")).filter((file) => file.endsWith(".tif")),
    );
  }
}, 120_000);

test("16 clients read pages while a harvest runs", async () => {
  const { client, data, root, close } = await running();
  writeGranules(root, FILES);
  await makeMosaic(client, granules(FILES, 20));
  const harvests = new AbortController();
  let pages = 0;
  const reader = async (number: number) => {
    for (let page = 0; !harvests.signal.aborted; page++) {
      const text = await client.expect(
        200,
        "GET",
        `${GRANULES}.json?limit=100&offset=${((page + number) % 6) * 100}`,
      );
      const { features } = JSON.parse(text) as {
        features: readonly { properties: { location: string } }[];
      };
      const locations = features.map(({ properties }) => properties.location);
      expect(new Set(locations).size).toBe(locations.length);
      pages++;
    }
  };
  const readers = Array.from({ length: 16 }, (_unused, number) => reader(number));
  for (let round = 0; round < 2; round++) await client.expect(201, ...harvestOf(root));
  harvests.abort();
  await Promise.all(readers);
  expect(pages).toBeGreaterThan(16);
  expect(await expectConsistent(client)).toHaveLength(FILES + 20);
  await close();
  expectWholeDatabase(data);
}, 300_000);
