/** What others change on the server: seen by one request, reported, and undone only where that is wanted. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import type { DriftPolicy } from "../../src/reconciler/watch/drift.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { stockServer } from "../stock/server.ts";
import { style, watchFolder, type Options, type Watched } from "./support.ts";

const files = {
  "a.yaml": style("a"),
  "a.sld": sld({ name: "a" }),
  "b.yaml": style("b"),
  "b.sld": sld({ name: "b" }),
};

const POLL = { pollMs: 60 };

interface Started extends Watched {
  readonly app: FastifyInstance;
  readonly folder: string;
}

async function started(policy: DriftPolicy, options: Options = {}): Promise<Started> {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const watched = watchFolder(app, folder, { policy, times: POLL, ...options });
  await watched.seen(({ result }) => result === "converged");
  return { app, folder, ...watched };
}

/** Somebody else changes a style; gives its colour as the server holds it. */
async function paint(app: FastifyInstance, name: string, colour: string): Promise<void> {
  const answer = await app.inject({
    method: "PUT",
    url: `/rest/styles/${name}`,
    headers: { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" },
    payload: sld({ name, colour }),
  });
  expect(answer.statusCode).toBe(200);
}

async function remove(app: FastifyInstance, name: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION };
  const url = `/rest/styles/${name}?purge=true`;
  expect((await app.inject({ method: "DELETE", url, headers })).statusCode).toBe(200);
}

async function colourOf(app: FastifyInstance, name: string): Promise<string | undefined> {
  const headers = { authorization: AUTHORIZATION };
  const { body } = await app.inject({ url: `/rest/styles/${name}.sld`, headers });
  return /#[0-9a-f]{6}/.exec(body)?.[0];
}

const drifted = ({ result }: { result: string }) => result === "drifted";

test("a poll is one request, and nothing else is sent while nothing happens", async () => {
  const { log, passes } = await started("report");
  await pause(150);
  const [sent, ended] = [log().length, passes.length];
  await pause(600);
  const polls = log().slice(sent);
  expect(new Set(polls.map(({ request }) => `${request.method} ${request.path}`))).toEqual(
    new Set(["GET /settings.xml"]),
  );
  expect(polls.length).toBeGreaterThanOrEqual(5);
  expect(polls.length).toBeLessThanOrEqual(10);
  expect(passes.length).toBe(ended);
});

test("under report a change by somebody else is reported with its difference, and stays", async () => {
  const found = await started("report");
  const told = found.next(drifted);
  await paint(found.app, "a", "#bb0000");
  const end = await told;
  expect(end).toMatchObject({ trigger: "poll", writes: 0, failures: 0 });
  expect(end.drifted).toMatchObject([{ address: { kind: "Style", name: "a" }, gone: false }]);
  expect(end.drifted[0]?.fields.map(({ label }) => label)).not.toEqual([]);
  expect(end.drifted[0]?.changed?.text).toMatch(/^changed by admin on .* UTC$/);
  expect(end.objects).toContainEqual({ address: "Style/a", sync: "drifted", owned: true });
  expect(found.watch.state().state).toBe("drifted");
  // A change of the folder is applied, and what somebody else changed stays as it is.
  const applied = found.next(({ result }) => result === "applied");
  writeFileSync(join(found.folder, "b.sld"), sld({ name: "b", colour: "#00cc00" }));
  const after = await applied;
  expect(after.drifted).toHaveLength(1);
  expect(after.writes).toBe(1);
  expect([await colourOf(found.app, "a"), await colourOf(found.app, "b")]).toEqual([
    "#bb0000",
    "#00cc00",
  ]);
  // The folder itself wants something else of it now: that is no drift any more.
  const wanted = found.next(({ result }) => result === "applied");
  writeFileSync(join(found.folder, "a.sld"), sld({ name: "a", colour: "#0000dd" }));
  expect(await wanted).toMatchObject({ writes: 1, drifted: [] });
  expect(await colourOf(found.app, "a")).toBe("#0000dd");
});

test("under report what was deleted stays so, and is reported until it is back", async () => {
  const found = await started("report");
  const told = found.next(drifted);
  await remove(found.app, "a");
  expect((await told).drifted).toMatchObject([{ address: { name: "a" }, gone: true }]);
  // A restart knows from the state that the folder is not what changed.
  await found.watch.close();
  const again = watchFolder(found.app, found.folder, { policy: "report", times: POLL });
  const start = await again.seen(() => true);
  expect(start).toMatchObject({ trigger: "start", result: "drifted", writes: 0 });
  expect(await colourOf(found.app, "a")).toBeUndefined();
});

test("under correct a change by somebody else is undone", async () => {
  const found = await started("correct");
  const corrected = found.next(({ result }) => result === "applied");
  await paint(found.app, "a", "#bb0000");
  expect(await corrected).toMatchObject({ trigger: "poll", writes: 1, drifted: [] });
  expect(await colourOf(found.app, "a")).toBe("#112233");
  const back = found.next(({ result }) => result === "applied");
  await remove(found.app, "b");
  expect(await back).toMatchObject({ writes: 1 });
  expect(await colourOf(found.app, "b")).toBe("#112233");
});

test("under ignore a change by somebody else is neither reported nor undone", async () => {
  const found = await started("ignore");
  const seen = found.next(({ trigger }) => trigger === "poll");
  await paint(found.app, "a", "#bb0000");
  expect(await seen).toMatchObject({ result: "converged", writes: 0, drifted: [] });
  expect(await colourOf(found.app, "a")).toBe("#bb0000");
});

test("the same drift is corrected once; anyone who brings it back is reported, not fought", async () => {
  const found = await started("correct");
  const corrected = found.next(({ result }) => result === "applied");
  await paint(found.app, "a", "#bb0000");
  await corrected;
  const given = found.next(({ result }) => result === "suspended");
  await paint(found.app, "a", "#bb0000");
  const end = await given;
  expect(end.diagnostics.map(({ code }) => code)).toEqual(["object-suspended"]);
  expect(end.drifted).toHaveLength(1);
  expect(found.watch.state().state).toBe("suspended");
  expect(await colourOf(found.app, "a")).toBe("#bb0000");
  // Somebody who asks for a pass asks for another try.
  const asked = found.next(({ result }) => result === "applied");
  found.watch.trigger("request");
  await asked;
  expect(await colourOf(found.app, "a")).toBe("#112233");
});

test("drift that is another one each time is corrected five times", async () => {
  const found = await started("correct");
  const before = found.writes().length;
  for (let round = 0; round < 8; round++) {
    const end = found.next(({ result }) => result === "applied" || result === "suspended");
    await paint(found.app, "a", `#bb000${round}`);
    await end;
  }
  expect(found.writes().length - before).toBe(5);
  expect(found.watch.state().state).toBe("suspended");
  expect(await colourOf(found.app, "a")).toBe("#bb0007");
  // Its declaration changes: that is no fight.
  const wanted = found.next(({ result }) => result === "applied");
  writeFileSync(join(found.folder, "a.sld"), sld({ name: "a", colour: "#0000dd" }));
  await wanted;
  expect(await colourOf(found.app, "a")).toBe("#0000dd");
});

test("what comes into a scope that the folder owns as a whole is drift too", async () => {
  const rules = (more: string) =>
    `apiVersion: plumbline/v1\nkind: AccessRules\nmetadata: { name: geology }\nspec:\n  scope: ["geology.*"]\n  mode: exclusive\n  rules:\n    "geology.*.r": ["ROLE_A"]\n${more}`;
  const shown = async (app: FastifyInstance) => {
    const headers = { authorization: AUTHORIZATION, accept: "application/json" };
    const { body } = await app.inject({ url: "/rest/security/acl/layers.json", headers });
    return Object.keys(JSON.parse(body) as object).filter((rule) => rule.startsWith("geology"));
  };
  for (const policy of ["report", "correct"] as const) {
    const { app } = await startCatalog({ dialect: "geoserver" });
    const folder = temporaryFolder();
    writeFiles(folder, { "rules.yaml": rules("") });
    const found = watchFolder(app, folder, { policy, times: POLL });
    await found.seen(({ result }) => result === "converged");
    const told = found.next(({ trigger }) => trigger === "poll");
    const answer = await app.inject({
      method: "POST",
      url: "/rest/security/acl/layers.json",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      payload: { "geology.b.r": "ROLE_B" },
    });
    expect(answer.statusCode).toBe(200);
    const end = await told;
    const isTold = policy === "report";
    expect([end.result, end.writes > 0]).toEqual(isTold ? ["drifted", false] : ["applied", true]);
    const left = isTold ? ["geology.*.r", "geology.b.r"] : ["geology.*.r"];
    expect((await shown(app)).toSorted()).toEqual(left);
    // The folder changes: its rule comes, and the other one is still no business of this pass.
    const ran = found.next(({ result }) => result === "applied");
    writeFileSync(join(folder, "rules.yaml"), rules('    "geology.a.r": ["ROLE_C"]\n'));
    await ran;
    expect((await shown(app)).toSorted()).toEqual([...left, "geology.a.r"].toSorted());
  }
});

/** The count of changes in a document of settings. */
const COUNTER = /<updateSequence>\d+<\/updateSequence>|"updateSequence":\d+,?/;

test("a stock server is looked at when its counter has moved", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const found = watchFolder(app, folder, { times: { pollMs: 40, resyncMs: 300 } });
  await found.seen(({ result }) => result === "converged");
  const told = found.next(drifted);
  await paint(app, "a", "#bb0000");
  expect(await told).toMatchObject({ trigger: "poll", drifted: [{ address: { name: "a" } }] });
  expect(found.events.filter(({ type }) => type === "trouble")).toEqual([]);
});

test("a server that shows no counter is watched by resyncs alone", async () => {
  const { app } = stockServer();
  app.addHook("onSend", async (request, _reply, payload) =>
    request.url.includes("/settings") ? String(payload).replace(COUNTER, "") : payload,
  );
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const found = watchFolder(app, folder, { times: { pollMs: 40, resyncMs: 300 } });
  await found.seen(({ result }) => result === "converged");
  const told = found.next(drifted);
  await paint(app, "a", "#bb0000");
  expect(await told).toMatchObject({ trigger: "resync", drifted: [{ address: { name: "a" } }] });
  expect(found.events.filter(({ type }) => type === "trouble")).toEqual([]);
});

test("a server whose counter misses a change is looked at again by a resync", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const frozen = { status: 200, headers: {}, body: Buffer.from("<global/>") };
  const found = watchFolder(app, folder, {
    times: { pollMs: 40, resyncMs: 300 },
    wrap: (real) => async (request) =>
      request.path.startsWith("/settings") ? frozen : real(request),
  });
  await found.seen(({ result }) => result === "converged");
  const told = found.next(drifted);
  await paint(app, "a", "#bb0000");
  expect(await told).toMatchObject({ trigger: "resync" });
});
