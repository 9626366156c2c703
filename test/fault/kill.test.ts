/**
 * What the server acknowledged is there after SIGKILL: writers work until the process is killed at a
 * random moment, in the midst of groups of changes; after a restart every acknowledged state is found,
 * and what was under way is either done or not, never half. `npm run soak -- kills` says how many times.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { mapping, sld, zipOf } from "../support/artefacts.ts";
import { AUTHORIZATION } from "../support/catalog.ts";
import { startServer, type ServerProcess } from "../support/cli.ts";
import { numbers } from "../support/numbers.ts";
import { temporaryFolder } from "../support/folders.ts";
import { sendRaw, type RawResponse } from "../support/http.ts";
import { scale } from "../support/scale.ts";
import { serveHere } from "../support/serve-here.ts";

const WRITERS = 16;
const WRITES = scale({ test: 200, proof: 320 });
const KILLS = Number(process.env["PLUMBLINE_KILLS"] ?? scale({ test: 1, proof: 200 }));
const packed = await zipOf({
  "s.appschema": mapping(["t:A", "t:B"]),
  "more.txt": "x".repeat(10_000),
});

/** What a key holds: the acknowledged text (null: nothing), and one that may have come through. */
interface Ledger {
  acknowledged: string | null;
  pending: string | null | undefined;
}

interface Job {
  readonly method: "PUT" | "POST" | "DELETE";
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly key: string;
  readonly leaves: string | null;
}

const SLD = "application/vnd.ogc.sld+xml";

/** The next write of a writer: styles, files, stores and rules, each made, changed and removed. */
function nextJob(
  ledger: ReadonlyMap<string, Ledger>,
  writer: number,
  n: number,
  random: () => number,
): Job {
  const slot = `${writer}-${Math.floor(random() * 12)}`;
  const text = sld({ colour: `#${String(n).padStart(6, "0")}` });
  const kind = Math.floor(random() * 4);
  const key = `${["style", "file", "store", "rule"][kind]} ${slot}`;
  const exists = (ledger.get(key)?.acknowledged ?? null) !== null;
  const remove = exists && random() < 0.25;
  if (kind === 0) {
    if (remove) return { method: "DELETE", path: `/styles/k${slot}?purge=true`, key, leaves: null };
    const made = exists
      ? ({ method: "PUT", path: `/styles/k${slot}` } as const)
      : ({ method: "POST", path: `/styles?name=k${slot}` } as const);
    return { ...made, type: SLD, body: text, key, leaves: text };
  }
  if (kind === 1) {
    const path = `/resource/kill/${slot}.txt`;
    return remove
      ? { method: "DELETE", path, key, leaves: null }
      : { method: "PUT", path, type: "text/plain", body: text, key, leaves: text };
  }
  if (kind === 2) {
    const path = `/workspaces/kill/datastores/d${slot}`;
    if (remove) return { method: "DELETE", path: `${path}?recurse=true`, key, leaves: null };
    return {
      method: "PUT",
      path: `${path}/file.appschema?configure=none`,
      type: "application/zip",
      body: packed,
      key,
      leaves: "store",
    };
  }
  const rule = `kill${slot}.*.r`;
  if (remove) return { method: "DELETE", path: `/security/acl/layers/${rule}`, key, leaves: null };
  const body = `<rules><rule resource="${rule}">R${n}</rule></rules>`;
  return {
    method: exists ? "PUT" : "POST",
    path: "/security/acl/layers",
    type: "text/xml",
    body,
    key,
    leaves: `R${n}`,
  };
}

async function write(
  server: ServerProcess,
  ledger: Map<string, Ledger>,
  { writer, seed, onWritten }: { writer: number; seed: number; onWritten: () => void },
): Promise<number> {
  const random = numbers(seed);
  for (let n = 0; n < WRITES / WRITERS; n++) {
    const { method, path, type, body, key, leaves } = nextJob(ledger, writer, n, random);
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

async function read(
  server: Pick<ServerProcess, "url">,
  key: string,
  rules: Readonly<Record<string, string>>,
): Promise<string | null> {
  const [kind = "", slot = ""] = key.split(" ");
  if (kind === "rule") return rules[`kill${slot}.*.r`] ?? null;
  const paths: Readonly<Record<string, string>> = {
    style: `/styles/k${slot}.sld`,
    file: `/resource/kill/${slot}.txt`,
    store: `/resource/data/kill/d${slot}/more.txt`,
  };
  const headers = { authorization: AUTHORIZATION };
  const answer = await sendRaw(server.url, { method: "GET", path: `/rest${paths[kind]}`, headers });
  if (kind !== "store") return answer.status === 200 ? answer.body.toString() : null;
  const entry = await sendRaw(server.url, {
    method: "GET",
    path: `/rest/workspaces/kill/datastores/d${slot}.xml`,
    headers,
  });
  if (entry.status !== 200) return null;
  expect(answer.body.toString()).toBe("x".repeat(10_000));
  return "store";
}

async function verify(
  server: Pick<ServerProcess, "url">,
  ledger: Map<string, Ledger>,
): Promise<void> {
  const headers = { authorization: AUTHORIZATION };
  const answer = await sendRaw(server.url, {
    method: "GET",
    path: "/rest/security/acl/layers.json",
    headers,
  });
  const rules = JSON.parse(answer.body.toString()) as Record<string, string>;
  for (const [key, { acknowledged, pending }] of ledger) {
    const found = await read(server, key, rules);
    expect(pending === undefined ? [acknowledged] : [acknowledged, pending], key).toContain(found);
    ledger.set(key, { acknowledged: found, pending: undefined });
  }
}

test("every acknowledged write survives SIGKILL", async () => {
  const data = temporaryFolder();
  const ledger = new Map<string, Ledger>();
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
    await verify(server, ledger);
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
  await verify(last, ledger);
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
