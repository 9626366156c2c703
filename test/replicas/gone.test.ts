/** Servers that end in the midst of something, or are not heard of for a while: the others put in order what they left. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { layLine } from "../support/databases/cut-line.ts";
import {
  archiveOf,
  expectConsistent,
  granules,
  makeMosaic,
  makeWorkspace,
  STORE,
  ZIP,
} from "../support/mosaics/mosaics.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";
import { QUICK, sharedEstate, startProcess, type Estate } from "./replicas.ts";

/** The whole statement. */
const COMMIT = "commit\0";

/** What a client hears of a server that is killed. */
const CUT = /hang up|ECONNRESET|closed before/;

describePostgres("a server that has gone", (database) => {
  cutOff(database);
  silent(database);
});

const homes = ({ files }: Estate) =>
  existsSync(join(files, "data/w")) ? readdirSync(join(files, "data/w")) : [];

const serversOf = async (database: TestDatabase, { address }: Estate) =>
  (await database.execute(`select id from ${address.schema}.servers`)).map(({ id }) => String(id));

/** Folders in which files wait that no store has. */
const staged = ({ files }: Estate) =>
  readdirSync(join(files, "staging")).flatMap((server) =>
    readdirSync(join(files, "staging", server)),
  );

/** Uploads by a process that is killed when files are moved and the catalog is about to know of them. */
async function killedUpload(estate: Estate, upload: Uint8Array): Promise<void> {
  const line = await layLine(estate.address.port);
  const doomed = await startProcess(estate, { port: line.port });
  const held = line.holdAt("granules_", "before");
  const asked = doomed.client.send("PUT", `${STORE}/file.imagemosaic`, ZIP, upload);
  await held;
  doomed.kill("SIGKILL");
  await expect(asked).rejects.toThrow(CUT);
}

function cutOff(database: TestDatabase): void {
  test("before its upload was recorded: nothing of it stays", async () => {
    const estate = sharedEstate(database, QUICK);
    const { client } = await estate.start();
    await makeWorkspace(client);
    await killedUpload(estate, await archiveOf(granules(0, 3)));
    expect(homes(estate)).toEqual(["rain"]);
    await expect.poll(() => homes(estate)).toEqual([]);
    await expect.poll(() => serversOf(database, estate)).toHaveLength(1);
    expect(staged(estate)).toEqual([]);
    await client.expect(404, "GET", `${STORE}.xml`);
    await client.expect(
      200,
      "PUT",
      `${STORE}/file.imagemosaic`,
      ZIP,
      await archiveOf(granules(4, 2)),
    );
    expect(await expectConsistent(client)).toEqual(Object.keys(granules(4, 2)).toSorted());
  });

  test("before further files were recorded: those of before are as they were", async () => {
    const estate = sharedEstate(database, QUICK);
    const { client } = await estate.start();
    await makeMosaic(client, granules(0, 2));
    const before = readdirSync(join(estate.files, "data/w/rain")).toSorted();
    await killedUpload(estate, await archiveOf(granules(1, 3)));
    // Whoever is next waits until that is put in order.
    await client.expect(
      200,
      "PUT",
      `${STORE}/file.imagemosaic`,
      ZIP,
      await archiveOf(granules(9, 1)),
    );
    expect(await expectConsistent(client)).toEqual(
      Object.keys({ ...granules(0, 2), ...granules(9, 1) }).toSorted(),
    );
    expect(readdirSync(join(estate.files, "data/w/rain")).toSorted()).toEqual(
      [...before, ...Object.keys(granules(9, 1))].toSorted(),
    );
  });

  test("after its upload was recorded: all of it stays", async () => {
    const estate = sharedEstate(database, QUICK);
    const { client } = await estate.start();
    await makeWorkspace(client);
    const line = await layLine(estate.address.port);
    const doomed = await startProcess(estate, { port: line.port });
    const upload = await archiveOf(granules(0, 3));
    const asked = doomed.client.send("PUT", `${STORE}/file.imagemosaic`, ZIP, upload);
    await expect.poll(() => homes(estate), { interval: 1 }).toEqual(["rain"]);
    await line.holdAt(COMMIT, "after");
    doomed.kill("SIGKILL");
    await expect(asked).rejects.toThrow(CUT);
    await expect.poll(() => serversOf(database, estate)).toHaveLength(1);
    expect(staged(estate)).toEqual([]);
    expect(await expectConsistent(client)).toEqual(Object.keys(granules(0, 3)).toSorted());
  });
}

function silent(database: TestDatabase): void {
  test("for a while, and comes back: it changes nothing any more, and ends", async () => {
    const estate = sharedEstate(database, QUICK);
    const { client } = await estate.start();
    const stopped = await startProcess(estate);
    await makeWorkspace(stopped.client, "before");
    stopped.kill("SIGSTOP");
    await expect.poll(() => serversOf(database, estate)).toHaveLength(1);
    stopped.kill("SIGCONT");
    const answer = stopped.client.send(
      "POST",
      "/workspaces",
      "text/xml",
      "<workspace><name>after</name></workspace>",
    );
    const status = await answer.then(
      (one) => one.status,
      () => "cut",
    );
    expect([503, "cut"]).toContain(status);
    expect(await stopped.ended).toBe(3);
    await client.expect(200, "GET", "/workspaces/before.xml");
    await client.expect(404, "GET", "/workspaces/after.xml");
  });

  test("since a newer version has brought up the tables: the older one ends before it changes anything", async () => {
    const estate = sharedEstate(database, QUICK);
    const older = await startProcess(estate);
    await makeWorkspace(older.client, "before");
    await database.execute(`update ${estate.address.schema}.versions set version = version + 1`);
    // It may have found out by itself, and end while the request is on its way.
    const late = older.client.send("PUT", "/resource/a.txt", "text/plain", "late");
    const status = await late.then((answer) => answer.status).catch(() => undefined);
    expect([503, undefined]).toContain(status);
    expect(await older.ended).toBe(3);
    expect(await serversOf(database, estate)).toEqual([]);
  });

  test("because the database was away for all: nobody is taken for gone", async () => {
    const estate = sharedEstate(database, QUICK);
    const servers = [await estate.start(), await estate.start()];
    const before = await serversOf(database, estate);
    for (let time = 0; time < 20; time++) {
      await database.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'plumbline %'",
      );
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect((await serversOf(database, estate)).toSorted()).toEqual(before.toSorted());
    for (const { client, readiness } of servers) {
      await client.expect(200, "GET", "/workspaces.json");
      expect(await readiness()).toMatchObject({ ready: true });
    }
  });

  test("in peace leaves nothing behind", async () => {
    const estate = sharedEstate(database, QUICK);
    const [one, other] = [await estate.start(), await estate.start()];
    await makeMosaic(one.client, granules(0, 2));
    await one.close();
    expect(await serversOf(database, estate)).toHaveLength(1);
    await other.close();
    expect(await serversOf(database, estate)).toEqual([]);
    expect(readdirSync(join(estate.files, "staging"))).toEqual([]);
  });
}
