/**
 * A run that is cut off, and then another commit than the one that it was of: the next apply ends where an undisturbed
 * one ends, and the plan after it is empty.
 */
import { describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { killedAfter } from "../support/servers/killed.ts";
import { document } from "../support/estates/passes.ts";
import { scale, slice } from "../support/run/scale.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const place = (name: string) => ({ workspace: "w", name });
const store = (name: string) =>
  document("DataStore", place(name), {
    type: "PostGIS",
    connectionParameters: { dbtype: "postgis", host: "h", database: name },
  });

const base = {
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "d.yaml": store("d"),
  "e.yaml": store("e"),
};
const type = (home: string, more: object = {}) => ({
  "f.yaml": document("FeatureType", place("f"), { store: home, srs: "EPSG:25833", ...more }),
});
const moved = (before: object, after: object) => ({
  before: type("d", before),
  cut: type("e", after),
  later: type("e", after),
  layers: ["f"],
  kept: true,
});
const mapped = (...types: readonly string[]) => ({
  "s.yaml": document("AppSchemaStore", place("s"), { mapping: "./m.xml" }),
  "m.xml": mapping(types.map((name) => `t:${name}`)),
});

type Files = Readonly<Record<string, string>>;

interface Case {
  readonly before: Files;
  readonly cut: Files;
  readonly later: Files;
  /** Layers of which somebody sets something by hand. */
  readonly layers: readonly string[];
  /** Set where that is to be there in the end. */
  readonly kept?: boolean;
}

const cases: Readonly<Record<string, Case>> = {
  "a type of a mapping is dropped": {
    before: mapped("A", "B"),
    cut: mapped("B", "C"),
    later: mapped("A"),
    layers: ["A", "B"],
  },
  "a mapping goes back": {
    before: mapped("A", "B"),
    cut: mapped("B", "C"),
    later: mapped("A", "B"),
    layers: ["A", "B"],
  },
  "a mapping goes on": {
    before: mapped("A", "B"),
    cut: mapped("B", "C"),
    later: mapped("B", "C", "D"),
    layers: ["A", "B"],
  },
  "a move to another store goes back": {
    before: type("d"),
    cut: type("e"),
    later: type("d"),
    layers: ["f"],
  },
  "a move that switches off": moved({ enabled: true }, { enabled: false }),
  "a move that switches on": moved({ enabled: false }, { enabled: true }),
  "a move that changes what is said": moved(
    { filter: "a = 1", title: "Old", abstract: "old" },
    { filter: "a = 2", title: "New", abstract: "new" },
  ),
  "a move of what says more": moved({}, { filter: "a = 2", title: "New", abstract: "new" }),
  "what moved becomes something else": {
    before: type("d"),
    cut: type("e"),
    later: {
      "c.yaml": document("CoverageStore", place("r"), { type: "GeoTIFF", url: "file:f.tif" }),
      "f.yaml": document("Coverage", place("f"), { store: "r" }),
    },
    layers: ["f"],
  },
};

const options = { prune: "owned", allow: ["irreversible", "public-access"] } as const;

const HEADERS = { authorization: AUTHORIZATION, "content-type": "application/json" };

async function touch(app: FastifyInstance, layer: string): Promise<void> {
  const put = async (path: string, payload: object) => {
    const url = `/geoserver${path}`;
    const answer = await app.inject({ method: "PUT", url, headers: HEADERS, payload });
    expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  };
  await put(`/rest/layers/w:${layer}`, {
    layer: { queryable: false, attribution: { title: "by hand" } },
  });
}

async function begin(server: keyof typeof servers, { before, layers }: Case) {
  const app = await servers[server]();
  const folder = temporaryFolder();
  writeFiles(folder, { ...base, ...before });
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
  for (const layer of layers) await touch(app, layer);
  return { app, folder };
}

const all = Object.entries(cases).flatMap(([name, given]) =>
  serverNames.map((server) => ({ name, server, given })),
);

/** A run is killed at every so many writes. */
const STEP = scale({ test: 3, proof: 1 });

describe.for(slice(all, { test: 1 }))("$server: $name", ({ server, given }) => {
  test("at every cut", async () => {
    for (let writes = 0; ; writes += STEP) {
      const { app, folder } = await begin(server, given);
      writeFiles(folder, given.cut);
      const connection = await connectTo(app);
      const planned = await planEstate(estateOf(folder, options), connection);
      const killed = killedAfter(writes, connection.send);
      const dead = await connectTo(app, "test", () => killed.send);
      await applyPlan(planned, { send: killed.send, inventory: dead.inventory }).catch(
        () => undefined,
      );
      writeFiles(folder, given.later);
      const { result, planned: next } = await applyFolder(app, folder, options);
      const at = `cut after ${writes} writes`;
      expect(result?.diagnostics ?? next.diagnostics, at).toEqual([]);
      expect(result?.execution.reports.map(({ outcome }) => outcome) ?? [], at).not.toContain(
        "refused",
      );
      expect((await planFolder(app, folder, options)).plan?.steps, at).toEqual([]);
      for (const layer of given.kept ? given.layers : []) {
        const { body } = await app.inject({
          url: `/geoserver/rest/layers/w:${layer}.xml`,
          headers: HEADERS,
        });
        expect(body, at).toContain("<title>by hand</title>");
      }
      if (!killed.isOver()) break;
    }
  });
});

test.for(serverNames)(
  "%s: what came along with a part is owned by the next run",
  async (server) => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    const selection = { only: ["FeatureType/*"], exclude: [], labels: [], paths: [] };
    const part = { ...options, selection };
    writeFiles(folder, { ...base, ...type("d") });
    const connection = await connectTo(app);
    const { send } = killedAfter(2, connection.send);
    const dead = await connectTo(app, "test", () => send);
    const planned = await planEstate(estateOf(folder, part), connection);
    await applyPlan(planned, { send, inventory: dead.inventory }).catch(() => undefined);
    expect((await connection.inventory.load()).objects.size).toBe(0);
    expect((await applyFolder(app, folder, part)).result?.converged).toBe(true);
    const { objects } = await connection.inventory.load();
    expect([...objects.keys()]).toEqual(["DataStore/w:d", "FeatureType/w:f", "Workspace/w"]);
  },
);

test.for(serverNames)("%s: what is owned does not come along with a part", async (server) => {
  const app = await servers[server]();
  const folder = temporaryFolder();
  writeFiles(folder, base);
  const connection = await connectTo(app);
  let isDead = false;
  const send: Transport = async (request) => {
    if (isDead) throw new Error("killed");
    const answer = await connection.send(request);
    isDead = request.method === "PUT" && request.path.endsWith("/inventory.json");
    return answer;
  };
  const dead = await connectTo(app, "test", () => send);
  const planned = await planEstate(estateOf(folder, options), connection);
  await applyPlan(planned, { send, inventory: dead.inventory }).catch(() => undefined);
  expect((await connection.inventory.claims?.left())?.size).toBe(3);
  const changed = { namespace: "http://example.org/t", metadata: { note: "x" } };
  writeFiles(folder, { "w.yaml": document("Workspace", { name: "w" }, changed) });
  const selection = { only: ["*/w:*"], exclude: [], labels: [], paths: [] };
  const { plan } = await planFolder(app, folder, { ...options, selection });
  expect(plan?.steps).toEqual([]);
});
