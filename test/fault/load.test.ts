/**
 * More than the server takes on: who is beyond the bounds, or has waited too long for a turn, is sent away and comes
 * back later (docs/compatibility.md, "Bounds"). What waits for the lock of the catalog is not.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { http } from "../../src/model/limits.ts";
import { uncancellable } from "../../src/server/plugins/turns.ts";
import type { OpenWorkers, WorkersOptions } from "../../src/server/workers/pool.ts";
import { startServer } from "../support/commands/cli.ts";
import { runHere } from "../support/commands/run-here.ts";
import { eventually } from "../support/run/eventually.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isProof } from "../support/run/scale.ts";
import { AUTHORIZATION, openTestServer, startCatalog } from "../support/servers/catalog.ts";
import { sendRaw } from "../support/servers/http.ts";
import { sharedWorkers } from "../support/servers/shared-workers.ts";

const list = {
  method: "GET",
  path: "/rest/styles.json",
  headers: { authorization: AUTHORIZATION },
};

test("512 requests are taken on, one more is asked to come back", async () => {
  const { app } = await startCatalog();
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { hostname, port } = new URL(origin);
  const halfSent = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(
      `PUT /rest/resource/x HTTP/1.1\r\nHost: h\r\nAuthorization: ${AUTHORIZATION}\r\n` +
        "Content-Type: text/plain\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
    );
    await once(socket, "data");
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: 512 }, halfSent));
  const refused = await sendRaw(origin, list);
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(refused.body.toString()).toBe("More than 512 requests are under way");
  for (const socket of sockets) socket.destroy();
  const isTakenOn = async () => expect((await sendRaw(origin, list)).status).toBe(200);
  await vi.waitFor(isTakenOn, { timeout: 20_000 });
});

test("requests that ended do not count", async () => {
  const { app } = await startCatalog();
  for (let n = 0; n < 600; n++) {
    expect((await app.inject({ url: list.path, headers: list.headers })).statusCode).toBe(200);
  }
});

const SLD = "application/vnd.ogc.sld+xml";
const sheet = (rules: number) =>
  `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>l</Name><UserStyle><FeatureTypeStyle>${'<Rule><LineSymbolizer><Stroke><CssParameter name="stroke">#112233</CssParameter></Stroke></LineSymbolizer></Rule>'.repeat(rules)}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;

function estate(): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: w }\nspec: {}\n",
  });
  return folder;
}

/** Takes all reads that a server does at once, until it is let go. */
function holdReads({ admission }: FastifyInstance) {
  const held = Promise.withResolvers<void>();
  const all = ["a", "b", "c", "d"].map((name) =>
    admission.reads.take(uncancellable(name), () => held.promise),
  );
  return async () => {
    held.resolve();
    await Promise.all(all);
  };
}

test("who has waited a second for a turn is asked to come back, and does", async () => {
  const { app } = await startCatalog({ limits: { turnMs: http.turnMs } });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  expect((await sendRaw(origin, list)).status).toBe(200);
  const letGo = holdReads(app);
  const begun = performance.now();
  const late = await sendRaw(origin, { ...list, path: "/rest/workspaces.json" });
  expect(performance.now() - begun).toBeGreaterThan(990);
  expect(late).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(late.body.toString()).toBe("The request waited 1 s for its turn; try again");
  const applied = runHere(["apply", estate(), "--yes"], { url: origin });
  await eventually(() =>
    expect(app.answers()).toContainEqual({ method: "GET", code: "5xx", count: 2 }),
  );
  await letGo();
  expect((await applied).code, (await applied).stderr).toBe(0);
});

test("who waits for the lock of the catalog, or holds it, is not", async () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const openWorkers: OpenWorkers = <Job, Outcome>(options: WorkersOptions) => {
    const workers = sharedWorkers<Job, Outcome>(options);
    const run: typeof workers.run = async (...job) => {
      begun.resolve();
      await held.promise;
      return workers.run(...job);
    };
    return { ...workers, run };
  };
  const { app, close } = await openTestServer(temporaryFolder(), {
    openWorkers,
    limits: { turnMs: http.turnMs },
  });
  onTestFinished(close);
  const headers = { authorization: AUTHORIZATION, "content-type": SLD };
  const post = (name: string, payload: string) =>
    app.inject({ method: "POST", url: `/rest/styles?name=${name}`, headers, payload });
  expect((await post("s", sheet(1))).statusCode).toBe(201);
  // A large style is parsed by a thread, with the lock held.
  const payload = sheet(4_000);
  const url = "/rest/styles/s?raw=true";
  const holder = app.inject({ method: "PUT", url, headers, payload });
  await begun.promise;
  let answered = 0;
  const others = Array.from({ length: 150 }, async (_unused, n) => {
    const { statusCode } = await post(`s${n}`, sheet(1));
    answered++;
    return statusCode;
  });
  await setTimeout(2_500);
  expect((await app.inject({ url: list.path, headers })).statusCode).toBe(200);
  expect(answered).toBe(0);
  held.resolve();
  expect(new Set(await Promise.all(others))).toEqual(new Set([201]));
  expect((await holder).statusCode).toBe(200);
}, 60_000);

const own = `Basic ${btoa("crowd:a password of the crowd")}`;
/** Little to send, and much to parse. */
const heavy = gzipSync(sheet(1_500));

async function send(origin: string, method: string, path: string) {
  const headers = { authorization: own, "content-type": SLD, "content-encoding": "gzip" };
  return (await sendRaw(origin, { method, path, headers, body: heavy })).status;
}

/** Clients that each send a style of their own, again and again, until they are stopped. */
function openCrowd(origin: string, clients: number) {
  const over = new AbortController();
  const accepted: number[] = [];
  // All come at once; what that takes does not count.
  const from = performance.now() + 2_000;
  const refused: number[] = [];
  const one = async (_unused: unknown, n: number) => {
    while ((await send(origin, "POST", `/rest/styles?name=s${n}`)) === 503);
    while (!over.signal.aborted) {
      const begun = performance.now();
      const status = await send(origin, "PUT", `/rest/styles/s${n}`);
      if (status !== 200 && status !== 503) throw new Error(`an answer with ${status}`);
      if (begun < from) continue;
      (status === 200 ? accepted : refused).push(performance.now() - begun);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, one));
  return async () => {
    over.abort();
    const perSecond = (accepted.length * 1_000) / (performance.now() - from);
    await all;
    return { perSecond, accepted: p99(accepted), refused: p99(refused) };
  };
}

/** Infinite where there are none. */
function p99(times: readonly number[]): number {
  const at = Math.floor((times.length - 1) * 0.99);
  return times.toSorted((a, b) => a - b)[at] ?? Infinity;
}

test("at three times what a server does, some are accepted, some refused, and an apply ends", async () => {
  const server = await startServer(temporaryFolder());
  onTestFinished(async () => void (await server.end()));
  const json = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const post = async (path: string, body: string) =>
    expect(
      (await sendRaw(server.url, { method: "POST", path, headers: json, body })).status,
    ).toBeLessThan(300);
  const user = { userName: "crowd", password: "a password of the crowd", enabled: true };
  await post("/rest/security/usergroup/users", JSON.stringify({ user }));
  await post("/rest/security/roles/role/ADMIN/user/crowd", "");
  const few = openCrowd(server.url, 4);
  await setTimeout(4_000);
  const alone = await few();
  const many = openCrowd(server.url, Math.min(500, Math.max(12, 3 * Math.ceil(alone.perSecond))));
  await setTimeout(4_000);
  // Another account has turns of its own; the account of the crowd has to come again and again.
  const asCrowd = { PLUMBLINE_USER: "crowd", PLUMBLINE_PASSWORD: user.password };
  const applied = await runHere(["apply", estate(), "--yes"], {
    url: server.url,
    ...(isProof && { env: asCrowd }),
  });
  const loaded = await many();
  const figures = ({ perSecond, accepted, refused }: typeof alone) =>
    `${perSecond.toFixed()}/s, p99 ${accepted.toFixed()} ms, refusals ${refused.toFixed()} ms`;
  process.stderr.write(`4 clients: ${figures(alone)}; three times that: ${figures(loaded)}\n`);
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  // Both happen; how long they take is also up to what else the machine does.
  expect(loaded.refused).toBeLessThan(Infinity);
  expect(loaded.accepted).toBeLessThan(Infinity);
}, 300_000);
