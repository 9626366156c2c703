/**
 * What the server acknowledged is there after SIGKILL: writers work until the process is killed at a
 * random moment, in the midst of groups of changes; after a restart every acknowledged state is found,
 * and what was under way is either done or not, never half. `npm run soak -- kills` says how many times.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { startServer, type ServerProcess } from "../support/commands/cli.ts";
import { numbers } from "../support/run/numbers.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw, type RawResponse } from "../support/servers/http.ts";
import { scale } from "../support/run/scale.ts";
import { serveHere } from "../support/servers/serve-here.ts";
import { nextJob, verify, type Ledger } from "../support/servers/write-jobs.ts";

const WRITERS = 16;
const WRITES = scale({ test: 200, proof: 320 });
const KILLS = Number(process.env["PLUMBLINE_KILLS"] ?? scale({ test: 1, proof: 200 }));
const KINDS = ["style", "file", "store", "rule"] as const;

async function write(
  server: ServerProcess,
  ledger: Ledger,
  { writer, seed, onWritten }: { writer: number; seed: number; onWritten: () => void },
): Promise<number> {
  const random = numbers(seed);
  for (let n = 0; n < WRITES / WRITERS; n++) {
    const job = nextJob(ledger, KINDS, { writer, n, random });
    if (job === undefined) continue;
    const { method, path, type, body, key, leaves } = job;
    const entry = ledger.get(key) ?? { acknowledged: null, pending: undefined };
    ledger.set(key, { ...entry, pending: leaves });
    const headers = {
      authorization: AUTHORIZATION,
      ...(type === undefined ? {} : { "content-type": type }),
    };
    let response: RawResponse;
    try {
      response = await sendRaw(server.url, { method, path: `/rest${path}`, headers, body });
    } catch {
      return n;
    }
    expect(response.status, `${method} ${path}: ${response.body.toString()}`).toBeLessThan(300);
    ledger.set(key, { acknowledged: leaves, pending: undefined });
    onWritten();
  }
  return WRITES / WRITERS;
}

test("every acknowledged write survives SIGKILL", async () => {
  const data = temporaryFolder();
  const ledger: Ledger = new Map();
  const random = numbers(20_261_121);
  let written = 0;
  // POST of rules adds to the list in this dialect, so that writers do not replace each other's.
  const args = ["--dialect", "geoserver"];
  const first = await serveHere(data, { dialect: "geoserver" });
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  await sendRaw(first.url, {
    method: "POST",
    path: "/rest/workspaces",
    headers,
    body: "<workspace><name>kill</name></workspace>",
  });
  await first.end();
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServer(data, { args });
    await verify(server.url, ledger);
    const writers: Promise<number>[] = [];
    const enough = Math.floor(WRITES * (0.1 + 0.8 * random()));
    let acknowledged = 0;
    const middle = new Promise<void>((resolve) => {
      const onWritten = () => void (++acknowledged === enough && resolve());
      for (let writer = 0; writer < WRITERS; writer++) {
        const seed = kill * WRITERS + writer + 1;
        writers.push(write(server, ledger, { writer, seed, onWritten }));
      }
    });
    // A write that is refused ends its writer; without the race nobody would hear of it.
    await Promise.race([middle, Promise.all(writers)]);
    await server.end("SIGKILL");
    written += (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
  }
  const last = await serveHere(data, { dialect: "geoserver" });
  await verify(last.url, ledger);
  await last.end();
  const database = new DatabaseSync(join(data, "catalog.db"), { readOnly: true });
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(
    database
      .prepare("SELECT count(*) AS lost FROM files WHERE digest NOT IN (SELECT digest FROM blobs)")
      .get(),
  ).toEqual({ lost: 0 });
  expect(
    database
      .prepare("SELECT count(*) AS stale FROM blobs WHERE digest NOT IN (SELECT digest FROM files)")
      .get(),
  ).toEqual({ stale: 0 });
  database.close();
  expect(written).toBeGreaterThan(KILLS * 50);
  process.stdout.write(`${KILLS} kills, ${written} acknowledged writes, 0 lost\n`);
}, 3_600_000);
