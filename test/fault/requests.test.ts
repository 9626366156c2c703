/**
 * Requests that fail: what depends on them is not tried, the rest is, what a deletion took along
 * comes back all the same, and running again ends where a run without faults would have ended.
 */
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { applyPlan, planEstate, type Connection } from "../../src/reconciler/reconcile.ts";
import { mapping, sld } from "../support/artefacts.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  writesIn,
  type TestCatalog,
} from "../support/catalog.ts";
import { applyFolder } from "../support/estate.ts";
import { faults } from "../support/faults.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";

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

describe.for(dialects)("a recreate, %s dialect", (dialect) => {
  describe.for(Object.keys(faults))("one request %s", (fault) => {
    test.for([0, 1, 2, 3, 4])("number %i", async (failing) => {
      const { catalog, folder } = await prepare(dialect);
      const connection = await connectTo(catalog.app);
      const planned = await planFor(folder, connection);
      expect(planned.plan?.steps.length).toBe(5);
      let count = 0;
      const broken = faults[fault]?.(connection.send) ?? connection.send;
      const result = await applyPlan(planned, {
        inventory: connection.inventory,
        send: (request) => (count++ === failing ? broken : connection.send)(request),
      });
      expect(result.converged).toBe(false);
      const outcomes = result.execution.reports.map(({ outcome }) => outcome);
      expect(
        outcomes.filter((outcome) => outcome !== "done" && outcome !== "skipped"),
      ).toHaveLength(1);
      expect(await rules(catalog)).toMatchObject({ "w.A.r": "SOMEBODY" });
      const again = await applyFolder(catalog.app, folder);
      expect(again.result?.converged).toBe(true);
      expect((await applyFolder(catalog.app, folder)).writes).toEqual([]);
      expect(await rules(catalog)).toMatchObject({ "w.A.r": "SOMEBODY" });
    });
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
    }).toEqual({ sent: 1, bookkeeping: 0, refused: true });
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
  const books = connection.log.length;
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
  const { reports, rescues, stopped, lost: gone } = result.execution;
  const done = reports.filter(({ outcome }) => outcome === "done");
  expect(done.at(-1)?.step.request.method).toBe("DELETE");
  expect(reports.slice(done.length).every(({ outcome }) => outcome === "skipped")).toBe(true);
  expect(stopped).toEqual(lost);
  expect(rescues.every(({ outcome }) => outcome === "skipped")).toBe(true);
  expect(gone.length).toBeGreaterThan(0);
  const { catalog: written, bookkeeping } = writesIn(connection.log.slice(books));
  expect([written.length, bookkeeping.length]).toEqual([done.length, 0]);
  expect(result.converged).toBe(false);
  expect(result.diagnostics.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["lock-lost", "inventory-unsaved", "did-not-converge"]),
  );
  expect(result.bookkeeping).toBe(0);
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
  let written = false;
  const connection = await connectTo(catalog.app, "test", (real) => async (request) => {
    if (written && request.method === "GET") throw new Error("connection reset");
    return real(request);
  });
  const planned = await planFor(folder, connection);
  const { send, inventory } = connection;
  written = true;
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
  const inventory = { ...connection.inventory, save: () => Promise.reject(new Error("no space")) };
  const result = await applyPlan(planned, { send: connection.send, inventory });
  expect(result.execution.reports.every(({ outcome }) => outcome === "done")).toBe(true);
  expect(result.diagnostics).toMatchObject([{ code: "inventory-unsaved", message: "no space" }]);
  expect({ converged: result.converged, bookkeeping: result.bookkeeping }).toEqual({
    converged: false,
    bookkeeping: 0,
  });
});
