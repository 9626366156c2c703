/** What a guard stops waits for somebody who approves exactly that; nothing of it runs before. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import {
  approve,
  changeApprovals,
  loadApprovals,
  type Approving,
  loadWaitingPlan,
} from "../../src/reconciler/inventory/approvals.ts";
import { StateError } from "../../src/reconciler/inventory/state-store.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { mode, style, watchFolder, type Watched } from "./support.ts";

const files = { "mode.yaml": mode("HIDE"), "a.yaml": style("a"), "a.sld": sld({ name: "a" }) };

interface Started extends Watched {
  readonly app: FastifyInstance;
  readonly folder: string;
}

const POLL = { pollMs: 60 };

async function started(): Promise<Started> {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const watched = watchFolder(app, folder, { times: POLL });
  await watched.seen(({ result }) => result === "converged");
  return { app, folder, ...watched };
}

const waits = ({ result }: { result: string }) => result === "waiting";
const applied = ({ result }: { result: string }) => result === "applied";

/** Loosens the catalog mode, which is a danger, and changes a style, which is none. */
async function loosen({ folder, next }: Started, colour = "#00aa00") {
  const told = next(waits);
  writeFiles(folder, { "mode.yaml": mode("CHALLENGE"), "a.sld": sld({ name: "a", colour }) });
  return told;
}

async function stateOf(app: FastifyInstance) {
  return (await connectTo(app)).inventory.state;
}

/** Approves as the command does. */
async function approveIn(app: FastifyInstance, digest: string): Promise<Approving> {
  let found: Approving = { refused: "unknown" };
  await changeApprovals(await stateOf(app), "test", (before) => {
    found = approve(before, digest, { by: "jane", at: new Date().toISOString() });
    return "approvals" in found ? found.approvals : before;
  });
  return found;
}

test("a guarded change waits whole, survives a restart, and runs when it is approved", async () => {
  const found = await started();
  const before = found.writes().length;
  const end = await loosen(found);
  expect(end).toMatchObject({ trigger: "files", writes: 0 });
  const digest = end.plan?.digest ?? "";
  expect(found.watch.state()).toMatchObject({
    state: "waiting",
    waiting: [{ digest, plan: { digest, changes: [{}, {}] } }],
  });
  expect(found.writes().length).toBe(before);
  await found.watch.close();
  const again = watchFolder(found.app, found.folder, { times: POLL });
  expect(await again.seen(() => true)).toMatchObject({ result: "waiting", writes: 0 });
  expect((await loadApprovals(await stateOf(found.app), "test")).waiting).toHaveLength(1);
  const kept = await loadWaitingPlan(await stateOf(found.app), "test");
  expect(kept).toMatchObject({ type: "plan", digest, changes: [{}, {}] });
  const ran = again.next(applied);
  expect(await approveIn(found.app, digest.slice(0, 16))).toHaveProperty("request.digest", digest);
  expect(await ran).toMatchObject({ trigger: "approval", writes: 2, failures: 0 });
  expect(again.watch.state()).toMatchObject({ waiting: [] });
  const state = await loadApprovals(await stateOf(found.app), "test");
  expect(state).toEqual({ waiting: [], approved: [] });
  expect(await loadWaitingPlan(await stateOf(found.app), "test")).toBe(undefined);
});

test("an approval is stale as soon as the folder moves on", async () => {
  const found = await started();
  const first = await loosen(found);
  await found.watch.close();
  // Approved while nobody watches, and changed after that.
  await approveIn(found.app, first.plan?.digest ?? "");
  writeFileSync(join(found.folder, "a.sld"), sld({ name: "a", colour: "#0000ee" }));
  const again = watchFolder(found.app, found.folder, { times: POLL });
  const end = await again.seen(() => true);
  expect(end).toMatchObject({ result: "waiting", writes: 0 });
  expect(end.plan?.digest).not.toBe(first.plan?.digest);
  const state = await loadApprovals(await stateOf(found.app), "test");
  expect(state.approved).toEqual([]);
  expect(state.waiting.map((one) => one.digest)).toEqual([end.plan?.digest]);
  // The folder takes the danger back: nothing waits any more, and the rest runs.
  const ran = again.next(applied);
  writeFileSync(join(found.folder, "mode.yaml"), mode("HIDE"));
  expect(await ran).toMatchObject({ writes: 1 });
  expect((await loadApprovals(await stateOf(found.app), "test")).waiting).toEqual([]);
});

test("an approval of one plan is none of another, nor of a digest that nobody asked about", async () => {
  const found = await started();
  const end = await loosen(found);
  expect(await approveIn(found.app, "sha256-0123456789")).toEqual({ refused: "unknown" });
  expect(await approveIn(found.app, (end.plan?.digest ?? "").slice(0, 10))).toEqual({
    refused: "unknown",
  });
  const still = found.next(({ trigger }) => trigger === "request");
  found.watch.trigger("request");
  expect(await still).toMatchObject({ result: "waiting", writes: 0 });
  // The watch itself takes approvals, of what waits.
  expect(await found.watch.approve("sha256-0123456789", "jane")).toEqual({ refused: "unknown" });
  const ran = found.next(applied);
  const digest = end.plan?.digest ?? "";
  expect(await found.watch.approve(digest, "jane")).toHaveProperty("request.digest", digest);
  expect(await ran).toMatchObject({ trigger: "approval", writes: 2 });
});

test("an approval is stale when a secret of the plan is another one, though the plan shows the same", async () => {
  const found = await started();
  const store =
    "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: w }\nspec: {}\n---\n" +
    "apiVersion: plumbline/v1\nkind: DataStore\nmetadata: { workspace: w, name: db }\n" +
    "spec: { connectionParameters: { dbtype: postgis, passwd: { fromFile: ./word } } }\n";
  const told = found.next(waits);
  writeFiles(found.folder, {
    "store.yaml": store,
    word: "one word",
    "mode.yaml": mode("CHALLENGE"),
  });
  const first = await told;
  await found.watch.close();
  await approveIn(found.app, first.plan?.digest ?? "");
  writeFiles(found.folder, { word: "another word" });
  const again = watchFolder(found.app, found.folder);
  const end = await again.seen(() => true);
  expect(end).toMatchObject({ result: "waiting", writes: 0, plan: { digest: first.plan?.digest } });
  const { waiting, approved } = await loadApprovals(await stateOf(found.app), "test");
  expect([waiting.length, approved]).toEqual([1, []]);
});

test("a plan that waits shows what is there now, though its requests are the same", async () => {
  const found = await started();
  const first = await loosen(found);
  const told = found.next(({ plan }) => JSON.stringify(plan?.blocks).includes("from MIXED"));
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const changed = { method: "PUT", url: "/rest/security/acl/catalog", headers } as const;
  const payload = '{"mode":"MIXED"}';
  expect((await found.app.inject({ ...changed, payload })).statusCode).toBe(200);
  found.watch.trigger("request");
  const digest = first.plan?.digest;
  expect(await told).toMatchObject({ result: "waiting", plan: { digest } });
  const seen = { message: expect.stringContaining("from MIXED") };
  expect(found.watch.state().waiting).toMatchObject([
    { digest, plan: { blocks: [seen] }, text: expect.stringContaining("from MIXED") },
  ]);
  expect(await loadWaitingPlan(await stateOf(found.app), "test")).toMatchObject({ blocks: [seen] });
  // The same after a restart, which finds the plan of the former process.
  await found.watch.close();
  expect((await found.app.inject({ ...changed, payload: '{"mode":"HIDE"}' })).statusCode).toBe(200);
  const again = watchFolder(found.app, found.folder);
  await again.seen(waits);
  expect(await loadWaitingPlan(await stateOf(found.app), "test")).toMatchObject({
    digest,
    blocks: [{ message: expect.stringContaining("from HIDE") }],
  });
});

test("what cannot be read in the place of a plan that waits is replaced", async () => {
  const found = await started();
  const state = await stateOf(found.app);
  await state.save("waiting-plan.json", "?");
  await expect(loadWaitingPlan(state, "test")).rejects.toBeInstanceOf(StateError);
  const { plan } = await loosen(found);
  expect(await loadWaitingPlan(state, "test")).toMatchObject({ digest: plan?.digest });
});

test("change limits stop what is too much, and nothing of it runs", async () => {
  const names = Array.from({ length: 12 }, (_unused, index) => `s${index}`);
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(
    folder,
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}.yaml`, style(name)],
        [`${name}.sld`, sld({ name })],
      ]),
    ),
  );
  const found = watchFolder(app, folder);
  await found.seen(applied);
  const before = found.writes().length;
  const told = found.next(waits);
  writeFiles(
    folder,
    Object.fromEntries(
      names.slice(0, 6).map((name) => [`${name}.sld`, sld({ name, colour: "#abcdef" })]),
    ),
  );
  const end = await told;
  expect(end.plan?.blocks.map(({ name }) => name)).toEqual(["over-limit"]);
  expect(found.writes().length).toBe(before);
});
