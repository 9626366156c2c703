/**
 * Planning by digests: a plan that finds nothing reads once per kind and scope, and a plan that
 * finds something finds the same as one that reads every object (docs/compatibility.md, "Digests").
 */
import type { FastifyInstance } from "fastify";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { findDrift } from "../../src/reconciler/drift.ts";
import type { Estate } from "../../src/reconciler/estate.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { bodyText } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { PNG, mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  writesIn,
  type TestConnection,
} from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { oneByFile, scale } from "../support/run/scale.ts";

const manifest = (kind: string, metadata: object, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
const estateOf = (folder: string): Estate => ({
  name: "test",
  paths: [folder],
  prune: "owned",
  allow: new Set(["workspace-delete", "catalog-mode"] as const),
});

async function apply(connection: TestConnection, folder: string): Promise<void> {
  const planned = await planEstate(estateOf(folder), connection);
  const { send, inventory } = connection;
  const result = await applyPlan(planned, { send, inventory });
  expect(result.converged, JSON.stringify(result.diagnostics)).toBe(true);
}

/** Paths that were read since, the version document and inventories left out. */
function readsIn({ log }: TestConnection): readonly string[] {
  return log
    .filter(({ request }) => request.method === "GET")
    .map(({ request: { path, query } }) =>
      `${path} ${new URLSearchParams(query).toString()}`.trim(),
    )
    .filter((path) => !path.startsWith("/about/") && !path.startsWith("/resource/plumbline"))
    .toSorted();
}

const STYLES = scale({ test: 50, proof: 300 });

describe(`${STYLES} styles in 3 workspaces`, () => {
  test.for([
    ["one request for all", true],
    ["one request for each kind and scope, where a server knows no other", false],
  ] as const)("are planned with %s", async ([, isTogether]) => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    const workspaces = ["w1", "w2", "w3"];
    const files: Record<string, string> = {};
    for (const name of workspaces) files[`${name}.yaml`] = manifest("Workspace", { name }, {});
    for (let index = 0; index < STYLES; index++) {
      const workspace = workspaces[index % 3];
      const name = `style-${index}`;
      files[`${name}.sld`] = sld({ colour: `#${String(index).padStart(6, "0")}` });
      files[`${name}.yaml`] = manifest("Style", { name, workspace }, { source: `./${name}.sld` });
    }
    writeFiles(folder, files);
    const connect = async () => {
      const connection = await connectTo(app);
      expect(connection.server.digestsTogether).toBe(true);
      const server = { ...connection.server, digestsTogether: isTogether };
      return { ...connection, server };
    };
    const first = await connect();
    await apply(first, folder);
    const scopes = workspaces.map((name) => `/plumbline/digest kind=Style&workspace=${name}`);
    const named = encodeURIComponent("Workspace,Style:w1,Style:w2,Style:w3");
    const once = isTogether
      ? [`/plumbline/digest scopes=${named}`]
      : [...scopes, "/plumbline/digest kind=Workspace"].toSorted();
    // Workspaces that are made: whether somebody has their namespace URIs is asked besides.
    const uris = "/plumbline/digest kind=Workspace";
    // What was sent is told by its bytes: nobody looks into it for that.
    const afterwards = once.map((asked) => `${asked}&look=false`);
    expect(readsIn(first)).toEqual([...once, ...afterwards, uris].toSorted());
    expect(writesIn(first.log).catalog).toHaveLength(STYLES + 3);
    const second = await connect();
    const { plan } = await planEstate(estateOf(folder), second);
    expect(plan?.summary).toMatchObject({ unchanged: STYLES + 3, requests: 0 });
    expect(readsIn(second)).toEqual(once);
    // The version, the own inventory and journal, and the list of others.
    expect(second.log).toHaveLength(once.length + 4);
  });
});

test.for([
  [3, "are read one by one"],
  [20, "have the server look into all"],
] as const)("after an apply, %i that hold other bytes than were sent %s", async ([count]) => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const names = Array.from({ length: count }, (_unused, at) => `s${at}`);
  for (const name of names)
    writeFiles(folder, {
      [`${name}.sld`]: sld({ name }),
      [`${name}.yaml`]: manifest("Style", { name }, { source: `./${name}.sld` }),
    });
  const connection = await connectTo(app);
  const planned = await planEstate(estateOf(folder), connection);
  const result = await applyPlan(planned, {
    inventory: connection.inventory,
    send: async (request) => {
      const response = await connection.send(request);
      const name = request.path === "/styles" ? request.query?.["name"] : undefined;
      // As by a server that keeps styles in a layout of its own.
      if (name !== undefined)
        await app.inject({
          method: "PUT",
          url: `/rest/styles/${name}?raw=true`,
          headers: { authorization: AUTHORIZATION, "content-type": sldType },
          payload: sld({ name }).replaceAll("\n", "\n "),
        });
      return response;
    },
  });
  expect(result.converged, JSON.stringify(result.diagnostics)).toBe(true);
  const asked = readsIn(connection);
  const isAlone = count < 16;
  expect(asked.filter((path) => path.startsWith("/plumbline/digest"))).toEqual([
    "/plumbline/digest kind=Style",
    ...(isAlone ? [] : ["/plumbline/digest kind=Style"]),
    "/plumbline/digest kind=Style&look=false",
  ]);
  expect(asked.filter((path) => path.endsWith(".sld"))).toHaveLength(isAlone ? count : 0);
});

const packaged = await zipOf({ "p.sld": sld({ name: "p" }), "icon.png": PNG });
const upload = "/workspaces/w/datastores/st/file.appschema?configure=none";
const sldType = "application/vnd.ogc.sld+xml";

/** What somebody may do to the catalog behind the back of the estate. */
const meddling = [
  ["PUT", "/styles/a?raw=true", sldType, sld().replaceAll("\n", "\n ")],
  ["PUT", "/styles/a?raw=true", sldType, sld({ colour: "#999999" })],
  ["PUT", "/resource/styles/a.sld", sldType, sld({ colour: "#888888" })],
  ["PUT", "/styles/a", "application/vnd.geoserver.geocss+css", "* { fill: #ffffff; }"],
  ["PUT", "/styles/a", "text/xml", "<style><format>css</format></style>"],
  ["DELETE", "/styles/b?purge=true", "text/plain", ""],
  ["PUT", "/workspaces/w/styles/c", "application/vnd.geoserver.geocss+css", "* { fill: #ffffff; }"],
  ["PUT", "/resource/styles/icon.png", "image/png", Buffer.concat([PNG, PNG])],
  ["DELETE", "/resource/styles/icon.png", "text/plain", ""],
  ["PUT", upload, "text/xml", mapping(["t:A"], { comment: "<!-- laid out anew -->" })],
  ["PUT", upload, "text/xml", mapping(["t:A", "t:B"])],
  ["PUT", "/resource/data/w/st/more.txt", "text/plain", "more"],
  ["DELETE", "/layers/w:A?recurse=true", "text/plain", ""],
  ["DELETE", "/workspaces/w/datastores/st?recurse=true", "text/plain", ""],
  [
    "PUT",
    "/namespaces/w",
    "text/xml",
    "<namespace><uri>http://example.org/other</uri></namespace>",
  ],
  ["DELETE", "/styles/old", "text/plain", ""],
  ["PUT", "/security/acl/catalog", "text/xml", "<catalog><mode>MIXED</mode></catalog>"],
] as const;

async function meddle(app: FastifyInstance, acts: readonly (typeof meddling)[number][]) {
  for (const [method, path, type, payload] of acts) {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    await app.inject({ method, url: `/rest${path}`, headers, payload: Buffer.from(payload) });
  }
}

function everyKind(folder: string): void {
  const style = (name: string, source: string, workspace?: string) =>
    manifest("Style", { name, workspace }, { source });
  writeFiles(folder, {
    "workspace.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "a.yaml": style("a", "./a.sld"),
    "a.sld": sld(),
    "b.yaml": style("b", "./b.css"),
    "b.css": "* { stroke: #ff0000; }\n",
    "c.yaml": style("c", "./a.sld", "w"),
    "p.yaml": style("p", "./p.zip"),
    "p.zip": packaged,
    "elsewhere.yaml": style("d", "./a.sld", "there"),
    "store.yaml": manifest(
      "AppSchemaStore",
      { name: "st", workspace: "w" },
      { mapping: "./st.xml" },
    ),
    "st.xml": mapping(["t:A"]),
    "mode.yaml": manifest("CatalogMode", { name: "catalog" }, { mode: "HIDE" }),
  });
}

async function prepared(dialect: DialectName) {
  const { app } = await startCatalog({ dialect });
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const payload = "<workspace><name>there</name></workspace>";
  await app.inject({ method: "POST", url: "/rest/workspaces", headers, payload });
  const folder = temporaryFolder();
  everyKind(folder);
  writeFiles(folder, { "old.yaml": manifest("Style", { name: "old" }, { source: "./a.sld" }) });
  await apply(await connectTo(app), folder);
  // Owned, and declared no more.
  writeFiles(folder, { "old.yaml": "# plumbline: ignore\n" });
  return { app, folder };
}

describe.for(oneByFile(import.meta.url, dialects))("a plan by digests, %s dialect", (dialect) => {
  test("finds what a plan without them finds", async () => {
    const { app, folder } = await prepared(dialect);
    const property = fc.asyncProperty(
      fc.subarray([...meddling], { maxLength: 4 }),
      async (acts) => {
        await meddle(app, acts);
        const offered = await connectTo(app);
        expect(offered.server.digests).toBe(true);
        const plain = await connectTo(app);
        const without = { ...plain, server: { ...plain.server, digests: false } };
        const [one, other] = [
          await planEstate(estateOf(folder), offered),
          await planEstate(estateOf(folder), without),
        ];
        const { changes, steps, orphans, blocks, digest } = one.plan ?? {};
        expect({ changes, steps, orphans, blocks, digest }).toMatchObject({
          changes: other.plan?.changes,
          steps: other.plan?.steps,
          orphans: other.plan?.orphans,
          blocks: other.plan?.blocks,
          digest: other.plan?.digest,
        });
        const drifts = [
          await findDrift(estateOf(folder), offered),
          await findDrift(estateOf(folder), without),
        ];
        expect(drifts[0]).toEqual(drifts[1]);
        expect(readsIn(plain).some((path) => path.startsWith("/plumbline/digest"))).toBe(false);
        await restore(app, folder);
      },
    );
    await fc.assert(property, { numRuns: scale({ test: 5, proof: 300 }), seed: 6 });
  }, 1_800_000);

  test("reads nothing of what only looks different, and a changed object alone", async () => {
    const { app, folder } = await prepared(dialect);
    await restore(app, folder);
    const reads = async () => {
      const connection = await connectTo(app);
      const { plan } = await planEstate(estateOf(folder), connection);
      return { plan, paths: readsIn(connection).filter((path) => !path.startsWith("/plumbline")) };
    };
    await meddle(app, [meddling[0]]);
    const relaid = await reads();
    expect(relaid.plan?.steps).toEqual([]);
    expect(relaid.paths).toEqual(["/security/acl/catalog.xml"]);
    await meddle(app, [meddling[1]]);
    const recoloured = await reads();
    expect(recoloured.plan?.steps).toHaveLength(1);
    expect(recoloured.paths).toEqual([
      "/security/acl/catalog.xml",
      "/styles/a.sld",
      "/styles/a.xml quietOnNotFound=true",
    ]);
  });
});

test("a server that says it has digests and has none is read object by object", async () => {
  const { app, folder } = await prepared("documented");
  const connection = await connectTo(
    app,
    "test",
    (real) => async (request) =>
      request.path === "/plumbline/digest"
        ? { status: 404, headers: {}, body: new Uint8Array() }
        : real(request),
  );
  await restore(app, folder);
  const { plan } = await planEstate(estateOf(folder), connection);
  expect(plan?.steps).toEqual([]);
  expect(readsIn(connection)).toContain("/styles/a.sld");
});

test("content that the server has not looked into yet is read", async () => {
  const { app, folder } = await prepared("documented");
  await restore(app, folder);
  await meddle(app, [meddling[0]]);
  const connection = await connectTo(app, "test", (real) => async (request) => {
    const response = await real(request);
    if (request.path !== "/plumbline/digest") return response;
    const { scopes } = JSON.parse(bodyText(response)) as { scopes: object[] };
    const unread = { scopes: scopes.map((scope) => ({ ...scope, digests: {} })) };
    return { ...response, body: new TextEncoder().encode(JSON.stringify(unread)) };
  });
  const { plan } = await planEstate(estateOf(folder), connection);
  expect(plan?.steps).toEqual([]);
  const contents = readsIn(connection).filter((path) => path.endsWith(".sld"));
  expect(contents).toEqual(["/styles/a.sld"]);
});

async function restore(app: FastifyInstance, folder: string): Promise<void> {
  await apply(await connectTo(app), folder);
}
