/**
 * The keystore password as a declared thing: what is in force decides what happens, a server that
 * keeps it to itself is taken at what was last applied, and who reads it leaves a trace.
 */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { findDrift } from "../../src/reconciler/drift.ts";
import { planEstate, type Planned } from "../../src/reconciler/reconcile.ts";
import { renderFailures } from "../../src/reconciler/report/failures.ts";
import { reportDocument } from "../../src/reconciler/report/json.ts";
import { renderDiagnostics } from "../../src/reconciler/report/text.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import {
  AUTHORIZATION,
  connectTo,
  KEYSTORE_PASSWORD,
  startCatalog,
  writesIn,
  type TestCatalog,
  type TestConnection,
} from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { oneByFile } from "../support/run/scale.ts";

const NEXT = "lanterns at the harbour";

const MANIFEST = `apiVersion: plumbline/v1
kind: KeystorePassword
metadata: { name: keystore }
spec:
  current: { fromFile: ./current.txt }
  new: { fromFile: ./new.txt }
`;

function estate(current: string, next: string): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "k.yaml": MANIFEST, "current.txt": `${current}\n`, "new.txt": `${next}\n` });
  return folder;
}

function plan(connection: TestConnection, folder: string): Promise<Planned> {
  const allow = new Set(["keystore"] as const);
  return planEstate({ name: "test", paths: [folder], prune: "owned", allow }, connection);
}

async function apply(connection: TestConnection, folder: string) {
  const planned = await plan(connection, folder);
  expect(planned.diagnostics).toEqual([]);
  expect(planned.plan?.blocks).toEqual([]);
  const { send, inventory } = connection;
  return applyPlan(planned, { send, inventory });
}

const passwordsSet = ({ log }: TestConnection) =>
  writesIn(log).catalog.map(({ request, response }) => `${request.path} ${response.status}`);

async function inForce({ app }: TestCatalog): Promise<unknown> {
  const headers = { authorization: AUTHORIZATION };
  const answer = await app.inject({ url: "/rest/security/masterpw.json", headers });
  return JSON.parse(answer.body);
}

/** Entries of the audit on the keystore. */
async function traces({ app }: TestCatalog): Promise<number> {
  const headers = { authorization: AUTHORIZATION };
  const answer = await app.inject({ url: "/rest/plumbline/audit?limit=1000", headers });
  return answer.json<readonly { path: string }[]>().filter(({ path }) => path.includes("masterpw"))
    .length;
}

describe.for(oneByFile(import.meta.url, dialects))("%s dialect", (dialect) => {
  test("neither the current nor the new one: an error at its place, and no password in it", async () => {
    const catalog = await startCatalog({ dialect });
    const planned = await plan(await connectTo(catalog.app), estate("quarry at noon, 1", NEXT));
    expect(planned.diagnostics).toMatchObject([
      { code: "keystore-unknown", severity: "error", where: { line: 5 } },
    ]);
    expect(planned.plan?.steps).toEqual([]);
    const text = renderDiagnostics(planned.diagnostics) + JSON.stringify(planned.plan);
    for (const word of ["quarry", "lanterns", KEYSTORE_PASSWORD]) expect(text).not.toContain(word);
  });

  test("killed after the change and before it was recorded: nothing is left to do", async () => {
    const catalog = await startCatalog({ dialect });
    const folder = estate(KEYSTORE_PASSWORD, NEXT);
    const dying = (real: Transport): Transport => {
      let isDead = false;
      return async (request) => {
        if (isDead) throw new Error("killed");
        const answer = await real(request);
        isDead = request.method === "PUT" && request.path === "/security/masterpw";
        return answer;
      };
    };
    const result = await apply(await connectTo(catalog.app, "test", dying), folder);
    expect(result.converged).toBe(false);
    const again = await connectTo(catalog.app);
    expect(await apply(again, folder)).toMatchObject({ converged: true });
    expect(passwordsSet(again)).toEqual([]);
    expect(await inForce(catalog)).toEqual({ oldMasterPassword: NEXT });
  });

  test("who reads it leaves a trace, so it is read only while it is declared", async () => {
    const catalog = await startCatalog({ dialect });
    const none = temporaryFolder();
    const anchor = `apiVersion: plumbline/v1\nkind: Role\nmetadata: { name: ROLE_X }\nspec: {}\n`;
    writeFiles(none, { "a.yaml": anchor });
    await apply(await connectTo(catalog.app), none);
    expect(await traces(catalog)).toBe(0);
    await apply(await connectTo(catalog.app), estate(NEXT, KEYSTORE_PASSWORD));
    expect(await traces(catalog)).toBe(1);
    const allow = new Set<never>();
    const estateNow = { name: "test", paths: [none], prune: "owned", allow } as const;
    const read = await connectTo(catalog.app);
    expect((await findDrift(estateNow, read)).drifted).toEqual([]);
    expect(await traces(catalog)).toBe(1);
    await apply(await connectTo(catalog.app), none);
    expect(await traces(catalog)).toBe(1);
  });

  test("a server that keeps it to itself: what was last applied stands in for it", async () => {
    const catalog = await startCatalog({ dialect, keystore: { readable: false } });
    const folder = estate(KEYSTORE_PASSWORD, NEXT);
    const first = await connectTo(catalog.app);
    expect(await apply(first, folder)).toMatchObject({ converged: true });
    expect(passwordsSet(first)).toEqual(["/security/masterpw 200"]);
    const second = await connectTo(catalog.app);
    expect(await apply(second, folder)).toMatchObject({ converged: true });
    const third = await connectTo(catalog.app);
    await apply(third, estate(NEXT, "a third password, unlike"));
    expect([...passwordsSet(second), ...passwordsSet(third)]).toEqual(["/security/masterpw 200"]);
  });

  test("on such a server, one password for both says what is in force", async () => {
    const catalog = await startCatalog({ dialect, keystore: { readable: false } });
    const connection = await connectTo(catalog.app);
    const folder = estate(KEYSTORE_PASSWORD, KEYSTORE_PASSWORD);
    expect(await apply(connection, folder)).toMatchObject({ converged: true });
    expect(passwordsSet(connection)).toEqual([]);
  });

  test("what the server says of a password it refuses is not repeated", async () => {
    const catalog = await startCatalog({ dialect });
    const echoing =
      (real: Transport): Transport =>
      async (request) => {
        if (request.method !== "PUT" || request.path !== "/security/masterpw") return real(request);
        return { status: 422, headers: {}, body: new TextEncoder().encode(`bad: ${NEXT}`) };
      };
    const connection = await connectTo(catalog.app, "test", echoing);
    const { converged, execution } = await apply(connection, estate(KEYSTORE_PASSWORD, NEXT));
    expect(converged).toBe(false);
    const text = renderFailures(execution.reports.map(reportDocument)) + JSON.stringify(execution);
    expect(text).toContain("422");
    expect(text).not.toContain(NEXT);
  });
});

test.for([
  ["short", "short 1", "error", /fewer than 8 characters; servers refuse it/],
  [
    "with white space around it",
    " harbours at seven o'clock",
    "error",
    /begins or ends with white/,
  ],
  ["with a control character", "harbours\u0007 at seven o'clock", "error", /control character/],
  ["known", "geoservergeoserver", "warning", /is a well-known word; servers of the documented/],
] as const)("a new password that is %s is told offline", async ([, next, severity, message]) => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const { diagnostics } = await plan(await connectTo(app), estate(KEYSTORE_PASSWORD, next));
  expect(diagnostics).toMatchObject([
    { code: "password-unusable", severity, message: expect.stringMatching(message) as string },
  ]);
  expect(diagnostics[0]?.where).toMatchObject({ line: 6 });
});

test("a weak one that the server at hand would refuse is an error before anything is sent", async () => {
  const { app } = await startCatalog({ dialect: "documented" });
  const planned = await plan(await connectTo(app), estate(KEYSTORE_PASSWORD, "geoservergeoserver"));
  expect(planned.diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
  expect(planned.plan?.steps).toEqual([]);
});

test("the account whose password it is on a stock server does not change it", async () => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const connection = await connectTo(app);
  const stock = {
    ...connection,
    account: "root",
    server: { ...connection.server, software: "geoserver" as const },
  };
  const planned = await plan(stock, estate(KEYSTORE_PASSWORD, NEXT));
  expect(planned.plan?.blocks).toMatchObject([
    { name: undefined, message: expect.stringMatching(/^The account root/) as string },
  ]);
});
