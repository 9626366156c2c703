/** Writers that go through a balancer, and what has to be true of a catalog after whatever befell its servers. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { sendRaw, type RawResponse } from "../support/servers/http.ts";
import {
  archiveOf,
  granules,
  makeWorkspace,
  ZIP,
  type Client,
} from "../support/mosaics/mosaics.ts";
import { numbers } from "../support/run/numbers.ts";
import { scale } from "../support/run/scale.ts";
import {
  nextJob,
  type Ledger,
  type WriteJob,
  type WriteKind,
} from "../support/servers/write-jobs.ts";
import { UNKNOWN } from "./balancer.ts";

/** Writers, each with slots of its own. */
const WRITERS = scale({ test: 4, proof: 8 });

const KINDS: readonly WriteKind[] = ["style", "file", "store", "rule", "granule", "name"];

/** What became of writes, by the address that each of them says it comes from: no two say the same. */
export interface Writes {
  readonly ledger: Ledger;
  readonly acknowledged: Set<string>;
  /** Nobody knows what became of these. */
  readonly unknown: Set<string>;
  count: number;
}

/** Nothing has been written. */
export function noWrites(): Writes {
  return { ledger: new Map(), acknowledged: new Set(), unknown: new Set(), count: 0 };
}

/** Makes what writers write into. */
export async function prepareForWriters(client: Client): Promise<void> {
  await makeWorkspace(client, "kill");
  // One that no slot has publishes the coverage.
  const archive = await archiveOf(granules(WRITERS * 100, 1));
  for (let writer = 0; writer < WRITERS; writer++) {
    const path = `/workspaces/kill/coveragestores/m${writer}/file.imagemosaic`;
    const { status, body } = await client.send("PUT", path, ZIP, archive);
    expect(status, body.toString()).toBeLessThan(300);
  }
}

/** How writers work. */
export interface WriterParts {
  /** Where the balancer is. */
  readonly origin: string;
  readonly writes: Writes;
  readonly seed: number;
}

/** Writers at work. */
export interface Writing {
  /** Resolves when so many more writes have been acknowledged. */
  readonly acknowledged: (count: number) => Promise<void>;
  /** Has them end; resolves when nothing of it is under way. */
  readonly end: () => Promise<void>;
}

/** Writes until it is told to end. */
export function startWriters({ origin, writes, seed }: WriterParts): Writing {
  const stop = new AbortController();
  const writers = Array.from({ length: WRITERS }, async (_unused, writer) => {
    const random = numbers(seed * WRITERS + writer);
    while (!stop.signal.aborted) {
      const n = ++writes.count;
      const job = nextJob(writes.ledger, KINDS, { writer, n, random });
      if (job === undefined) await pause(1);
      else if (!(await write(origin, writes, job, n))) await pause(20);
    }
  });
  const all = Promise.all(writers);
  return {
    acknowledged: async (count) => {
      const enough = writes.acknowledged.size + count;
      // A write that is refused ends its writer; without the race nobody would hear of it.
      while (writes.acknowledged.size < enough) await Promise.race([pause(5), all]);
    },
    end: async () => {
      stop.abort();
      await all;
    },
  };
}

/** Writes once; gives whether it was acknowledged. Fails for an answer that no server gives when others end. */
async function write(origin: string, writes: Writes, job: WriteJob, n: number): Promise<boolean> {
  const { method, path, type, body, key, leaves } = job;
  const { ledger, acknowledged, unknown } = writes;
  const before = ledger.get(key)?.acknowledged ?? null;
  ledger.set(key, { acknowledged: before, pending: leaves });
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  const headers = {
    authorization: AUTHORIZATION,
    "x-forwarded-for": address,
    ...(type === undefined ? {} : { "content-type": type }),
  };
  const answer = await sendRaw(origin, { method, path: `/rest${path}`, headers, body });
  if (answer.status < 300) {
    ledger.set(key, { acknowledged: leaves, pending: undefined });
    acknowledged.add(address);
    return true;
  }
  expect(isUnclear(answer), `${method} ${path}: ${answer.status} ${answer.body.toString()}`).toBe(
    true,
  );
  unknown.add(address);
  return false;
}

function isUnclear({ status, headers }: RawResponse): boolean {
  return headers[UNKNOWN] !== undefined || (status === 503 && headers["retry-after"] !== undefined);
}

interface AuditEntry {
  readonly id: number;
  readonly revision: number;
  readonly address: string;
}

/** All of the audit, page by page. */
async function auditOf(client: Client): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const after = entries.at(-1)?.id ?? 0;
    const text = await client.expect(200, "GET", `/plumbline/audit?limit=1000&after=${after}`);
    const page = JSON.parse(text) as AuditEntry[];
    entries.push(...page);
    if (page.length < 1_000) return entries;
  }
}

/** Sees that every acknowledged write was made once, others once or not at all, and the audit has no gaps. */
export async function expectEachOnce(client: Client, writes: Writes): Promise<void> {
  const entries = await auditOf(client);
  expect(entries.map(({ id }) => id)).toEqual(entries.map((_entry, index) => index + 1));
  const revisions = entries.map(({ revision }) => revision);
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
  const times = new Map<string, number>();
  for (const { address } of entries) times.set(address, (times.get(address) ?? 0) + 1);
  const lost = [...writes.acknowledged].filter((address) => !times.has(address));
  const made = [...writes.acknowledged, ...writes.unknown];
  const doubled = made.filter((address) => (times.get(address) ?? 0) > 1);
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
}

/** Sees that the granules that indexes name, each once, lie in the folders of their mosaics, and no others. */
export async function expectIndexedFiles(client: Client, files: string): Promise<void> {
  for (let writer = 0; writer < WRITERS; writer++) {
    const index = `/workspaces/kill/coveragestores/m${writer}/coverages/m${writer}/index/granules`;
    const folder = join(files, "data/kill", `m${writer}`);
    // A server whose answer nobody waited for may be at work yet.
    await expect
      .poll(async () => {
        const text = await client.expect(200, "GET", `${index}.json?limit=1000`);
        const { features } = JSON.parse(text) as {
          features: { properties: { location: string } }[];
        };
        const indexed = new Set(features.map(({ properties }) => properties.location));
        const found = new Set(readdirSync(folder).filter((name) => name.endsWith(".tif")));
        return {
          lost: [...indexed.difference(found)],
          left: [...found.difference(indexed)],
          doubled: features.length - indexed.size,
        };
      })
      .toEqual({ lost: [], left: [], doubled: 0 });
  }
}
