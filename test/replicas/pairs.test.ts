/**
 * Two commands that do not commute, sent at the same moment to two servers of one catalog: both answers, and all that the
 * catalog holds then, are as if one of them had come after the other.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import type { RecordKind } from "../../src/server/catalog/records.ts";
import { serverOrigin, type CatalogWriter } from "../../src/server/catalog/unit-of-work.ts";
import { openPostgresCatalog } from "../../src/server/storage/postgres.ts";
import { servicePath } from "../../src/wire/paths.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { sendRaw } from "../support/servers/http.ts";
import { numbers } from "../support/run/numbers.ts";
import { scale, slice } from "../support/run/scale.ts";
import { ground, pairs, type Pair, type Sent } from "./pairs.ts";
import { sharedEstate, type Estate } from "./replicas.ts";

/** Nobody is taken for gone: what puts the catalog back does not say that it is there. */
const PATIENT = { renewMs: 1_000, surelyAliveMs: 1_800_000, goneMs: 3_600_000 };

/** The path of what puts a catalog back, in the audit. */
const RESTORED = "/restored";

/** What a catalog holds, but for times, and what befell it since it was put back. */
interface State {
  readonly records: readonly (readonly [RecordKind, string, string, string])[];
  readonly links: readonly (readonly [string, string, string, string])[];
  readonly files: readonly (readonly [string, string])[];
  readonly blobs: readonly string[];
  readonly audit: readonly unknown[];
  readonly raised: number;
}

const ROWS = `select json_build_object(
  'records', (select json_agg(json_build_array(kind, workspace, name, value) order by kind, workspace, name)
    from records where kind <> 'keystore' and name <> 'catalog-id'),
  'links', (select json_agg(json_build_array(kind, workspace, name, link) order by kind, workspace, name, link)
    from links),
  'files', (select json_agg(json_build_array(path, digest) order by path) from files),
  'blobs', (select json_agg(digest order by digest) from blobs),
  'audit', (select json_agg(json_build_array(id - before.id, method, path, removed_rules, about) order by id)
    from audit where id > before.id),
  'raised', (select value - before.revision from counters where name = 'revision')) as state
  from (select coalesce(max(id), 0) as id, coalesce(max(revision), 0) as revision
    from audit where path = '${RESTORED}') as before`;

/** Types of bodies by how they begin. */
const TYPES: Readonly<Record<string, string>> = {
  "<?xml": "application/vnd.ogc.sld+xml",
  "<": "text/xml",
  "{": "application/json",
  "": "text/plain",
};

/** Another salt makes another text of a password each time. */
const withoutSalts = (text: string) => text.replaceAll(/\$argon2id\$[^"\\]*/g, "");

/** A catalog with servers, which is put back between two pairs. */
interface Place {
  readonly origins: readonly string[];
  readonly state: () => Promise<State>;
  readonly restore: () => Promise<void>;
}

async function openPlace(estate: Estate, servers: number): Promise<Place> {
  const { address } = estate;
  const origins: string[] = [];
  for (let count = 0; count < servers; count++) origins.push((await estate.start()).origin);
  const server = { id: randomUUID(), name: "tests" };
  const catalog = await openPostgresCatalog(address, {
    now: () => new Date().toISOString(),
    server,
  });
  const database = new Client({ ...address, password: reveal(address.password), ssl: false });
  await database.connect();
  await database.query(`set search_path = ${address.schema}`);
  onTestFinished(async () => {
    await database.end();
    await catalog.close();
  });
  const state = async () =>
    (await database.query<{ state: State }>(ROWS)).rows[0]?.state ?? expect.unreachable();
  for (const sent of ground) expect(await send(origins[0], sent), sent[1]).toMatch(/^20/);
  const start = await state();
  const contents = new Map<string, Uint8Array>();
  await catalog.read(async (reader) => {
    for (const [path, digest] of start.files)
      contents.set(path, await reader.content({ path, digest }));
  });
  const restore = async () => {
    const now = await state();
    await catalog.write({ ...serverOrigin, path: RESTORED }, async (writer) => {
      await putBack(writer, start, now);
      for (const [path] of without(now.files, start.files)) await writer.removeFile(path);
      for (const [path] of without(start.files, now.files))
        await writer.writeFile(path, contents.get(path) ?? new Uint8Array());
      writer.leaveTrace();
    });
  };
  return { origins, state, restore };
}

async function putBack(writer: CatalogWriter, start: State, now: State): Promise<void> {
  const keyOf = ([kind, workspace, name]: readonly string[]) =>
    ({ kind: kind as RecordKind, workspace: workspace === "" ? null : workspace, name }) as never;
  for (const row of without(now.records, start.records)) await writer.remove(keyOf(row));
  const linked = [...without(start.links, now.links), ...without(now.links, start.links)];
  const isOf = (row: readonly string[]) => (link: readonly string[]) =>
    row.slice(0, 3).every((part, at) => part === link[at]);
  const changed = new Set(without(start.records, now.records));
  for (const row of start.records)
    if (changed.has(row) || linked.some(isOf(row))) {
      const links = start.links.filter(isOf(row)).map(([, , , link]) => link);
      await writer.put(keyOf(row), JSON.parse(row[3]) as never, links);
    }
}

/** The rows of one list that the other one has not. */
function without<Row>(rows: readonly Row[], others: readonly Row[]): readonly Row[] {
  const known = new Set(others.map((row) => JSON.stringify(row)));
  return rows.filter((row) => !known.has(JSON.stringify(row)));
}

/** The status and the text of the answer. */
async function send(origin = "", [method, path, body]: Sent): Promise<string> {
  const sign = Object.keys(TYPES).find((one) => body?.startsWith(one)) ?? "";
  const headers = { authorization: AUTHORIZATION, "content-type": TYPES[sign] ?? "" };
  const answer = await sendRaw(origin, { method, path: servicePath(path), headers, body });
  return `${answer.status} ${answer.body.toString()}`;
}

/** What is answered, in the order of the pair, and what the catalog holds then. */
async function outcome(place: Place, sending: () => Promise<readonly string[]>): Promise<string> {
  await place.restore();
  const answers = await sending();
  return withoutSalts(JSON.stringify({ answers, ...(await place.state()) }));
}

/** The outcomes of both orders. */
async function ordersOf(place: Place, [one, other]: Pair): Promise<readonly [string, string]> {
  const ask = (sent: Sent) => send(place.origins[0], sent);
  return [
    await outcome(place, async () => [await ask(one), await ask(other)]),
    await outcome(place, async () => [await ask(other), await ask(one)].toReversed()),
  ];
}

const parsed = (text: string) => JSON.parse(text) as State & { readonly answers: unknown };

describePostgres("two commands at the same moment", (database) => {
  test("end as if one had come after the other, whatever they share", async () => {
    const [alone, shared] = [
      await openPlace(sharedEstate(database, PATIENT), 1),
      await openPlace(sharedEstate(database, PATIENT), 2),
    ];
    const random = numbers(71);
    for (const [name, pair] of slice(Object.entries(pairs), { test: 12 })) {
      const orders = await ordersOf(alone, pair);
      const [one, other] = orders.map((text) => ({ ...parsed(text), audit: [] }));
      expect(one, `${name} commute`).not.toEqual(other);
      // By how many milliseconds the first is sent later: one of them may need more time until it reads what they share.
      let later = 0;
      for (let time = 0; time < scale({ test: 3, proof: 200 }); time++) {
        const found = await outcome(shared, () =>
          Promise.all(
            pair.map(async (sent, at) => {
              await pause(at === 0 ? Math.max(0, later) : Math.max(0, -later));
              return send(shared.origins[(time + at) % 2], sent);
            }),
          ),
        );
        const order = orders.indexOf(found);
        if (order === -1) expect(parsed(found), name).toEqual(parsed(orders[0]));
        later += random() * (order === 0 ? 3 : -3);
      }
    }
  });
});
