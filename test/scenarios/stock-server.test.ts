/**
 * What stock servers do that the included one does not: layer groups, words people gave to
 * feature types, left-over files, no access to files, answers in another version. The documents
 * are written by hand from what such servers are known to answer.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasErrors } from "../../src/model/diagnostic.ts";
import type { DangerName } from "../../src/reconciler/kind.ts";
import { localInventory } from "../../src/reconciler/inventory/store.ts";
import { planEstate, type Planned } from "../../src/reconciler/reconcile.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping, se, sld } from "../support/estates/artefacts.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  writesIn,
  type TestCatalog,
  type TestConnection,
} from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const manifest = (kind: string, metadata: object, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });

const xml = (text: string, status = 200): WireResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  body: new TextEncoder().encode(text),
});

/** Answers some paths itself and leaves the rest to the server behind. */
function answering(
  answers: Readonly<Record<string, WireResponse | ((real: WireResponse) => WireResponse)>>,
): (real: Transport) => Transport {
  return (real) => async (request) => {
    const own = request.method === "GET" ? answers[request.path] : undefined;
    if (own === undefined) return real(request);
    return typeof own === "function" ? own(await real(request)) : own;
  };
}

/** The version document of a stock server. */
const STOCK = {
  "/about/version.xml": xml(
    '<about><resource name="GeoServer"><Version>2.28.1</Version></resource></about>',
  ),
};

async function plan(
  connection: TestConnection,
  folder: string,
  allow: readonly DangerName[] = [],
): Promise<Planned> {
  return planEstate(
    { name: "test", paths: [folder], prune: "owned", allow: new Set(allow) },
    connection,
  );
}

async function apply(connection: TestConnection, folder: string): Promise<Planned> {
  const planned = await plan(connection, folder);
  expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { send, inventory } = connection;
  expect(await applyPlan(planned, { send, inventory })).toMatchObject({ converged: true });
  return planned;
}

function store(folder: string, types: readonly string[]): void {
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
    "s.xml": mapping(types),
  });
}

async function withStore(
  dialect: "documented" | "geoserver",
): Promise<{ catalog: TestCatalog; folder: string }> {
  const catalog = await startCatalog({ dialect });
  const folder = temporaryFolder();
  store(folder, ["t:A", "t:B"]);
  await apply(await connectTo(catalog.app), folder);
  store(folder, ["t:A", "t:C"]);
  return { catalog, folder };
}

const GROUP = {
  "/layergroups.xml": xml(
    "<layerGroups><layerGroup><name>overview</name></layerGroup></layerGroups>",
  ),
  "/layergroups/overview.xml": xml(
    '<layerGroup><name>overview</name><publishables><published type="layer"><name>w:A</name></published><published type="layer"><name>w:B</name></published></publishables></layerGroup>',
  ),
};

describe("what a recreate cannot bring back stops it", () => {
  test("a place in a layer group of a layer that goes for good", async () => {
    const { catalog, folder } = await withStore("geoserver");
    const connection = await connectTo(catalog.app, "test", answering(GROUP));
    const planned = await plan(connection, folder);
    expect(hasErrors(planned.diagnostics)).toBe(false);
    expect(planned.plan?.blocks).toMatchObject([
      {
        name: "irreversible",
        message:
          "Deleting AppSchemaStore/w:s would lose the place of layer w:B in layer group overview, which Plumbline cannot bring back",
      },
    ]);
    expect(renderPlan(planned.plan ?? expect.unreachable())).toMatch(
      /comes back +LayerGroup\/overview\n +cannot come back +the place of layer w:B in layer group overview[\s\S]*Stopped:/,
    );
    expect(writesIn(connection.log).catalog).toEqual([]);
    expect((await plan(connection, folder, ["irreversible"])).plan?.blocks).toEqual([]);
  });

  test("a group of the workspace, with a bare layer name", async () => {
    const { catalog, folder } = await withStore("geoserver");
    const own = {
      "/workspaces/w/layergroups.xml": xml(
        "<layerGroups><layerGroup><name>own</name></layerGroup></layerGroups>",
      ),
      "/workspaces/w/layergroups/own.xml": xml(
        "<layerGroup><layers><layer><name>B</name></layer></layers></layerGroup>",
      ),
    };
    const planned = await plan(await connectTo(catalog.app, "test", answering(own)), folder);
    expect(planned.plan?.blocks[0]?.message).toMatch(
      /layer group w:own, which would hold nothing any more/,
    );
  });

  test("a group whose root layer goes, at which such a server fails half-way", async () => {
    const { catalog, folder } = await withStore("geoserver");
    const rooted = {
      ...STOCK,
      "/layergroups.xml": GROUP["/layergroups.xml"],
      "/layergroups/overview.xml": xml(
        '<layerGroup><name>overview</name><mode>EO</mode><publishables><published type="layer"><name>v:X</name></published></publishables><styles><style/></styles><rootLayer><name>w:A</name></rootLayer><rootLayerStyle><name>line</name></rootLayerStyle></layerGroup>',
      ),
    };
    const planned = await plan(await connectTo(catalog.app, "test", answering(rooted)), folder);
    expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([
      "Deleting AppSchemaStore/w:s would lose the root of layer group overview, at which a stock server fails half-way, which Plumbline cannot bring back",
    ]);
  });

  test("words somebody gave to a feature type that stays come back with it", async () => {
    const { catalog, folder } = await withStore("geoserver");
    const a = xml(
      "<featureType><name>A</name><title>All about A</title><abstract>Long.</abstract><enabled>true</enabled><keywords><string>features</string><string>wells</string></keywords></featureType>",
    );
    const b = xml("<featureType><name>B</name><title>Going anyway</title></featureType>");
    const titled = {
      "/workspaces/w/datastores/s/featuretypes/A.xml": a,
      "/workspaces/w/featuretypes/A.xml": a,
      "/workspaces/w/datastores/s/featuretypes/B.xml": b,
      "/workspaces/w/featuretypes/B.xml": b,
    };
    const planned = await plan(await connectTo(catalog.app, "test", answering(titled)), folder);
    expect(planned.plan?.blocks).toEqual([]);
    const requests = renderPlan(planned.plan ?? expect.unreachable());
    expect(requests).toMatch(/PUT \S+\/featuretypes\/A\b/);
    expect(requests).not.toMatch(/PUT \S+\/featuretypes\/B\b/);
  });
});

describe("styles", () => {
  test("a left-over file: the entry first, then the content", async () => {
    const { app } = await startCatalog({ dialect: "geoserver" });
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    await app.inject({
      method: "PUT",
      url: "/rest/resource/styles/a.sld",
      headers,
      payload: sld(),
    });
    const folder = temporaryFolder();
    writeFiles(folder, {
      "a.yaml": manifest("Style", { name: "a" }, { source: "./a.sld" }),
      "a.sld": sld({ colour: "#00000a" }),
    });
    const connection = await connectTo(app);
    const { plan: made } = await apply(connection, folder);
    expect(made?.steps.map(({ request }) => `${request.method} ${request.path}`)).toEqual([
      "POST /styles",
      "PUT /styles/a",
    ]);
    expect((await plan(connection, folder)).plan?.steps).toEqual([]);
  });

  test("SLD 1.1, which the server translates on reading, is compared as it is stored", async () => {
    const { app } = await startCatalog({ dialect: "geoserver" });
    const folder = temporaryFolder();
    writeFiles(folder, {
      "a.yaml": manifest("Style", { name: "a" }, { source: "./a.sld" }),
      "a.sld": se("a"),
    });
    const translated = xml(sld({ name: "a" }));
    const wrap = answering({
      ...STOCK,
      "/styles/a.sld": (real) => (real.status === 404 ? real : translated),
    });
    await apply(await connectTo(app, "test", wrap), folder);
    expect((await plan(await connectTo(app, "test", wrap), folder)).plan?.steps).toEqual([]);
  });

  test("a CSS style, whose SLD the server makes up, is not taken for one", async () => {
    const { app } = await startCatalog({ dialect: "geoserver" });
    const folder = temporaryFolder();
    const css = "* { stroke: #000000; }";
    const headers = {
      authorization: AUTHORIZATION,
      "content-type": "application/vnd.geoserver.geocss+css",
    };
    await app.inject({ method: "POST", url: "/rest/styles?name=a", headers, payload: css });
    writeFiles(folder, {
      "a.yaml": manifest("Style", { name: "a" }, { source: "./a.sld" }),
      "a.sld": sld(),
    });
    const wrap = answering({ ...STOCK, "/styles/a.sld": () => xml(sld({ colour: "#999999" })) });
    const { plan: made } = await plan(await connectTo(app, "test", wrap), folder);
    expect(made?.changes).toMatchObject([
      {
        action: "update",
        fields: [{ field: "format", before: "css", after: "sld" }, { field: "content" }],
      },
    ]);
  });
});

test("a mapping is compared by what it means, whatever its file is called here", async () => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const folder = temporaryFolder();
  const text = mapping(["t:A"]);
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.txt" }),
    "s.txt": text,
  });
  const connect = () => connectTo(app, "test", answering(STOCK));
  await apply(await connect(), folder);
  writeFiles(folder, { "s.txt": text.replaceAll("\n", "\n ") });
  expect((await plan(await connect(), folder)).plan?.steps).toEqual([]);
  writeFiles(folder, { "s.txt": text.replace("OCQL>ID", "OCQL>NO") });
  expect((await plan(await connect(), folder)).plan?.summary).toMatchObject({ update: 1 });
});

describe("a server that shows no files", () => {
  const blind =
    (real: Transport): Transport =>
    async (request) =>
      request.path.startsWith("/resource")
        ? xml("forbidden", 403)
        : answering(STOCK)(real)(request);

  async function connectBlindly(catalog: TestCatalog, folder: string): Promise<TestConnection> {
    const connection = await connectTo(catalog.app, "test", blind);
    return {
      ...connection,
      inventory: localInventory("test", join(folder, ".plumbline/test/inventory.json")),
    };
  }

  test("what was last applied stands in for what cannot be read", async () => {
    const catalog = await startCatalog({ dialect: "geoserver" });
    const folder = temporaryFolder();
    store(folder, ["t:A", "t:B"]);
    expect((await connectBlindly(catalog, folder)).server).toMatchObject({
      digests: false,
      software: "geoserver",
      version: "2.28.1",
      resources: false,
    });
    await apply(await connectBlindly(catalog, folder), folder);
    expect((await plan(await connectBlindly(catalog, folder), folder)).plan?.steps).toEqual([]);
    writeFiles(folder, {
      "s.xml": mapping(["t:A", "t:B"], { comment: "<!-- another digest -->" }),
    });
    expect((await plan(await connectBlindly(catalog, folder), folder)).plan?.summary).toMatchObject(
      { update: 1, requests: 1 },
    );
    store(folder, ["t:A", "t:C"]);
    // The server behind gives the policy NONE, which a stock one has only where somebody said so, and a style,
    // of which nobody knows whether a stock one would give it again.
    expect((await plan(await connectBlindly(catalog, folder), folder)).plan?.summary).toMatchObject(
      { replace: 1, requests: 4 },
    );
  });
});

test("an object that is something else is refused, not replaced", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  await app.inject({
    method: "POST",
    url: "/rest/workspaces",
    headers,
    payload: "<workspace><name>w</name></workspace>",
  });
  const payload =
    '<dataStore><name>s</name><connectionParameters><entry key="dbtype">postgis</entry><entry key="host">db</entry></connectionParameters></dataStore>';
  await app.inject({ method: "POST", url: "/rest/workspaces/w/datastores", headers, payload });
  const folder = temporaryFolder();
  store(folder, ["t:A"]);
  const planned = await plan(await connectTo(app), folder);
  expect(planned.diagnostics).toMatchObject([
    {
      code: "foreign-object",
      severity: "error",
      message: expect.stringMatching(
        /AppSchemaStore\/w:s exists on the server with another type of the store \(PostGIS\)/,
      ) as string,
    },
  ]);
});

test("a workspace that nobody declares and the server does not have is a fault with a place", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "a.yaml": manifest("Style", { workspace: "nowhere", name: "a" }, { source: "./a.sld" }),
    "a.sld": sld(),
  });
  const planned = await plan(await connectTo(app), folder);
  expect(planned.diagnostics).toMatchObject([
    {
      code: "reference-missing",
      where: { line: 1 },
      message: expect.stringMatching(/Style\/nowhere:a needs Workspace\/nowhere/) as string,
    },
  ]);
});
