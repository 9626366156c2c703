/** Settings of a server and of workspaces: brought back by imports, rehearsed, and taken along by a rename. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import type { Estate } from "../../src/reconciler/estate.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { openedFiles } from "../datadir/open.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { faults } from "../support/servers/faults.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  disown,
  expectBrought,
  faultsOfApply,
  importFrom,
  textsOf,
  undeclaredOf,
} from "../support/commands/imports.ts";
import { foretellAndApply } from "../support/commands/rehearsals.ts";
import { isProof, oneByFile } from "../support/run/scale.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const workspace = (metadata: string) => `apiVersion: plumbline/v1
kind: Workspace
metadata: { ${metadata} }
spec: { namespace: "http://example.org/geology" }
`;

const WORKSPACE = workspace("name: geology");

const settings = (metadata: string, spec: string) => `apiVersion: plumbline/v1
kind: Settings
metadata: { ${metadata} }
spec: ${spec}
`;

const GLOBAL = settings(
  "name: global",
  "{ title: Maps, contact: { city: Delft, internationalCity: { de: Delft, fr: Delft } }, metadata: { quietOnNotFound: true }, lockProviderName: memoryLockProvider, userDetailsDisplay: { emailDisplayMode: HIDDEN } }",
);
const OWN = settings(
  "name: settings, workspace: geology",
  "{ title: '', decimals: 6, proxyBaseUrl: 'https://example.org/maps', contact: { organization: Geology, city: '' }, metadata: { note: by hand } }",
);

const names = oneByFile(import.meta.url, serverNames);

type App = Awaited<ReturnType<(typeof servers)[keyof typeof servers]>>;

async function put(app: App, path: string, payload: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
  const { statusCode, body } = await app.inject({
    method: "PUT",
    url: `/rest${path}`,
    payload,
    headers,
  });
  expect(statusCode, body).toBe(200);
}

async function shown(app: App, path: string): Promise<string> {
  const url = `/rest${path}`;
  const { body } = await app.inject({ url, headers: { authorization: AUTHORIZATION } });
  return body.replaceAll(/>\s+</g, "><");
}

test.for(names)("an import brings settings to another server, %s", async (name) => {
  const app = await servers[name]();
  const folder = temporaryFolder();
  writeFiles(folder, { "estate.yaml": [WORKSPACE, GLOBAL, OWN].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const files = await expectBrought(app, (await startCatalog()).app, "Settings");
  expect(files).toHaveLength(2);
});

test("one document that a server cannot show is told, and the others are declared", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const service = (name: string) =>
    settings(`name: ${name}, workspace: geology`, "{ title: Mine }").replace("Settings", "Service");
  const soil = workspace("name: soil").replace("/geology", "/soil");
  const all = [
    WORKSPACE,
    soil,
    OWN,
    OWN.replace("geology", "soil"),
    service("wms"),
    service("wfs"),
  ];
  writeFiles(folder, { "estate.yaml": all.join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const broken = [
    "/workspaces/geology/settings.xml",
    "/services/wms/workspaces/geology/settings.xml",
  ];
  const body = new TextEncoder().encode("it failed");
  const connection = await connectTo(
    app,
    "import",
    (real) => async (request) =>
      broken.includes(request.path) ? { status: 500, headers: {}, body } : real(request),
  );
  const imported = await importCatalog(connection, {});
  expect(undeclaredOf(imported)).toEqual([
    expect.stringMatching(/^Service\/geology:wms: It cannot be read: .*it failed/s),
    expect.stringMatching(/^Settings\/geology:settings: It cannot be read: .*it failed/s),
  ]);
  const own = Object.keys(textsOf(imported)).filter((path) =>
    /^(?:geology|soil)\/(?:services|settings)/.test(path),
  );
  expect(own).toEqual(["geology/services/wfs.yaml", "soil/settings/settings.yaml"]);
});

test("settings as every new catalog has them need no manifest", async () => {
  const { app } = await startCatalog();
  const { imported } = await importFrom(app);
  expect(Object.values(textsOf(imported)).join("\n")).not.toContain("kind: Settings");
});

test("a data directory shows what workspaces have for themselves", async () => {
  const home = (name: string) => ({
    [`workspaces/${name}/workspace.xml`]: `<workspace><id>${name}</id><name>${name}</name></workspace>`,
    [`workspaces/${name}/namespace.xml`]: `<namespace><id>ns-${name}</id><prefix>${name}</prefix><uri>http://${name}</uri></namespace>`,
  });
  const directory = await openedFiles({
    ...home("topo"),
    ...home("soil"),
    ...home("rock"),
    "workspaces/topo/settings.xml":
      "<settings><id>s-1</id><workspace><id>topo</id></workspace><contact><id>contact</id><addressCity>Delft</addressCity></contact><title>Topo</title><numDecimals>6</numDecimals></settings>",
    "workspaces/rock/settings.xml": "<wms><enabled>true</enabled></wms>",
  });
  const answer = async (path: string) => {
    const { status, body } = await directory.read({ method: "GET", path });
    return status === 200 ? Buffer.from(body).toString() : status;
  };
  expect(await answer("/workspaces/topo/settings.xml")).toBe(
    "<settings><workspace><name>topo</name></workspace><contact><id>contact</id><addressCity>Delft</addressCity></contact><title>Topo</title><numDecimals>6</numDecimals></settings>",
  );
  expect(await answer("/workspaces/soil/settings.xml")).toBe(404);
  expect(await answer("/workspaces/rock/settings.xml")).toBe(404);
  const told = directory.notes.filter(({ where }) => where?.file?.endsWith("settings.xml"));
  expect(told.map(({ message }) => message)).toEqual([
    "The document is one of wms, not of settings; it is left out",
  ]);
});

// A copy is compared with a server of another make by what it holds itself.
const rehearsed: typeof serverNames = isProof ? names : ["stock"];

test.for(rehearsed)("a rehearsal foretells what is made and changed, %s", async (name) => {
  const app = await servers[name]();
  const folder = temporaryFolder();
  writeFiles(folder, { "estate.yaml": [WORKSPACE, GLOBAL, OWN].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const soil = workspace("name: soil").replace("/geology", "/soil");
  const changed = OWN.replace("decimals: 6", "decimals: 7");
  const all = [WORKSPACE, soil, GLOBAL, changed, OWN.replace("geology", "soil")];
  writeFiles(folder, { "estate.yaml": all.join("---\n") });
  const { rehearsal, foretold, happened } = await foretellAndApply(app, estateOf(folder, {}));
  expect(rehearsal.run?.notRehearsed).toEqual([]);
  expect(rehearsal.run?.converged).toBe(true);
  expect(foretold.filter((one) => one.includes("/settings"))).toHaveLength(2);
  const isOwn = (one: string) => !one.includes("/resource/plumbline/");
  expect(foretold.filter(isOwn)).toEqual(happened.filter(isOwn));
});

test("what a workspace without settings shows is not taken for its own", async () => {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, { "estate.yaml": [WORKSPACE, GLOBAL].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  await disown(app);
  const { imported } = await importFrom(app);
  const own = Object.keys(textsOf(imported)).filter((path) => /geology.*settings/.test(path));
  expect([own, [...state.ownSettings.keys()]]).toEqual([[], []]);
});

test("what is wrong with a manifest of settings", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const messages = async (text: string) => {
    rmSync(join(folder, "estate.yaml"), { force: true });
    writeFiles(folder, { "estate.yaml": text });
    const { planned } = await applyFolder(app, folder);
    return planned.diagnostics.map(({ message }) => message);
  };
  expect(await messages(settings("name: settings", "{}"))).toEqual([
    'There is one document of settings; its name must be global, not "settings"',
  ]);
  expect(
    await messages(`${WORKSPACE}---\n${OWN.replace("name: settings", "name: global")}`),
  ).toEqual([
    'There is one document of settings in a workspace; its name must be settings, not "global"',
  ]);
  const text = settings("name: settings, workspace: geology", "{ globalServices: false }");
  expect(await messages(`${WORKSPACE}---\n${text}`)).toEqual([
    "globalServices is no setting of the settings of workspace geology",
  ]);
});

test("links that lose the address that they begin with are a danger in words", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const global = (proxy: string) => settings("name: global", `{ proxyBaseUrl: '${proxy}' }`);
  writeFiles(folder, { "estate.yaml": global("https://example.org/maps") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  writeFiles(folder, { "estate.yaml": global("") });
  const { planned } = await applyFolder(app, folder);
  expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([
    'Links in answers would not begin with "https://example.org/maps" any more',
  ]);
});

test.for(names)("also where a workspace gets settings for itself, %s", async (name) => {
  const app = await servers[name]();
  const folder = temporaryFolder();
  const blocks = async (...manifests: readonly string[]) => {
    writeFiles(folder, { "estate.yaml": manifests.join("---\n") });
    const { plan, diagnostics } = await planFolder(app, folder, {});
    expect(diagnostics).toEqual([]);
    return plan?.blocks.map(({ name: danger, message }) => [danger, message]);
  };
  const global = settings("name: global", "{ proxyBaseUrl: 'https://example.org/all' }");
  // Links of a workspace that was not there before are new ones.
  expect(await blocks(WORKSPACE, OWN)).toEqual([]);
  writeFiles(folder, { "estate.yaml": [WORKSPACE, global].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const moved = [
    "proxy-base-url",
    'Links in answers of workspace geology would begin with "https://example.org/maps" instead of "https://example.org/all"',
  ];
  expect(await blocks(WORKSPACE, global, OWN)).toEqual([moved]);
  await disown(app);
  expect(await blocks(WORKSPACE, OWN)).toEqual([moved]);
  expect(await blocks(WORKSPACE, OWN.replace("org/maps", "org/all"))).toEqual([]);
  expect(await blocks(WORKSPACE, OWN.replace(/proxyBaseUrl: '[^']*', /, ""))).toEqual([]);
  const soil = workspace("name: soil").replace("/geology", "/soil");
  expect(await blocks(WORKSPACE, soil, global, OWN.replace("geology", "soil"))).toEqual([]);
});

const RENAMED = [
  workspace("name: rocks, previousName: geology"),
  settings("name: settings, workspace: rocks", "{ title: Rocks }"),
].join("---\n");

/** A workspace with a service and settings, of which the estate says the title alone. */
async function given(app: App, folder: string): Promise<void> {
  const own = settings("name: settings, workspace: geology", "{ title: Geology }");
  writeFiles(folder, { "estate.yaml": [WORKSPACE, own].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const body = (await shown(app, "/workspaces/geology/settings.xml"))
    .replace(
      /<contact(?:\/>|>.*<\/contact>)/,
      "<contact><contactPerson>By hand</contactPerson></contact>",
    )
    .replace(/<numDecimals>\d+/, "<numDecimals>3");
  await put(app, "/workspaces/geology/settings", body);
  const service =
    "<wms><name>WMS</name><enabled>true</enabled><title>By hand</title><maxBuffer>9</maxBuffer></wms>";
  await put(app, "/services/wms/workspaces/geology/settings", service);
  writeFiles(folder, { "estate.yaml": RENAMED });
}

const TAKEN = /<contactPerson>By hand<.*<title>Rocks<\/title><numDecimals>3</;

test.for(names)("a workspace takes along what it has for itself, %s", async (name) => {
  const app = await servers[name]();
  const folder = temporaryFolder();
  await given(app, folder);
  const { planned, result } = await applyFolder(app, folder, {
    prune: "owned",
    allow: ["workspace-delete", "over-limit"],
  });
  expect(planned.plan?.blocks).toEqual([]);
  const [gone] = planned.plan?.changes.filter(({ address }) => address.name === "geology") ?? [];
  expect(gone?.cannotComeBack).toEqual([]);
  expect(gone?.comesBack.map(({ kind, workspace: home }) => `${kind} ${home}`)).toEqual([
    "Service rocks",
    "Settings rocks",
  ]);
  expect([result?.converged, result?.diagnostics]).toEqual([true, []]);
  expect(await shown(app, "/workspaces/rocks/settings.xml")).toMatch(TAKEN);
  expect(await shown(app, "/services/wms/workspaces/rocks/settings.xml")).toMatch(
    /<name>rocks<.*<title>By hand<.*<maxBuffer>9</,
  );
});

test.for(Object.keys(faults))("also where the run was cut off: %s", async (fault) => {
  const [name = "stock"] = names;
  const app = await servers[name]();
  const folder = temporaryFolder();
  await given(app, folder);
  const allow: Estate["allow"] = new Set(["workspace-delete", "over-limit"]);
  const estate: Estate = { name: "test", paths: [folder], prune: "owned", allow };
  const connection = await connectTo(app);
  const broken = faults[fault]?.(connection.send) ?? expect.unreachable();
  const { inventory } = connection;
  await applyPlan(await planEstate(estate, connection), {
    inventory,
    send: (request) =>
      request.path.includes("/rocks/settings") ? broken(request) : connection.send(request),
    wait: async () => {},
  });
  const options = { prune: "owned", allow: ["workspace-delete", "over-limit"] } as const;
  const { result } = await applyFolder(app, folder, options);
  expect([result?.converged ?? true, result?.diagnostics ?? []]).toEqual([true, []]);
  expect(await shown(app, "/workspaces/rocks/settings.xml")).toMatch(TAKEN);
  expect(await shown(app, "/services/wms/workspaces/rocks/settings.xml")).toMatch(/<maxBuffer>9</);
});

test("nothing is made again in a workspace that is gone, which would change the server's service", async () => {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  await given(app, folder);
  const before = new Map(state.services.get(":wms"));
  const connection = await connectTo(app);
  const planned = await planEstate(
    estateOf(folder, { prune: "owned", allow: ["workspace-delete", "over-limit"] }),
    connection,
  );
  const { inventory } = connection;
  const sent: string[] = [];
  const result = await applyPlan(planned, {
    inventory,
    send: async (request) => {
      sent.push(`${request.method} ${request.path}`);
      const answer = await connection.send(request);
      // The last one before them.
      if (request.path !== "/workspaces/default") return answer;
      const url = "/rest/workspaces/rocks?recurse=true";
      const headers = { authorization: AUTHORIZATION };
      const gone = await app.inject({ method: "DELETE", url, headers });
      expect(gone.statusCode).toBe(200);
      return answer;
    },
    wait: async () => {},
  });
  expect(state.services.get(":wms")).toEqual(before);
  expect(sent.at(-1)).toBe("PUT /workspaces/default");
  expect(result.converged).toBe(false);
  const said = result.execution.reports.map(({ message }) => message);
  expect(said.at(-1)).toBe("Workspace/rocks is not there any more; plan again");
});

test.for(names)(
  "a workspace that goes for good has to be left by what it has for itself, %s",
  async (name) => {
    const app = await servers[name]();
    const folder = temporaryFolder();
    await given(app, folder);
    writeFiles(folder, { "estate.yaml": workspace("name: anchor").replace("/geology", "/anchor") });
    const { planned, writes } = await applyFolder(app, folder, {
      prune: "owned",
      allow: ["workspace-delete", "over-limit"],
    });
    expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([
      "Workspace/geology still holds the WMS service of workspace geology, which this plan does not delete",
    ]);
    expect(writes).toEqual([]);
  },
);
