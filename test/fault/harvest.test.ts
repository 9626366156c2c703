/**
 * The server is killed while it harvests, takes an archive or removes a store, at any moment.
 * Afterwards the index is whole, archives are there or not, and doing it again completes it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer, type ServerProcess } from "../support/commands/cli.ts";
import { numbers } from "../support/run/numbers.ts";
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
  listAll,
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
import { scale, testInProof } from "../support/run/scale.ts";
import { serveHere } from "../support/servers/serve-here.ts";

/**
 * Sends a request and kills the server after a time, or as soon as something is so; gives the
 * status if there was an answer.
 */
async function killDuring(
  server: ServerProcess,
  moment: number | (() => boolean),
  request: Readonly<Parameters<Client["send"]>>,
): Promise<number | undefined> {
  const answered = new AbortController();
  const answer = clientOf(server.url)
    .send(...request)
    .then(({ status }) => status)
    .catch(() => undefined)
    .finally(() => answered.abort());
  if (typeof moment === "number") await new Promise((resolve) => setTimeout(resolve, moment));
  else
    while (!answered.signal.aborted && !moment())
      await new Promise((resolve) => setImmediate(resolve));
  await server.end("SIGKILL");
  return answer;
}

/** Whether a file has been there for so many milliseconds. */
function after(file: string, ms: number): () => boolean {
  let since: number | undefined;
  return () => {
    if (since === undefined && existsSync(file)) since = performance.now();
    return since !== undefined && performance.now() - since >= ms;
  };
}

/** How long a request takes when nobody ends the server. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const filesBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith("."))
        .toSorted()
    : [];

test("a harvest that is killed leaves a whole index, and the next one completes it", async () => {
  const [data, root] = [temporaryFolder(), temporaryFolder()];
  const files = scale({ test: 60, proof: 5_000 });
  const kills = scale({ test: 1, proof: 20 });
  const random = numbers(20_261_122);
  writeGranules(root, files);
  const options = { args: ["--granule-root", root] };
  const start = () => startServer(data, options);
  const harvest = ["POST", `${STORE}/external.imagemosaic`, TEXT, root] as const;
  const first = await start();
  await makeMosaic(clientOf(first.url));
  const whole = await timeOf(() => clientOf(first.url).expect(201, ...harvest));
  await publish(clientOf(first.url));
  await first.end();
  let cut = 0;
  // On a busy machine a harvest may be done sooner than it was before.
  for (let kill = 0; kill < kills || (cut === 0 && kill < kills + 10); kill++) {
    const server = await start();
    const client = clientOf(server.url);
    // Half of the kills meet an index that fills, the others one that is replaced.
    const isFull = kill % 2 === 1;
    if (isFull) await client.expect(201, ...harvest);
    else await client.expect(200, "DELETE", `${GRANULES}.xml?filter=INCLUDE`);
    const status = await killDuring(server, whole * (0.05 + 0.9 * random()), harvest);
    if (status === undefined) cut++;
    const next = await serveHere(data, { granuleRoots: [root] });
    const found = await expectConsistent(clientOf(next.url));
    if (isFull || status === 201) expect(found).toHaveLength(files);
    expect(stagedIn(data)).toEqual([]);
    await next.end();
    expectWholeDatabase(data);
  }
  const last = await serveHere(data, { granuleRoots: [root] });
  const report = JSON.parse(await clientOf(last.url).expect(201, ...harvest)) as object;
  expect(report).toMatchObject({ files: { found: files, harvested: files, skipped: 0 } });
  expect(await expectConsistent(clientOf(last.url))).toHaveLength(files);
  expect(readdirSync(root, { recursive: true })).toHaveLength(files + Math.ceil(files / 100));
  await last.end();
  expectWholeDatabase(data);
  expect(cut).toBeGreaterThan(0);
  process.stdout.write(`${kills} kills in harvests of ${files} files, ${cut} cut off, 0 doubled\n`);
}, 900_000);

testInProof(
  "an archive whose upload is killed is there or not",
  async () => {
    const data = temporaryFolder();
    const count = 300;
    const random = numbers(7);
    const names = Object.keys(granules(0, count)).toSorted();
    const archive = await archiveOf(granules(0, count));
    const put = ["PUT", `${STORE}/file.imagemosaic`, ZIP, archive] as const;
    const remove = ["DELETE", `${STORE}?recurse=true&purge=all`] as const;
    const folder = join(data, "data/w/rain");
    const first = await startServer(data);
    await makeWorkspace(clientOf(first.url));
    const whole = await timeOf(() => clientOf(first.url).expect(200, ...put));
    await clientOf(first.url).expect(200, ...remove);
    const seen = { there: 0, not: 0 };
    let server = first;
    for (let kill = 0; kill < 20; kill++) {
      const moment = kill % 2 === 0 ? after(folder, 80 * random()) : whole * random();
      const status = await killDuring(server, moment, put);
      server = await startServer(data);
      const client = clientOf(server.url);
      expect(stagedIn(data)).toEqual([]);
      const isThere = (await client.send("GET", `${STORE}.xml`)).status === 200;
      if (status === 200) expect(isThere).toBe(true);
      seen[isThere ? "there" : "not"]++;
      const on = filesBelow(folder).filter((name) => name.endsWith(".tif"));
      expect(on).toEqual(isThere ? names : []);
      expect(existsSync(folder)).toBe(isThere);
      if (!isThere) continue;
      expect(await expectConsistent(client)).toEqual(names);
      await client.expect(200, ...remove);
    }
    await server.end();
    expectWholeDatabase(data);
    process.stdout.write(`uploads killed: ${seen.there} there, ${seen.not} not, 0 in half\n`);
  },
  900_000,
);

testInProof(
  "an archive over another one is there or the other one is",
  async () => {
    const data = temporaryFolder();
    const [count, kills] = [300, 20];
    const random = numbers(8);
    const folder = join(data, "data/w/rain");
    const path = `${STORE}/file.imagemosaic`;
    // Every archive brings granules of its own and one that all of them have, in another place.
    const shared = "same_20240101_z1.tif";
    const archiveAt = (version: number) =>
      archiveOf({
        ...granules(0, count),
        [shared]: granule(version),
        ...granules(1_000 + version, 1),
      });
    let server = await startServer(data);
    await makeMosaic(clientOf(server.url), { ...granules(0, count), [shared]: granule(0) });
    const archive = await archiveAt(0);
    const whole = await timeOf(() => clientOf(server.url).expect(200, "PUT", path, ZIP, archive));
    const seen = { before: 0, after: 0 };
    for (let version = 1, current = 0; version <= kills; version++) {
      const newest = join(folder, granuleName(1_000 + version));
      const moment = version % 4 > 0 ? after(newest, 80 * random()) : whole * random();
      const put = ["PUT", path, ZIP, await archiveAt(version)] as const;
      const status = await killDuring(server, moment, put);
      server = await startServer(data);
      expect(stagedIn(data)).toEqual([]);
      const client = clientOf(server.url);
      const found = await expectConsistent(client);
      const isAfter = found.includes(granuleName(1_000 + version));
      if (status === 200) expect(isAfter).toBe(true);
      if (isAfter) current = version;
      seen[isAfter ? "after" : "before"]++;
      expect(filesBelow(folder).filter((name) => name.endsWith(".tif"))).toEqual(found);
      expect(Buffer.compare(readFileSync(join(folder, shared)), granule(current))).toBe(0);
      const west = current - 180;
      const here = `location = '${shared}' AND BBOX(the_geom,${west + 0.4},0.4,${west + 0.6},0.6)`;
      expect(await listAll(client, here)).toHaveLength(1);
    }
    await server.end();
    expectWholeDatabase(data);
    process.stdout.write(`uploads over others killed: ${seen.after} there, ${seen.before} not\n`);
  },
  900_000,
);

test("files that are sent while a server is killed are there with their granules, or neither are", async () => {
  const data = temporaryFolder();
  // One unit of work takes them all.
  const count = scale({ test: 20, proof: 250 });
  const kills = scale({ test: 2, proof: 20 });
  const random = numbers(10);
  const folder = join(data, "data/w/rain");
  const path = `${STORE}/file.imagemosaic`;
  let server = await startServer(data);
  await makeMosaic(clientOf(server.url), granules(0, 1));
  const first = await archiveOf(granules(1, count));
  const whole = await timeOf(() => clientOf(server.url).expect(201, "POST", path, ZIP, first));
  const seen = { there: 0, not: 0 };
  // On a busy machine a kill may come when all is done.
  for (let kill = 1; kill <= kills || (seen.not === 0 && kill <= kills + 10); kill++) {
    const from = kill * 1_000;
    const archive = await archiveOf(granules(from, count));
    // As soon as the last file lies there, or while its granules are read and written.
    const last = join(folder, granuleName(from + count - 1));
    const moment = after(last, kill % 2 === 0 ? whole * random() : 0);
    const status = await killDuring(server, moment, ["POST", path, ZIP, archive]);
    server = await startServer(data);
    expect(stagedIn(data)).toEqual([]);
    const found = await expectConsistent(clientOf(server.url));
    const isThere = found.includes(granuleName(from));
    if (status === 201) expect(isThere).toBe(true);
    seen[isThere ? "there" : "not"]++;
    expect(filesBelow(folder).filter((name) => name.endsWith(".tif"))).toEqual(found);
  }
  await server.end();
  expectWholeDatabase(data);
  expect(seen.not).toBeGreaterThan(0);
  process.stdout.write(`harvests of sent files killed: ${seen.there} there, ${seen.not} not\n`);
}, 900_000);

test("a store whose removal is killed is there with all its files, or gone with them", async () => {
  const data = temporaryFolder();
  const count = scale({ test: 30, proof: 300 });
  const random = numbers(9);
  const names = Object.keys(granules(0, count)).toSorted();
  const archive = await archiveOf(granules(0, count));
  const remove = ["DELETE", `${STORE}?recurse=true&purge=all`] as const;
  const folder = join(data, "data/w/rain");
  let server = await startServer(data);
  await makeWorkspace(clientOf(server.url));
  const seen = { there: 0, gone: 0 };
  let whole = 0;
  for (let kill = 0; kill <= scale({ test: 1, proof: 20 }); kill++) {
    const client = clientOf(server.url);
    await client.expect(200, "PUT", `${STORE}/file.imagemosaic`, ZIP, archive);
    if (kill === 0) {
      whole = await timeOf(() => client.expect(200, ...remove));
      continue;
    }
    const moment = kill % 2 === 0 ? () => stagedIn(data).length > 0 : whole * random();
    const status = await killDuring(server, moment, remove);
    server = await startServer(data);
    expect(stagedIn(data)).toEqual([]);
    const isThere = (await clientOf(server.url).send("GET", `${STORE}.xml`)).status === 200;
    if (status === 200) expect(isThere).toBe(false);
    seen[isThere ? "there" : "gone"]++;
    expect(existsSync(folder)).toBe(isThere);
    if (!isThere) continue;
    expect(await expectConsistent(clientOf(server.url))).toEqual(names);
    expect(filesBelow(folder).filter((name) => name.endsWith(".tif"))).toEqual(names);
  }
  await server.end();
  expectWholeDatabase(data);
  process.stdout.write(`removals killed: ${seen.there} there, ${seen.gone} gone, 0 in half\n`);
}, 900_000);

testInProof(
  "a workspace whose removal is killed leaves all files",
  async () => {
    const data = temporaryFolder();
    const stores = Array.from({ length: 12 }, (_unused, index) => `s${index}`);
    const archive = await archiveOf(granules(0, 2));
    let server = await startServer(data);
    await makeWorkspace(clientOf(server.url));
    for (const store of stores) {
      const path = `/workspaces/w/coveragestores/${store}/file.imagemosaic?configure=none`;
      await clientOf(server.url).expect(200, "PUT", path, ZIP, archive);
    }
    const ownership = join(data, "data/w/s0/.plumbline-store");
    const isReleased = () => readFileSync(ownership, "utf8").includes('"released":true');
    await killDuring(server, isReleased, ["DELETE", "/workspaces/w?recurse=true"]);
    server = await startServer(data);
    for (const store of stores) {
      const names = filesBelow(join(data, "data/w", store)).filter((name) => name.endsWith(".tif"));
      expect(names, store).toEqual(Object.keys(granules(0, 2)).toSorted());
    }
    await server.end();
  },
  120_000,
);
