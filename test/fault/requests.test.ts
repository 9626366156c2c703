/**
 * Requests that fail: what depends on them is not tried, the rest is, what a deletion cascaded to
 * comes back all the same, and running again ends where a run without faults would have ended.
 */
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import type { ExecuteEvent } from "../../src/reconciler/engine/run/events.ts";
import { StateError } from "../../src/reconciler/inventory/state-store.ts";
import type { Connection } from "../../src/reconciler/estate.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  writesIn,
  type TestCatalog,
} from "../support/servers/catalog.ts";
import { dumpWithoutDates } from "../support/servers/catalog-dump.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { faults } from "../support/servers/faults.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isProof, oneByFile } from "../support/run/scale.ts";

const manifest = (kind: string, metadata: object, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });

function estate(folder: string, types: readonly string[], colour: string): void {
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
    "s.xml": mapping(types),
    "a.yaml": manifest("Style", { name: "a" }, { source: "./a.sld" }),
    "a.sld": sld({ colour }),
  });
}

async function send(
  { app }: TestCatalog,
  method: "PUT" | "POST",
  url: string,
  payload: string,
): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const answer = await app.inject({ method, url: `/rest${url}`, headers, payload });
  expect(answer.statusCode).toBeLessThan(300);
}

/** A catalog with a store whose layer has a style and whose rules are nobody's. */
async function prepare(dialect: DialectName): Promise<{ catalog: TestCatalog; folder: string }> {
  const catalog = await startCatalog({ dialect });
  const folder = temporaryFolder();
  estate(folder, ["t:A", "t:B"], "#000001");
  await applyFolder(catalog.app, folder);
  await send(
    catalog,
    "PUT",
    "/layers/w:A",
    "<layer><defaultStyle><name>line</name></defaultStyle></layer>",
  );
  const fresh =
    dialect === "documented"
      ? '<rule resource="*.*.r">*</rule><rule resource="*.*.w">ADMIN</rule>'
      : "";
  await send(
    catalog,
    "POST",
    "/security/acl/layers",
    `<rules>${fresh}<rule resource="w.A.r">SOMEBODY</rule></rules>`,
  );
  estate(folder, ["t:A", "t:C"], "#000002");
  return { catalog, folder };
}

const planFor = (folder: string, connection: Connection) =>
  planEstate({ name: "test", paths: [folder], prune: "none", allow: new Set() }, connection);

async function rules({ app }: TestCatalog): Promise<Readonly<Record<string, string>>> {
  const answer = await app.inject({
    url: "/rest/security/acl/layers.json",
    headers: { authorization: AUTHORIZATION },
  });
  return JSON.parse(answer.body) as Record<string, string>;
}

const planAndConnect = async ({ catalog, folder }: Awaited<ReturnType<typeof prepare>>) => {
  const connection = await connectTo(catalog.app);
  return { connection, planned: await planFor(folder, connection) };
};

/** Nothing waits in these tests. */
const wait = async () => {};

const STEPS = [0, 1, 2, 3, 4];

/** The requests that meet a fault: all in a proof; otherwise two, others for each fault, so that all meet some. */
function struckBy(fault: string): readonly number[] {
  const turn = Object.keys(faults).indexOf(fault);
  return isProof ? STEPS : STEPS.filter((step) => (step + 3 * turn) % STEPS.length < 2);
}

describe.for(oneByFile(import.meta.url, dialects))("a recreate, %s dialect", (dialect) => {
  describe.for(Object.keys(faults))("one request %s every time", (fault) => {
    test.for(struckBy(fault))("number %i", async (failing) => {
      const { catalog, folder } = await prepare(dialect);
      const { connection, planned } = await planAndConnect({ catalog, folder });
      expect(planned.plan?.steps.length).toBe(5);
      const wrong = planned.plan?.steps[failing]?.request.path;
      const broken = faults[fault]?.(connection.send) ?? connection.send;
      const send: Transport = (request) =>
        (request.path === wrong ? broken : connection.send)(request);
      const result = await applyPlan(planned, { inventory: connection.inventory, send, wait });
      const outcomes = result.execution.reports.map(({ outcome }) => outcome);
      // What was done all the same is found out by reading back.
      const isDone = fault === "lost on the way back";
      expect(result.converged).toBe(isDone);
      expect(outcomes.filter((one) => one !== "done" && one !== "skipped")).toHaveLength(
        isDone ? 0 : 1,
      );
      const again = await applyFolder(catalog.app, folder);
      expect(again.result?.converged).toBe(true);
      expect((await applyFolder(catalog.app, folder)).writes).toEqual([]);
      expect(await rules(catalog)).toMatchObject({ "w.A.r": "SOMEBODY" });
    });
  });

  test("a request that is lost once is sent again, or found to be done", async () => {
    for (const fault of ["lost on the way there", "lost on the way back"]) {
      const { catalog, folder } = await prepare(dialect);
      const { connection, planned } = await planAndConnect({ catalog, folder });
      const seen = new Set<string>();
      const broken = faults[fault]?.(connection.send) ?? connection.send;
      const send: Transport = (request) => {
        const key = `${request.method} ${request.path}`;
        const isFirst = !seen.has(key);
        seen.add(key);
        return (isFirst ? broken : connection.send)(request);
      };
      const result = await applyPlan(planned, { inventory: connection.inventory, send, wait });
      expect(result.converged, JSON.stringify(result.execution.reports)).toBe(true);
      const counts = Object.groupBy(
        writesIn(connection.log).catalog,
        ({ request: { method, path } }) => `${method} ${path}`,
      );
      expect(Object.values(counts).map((all) => all?.length)).toEqual([1, 1, 1, 1, 1]);
    }
  });

  test("a mapping that the server refuses: the store is what it was, with all that it had", async () => {
    const { catalog, folder } = await prepare(dialect);
    // What its manifest says beside the mapping stops no recreation, and comes back with it.
    await send(
      catalog,
      "PUT",
      "/workspaces/w/datastores/s",
      "<dataStore><description>Wells</description><enabled>false</enabled></dataStore>",
    );
    const spec = { mapping: "./s.xml", description: "Wells", enabled: false };
    writeFiles(folder, {
      "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, spec),
    });
    const before = await dumpWithoutDates(catalog.app);
    const { connection, planned } = await planAndConnect({ catalog, folder });
    const refused = { status: 400, headers: {}, body: new TextEncoder().encode("no such column") };
    let uploads = 0;
    const refusing: Transport = async (request) =>
      request.path.endsWith("file.appschema") && uploads++ === 0
        ? refused
        : connection.send(request);
    const { inventory } = connection;
    const result = await applyPlan(planned, { inventory, send: refusing, wait });
    expect(result.converged).toBe(false);
    expect(result.execution.unrestored).toEqual([]);
    const after = await dumpWithoutDates(catalog.app);
    expect({ ...after, "Style/a": "" }).toEqual({ ...before, "Style/a": "" });
    expect((await applyFolder(catalog.app, folder)).result?.converged).toBe(true);
    expect(await rules(catalog)).toMatchObject({ "w.A.r": "SOMEBODY" });
  });

  test("a busy server is asked again, not sooner than it says", async () => {
    const { catalog, folder } = await prepare(dialect);
    const { connection, planned } = await planAndConnect({ catalog, folder });
    const waits: number[] = [];
    let busy = 3;
    const headers = { "retry-after": "2" };
    const send: Transport = async (request) =>
      busy-- > 0 ? { status: 503, headers, body: new Uint8Array() } : connection.send(request);
    const result = await applyPlan(planned, {
      inventory: connection.inventory,
      send,
      wait: async (ms) => void waits.push(ms),
    });
    expect(result.converged).toBe(true);
    expect(waits).toHaveLength(3);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
  });

  test("a server that is gone is not asked for every request", async () => {
    const { catalog, folder } = await prepare(dialect);
    let isGone = false;
    let asked = 0;
    const connection = await connectTo(catalog.app, "test", (real) => async (request) => {
      if (!isGone) return real(request);
      asked++;
      throw new Error("connection refused");
    });
    const planned = await planFor(folder, connection);
    const { inventory } = connection;
    const result = await applyPlan(planned, {
      inventory,
      wait,
      send: (request) => {
        isGone ||= request.method === "DELETE";
        return connection.send(request);
      },
    });
    expect(result.execution.stopped?.code).toBe("server-unreachable");
    expect(asked).toBeLessThan(20);
    isGone = false;
    expect((await applyFolder(catalog.app, folder)).result?.converged).toBe(true);
    expect(await rules(catalog)).toMatchObject({ "w.A.r": "SOMEBODY" });
  });

  test("refused credentials stop everything", async () => {
    const { catalog, folder } = await prepare(dialect);
    const connection = await connectTo(catalog.app);
    const planned = await planFor(folder, connection);
    let sent = 0;
    const result = await applyPlan(planned, {
      inventory: connection.inventory,
      send: async () => {
        sent++;
        return { status: 401, headers: { "www-authenticate": "Basic" }, body: new Uint8Array() };
      },
    });
    expect({
      sent,
      bookkeeping: result.bookkeeping,
      refused: result.execution.credentialsRefused,
    }).toEqual({ sent: 1, bookkeeping: 1, refused: true });
  });

  test("an interrupt lets the running request finish and tries no other", async () => {
    const { catalog, folder } = await prepare(dialect);
    const connection = await connectTo(catalog.app);
    const planned = await planFor(folder, connection);
    let sent = 0;
    const result = await applyPlan(planned, {
      inventory: connection.inventory,
      send: (request) => {
        sent++;
        return connection.send(request);
      },
      interrupted: () => sent >= 1,
    });
    expect(result.execution.reports.map(({ outcome }) => outcome)).toEqual([
      "done",
      "skipped",
      "skipped",
      "skipped",
      "skipped",
    ]);
    expect((await applyFolder(catalog.app, folder)).result?.converged).toBe(true);
  });
});

test("a lock that is lost: nothing is written any more, not even what would help", async () => {
  const { catalog, folder } = await prepare("documented");
  const connection = await connectTo(catalog.app);
  const planned = await planFor(folder, connection);
  const state = connection.log.length;
  const lost = { code: "lock-lost", severity: "error", message: "The lock is lost" } as const;
  let isDeleted = false;
  const result = await applyPlan(planned, {
    inventory: connection.inventory,
    send: async (request) => {
      isDeleted = request.method === "DELETE";
      return connection.send(request);
    },
    mayWrite: async () => (isDeleted ? lost : undefined),
  });
  const { reports, rollbacks: rescues, stopped, unrestored: gone } = result.execution;
  const done = reports.filter(({ outcome }) => outcome === "done");
  expect(done.at(-1)?.step.request.method).toBe("DELETE");
  expect(reports.slice(done.length).every(({ outcome }) => outcome === "skipped")).toBe(true);
  expect(stopped).toEqual(lost);
  expect(rescues.every(({ outcome }) => outcome === "skipped")).toBe(true);
  expect(gone.length).toBeGreaterThan(0);
  const { catalog: written, bookkeeping } = writesIn(connection.log.slice(state));
  // What goes along was written down before.
  expect([written.length, bookkeeping.length]).toEqual([done.length, 1]);
  expect(result.converged).toBe(false);
  expect(result.diagnostics.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["lock-lost", "inventory-unsaved"]),
  );
  expect(result.bookkeeping).toBe(1);
  expect((await applyFolder(catalog.app, folder)).result?.converged).toBe(true);
  expect(await rules(catalog)).toMatchObject({ "w.A.r": "SOMEBODY" });
});

test("somebody's change between plan and apply is not overwritten", async () => {
  const { catalog, folder } = await prepare("documented");
  const connection = await connectTo(catalog.app);
  const planned = await planFor(folder, connection);
  const headers = { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" };
  await catalog.app.inject({
    method: "PUT",
    url: "/rest/styles/a",
    headers,
    payload: sld({ colour: "#abcdef" }),
  });
  const { send, inventory } = connection;
  const result = await applyPlan(planned, { send, inventory });
  const style = result.execution.reports.find(({ step }) => step.summary.includes("style a"));
  expect(style).toMatchObject({ outcome: "refused", status: 412 });
  expect(result.converged).toBe(false);
});

test("what was made is ours even if it cannot be read back", async () => {
  const { catalog, folder } = await prepare("documented");
  let isRead = false;
  const connection = await connectTo(catalog.app, "test", (real) => async (request) => {
    if (isRead && request.method === "GET") throw new Error("connection reset");
    isRead ||= request.path.endsWith("file.appschema");
    return real(request);
  });
  const planned = await planFor(folder, connection);
  const { send, inventory } = connection;
  const result = await applyPlan(planned, { send, inventory });
  expect(result.converged).toBe(false);
  expect(result.diagnostics.map(({ code }) => code)).toEqual(["not-verified"]);
  const again = await applyFolder(catalog.app, folder);
  expect([...again.writes, ...again.bookkeeping]).toEqual([]);
});

test("what was made is reported even if ownership cannot be recorded", async () => {
  const { catalog, folder } = await prepare("documented");
  const connection = await connectTo(catalog.app);
  const planned = await planFor(folder, connection);
  const full = () => Promise.reject(new StateError("inventory.json", "finds no space"));
  const inventory = { ...connection.inventory, save: full };
  const result = await applyPlan(planned, { send: connection.send, inventory });
  expect(result.execution.reports.every(({ outcome }) => outcome === "done")).toBe(true);
  expect(result.diagnostics).toMatchObject([
    { code: "inventory-unsaved", message: "inventory.json finds no space" },
  ]);
  expect({ converged: result.converged, bookkeeping: result.bookkeeping }).toEqual({
    converged: false,
    // The journal before the deletion, and its end.
    bookkeeping: 2,
  });
});

test("a request without a clear answer is reported when it is sent again", async () => {
  const catalog = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "a.yaml": manifest("Style", { name: "a" }, { source: "./a.sld" }),
    "a.sld": sld({ colour: "#000001" }),
  });
  let refusals = 2;
  const connection = await connectTo(catalog.app);
  const busy: Transport = async (request) => {
    if (request.method !== "POST" || refusals-- <= 0) return connection.send(request);
    return { status: 503, headers: {}, body: new Uint8Array() };
  };
  const events: ExecuteEvent[] = [];
  const onEvent = (event: ExecuteEvent) => void events.push(event);
  const { inventory } = connection;
  const planned = await planFor(folder, connection);
  const result = await applyPlan(planned, { inventory, send: busy, wait, onEvent });
  expect(result.converged).toBe(true);
  expect(events.map(({ type }) => type)).toEqual(["started", "retrying", "retrying", "ended"]);
  expect(events.slice(1, 3)).toMatchObject([
    { index: 0, total: 1, attempt: 2, pauseMs: expect.any(Number) },
    { index: 0, total: 1, attempt: 3, pauseMs: expect.any(Number) },
  ]);
});
