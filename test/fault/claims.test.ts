/**
 * Two estates that make the same objects their own at the same time, one within the other at every boundary
 * of requests: one of them owns all, the other ends with a clear error, nothing of anybody is overwritten.
 */
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { runHere } from "../support/commands/run-here.ts";
import { isProof, slice } from "../support/run/scale.ts";

function lay(colour: string): string {
  const folder = temporaryFolder();
  for (const name of ["a", "b"])
    writeFiles(folder, { [`${name}.yaml`]: document("Style", { name }, { source: "./s.sld" }) });
  writeFiles(folder, { "s.sld": sld({ colour }) });
  return folder;
}

const colours = { city: "#000001", county: "#000002" } as const;
type Name = keyof typeof colours;

/** Plans and applies; gives what stopped it, and how many requests there were. */
async function run(app: FastifyInstance, name: Name, wrap?: (real: Transport) => Transport) {
  const connection = await connectTo(app, name, wrap);
  const planned = await planEstate(estateOf(lay(colours[name]), { name }), connection);
  const blocks = planned.plan?.blocks ?? [];
  if (hasErrors(planned.diagnostics) || blocks.length > 0)
    return { told: blocks.map(({ name: danger }) => String(danger)), sent: 0 };
  const { send, inventory } = connection;
  const result = await applyPlan(planned, { send, inventory });
  return { told: result.diagnostics.map(({ code }): string => code), sent: connection.log.length };
}

/** Runs the second before the request of this number of the first. */
async function interleave(app: FastifyInstance, at: number) {
  let [number, second] = [0, undefined as Awaited<ReturnType<typeof run>> | undefined];
  const first = await run(app, "city", (real) => async (request) => {
    if (number++ === at) second = await run(app, "county");
    return real(request);
  });
  return { first, second };
}

async function expectOneOwner(app: FastifyInstance, at: number): Promise<void> {
  const { first, second } = await interleave(app, at);
  const told = { city: first.told, county: second?.told ?? [] };
  const [winner, loser]: readonly [Name, Name] =
    told.city.length === 0 ? ["city", "county"] : ["county", "city"];
  expect([told[winner], told[loser].length], `at ${at}: ${JSON.stringify(told)}`).toEqual([[], 1]);
  expect(["owned-meanwhile", "takeover"]).toContain(told[loser][0]);
  const read = async (path: string) =>
    app.inject({ url: `/rest${path}`, headers: { authorization: AUTHORIZATION } });
  for (const style of ["a", "b"])
    expect((await read(`/styles/${style}.sld`)).body).toContain(colours[winner]);
  const inventory = (await read(`/resource/plumbline/${loser}/inventory.json`)).statusCode;
  expect(inventory).toBe(404);
  expect((await read("/resource/plumbline/claims.json")).body).toContain('"estates": {}');
}

test.for([...dialects, "stock"] as const)(
  "of two estates one owns what both declare, %s",
  { timeout: 600_000 },
  async (kind) => {
    const serve = async (): Promise<FastifyInstance> =>
      kind === "stock"
        ? stockServer().app
        : (await startCatalog({ dialect: kind satisfies DialectName })).app;
    const { sent } = await run(await serve(), "city");
    const boundaries = Array.from({ length: sent }, (_none, index) => index);
    const own = isProof ? boundaries : slice(boundaries, { test: kind === "stock" ? 2 : 6 });
    await Promise.all(own.map(async (at) => expectOneOwner(await serve(), at)));
  },
);

test("once the credentials are refused, claims are not ended either: nothing more is sent", async () => {
  const { app } = await startCatalog();
  let isRefused = false;
  const later: string[] = [];
  const { told } = await run(app, "city", (real) => async (request) => {
    if (request.method !== "POST") {
      if (isRefused) later.push(`${request.method} ${request.path}`);
      return real(request);
    }
    isRefused = true;
    return { status: 401, headers: { "www-authenticate": "Basic" }, body: new Uint8Array() };
  });
  expect({ isRefused, told, later }).toEqual({ isRefused: true, told: [], later: [] });
  expect((await run(app, "city")).told).toEqual([]);
});

test("no estate is called as the document of claims is", async () => {
  const folder = lay(colours.city);
  const project = "apiVersion: plumbline/v1\nkind: Project\nestate: claims.json\nprune: none\n";
  writeFiles(folder, { "plumbline.yaml": project });
  const ran = await runHere(["validate", folder]);
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toMatch(
    /plumbline\.yaml:3:1: error: estate: claims\.json lies beside the estates; take another name \[project-invalid\]/,
  );
});
