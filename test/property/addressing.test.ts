/**
 * Names that end like a representation (`road.sld`, `carol.xml`), beside somebody else's object of the name
 * without that ending, of equal content: what is created, changed and deleted is always the one that
 * is declared, on each server, in one plan with what it lives in or apart from it.
 */
import type { FastifyInstance } from "fastify";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { dumpWithoutDates } from "../support/servers/catalog-dump.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { oneByFile, scale } from "../support/run/scale.ts";
import { stockServer } from "../stock/server.ts";
import type { State } from "../stock/state.ts";

/** What can be called so, with its manifest in two versions and the request that makes a twin of it. */
const kinds = {
  style: {
    spec: (version) => ({ source: `./${version}.sld` }),
    post: (name) => [`/styles?name=${name}&raw=true`, SLD, sld({ colour: "#000001" })],
    address: (name) => `Style/${name}`,
  },
  workspaceStyle: {
    kind: "Style",
    workspace: "w",
    spec: (version) => ({ source: `./${version}.sld` }),
    post: (name) => [`/workspaces/w/styles?name=${name}&raw=true`, SLD, sld({ colour: "#000001" })],
    address: (name) => `Style/w:${name}`,
  },
  workspace: {
    spec: (version, name) => ({ namespace: `http://example.org/${name}/${version}` }),
    post: (name) => [
      "/namespaces",
      XML,
      `<namespace><prefix>${name}</prefix><uri>http://example.org/other/${name}</uri></namespace>`,
    ],
    address: (name) => `Workspace/${name}`,
  },
  dataStore: {
    workspace: "w",
    spec: (version) => ({ ...STORE, description: version }),
    post: (name) => [
      "/workspaces/w/datastores",
      XML,
      `<dataStore><name>${name}</name><type>PostGIS</type><description>one</description><enabled>true</enabled>` +
        `<connectionParameters><entry key="dbtype">postgis</entry><entry key="host">db</entry></connectionParameters></dataStore>`,
    ],
    address: (name) => `DataStore/w:${name}`,
  },
  featureType: {
    workspace: "w",
    spec: (version) => ({ store: "db", title: version }),
    post: (name) => [
      "/workspaces/w/datastores/db/featuretypes",
      XML,
      `<featureType><name>${name}</name><title>one</title></featureType>`,
    ],
    address: (name) => `FeatureType/w:${name}`,
  },
  layerGroup: {
    spec: (version) => ({ title: version, layers: [{ layer: "w:ways" }] }),
    post: (name) => [
      "/layergroups",
      XML,
      `<layerGroup><name>${name}</name><title>one</title><layers><layer>w:ways</layer></layers></layerGroup>`,
    ],
    address: (name) => `LayerGroup/${name}`,
  },
  user: {
    spec: (version) => ({ password: { fromFile: "./password.txt" }, enabled: version === "one" }),
    post: (name) => [
      "/security/usergroup/users",
      "application/json",
      JSON.stringify({ user: { userName: name, password: "secret", enabled: true } }),
    ],
    address: (name) => `User/${name}`,
  },
  role: {
    spec: () => ({}),
    post: (name) => [`/security/roles/role/${name}.xml`, "text/plain", ""],
    address: (name) => `Role/${name}`,
  },
} as const satisfies Readonly<Record<string, About>>;

interface About {
  readonly kind?: string;
  readonly workspace?: string;
  readonly spec: (version: string, name: string) => object;
  readonly post: (name: string) => readonly [string, string, string];
  readonly address: (name: string) => string;
}

type Noun = keyof typeof kinds;

const XML = "application/xml";
const SLD = "application/vnd.ogc.sld+xml";
const STORE = { type: "PostGIS", connectionParameters: { dbtype: "postgis", host: "db" } };

const FORMS = [".xml", ".json", ".html", ".sld", ".css", ".zip", ".XML", ".Sld", ".v2"];
const named = fc.record({
  noun: fc.constantFrom(...(Object.keys(kinds) as Noun[])),
  base: fc.stringMatching(/^n[a-z0-9]{1,4}$/),
  ending: fc
    .array(fc.constantFrom(...FORMS), { minLength: 1, maxLength: 2 })
    .map((forms) => forms.join("")),
});

interface Named {
  readonly noun: Noun;
  readonly base: string;
  readonly ending: string;
}

/** Objects of one estate; each stands beside its twins. */
const estates = fc.uniqueArray(named, {
  minLength: 6,
  maxLength: 6,
  selector: ({ base }: Named) => base,
});

/** The name with an ending less, and with one more. */
function twinsOf({ base, ending }: Named): readonly string[] {
  const name = `${base}${ending}`;
  return [...new Set([base, name.slice(0, name.lastIndexOf(".")), `${name}.xml`])];
}

async function send(app: FastifyInstance, [url, type, payload]: readonly [string, string, string]) {
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const answer = await app.inject({ method: "POST", url: `/rest${url}`, headers, payload });
  expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300);
}

/** Everything that the server holds, but for what is ours, to be compared. */
type Others = (ours: ReadonlySet<string>, names: ReadonlySet<string>) => Promise<unknown>;

function declare(folder: string, objects: readonly Named[], version: "one" | "two"): void {
  const manifests = objects.map(({ noun, base, ending }) => {
    const about: About = kinds[noun];
    const kind = about.kind ?? `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
    const name = `${base}${ending}`;
    const metadata =
      about.workspace === undefined ? { name } : { name, workspace: about.workspace };
    const spec = kinds[noun].spec(version, name);
    return JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
  });
  writeFiles(folder, {
    "estate.yaml": manifests.join("\n---\n"),
    "one.sld": sld({ colour: "#000001" }),
    "two.sld": sld({ colour: "#000002" }),
    "password.txt": "secret",
  });
}

const EMPTY = JSON.stringify({
  apiVersion: "plumbline/v1",
  kind: "Workspace",
  metadata: { name: "w" },
  spec: { namespace: "http://w" },
});

async function holds(app: FastifyInstance, others: Others, objects: readonly Named[]) {
  const ours = new Set(
    objects.map(({ noun, base, ending }) => kinds[noun].address(`${base}${ending}`)),
  );
  await send(app, [
    "/namespaces",
    XML,
    "<namespace><prefix>w</prefix><uri>http://w</uri></namespace>",
  ]);
  await send(app, kinds.dataStore.post("db"));
  await send(app, kinds.featureType.post("ways"));
  for (const object of objects)
    for (const twin of twinsOf(object)) await send(app, kinds[object.noun].post(twin));
  const names = new Set(objects.map(({ base, ending }) => `${base}${ending}`));
  const before = await others(ours, names);
  const folder = temporaryFolder();
  const allow = ["workspace-delete", "over-limit", "public-access"] as const;
  const apply = async () => {
    const { planned, result } = await applyFolder(app, folder, { prune: "owned", allow });
    expect(planned.diagnostics).toEqual([]);
    expect(planned.plan?.blocks).toEqual([]);
    expect(result?.converged, JSON.stringify(result?.execution.reports, undefined, 1)).toBe(true);
    expect(await others(ours, names)).toEqual(before);
    return result?.execution.reports.length ?? 0;
  };
  for (const version of ["one", "two"] as const) {
    declare(folder, objects, version);
    const hasChanges = version === "one" || objects.some(({ noun }) => noun !== "role");
    expect((await apply()) > 0).toBe(hasChanges);
    expect(await apply()).toBe(0);
  }
  writeFiles(folder, { "estate.yaml": EMPTY });
  expect(await apply()).toBeGreaterThan(0);
  expect(await apply()).toBe(0);
}

/** Servers are closed when their test ends, so that many cases are several tests. */
const seeds = Array.from({ length: scale({ test: 1, proof: 8 }) }, (_unused, seed) => seed);
const runs = scale({ test: 2, proof: 28 });
const targets = oneByFile(import.meta.url, ["documented", "geoserver", "stock"] as const);
const servers = targets.flatMap((server) => seeds.map((seed) => [server, seed] as const));

/** A server with what it holds beside what is ours. */
async function start(server: (typeof servers)[number][0]): Promise<{
  readonly app: FastifyInstance;
  readonly others: Others;
}> {
  if (server === "stock") {
    const { app, state } = stockServer();
    onTestFinished(() => app.close());
    return { app, others: async (_ours, names) => tellOthers(state, names) };
  }
  const { app } = await startCatalog({ dialect: server });
  const others: Others = async (ours) =>
    Object.entries(await dumpWithoutDates(app)).filter(
      ([key]) => !ours.has(key) && !ours.has(key.replace(/^Layer\//, "FeatureType/")),
    );
  return { app, others };
}

function tellOthers(state: State, names: ReadonlySet<string>): unknown {
  const isOurs = (key: string) =>
    names.has(key.replace(/^.*:/, "")) ||
    key.startsWith("plumbline/") ||
    [...names].some((name) => key.includes(`/${name}.sld`));
  return Object.entries(state).flatMap(([field, held]: [string, unknown]) => {
    if (held instanceof Set) return [[field, [...held].filter((one) => !isOurs(String(one)))]];
    if (!(held instanceof Map)) return [];
    return [...(held as Map<string, unknown>)]
      .filter(([key]) => !isOurs(key))
      .map(([key, one]) => {
        const isBytes = one instanceof Uint8Array;
        return [
          `${field} ${key}`,
          isBytes ? Buffer.from(one).toString("latin1") : structuredClone(one),
        ];
      });
  });
}

describe("what is called as something else up to a dot is distinguished from it", () => {
  test.for(servers)("%s, seed %i", { timeout: 600_000 }, async ([server, seed]) => {
    await fc.assert(
      fc.asyncProperty(estates, async (objects) => {
        const { app, others } = await start(server);
        await holds(app, others, objects);
      }),
      { numRuns: runs, seed },
    );
  });
});
