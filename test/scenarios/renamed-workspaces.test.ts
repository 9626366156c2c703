/** What lies in a workspace that gets another name ends as the manifests say, whatever the prune mode. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { killedAfter } from "../support/servers/killed.ts";
import { document } from "../support/estates/passes.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const workspace = (name: string, previousName?: string) =>
  document("Workspace", { name, ...(previousName !== undefined && { previousName }) }, {});
const store = (of: string) =>
  document(
    "WmsStore",
    { workspace: of, name: "m" },
    {
      capabilitiesUrl: "https://maps.example.org/ows?service=WMS&request=GetCapabilities",
    },
  );
const service = (of: string) =>
  document("Service", { workspace: of, name: "wfs" }, { title: "Ways" });

const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
const pathOf = (of: string) => `/geoserver/rest/services/wfs/workspaces/${of}/settings`;

/** A service that no manifest declares. */
async function setByHand(app: FastifyInstance): Promise<void> {
  const payload = { wfs: { name: "WFS", title: "by hand" } };
  const answer = await app.inject({ method: "PUT", url: pathOf("w"), headers, payload });
  expect(answer.statusCode).toBe(200);
}

interface Case {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly byHand?: true;
  readonly options: Parameters<typeof applyFolder>[2];
  /** Whether the workspace has a service of its own in the end. */
  readonly isServed: boolean;
}

const allow = ["workspace-delete", "service-on", "public-access"] as const;
const renamed = { "w.yaml": workspace("v", "w") };

const cases: Readonly<Record<string, Case>> = {
  "what is declared there now is no longer in the former one, though nothing is pruned": {
    before: { "s.yaml": store("w") },
    after: { ...renamed, "s.yaml": store("v") },
    options: { prune: "none", allow },
    isServed: false,
  },
  "what an estate declares no more does not go along": {
    before: { "s.yaml": service("w") },
    after: renamed,
    options: { prune: "owned", allow },
    isServed: false,
  },
  "what somebody set by hand goes along": {
    before: {},
    after: renamed,
    byHand: true,
    options: { prune: "owned", allow },
    isServed: true,
  },
  "what nobody declares does not go along into a workspace that is pruned as a whole": {
    before: {},
    after: renamed,
    byHand: true,
    options: { prune: "scope", workspaces: ["v"], allow },
    isServed: false,
  },
};

interface Fault {
  readonly strike: (real: Transport) => Transport;
  /** Whether the run under it does all the same what it planned. */
  readonly isDone: boolean;
}

/** What becomes of deletions. */
const faults: Readonly<Record<string, Fault>> = {
  "arrives twice is done": {
    strike: (real) => async (request) => {
      await real(request);
      return real(request);
    },
    isDone: true,
  },
  "is refused comes with the next run": {
    strike: () => async () => ({ status: 500, headers: {}, body: new Uint8Array() }),
    isDone: false,
  },
};

describe.for(serverNames)("%s", (server) => {
  test.for(Object.entries(cases))(
    "%s",
    async ([, { before, after, byHand, options, isServed }]) => {
      const app = await servers[server]();
      const folder = temporaryFolder();
      writeFiles(folder, { "w.yaml": workspace("w"), ...before });
      expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
      if (byHand === true) await setByHand(app);
      for (const file of Object.keys(before)) rmSync(join(folder, file));
      writeFiles(folder, after);
      const { result, planned } = await applyFolder(app, folder, options);
      expect(result?.diagnostics ?? planned.diagnostics).toEqual([]);
      expect(result?.converged, JSON.stringify(planned.plan?.blocks)).toBe(true);
      expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
      const former = await app.inject({ url: "/geoserver/rest/workspaces/w.json", headers });
      expect(former.statusCode).toBe(404);
      const served = await app.inject({ url: `${pathOf("v")}.json`, headers });
      expect(served.statusCode === 200 && served.body.includes("title")).toBe(isServed);
    },
  );

  test.for(Object.entries(faults))("a deletion that %s", async ([, { strike, isDone }]) => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    const options = { prune: "none", allow } as const;
    writeFiles(folder, { "w.yaml": workspace("w"), "s.yaml": store("w") });
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    writeFiles(folder, { ...renamed, "s.yaml": store("v") });
    const connection = await connectTo(app);
    const planned = await planEstate(estateOf(folder, options), connection);
    const struck = strike(connection.send);
    const result = await applyPlan(planned, {
      inventory: connection.inventory,
      send: (request) => (request.method === "DELETE" ? struck : connection.send)(request),
    });
    expect(result.converged, JSON.stringify(result.execution.reports)).toBe(isDone);
    const again = await applyFolder(app, folder, options);
    expect(again.result?.converged, JSON.stringify(again.planned)).toBe(true);
    const former = await app.inject({ url: "/geoserver/rest/workspaces/w.json", headers });
    expect(former.statusCode).toBe(404);
    const { objects } = await connection.inventory.load();
    expect([...objects.keys()]).toEqual(["WmsStore/v:m", "Workspace/v"]);
  });

  test("what is owned and not declared stays owned though a run is killed before it is back", async () => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    const options = { prune: "none", allow } as const;
    const rules = (of: string) =>
      document("AccessRules", { name: "r" }, { mode: "merge", rules: { [`${of}.*.w`]: ["*"] } });
    writeFiles(folder, { "w.yaml": workspace("w"), "r.yaml": rules("w") });
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    writeFiles(folder, { ...renamed, "r.yaml": rules("v") });
    const connection = await connectTo(app);
    const planned = await planEstate(estateOf(folder, options), connection);
    const { send } = killedAfter(1, connection.send);
    const dead = await connectTo(app, "test", () => send);
    await applyPlan(planned, { ...dead, wait: async () => undefined }).catch(() => undefined);
    const { result } = await applyFolder(app, folder, options);
    expect(result?.converged).toBe(true);
    const { objects } = await connection.inventory.load();
    expect([...objects.keys()]).toEqual(["AccessRule/v.*.w", "AccessRule/w.*.w", "Workspace/v"]);
  });

  test("a rule that is not declared ends as it was, wherever a run is killed", async () => {
    const rules = (of: string) => {
      const given = { [`${of}.*.r`]: ["ROLE_A"], [`${of}.*.w`]: ["ROLE_A"] };
      return document("AccessRules", { name: "r" }, { mode: "merge", rules: given });
    };
    const files = (of: string) => ({
      "r.yaml": rules(of),
      "s.yaml": store(of),
      "f.yaml": service(of),
    });
    const options = { prune: "none", allow } as const;
    for (let writes = 0; ; writes++) {
      const app = await servers[server]();
      const folder = temporaryFolder();
      writeFiles(folder, { "w.yaml": workspace("w"), ...files("w") });
      expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
      writeFiles(folder, { ...renamed, ...files("v") });
      const connection = await connectTo(app);
      const planned = await planEstate(estateOf(folder, options), connection);
      const killed = killedAfter(writes, connection.send);
      const dead = await connectTo(app, "test", () => killed.send);
      await applyPlan(planned, { ...dead, wait: async () => undefined }).catch(() => undefined);
      await applyFolder(app, folder, options);
      const url = "/geoserver/rest/security/acl/layers.json";
      const found = (await app.inject({ url, headers })).json<Record<string, string>>();
      expect(found, `killed after ${writes} writes`).toMatchObject({
        "v.*.r": "ROLE_A",
        "v.*.w": "ROLE_A",
        "w.*.r": "ROLE_A",
        "w.*.w": "ROLE_A",
      });
      if (!killed.isOver()) break;
    }
  });

  test("a run that is killed between both names is gone on with", async () => {
    const user = (enabled: boolean) =>
      document("User", { name: "u" }, { password: { fromEnv: "OF_U" }, enabled });
    const options = { prune: "owned", allow, environment: { OF_U: "slates" } } as const;
    const other = document("Workspace", { name: "a" }, {});
    let leftBoth = 0;
    for (let writes = 0; ; writes++) {
      const app = await servers[server]();
      const folder = temporaryFolder();
      // The former one goes last then.
      const former = document("Workspace", { name: "w" }, { isolated: true });
      writeFiles(folder, { "w.yaml": former, "u.yaml": user(true) });
      expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
      writeFiles(folder, { "a.yaml": other });
      expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
      writeFiles(folder, { ...renamed, "u.yaml": user(false) });
      const connection = await connectTo(app);
      const planned = await planEstate(estateOf(folder, options), connection);
      const killed = killedAfter(writes, connection.send);
      const dead = await connectTo(app, "test", () => killed.send);
      await applyPlan(planned, { ...dead, wait: async () => undefined }).catch(() => undefined);
      const served = async (path: string) =>
        (await app.inject({ url: `/geoserver/rest/workspaces${path}.json`, headers })).body;
      const left = await served("");
      const again = await applyFolder(app, folder, options);
      expect(again.planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(again.result?.converged, `killed after ${writes} writes`).toBe(true);
      expect(await served("")).not.toContain('"w"');
      if (left.includes('"w"'))
        expect(await served("/default"), `killed after ${writes} writes`).toContain('"v"');
      if (left.includes('"w"') && left.includes('"v"')) leftBoth++;
      if (!killed.isOver()) break;
    }
    expect(leftBoth).toBeGreaterThan(0);
  });

  test("what is declared no more of the former one is not owned there, though nothing is pruned", async () => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    const options = { prune: "none", allow } as const;
    const at = (of: string, name: string) => ({ workspace: of, name });
    const connectionParameters = { dbtype: "postgis", host: "h", database: "d" };
    const files = (of: string) => ({
      "d.yaml": document("DataStore", at(of, "d"), { connectionParameters }),
      "f.yaml": document("FeatureType", at(of, "f"), { store: "d" }),
    });
    const tiles = document("TileLayer", at("w", "f"), {});
    writeFiles(folder, { "w.yaml": workspace("w"), ...files("w"), "t.yaml": tiles });
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    writeFiles(folder, { ...renamed, ...files("v"), "t.yaml": "# none\n" });
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    const { objects } = await (await connectTo(app)).inventory.load();
    expect([...objects.keys()].filter((key) => /[/]w[:.]/.test(key))).toEqual([]);
  });
});
