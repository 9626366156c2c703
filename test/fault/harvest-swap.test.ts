/**
 * A harvest of a folder that somebody swaps for a link to another one meanwhile: what is outside
 * of the allowed folders is never in the index.
 */
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { geoTiff } from "../support/mosaics/geotiff.ts";
import {
  clientOf,
  granules,
  listAll,
  makeMosaic,
  publish,
  STORE,
  TEXT,
} from "../support/mosaics/mosaics.ts";
import { scale } from "../support/run/scale.ts";

/** Like those inside, but elsewhere on the earth, and of another kind. */
function outsiders(names: readonly string[]): Readonly<Record<string, Uint8Array>> {
  const bounds = { minx: 10, miny: 60, maxx: 11, maxy: 61 };
  const file = geoTiff({ width: 4, height: 4, epsg: 4326, bounds });
  return Object.fromEntries(names.map((name) => [name, file]));
}

test("nothing of what is outside comes into the index", async () => {
  const base = realpathSync(temporaryFolder());
  const [root, outside] = [join(base, "root"), join(base, "outside")];
  const files = granules(0, 40);
  const names = Object.keys(files);
  writeFiles(join(root, "d"), files);
  writeFiles(outside, { ...outsiders(names), ...outsiders(["secret_20240101_z1.tif"]) });
  mkdirSync(join(base, "data"));
  const server = await startServer(join(base, "data"), { args: ["--granule-root", root] });
  onTestFinished(async () => void (await server.end()));
  const client = clientOf(server.url);
  await makeMosaic(client);
  await client.expect(201, "POST", `${STORE}/external.imagemosaic`, TEXT, root);
  await publish(client);
  const stop = new Int32Array(new SharedArrayBuffer(8));
  const swapper = new URL("../mosaic-files/swapper.ts", import.meta.url);
  const workerData = { folder: join(root, "d"), aside: join(base, "aside"), target: outside, stop };
  const worker = new Worker(swapper, { workerData });
  const ended = new Promise((resolve) => void worker.once("exit", resolve));
  const end = async () => {
    Atomics.store(stop, 0, 1);
    await ended;
  };
  onTestFinished(end);
  const seen = { inside: 0, refused: 0, swaps: 0 };
  const enough = scale({ test: 60, proof: 2_000 });
  for (let round = 0; round < enough || Atomics.load(stop, 1) < 1_000; round++) {
    const body = round % 10 > 0 ? join(root, "d", names[round % 40] ?? "") : root;
    const answer = await client.send("POST", `${STORE}/external.imagemosaic`, TEXT, body);
    expect([201, 400, 403, 422], answer.body.toString()).toContain(answer.status);
    if (answer.status === 201) seen.inside++;
    else seen.refused++;
    if (round % 5 !== 0) continue;
    const found = await listAll(client, "BBOX(the_geom,9,59,12,62) OR location LIKE '%secret%'");
    expect(found).toEqual([]);
  }
  await end();
  seen.swaps = Atomics.load(stop, 1);
  expect(seen.inside).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
  process.stdout.write(
    `${enough} harvests of a folder that was swapped ${seen.swaps} times: ` +
      `${seen.inside} read, ${seen.refused} refused, 0 granules from outside\n`,
  );
}, 600_000);
