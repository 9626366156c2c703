/**
 * Several estates in one catalog: whose an object is, what a takeover leaves the other estate, and
 * what reading the other inventories costs (docs/decisions/0019-owners.md).
 */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { localInventory } from "../../src/reconciler/inventory/store.ts";
import { findDrift } from "../../src/reconciler/drift.ts";
import { planEstate, type Planned } from "../../src/reconciler/reconcile.ts";
import { planDocument } from "../../src/reconciler/report/json.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { startEmpty } from "../live/given.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  type TestConnection,
} from "../support/servers/catalog.ts";
import { applyFolder, planFolder, type EstateOptions } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { oneByFile } from "../support/run/scale.ts";

const manifest = (kind: string, metadata: object, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });

/** A folder that declares styles of one colour. */
function styles(names: readonly string[], colour = "#000001"): string {
  const folder = temporaryFolder();
  for (const name of names) {
    writeFiles(folder, {
      [`${name}.yaml`]: manifest("Style", { name }, { source: `./${name}.sld` }),
      [`${name}.sld`]: sld({ colour }),
    });
  }
  return folder;
}

const city: EstateOptions = { name: "city", prune: "owned" };
const county: EstateOptions = { name: "county", prune: "owned" };
const taking = { allow: ["takeover"] } as const;

async function applied(app: FastifyInstance, folder: string, options: EstateOptions) {
  const done = await applyFolder(app, folder, options);
  expect(done.result, JSON.stringify(done.planned.plan?.blocks)).toMatchObject({ converged: true });
  return done;
}

const blocksOf = ({ plan }: Planned) => plan?.blocks.map(({ name, message }) => [name, message]);
const actionsOf = ({ plan }: Planned) =>
  plan?.changes.map(({ action, address: { name }, because }) => [action, name, because]);

async function put(app: FastifyInstance, path: string, payload: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const answer = await app.inject({ method: "PUT", url: `/rest${path}`, headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

const inventory = (estate: string, addresses: readonly string[]) =>
  JSON.stringify({
    format_version: "1.0",
    estate,
    objects: Object.fromEntries(addresses.map((address) => [address, { facts: {} }])),
  });

describe.for(oneByFile(import.meta.url, dialects))("two estates, %s dialect", (dialect) => {
  test("an object of one is not touched by the other, equal or not", async () => {
    const app = await startEmpty(dialect);
    await applied(app, styles(["a", "b"]), city);
    const both = styles(["a"]);
    writeFiles(both, {
      "b.yaml": manifest("Style", { name: "b" }, { source: "./b.sld" }),
      "b.sld": sld({ colour: "#000002" }),
    });
    const stopped = await applyFolder(app, both, county);
    expect(blocksOf(stopped.planned)).toEqual([
      ["takeover", "The estate city owns Style/a, Style/b"],
    ]);
    expect([stopped.result, stopped.writes, stopped.bookkeeping]).toEqual([undefined, [], []]);
    const plan = stopped.planned.plan ?? expect.unreachable();
    expect(planDocument(plan, { url: "", version: "" }).takeovers).toEqual([
      { address: "Style/a", estate: "city" },
      { address: "Style/b", estate: "city" },
    ]);
  });

  test("what one owns and the server lost is still its own", async () => {
    const app = await startEmpty(dialect);
    await applied(app, styles(["a"]), city);
    const headers = { authorization: AUTHORIZATION };
    await app.inject({ method: "DELETE", url: "/rest/styles/a?purge=true", headers });
    expect(blocksOf(await planFolder(app, styles(["a"]), county))).toHaveLength(1);
  });

  test("after a transfer the other is stopped the same way, and may take it back", async () => {
    const app = await startEmpty(dialect);
    const [here, there] = [styles(["a"]), styles(["a"], "#000002")];
    await applied(app, here, city);
    await applied(app, there, { ...county, ...taking });
    expect(actionsOf(await planFolder(app, there, county))).toEqual([["none", "a", undefined]]);
    expect(blocksOf(await planFolder(app, there, county))).toEqual([]);
    const estate = { name: "city", paths: [here], prune: "owned", allow: new Set() } as const;
    const drift = await findDrift({ ...estate, allow: new Set() }, await connectTo(app, "city"));
    expect(drift).toMatchObject({ drifted: [], checked: 0 });
    const stopped = await applyFolder(app, here, city);
    expect(blocksOf(stopped.planned)).toEqual([["takeover", "The estate county owns Style/a"]]);
    expect(stopped.result).toBeUndefined();
    expect((await applied(app, here, { ...city, ...taking })).writes).toHaveLength(1);
    expect(blocksOf(await planFolder(app, here, city))).toEqual([]);
    expect(blocksOf(await planFolder(app, there, county))).toHaveLength(1);
  });

  test("what was transferred and is no longer declared is let go, never deleted", async () => {
    const app = await startEmpty(dialect);
    await applied(app, styles(["a", "b"]), city);
    await applied(app, styles(["b"]), { ...county, ...taking });
    const rest = styles(["a"]);
    for (const prune of ["none", "owned"] as const) {
      const planned = await planFolder(app, rest, { ...city, prune });
      expect(actionsOf(planned)).toEqual([
        ["none", "a", undefined],
        ["forget", "b", "the estate county owns it now"],
      ]);
      expect([blocksOf(planned), planned.plan?.orphans]).toEqual([[], []]);
    }
    const let_go = await applied(app, rest, city);
    expect([let_go.writes.length, let_go.bookkeeping.length]).toEqual([0, 1]);
    expect(actionsOf(await planFolder(app, rest, city))).toEqual([["none", "a", undefined]]);
    expect((await applied(app, styles(["c"]), county)).writes).toHaveLength(2);
  });

  test("two that list an object by equal claims are both stopped", async () => {
    const app = await startEmpty(dialect);
    const folder = styles(["a"]);
    await applied(app, folder, city);
    await put(app, "/resource/plumbline/county/inventory.json", inventory("county", ["Style/a"]));
    expect(blocksOf(await planFolder(app, folder, city))).toHaveLength(1);
    expect(blocksOf(await planFolder(app, folder, county))).toHaveLength(1);
    // The claims before and after, and the inventory.
    expect((await applied(app, folder, { ...city, ...taking })).bookkeeping).toHaveLength(3);
    expect(blocksOf(await planFolder(app, folder, city))).toEqual([]);
    expect(blocksOf(await planFolder(app, folder, county))).toHaveLength(1);
  });

  test("what a cascade would delete counts as transferred", async () => {
    const app = await startEmpty(dialect);
    const folder = temporaryFolder();
    const workspace = manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" });
    writeFiles(folder, {
      "w.yaml": workspace,
      "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
      "s.xml": mapping(["t:A", "t:B"]),
    });
    await applied(app, folder, city);
    await put(app, "/resource/plumbline/county/inventory.json", inventory("county", ["Layer/w:A"]));
    expect(blocksOf(await planFolder(app, folder, city))).toEqual([]);
    const rest = temporaryFolder();
    writeFiles(rest, { "w.yaml": workspace });
    expect(blocksOf(await planFolder(app, rest, city))).toEqual([
      ["takeover", "The estate county owns Layer/w:A"],
    ]);
  });

  test("a rule that both declare stays where one of them declares it no more, and what goes with it goes", async () => {
    const { app } = await startCatalog({ dialect });
    const rules = (given: object) =>
      manifest("AccessRules", { name: "r" }, { domain: "services", mode: "merge", rules: given });
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    const shared = { "wfs.*": ["ROLE_B"] };
    writeFiles(one, { "r.yaml": rules({ ...shared, "wms.GetMap": ["ROLE_A"], "wcs.*": ["*"] }) });
    writeFiles(other, { "r.yaml": rules({ ...shared, "wms.*": ["*"] }) });
    await applied(app, one, city);
    await applied(app, other, { ...county, ...taking });
    writeFiles(one, {
      "r.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/w" }),
    });
    await applied(app, one, { ...city, allow: ["public-access"] });
    expect((await planFolder(app, other, county)).plan?.steps).toEqual([]);
  });

  test("a scope of rules does not exclusiveScope away those of others", async () => {
    const app = await startEmpty(dialect);
    const rules = (rule: string, spec: object) => {
      const folder = temporaryFolder();
      const body = { ...spec, rules: { [rule]: ["A"] } };
      writeFiles(folder, { "r.yaml": manifest("AccessRules", { name: "r" }, body) });
      return folder;
    };
    await applied(app, rules("w.x.r", { mode: "merge" }), county);
    const swept = rules("w.y.r", { mode: "exclusive", scope: ["w.*"] });
    const allow = ["public-access"] as const;
    expect(blocksOf(await planFolder(app, swept, { ...city, allow }))).toEqual([
      ["takeover", "The estate county owns AccessRule/w.x.r"],
    ]);
  });
});

describe("reading the inventories of others", () => {
  const inventoriesIn = ({ log }: TestConnection) =>
    log
      .filter(({ request: { path } }) => path.startsWith("/resource/plumbline"))
      .map(({ request: { method, path } }) => `${method} ${path}`);
  const planAs = (connection: TestConnection, folder: string) =>
    planEstate({ name: "city", paths: [folder], prune: "owned", allow: new Set() }, connection);

  test("one request, and one for each other estate", async () => {
    const { app } = await startCatalog();
    const folder = styles(["a"]);
    await applied(app, folder, city);
    const alone = await connectTo(app, "city");
    await planAs(alone, folder);
    const state = ["inventory", "journal"].map(
      (name) => `GET /resource/plumbline/city/${name}.json`,
    );
    const own = [...state, "GET /resource/plumbline"];
    expect(inventoriesIn(alone)).toEqual(own);
    await applied(app, styles(["b"]), county);
    await put(app, "/resource/plumbline/locked/lock.json", "{}");
    const beside = await connectTo(app, "city");
    expect((await planAs(beside, folder)).plan?.blocks).toEqual([]);
    expect(inventoriesIn(beside)).toEqual([
      ...own,
      "GET /resource/plumbline/county/inventory.json",
      "GET /resource/plumbline/locked/inventory.json",
      // It owns nothing, or what it owns is kept back.
      "GET /resource/plumbline/locked",
    ]);
  });

  test.for([
    ["no JSON", "{"],
    ["of a later version", inventory("county", []).replace("1.0", "2.0")],
    ["of another estate", inventory("elsewhere", [])],
  ] as const)("one that is %s ends the plan and is named", async ([, text]) => {
    const { app } = await startCatalog();
    await put(app, "/resource/plumbline/county/inventory.json", text);
    await expect(planFolder(app, styles(["a"]), city)).rejects.toThrow(
      /^\/resource\/plumbline\/county\/inventory\.json cannot be read: /,
    );
  });

  test("a server that shows no files shows no owners", async () => {
    const { app } = await startCatalog({ dialect: "geoserver" });
    const about = '<about><resource name="GeoServer"><Version>2.28.1</Version></resource></about>';
    const answer = (status: number, text: string) => ({
      status,
      headers: { "content-type": "application/xml" },
      body: new TextEncoder().encode(text),
    });
    const blind =
      (real: Transport): Transport =>
      async (request) => {
        if (request.path.startsWith("/resource")) return answer(404, "");
        return request.path === "/about/version.xml" ? answer(200, about) : real(request);
      };
    const folder = styles(["a"]);
    const file = join(folder, ".plumbline/city/inventory.json");
    const connection = await connectTo(app, "city", blind);
    const local = { ...connection, inventory: localInventory("city", file) };
    const planned = await planAs(local, folder);
    const { send } = local;
    expect(await applyPlan(planned, { send, inventory: local.inventory })).toMatchObject({
      converged: true,
    });
    expect(inventoriesIn(local)).toEqual([]);
  });

  test("an estate with a local inventory sees what those in the catalog own", async () => {
    const { app } = await startCatalog();
    await applied(app, styles(["a"]), county);
    const folder = styles(["a"]);
    const connection = await connectTo(app, "city");
    const file = join(folder, ".plumbline/city/inventory.json");
    const planned = await planAs(
      { ...connection, inventory: localInventory("city", file) },
      folder,
    );
    expect(blocksOf(planned)).toEqual([["takeover", "The estate county owns Style/a"]]);
  });
});
