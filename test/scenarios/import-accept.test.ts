/** One change on the server, written back: the plan for it is empty, comments and the rest stay. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { acceptOne } from "../../src/cli/commands/import/accept.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

const ESTATE = `# Roads of the county.
apiVersion: plumbline/v1
kind: Workspace
metadata: { name: roads } # short
spec: { namespace: "http://example.org/roads" }
---
apiVersion: plumbline/v1
kind: DataStore
metadata: { workspace: roads, name: db }
spec:
  # The database of the survey.
  connectionParameters:
    dbtype: postgis
    host: db.example.org # moves soon
    passwd: { fromEnv: ROADS_PASSWORD }
---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: roads, name: ways }
spec:
  store: db
  title: Ways # in English
  keywords:
    - traffic # asked for by the office
    - network
---
apiVersion: plumbline/v1
kind: Layer
metadata: { workspace: roads, name: ways }
spec: { defaultStyle: roads:motorway, opaque: true }
---
apiVersion: plumbline/v1
kind: AccessRules
metadata: { name: roads }
spec:
  scope: ["roads.*"]
  mode: exclusive
  rules:
    # Whoever works there.
    "roads.*.r": [ROLE_A, ROLE_B]
    "roads.ways.w": [ROLE_C]
`;

const STYLE = `# yaml-language-server: $schema=../schema/manifest.json
apiVersion: plumbline/v1
kind: Style
metadata:
  workspace: roads # its own
  name: motorway
spec:
  source: ./drawn/motorway.sld
`;

const STORE = `apiVersion: plumbline/v1
kind: AppSchemaStore
metadata: { workspace: roads, name: gauges }
spec: { mapping: ./gauges/ } # a folder
`;

const options = { environment: { ROADS_PASSWORD: "a password for tests" } };

async function start() {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "estate.yaml": ESTATE,
    "style.yaml": STYLE,
    "store.yaml": STORE,
    "drawn/motorway.sld": sld(),
    "gauges/main.appschema": mapping(["Gauge"]),
  });
  const { result } = await applyFolder(app, folder, options);
  expect(result?.converged).toBe(true);
  const accept = async (address: string) =>
    acceptOne(estateOf(folder, options), await connectTo(app, "test"), address);
  return { app, folder, accept, read: (file: string) => readFileSync(join(folder, file), "utf8") };
}

async function send(
  app: FastifyInstance,
  method: "PUT" | "DELETE",
  path: string,
  payload = "",
): Promise<void> {
  const type = path.includes("/styles/") ? "application/vnd.ogc.sld+xml" : "text/xml";
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const answer = await app.inject({ method, url: `/rest${path}`, headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

async function leftFor(app: FastifyInstance, folder: string): Promise<readonly string[]> {
  const { plan } = await planFolder(app, folder, options);
  return (plan?.changes ?? [])
    .filter(({ action }) => action !== "none" && action !== "forget")
    .map(({ action, address }) => `${action} ${address.kind}/${address.name}`);
}

const at = "/workspaces/roads";

const changes: readonly (readonly [
  address: string,
  path: string,
  body: string,
  before: string,
  after: string,
])[] = [
  [
    "Workspace/roads",
    "/namespaces/roads",
    "<namespace><prefix>roads</prefix><uri>http://example.org/other</uri></namespace>",
    '{ namespace: "http://example.org/roads" }',
    "{ namespace: http://example.org/other }",
  ],
  [
    "FeatureType/roads:ways",
    `${at}/datastores/db/featuretypes/ways`,
    "<featureType><title>Ways and tracks</title></featureType>",
    "title: Ways # in English",
    "title: Ways and tracks # in English",
  ],
  [
    "Layer/roads:ways",
    "/layers/roads:ways",
    "<layer><defaultStyle><name>line</name></defaultStyle></layer>",
    "{ defaultStyle: roads:motorway, opaque: true }",
    "{ defaultStyle: line, opaque: true }",
  ],
  [
    "AccessRule/roads.*.r",
    "/security/acl/layers",
    '<rules><rule resource="roads.*.r">ROLE_A</rule></rules>',
    '"roads.*.r": [ROLE_A, ROLE_B]',
    '"roads.*.r": [ROLE_A]',
  ],
];

test("one text of a file is another, and nothing else of it", async () => {
  const { app, folder, accept, read } = await start();
  let text = ESTATE;
  for (const [address, path, body, before, after] of changes) {
    await send(app, "PUT", path, body);
    expect(await leftFor(app, folder), address).toHaveLength(1);
    expect(await accept(address)).toEqual({ files: [join(folder, "estate.yaml")] });
    text = text.replace(before, after);
    expect(read("estate.yaml")).toBe(text);
    expect(await leftFor(app, folder), address).toEqual([]);
  }
});

test("keywords and parameters keep the comments of what stays", async () => {
  const { app, folder, accept, read } = await start();
  const type =
    "<featureType><keywords><string>network</string><string>paths</string></keywords></featureType>";
  await send(app, "PUT", `${at}/datastores/db/featuretypes/ways`, type);
  const store = `<dataStore><connectionParameters><entry key="dbtype">postgis</entry><entry key="host">new.example.org</entry><entry key="passwd">a password for tests</entry><entry key="port">5433</entry></connectionParameters></dataStore>`;
  await send(app, "PUT", `${at}/datastores/db`, store);
  expect(await accept("FeatureType/roads:ways")).toHaveProperty("files");
  expect(await accept("DataStore/roads:db")).toHaveProperty("files");
  const text = read("estate.yaml");
  for (const kept of [
    "# Roads of the county.",
    "# in English",
    "# moves soon",
    "# Whoever works there.",
  ])
    expect(text).toContain(kept);
  expect(text).toContain("host: new.example.org # moves soon");
  expect(text).toContain("passwd: { fromEnv: ROADS_PASSWORD }");
  expect(text).toContain("- paths");
  expect(text).not.toContain("5433");
  expect(await leftFor(app, folder)).toEqual([]);
});

test("a setting that lies in an object is another, and nothing beside it", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const text = `apiVersion: plumbline/v1
kind: Settings
metadata: { name: global }
spec:
  contact: { city: Delft, email: maps@example.org } # who answers
  decimals: 6
`;
  writeFiles(folder, { "estate.yaml": text });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  await send(
    app,
    "PUT",
    "/settings/contact",
    "<contact><addressCity>Leiden</addressCity></contact>",
  );
  const accepted = await acceptOne(
    estateOf(folder, {}),
    await connectTo(app, "test"),
    "Settings/global",
  );
  expect(accepted).toEqual({ files: [join(folder, "estate.yaml")] });
  expect(readFileSync(join(folder, "estate.yaml"), "utf8")).toBe(text.replace("Delft", "Leiden"));
});

test("content of styles and mappings goes into the files that manifests name", async () => {
  const { app, folder, accept, read } = await start();
  const drawn = sld({ colour: "#ABCDEF" });
  await send(app, "PUT", `${at}/styles/motorway?raw=true`, drawn);
  await send(
    app,
    "PUT",
    "/resource/data/roads/gauges/gauges.appschema",
    mapping(["Gauge"]).replace("postgisng", "postgis"),
  );
  expect(await accept("Style/roads:motorway")).toEqual({
    files: [join(folder, "drawn/motorway.sld")],
  });
  expect(await accept("AppSchemaStore/roads:gauges")).toEqual({
    files: [join(folder, "gauges/main.appschema")],
  });
  expect(read("drawn/motorway.sld")).toBe(drawn);
  expect([read("style.yaml"), read("store.yaml")]).toEqual([STYLE, STORE]);
  expect(await leftFor(app, folder)).toEqual([]);
});

test("a rule that somebody took away or added goes out of the document or into it", async () => {
  const { app, folder, accept, read } = await start();
  await send(app, "DELETE", "/security/acl/layers/roads.ways.w");
  const rule = '<rules><rule resource="roads.*.a">ROLE_Z</rule></rules>';
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const rules = await app.inject({ url: "/rest/security/acl/layers.xml", headers });
  const all = rules.body.replace("</rules>", rule.slice(7));
  await app.inject({ method: "POST", url: "/rest/security/acl/layers", headers, payload: all });
  expect(await accept("AccessRule/roads.ways.w")).toHaveProperty("files");
  expect(await accept("AccessRule/roads.*.a")).toHaveProperty("files");
  expect(read("estate.yaml")).not.toContain("roads.ways.w");
  expect(read("estate.yaml")).toContain("roads.*.a");
  expect(read("estate.yaml")).toContain("# Whoever works there.");
  expect(await leftFor(app, folder)).toEqual([]);
});

test("what cannot be accepted is reported, and nothing is written", async () => {
  const { app, accept, read } = await start();
  await send(app, "DELETE", "/layers/roads:ways?recurse=true");
  const text = read("estate.yaml");
  const told = async (address: string) => {
    const accepted = await accept(address);
    return "diagnostics" in accepted
      ? accepted.diagnostics.map(({ code, message }) => `${code} ${message}`)
      : [];
  };
  expect(await told("Style/roads:nothing")).toEqual([
    "not-accepted Style/roads:nothing is not declared",
  ]);
  expect(await told("Style/roads:motorway")).toEqual([
    "not-accepted Style/roads:motorway is in sync; there is nothing to accept",
  ]);
  expect(await told("FeatureType/roads:ways")).toEqual([
    "not-accepted FeatureType/roads:ways is gone from the server",
  ]);
  expect(read("estate.yaml")).toBe(text);
});

/** Something declared that is not usual, and the request that makes it usual again. */
const usual: readonly (readonly [
  address: string,
  spec: object,
  request: readonly [path: string, body: string],
  accepted: object,
])[] = [
  [
    "Layer/roads:ways",
    { queryable: false, opaque: true },
    ["/layers/roads:ways", "<layer><queryable>true</queryable></layer>"],
    { queryable: true, opaque: true },
  ],
  [
    "Service/roads:wms",
    { enabled: false, title: "Ways" },
    ["/services/wms/workspaces/roads/settings", "<wms><enabled>true</enabled></wms>"],
    { enabled: true, title: "Ways" },
  ],
  [
    "FeatureType/roads:ways",
    { store: "db", enabled: false },
    [`${at}/datastores/db/featuretypes/ways`, "<featureType><enabled>true</enabled></featureType>"],
    { store: "db", enabled: true },
  ],
  // No manifest says an empty list here; what else is usual stays declared.
  [
    "FeatureType/roads:ways",
    { keywords: ["a"], store: "db", enabled: false },
    [
      `${at}/datastores/db/featuretypes/ways`,
      "<featureType><enabled>true</enabled><keywords/></featureType>",
    ],
    { store: "db", enabled: true },
  ],
  [
    "Service/wfs",
    { maxFeatures: 5 },
    ["/services/wfs/settings", "<wfs><maxFeatures>1000000</maxFeatures></wfs>"],
    { maxFeatures: 1_000_000 },
  ],
  [
    "DataStore/roads:db",
    { enabled: false, connectionParameters: { dbtype: "postgis" } },
    [`${at}/datastores/db`, "<dataStore><enabled>true</enabled></dataStore>"],
    { enabled: true, connectionParameters: { dbtype: "postgis" } },
  ],
  [
    "LayerGroup/roads:all",
    { layers: [{ layer: "ways" }], queryDisabled: true },
    [`${at}/layergroups/all`, "<layerGroup><queryDisabled>false</queryDisabled></layerGroup>"],
    { layers: [{ layer: "ways" }], queryDisabled: false },
  ],
  [
    "Settings/global",
    { contact: { city: "Delft" }, verbose: true },
    ["/settings", "<global><settings><verbose>false</verbose></settings></global>"],
    { contact: { city: "Delft" }, verbose: false },
  ],
  [
    "Settings/global",
    { contact: { city: "Delft", person: "A" } },
    ["/settings/contact", "<contact><addressCity></addressCity></contact>"],
    { contact: { city: "", person: "A" } },
  ],
  [
    "UrlCheck/maps",
    { regex: "^https://maps", enabled: false },
    ["/urlchecks/maps", "<regexUrlCheck><enabled>true</enabled></regexUrlCheck>"],
    { regex: "^https://maps", enabled: true },
  ],
];

const AROUND = {
  "Workspace/roads": { namespace: "http://example.org/roads" },
  "DataStore/roads:db": { connectionParameters: { dbtype: "postgis" } },
  "FeatureType/roads:ways": { store: "db" },
};

test.for(usual)(
  "%s is declared as it is, where that is usual too",
  async ([address, spec, [path, body], accepted]) => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    for (const [one, own] of Object.entries({ ...AROUND, [address]: spec })) {
      const [kind = "", full = ""] = one.split("/");
      const [name, workspace] = full.split(":").toReversed();
      writeFiles(folder, { [`${kind}.yaml`]: document(kind, { workspace, name }, own) });
    }
    const { result } = await applyFolder(app, folder, { allow: ["service-off"] });
    expect(result?.converged).toBe(true);
    await send(app, "PUT", path, body);
    expect(await leftFor(app, folder)).toHaveLength(1);
    const file = join(folder, `${address.split("/")[0]}.yaml`);
    const outcome = await acceptOne(
      estateOf(folder, options),
      await connectTo(app, "test"),
      address,
    );
    expect(outcome).toEqual({ files: [file] });
    expect(parse(readFileSync(file, "utf8"))).toMatchObject({ spec: accepted });
  },
);

test("a rule is found in whatever spelling its manifest has", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const rules = { " roads . main ways . r ": ["ROLE_A", "ROLE_B"] };
  writeFiles(folder, {
    "r.yaml": document("AccessRules", { name: "r" }, { mode: "merge", rules }),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  await send(
    app,
    "PUT",
    "/security/acl/layers",
    '<rules><rule resource="roads.main ways.r">ROLE_A</rule></rules>',
  );
  const address = "AccessRule/roads.main ways.r";
  expect(
    await acceptOne(estateOf(folder, {}), await connectTo(app, "test"), address),
  ).toHaveProperty("files");
  expect(readFileSync(join(folder, "r.yaml"), "utf8")).toContain(
    '" roads . main ways . r ":[ROLE_A]',
  );
});
