/**
 * Lost updates: sixteen clients change four documents, each on the ground of what it has read.
 * Every success is one revision of its own, made from the state before it; the others are reported.
 */
import { expect, onTestFinished, test } from "vitest";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { sendRaw, type RawRequest } from "../support/servers/http.ts";
import { scale } from "../support/run/scale.ts";

const CLIENTS = 16;
const documents = ["one", "two", "three", "four"].map((name) => `/workspaces/w/datastores/${name}`);

/** A write that was acknowledged: the state it was made from, and what it wrote. */
interface Success {
  readonly document: string;
  readonly from: string;
  readonly wrote: string;
}

interface Change {
  readonly id: number;
  readonly revision: number;
  readonly path: string;
}

test("of those who write on the same ground one wins, and no success is lost", async () => {
  const { app } = await startCatalog();
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.server.closeAllConnections());
  const send = async (request: Omit<RawRequest, "path"> & { path: string }) => {
    const headers = {
      authorization: AUTHORIZATION,
      "content-type": "application/json",
      ...request.headers,
    };
    return sendRaw(origin, { ...request, path: `/rest${request.path}`, headers });
  };
  const store = (fields: object) => JSON.stringify({ dataStore: fields });
  await send({ method: "POST", path: "/workspaces", body: '{"workspace":{"name":"w"}}' });
  for (const document of documents) {
    const name = document.slice(document.lastIndexOf("/") + 1);
    const made = await send({
      method: "POST",
      path: "/workspaces/w/datastores",
      body: store({ name, description: "first" }),
    });
    expect(made.status).toBe(201);
  }
  const lastChange = await lastOf(send);

  const operations = scale({ test: 150, proof: 20_000 });
  const successes: Success[] = [];
  const statuses = new Map<number, number>();
  const client = async (own: number) => {
    for (let n = own; n < operations; n += CLIENTS) {
      const document = documents[(Math.floor(n / CLIENTS) + own) % documents.length] ?? "";
      const { etag = "" } = (await send({ method: "GET", path: document })).headers;
      const wrote = `client ${own}, operation ${n}`;
      const answer = await send({
        method: "PUT",
        path: document,
        body: store({ description: wrote }),
        headers: { "if-match": etag },
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) successes.push({ document, from: etag, wrote });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_unused, own) => client(own)));

  expect(new Set(statuses.keys())).toEqual(new Set([200, 412]));
  expect((statuses.get(200) ?? 0) + (statuses.get(412) ?? 0)).toBe(operations);
  expect(statuses.get(412)).toBeGreaterThan(operations / 50);

  const changes = await changesAfter(send, lastChange.id);
  expect(changes.length).toBe(successes.length);
  expect(changes.map(({ revision }) => revision)).toEqual(
    changes.map((_unused, index) => lastChange.revision + index + 1),
  );
  for (const document of documents) {
    const won = successes.filter((success) => success.document === document);
    expect(changes.filter(({ path }) => path === `/rest${document}`).length).toBe(won.length);
    // Two successes from one state would mean that the later one wrote over the earlier unseen.
    expect(new Set(won.map(({ from }) => from)).size).toBe(won.length);
    const left = await send({ method: "GET", path: document });
    expect(won.some(({ from }) => from === left.headers["etag"])).toBe(false);
    const { dataStore } = JSON.parse(left.body.toString()) as {
      dataStore: { description: string };
    };
    expect(won.map(({ wrote }) => wrote)).toContain(dataStore.description);
  }
}, 600_000);

type Send = (request: Omit<RawRequest, "path"> & { path: string }) => ReturnType<typeof sendRaw>;

async function changesAfter(send: Send, after: number): Promise<readonly Change[]> {
  const answer = await send({ method: "GET", path: `/plumbline/audit?after=${after}&limit=1000` });
  const page = JSON.parse(answer.body.toString()) as Change[];
  const last = page.at(-1);
  return last === undefined ? [] : [...page, ...(await changesAfter(send, last.id))];
}

async function lastOf(send: Send): Promise<Change> {
  const last = (await changesAfter(send, 0)).at(-1);
  if (last === undefined) throw new Error("nothing has changed yet");
  return last;
}
