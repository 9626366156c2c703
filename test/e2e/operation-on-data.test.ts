/**
 * What follows new data: bounds, caches and tiles, as commands. The answers are those that a released server was
 * recorded to give.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runHere } from "../support/commands/run-here.ts";
import { openTestServer } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { json, plain, type Answer } from "../stock/documents.ts";
import { project } from "./support.ts";
import { startRecorded, type RecordedServer } from "./recorded-server.ts";

let server: RecordedServer;
let folder: string;

const MANIFESTS = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: city }
spec: { namespace: "http://example.org/city" }
---
apiVersion: plumbline/v1
kind: DataStore
metadata: { workspace: city, name: pg }
spec: { connectionParameters: { dbtype: postgis, host: db.example.org, database: city } }
---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: city, name: roads, labels: { team: ways } }
spec: { store: pg }
---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: city, name: places }
spec: { store: pg }
`;

const TYPES = "/rest/workspaces/city/datastores/pg/featuretypes";
const typeDocument = (name: string, box: string, more = "") => ({
  status: 200,
  type: "application/xml",
  body: `<featureType><name>${name}</name><enabled>true</enabled>${box}<store class="dataStore"><name>city:pg</name></store>${more}</featureType>`,
});
const boxes = (minx: number, maxx: number, miny: number, maxy: number) => {
  const sides = `<minx>${minx}</minx><maxx>${maxx}</maxx><miny>${miny}</miny><maxy>${maxy}</maxy><crs>EPSG:4326</crs>`;
  return `<nativeBoundingBox>${sides}</nativeBoundingBox><latLonBoundingBox>${sides}</latLonBoundingBox>`;
};
const listed = (...rows: readonly (readonly number[])[]): Answer =>
  json({ "long-array-array": rows });
const DONE: Answer = { status: 200, body: "" };
const STARTED: Answer = { status: 200, type: "text/plain", body: "" };
/** Of a layer `city:roads`, before and after a start. */
const tasks = (...looks: readonly Answer[]) => ({
  "GET /gwc/rest/seed.json": [listed()],
  "GET /gwc/rest/seed/city:roads.json": [listed(), ...looks],
  "POST /gwc/rest/seed/city:roads.xml": [STARTED],
});

const run = (...args: readonly string[]) =>
  runHere(["operation", ...args, "-p", folder], { url: server.url, cwd: folder });

beforeAll(async () => {
  server = await startRecorded();
  folder = mkdtempSync(join(tmpdir(), "plumbline-e2e-"));
  writeFiles(folder, {
    "plumbline.yaml": project("estate: follow\ninventory: local"),
    "manifests/city.yaml": MANIFESTS,
  });
  const applied = await runHere(["apply", "--yes", "-p", folder], { url: server.url, cwd: folder });
  if (applied.code !== 0) throw new Error(`nothing to work on: ${applied.stderr}`);
});
beforeEach(() => server.answering({}));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("recalculate", () => {
  test("of one type, by the path below its store", async () => {
    const ran = await run("recalculate", "FeatureType/city:roads", "--yes");
    expect(ran).toEqual({
      code: 0,
      stdout: "The bounds of FeatureType/city:roads were recalculated.\n",
      stderr: "",
    });
    expect(server.writes()).toEqual([
      `PUT ${TYPES}/roads?recalculate=nativebbox,latlonbbox <featureType><enabled>true</enabled></featureType>`,
    ]);
  });

  test("an empty table: success of the server, and a box of nothing that is told", async () => {
    const empty = typeDocument("places", boxes(0, -1, 0, -1));
    server.answering({ "GET /rest/workspaces/city/featuretypes/places.xml": [empty] });
    const ran = await run("recalculate", "FeatureType/city:places", "--yes", "-o", "json");
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      operation: "recalculate",
      objects: [
        {
          object: "FeatureType/city:places",
          outcome: "done",
          diagnostics: [{ code: "bounds-empty", severity: "warning" }],
        },
      ],
      done: true,
    });
    expect(ran.stderr).toContain("native and geographic bounds of FeatureType/city:places hold");
  });

  test("a table that is gone: others are done, and the run is partial", async () => {
    const gone = plain(
      500,
      "Error while calculating native bounds for layer: FeatureTypeInfoImpl[roads]",
    );
    server.answering({ [`PUT ${TYPES}/roads`]: [gone] });
    const ran = await run("recalculate", "--only", "FeatureType/*", "--yes");
    expect(ran.code).toBe(6);
    expect(ran.stdout).toBe(
      "The bounds of FeatureType/city:places were recalculated.\n" +
        "The bounds of FeatureType/city:roads: refused.\n",
    );
    expect(ran.stderr).toContain("2 of 2: FeatureType/city:roads");
    expect(ran.stderr).toContain("500 Error while calculating native bounds");
  });
});

describe("which objects", () => {
  test("labels and patterns choose among the declared ones of fitting kinds", async () => {
    await run("recalculate", "-l", "team=ways", "--yes");
    expect(server.writes()).toHaveLength(1);
    server.answering({});
    const some = ["*/city:*", "--exclude", "*:roads", "--exclude", "DataStore/*"];
    expect(await run("reset", ...some, "--yes")).toMatchObject({ code: 0 });
    expect(server.writes()).toEqual([`POST ${TYPES}/places/reset`]);
    server.answering({});
    expect(await run("truncate", "--only", "DataStore/*", "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Nothing that is selected can be meant"),
    });
    expect(await run("recalculate", "FeatureType/city:*", "--yes")).toMatchObject({ code: 0 });
    expect(server.writes()).toHaveLength(2);
  });

  test.for([
    [["recalculate"], "Say which objects"],
    [["reset"], "or --whole-server"],
    [["recalculate", "DataStore/city:pg"], "this takes FeatureType, Coverage"],
    [["recalculate", "city:roads"], "an object is named KIND/WORKSPACE:NAME"],
    [["seed", "city:roads"], "give --zoom"],
    [["seed", "city:roads", "--zoom", "3-1"], "the lower one first"],
    [["seed", "city:roads", "--stop", "--zoom", "3"], "takes nothing beside it"],
    [["recalculate", "FeatureType/city:roads", "--zoom", "3"], "for seed and truncate only"],
    [["truncate", "city:roads", "--whole-server"], "for reset only"],
    [["reset", "DataStore/city:pg", "--whole-server"], "name none of them"],
    [["reset", "--whole-server"], "give --yes"],
  ] as const)("%j is asked wrongly, or nobody is there to ask", async ([args, text]) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining(text) });
    expect(server.writes()).toEqual([]);
  });

  test("what is not there is told before the first request, all of it", async () => {
    const names = ["FeatureType/city:nosuch", "FeatureType/city:roads", "Coverage/city:none"];
    const ran = await run("recalculate", ...names, "--yes");
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("There is no FeatureType/city:nosuch");
    expect(ran.stderr).toContain("There is no Coverage/city:none");
    expect(server.writes()).toEqual([]);
  });
});

describe("reset", () => {
  test("of types and stores, and of the whole server", async () => {
    const store = "/rest/workspaces/city/datastores/pg/reset";
    server.answering({
      [`GET ${store}`]: [{ status: 405, body: "" }],
      [`POST ${store}`]: [DONE],
    });
    const ran = await run("reset", "DataStore/city:pg", "FeatureType/city:roads", "--yes");
    expect(ran).toMatchObject({ code: 0 });
    expect(server.writes()).toEqual([`POST ${store}`, `POST ${TYPES}/roads/reset`]);
    server.answering({});
    expect(await run("reset", "--whole-server", "--yes")).toMatchObject({
      code: 0,
      stdout: "What the server keeps of the whole server was dropped.\n",
    });
    expect(server.writes()).toEqual(["POST /rest/reset"]);
  });
});

describe("seed", () => {
  const seed = ["seed", "city:roads", "--zoom", "0-2", "--grid-set", "EPSG:4326", "--yes"];
  const png = ["--format", "image/png"];

  test("starts what was checked, and tells how far it is until it ends", async () => {
    server.answering(tasks(listed([-1, 34, -1, 1, 1]), listed([32, 34, 0, 1, 2])));
    const ran = await run(...seed, ...png);
    expect(ran).toEqual({
      code: 0,
      stdout: "The tiles of city:roads were drawn, 32 of about 34 tiles.\n",
      stderr: "city:roads: 0 % of about 34 tiles\ncity:roads: 94 % of about 34 tiles\n",
    });
    expect(server.writes()).toEqual([
      "POST /gwc/rest/seed/city:roads.xml <seedRequest><name>city:roads</name><gridSetId>EPSG:4326</gridSetId><zoomStart>0</zoomStart><zoomStop>2</zoomStop><format>image/png</format><type>seed</type><threadCount>1</threadCount></seedRequest>",
    ]);
  });

  test("a list of any layer's tasks takes all ends with it: layers go one after the other", async () => {
    const done = listed([34, 34, 0, 5, 2]);
    server.answering({
      ...tasks(done),
      "GET /gwc/rest/seed/city:places.json": [listed(), done],
      "POST /gwc/rest/seed/city:places.xml": [STARTED],
    });
    const both = ["seed", "city:roads", "city:places", ...seed.slice(2)];
    expect(await run(...both, ...png)).toMatchObject({
      code: 0,
      stdout:
        "The tiles of city:roads were drawn, 34 of about 34 tiles.\n" +
        "The tiles of city:places were drawn, 34 of about 34 tiles.\n",
    });
    const paths = server.asked().filter((one) => one.includes("city:"));
    expect(paths.slice(-4)).toEqual([
      "POST /gwc/rest/seed/city:roads.xml",
      "GET /gwc/rest/seed/city:roads.json",
      "POST /gwc/rest/seed/city:places.xml",
      "GET /gwc/rest/seed/city:places.json",
    ]);
  });

  test("one task for each grid set and format; what ran before is nobody's progress", async () => {
    const others = [256, 4_476_370, 0, 4, 1];
    server.answering({
      ...tasks(),
      "GET /gwc/rest/seed/city:roads.json": [listed(others), listed(others, [34, 34, 0, 5, 2])],
    });
    const ran = await run("seed", "city:roads", "--zoom", "1", "--reseed", "--yes");
    expect(ran).toMatchObject({ code: 0, stderr: "city:roads: 100 % of about 34 tiles\n" });
    expect(server.writes()).toHaveLength(4);
    expect(server.writes().every((one) => one.includes("<type>reseed</type>"))).toBe(true);
  });

  test.for([
    [["--zoom", "99"], "has the levels 0 to 21 of EPSG:4326, and not 99 to 99"],
    [
      ["--zoom", "1", "--grid-set", "EPSG:432"],
      "There is no grid set EPSG:432. Did you mean EPSG:4326?",
    ],
    [["--zoom", "1", "--format", "image/gif"], "There is no format image/gif"],
  ] as const)("%j, which a server answers 200 to, is refused before", async ([flags, text]) => {
    server.answering(tasks(listed()));
    const usual = flags.some((one) => one === "--grid-set") ? [] : ["--grid-set", "EPSG:4326"];
    const ran = await run("seed", "city:roads", ...flags, ...usual, "--yes");
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(text) });
    expect(server.writes()).toEqual([]);
  });

  test("a layer that is off, and one whose table is gone, would never end", async () => {
    const off = typeDocument("roads", "").body.replace("<enabled>true", "<enabled>false");
    const path = "GET /rest/workspaces/city/featuretypes/roads.xml";
    server.answering({ ...tasks(), [path]: [{ ...typeDocument("roads", ""), body: off }] });
    expect((await run(...seed)).stderr).toContain("city:roads is switched off");
    const body =
      "<featureType><name>roads</name><enabled>true</enabled><attributesCould not get native attributes";
    server.answering({ ...tasks(), [path]: [{ ...typeDocument("roads", ""), body }] });
    expect((await run(...seed)).stderr).toContain("cannot open the data of city:roads");
    expect(server.writes()).toEqual([]);
  });

  test("without a watch it only starts; --stop ends all of a layer", async () => {
    server.answering(tasks(listed([256, 4_476_370, 0, 4, 1])));
    expect(await run(...seed, ...png, "--no-wait")).toMatchObject({
      code: 0,
      stdout:
        "The tiles of city:roads are being drawn; plumbline operation seed city:roads --stop ends it.\n",
    });
    const page = "<html>GWC Seed Form Requested to terminate all tasks.</html>";
    const ended = { status: 200, type: "text/html;charset=utf-8", body: page };
    server.answering({ ...tasks(), "POST /gwc/rest/seed/city:roads": [ended] });
    expect(await run("seed", "city:roads", "--stop", "--yes")).toMatchObject({
      code: 0,
      stdout: "The tiles of city:roads are no longer drawn.\n",
    });
    expect(server.writes()).toEqual(["POST /gwc/rest/seed/city:roads kill_all=all"]);
  });

  test("an interrupt ends the watching, and the task goes on", async () => {
    server.answering(tasks(listed([256, 4_476_370, 0, 4, 1])));
    const running = run(...seed, ...png);
    await vi.waitFor(() => expect(server.writes()).toHaveLength(1));
    process.emit("SIGINT");
    expect(await running).toMatchObject({
      code: 130,
      stdout: expect.stringContaining("plumbline operation seed city:roads --stop ends it"),
    });
    expect(server.writes()).toHaveLength(1);
  });

  test("an interrupt while the first of two layers is watched begins no other", async () => {
    server.answering({
      ...tasks(listed([256, 4_476_370, 0, 4, 1])),
      "GET /gwc/rest/seed/city:places.json": [listed()],
    });
    const running = run("seed", "city:roads", "city:places", ...seed.slice(2), ...png);
    await vi.waitFor(() => expect(server.writes()).toHaveLength(1));
    process.emit("SIGINT");
    const ran = await running;
    expect(ran.code).toBe(130);
    expect(ran.stdout).toContain("The tiles of city:places: not tried.");
    expect(server.writes()).toHaveLength(1);
  });

  test("a task that is ended by others, or given up, is no success", async () => {
    const working = listed([176, 4_476_370, 0, 5, 1]);
    server.answering(tasks(working, listed()));
    const killed = await run(...seed, ...png, "-o", "json");
    expect(killed.code).toBe(6);
    expect(JSON.parse(killed.stdout)).toMatchObject({
      objects: [{ outcome: "ended", tiles: 176, of: 4_476_370 }],
      done: false,
    });
    server.answering(tasks(working, listed([180, 4_476_370, 0, 5, -1])));
    expect(await run(...seed, ...png)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("the server gave a task up"),
    });
  });

  test("no rights, and a server without tasks", async () => {
    const page = "<html><body><h1>GeoServer: Access Denied</h1></body></html>";
    const denied = { status: 403, type: "text/html", body: page };
    server.answering({ ...tasks(), "POST /gwc/rest/seed/city:roads.xml": [denied] });
    expect(await run(...seed)).toMatchObject({ code: 1, stderr: expect.stringContaining("403") });
    server.answering({ "GET /gwc/rest/seed.json": [{ status: 404, body: "" }] });
    expect(await run(...seed)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("The server has no tasks for tiles"),
    });
    expect(server.writes()).toEqual([]);
  });
});

describe("truncate", () => {
  test("all tiles of a layer in one request, and some of them by tasks", async () => {
    server.answering({ "POST /gwc/rest/masstruncate": [DONE] });
    const names = ["Layer/city:roads", "TileLayer/city:roads"];
    expect(await run("truncate", ...names, "--yes")).toMatchObject({
      code: 0,
      stdout: "The tiles of city:roads were truncated.\n",
    });
    expect(server.writes()).toEqual([
      "POST /gwc/rest/masstruncate <truncateLayer><layerName>city:roads</layerName></truncateLayer>",
    ]);
    server.answering(tasks(listed([10, 10, 0, 2, 2])));
    const some = ["--grid-set", "EPSG:4326", "--format", "image/png"];
    expect(await run("truncate", "city:roads", ...some, "--yes")).toMatchObject({ code: 0 });
    expect(server.writes()[0]).toContain(
      "<zoomStart>0</zoomStart><zoomStop>21</zoomStop><format>image/png</format><type>truncate</type>",
    );
  });

  test("a layer that has no tiles", async () => {
    expect(await run("truncate", "city:nosuch", "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no tile layer city:nosuch"),
    });
  });
});

test("the included server says what it has not, before the first request", async () => {
  const { app, close } = await openTestServer(temporaryFolder(), {});
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const here = (...args: readonly string[]) => runHere(args, { url, cwd: folder });
  expect(await here("apply", "--yes", "-p", folder)).toMatchObject({ code: 0 });
  const named = ["FeatureType/city:roads", "--yes", "-p", folder];
  expect(await here("operation", "recalculate", ...named)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The server opens no data"),
  });
  expect(await here("operation", "reset", ...named)).toMatchObject({ code: 0 });
  expect(await here("operation", "seed", "--zoom", "1", ...named)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The server has no tasks for tiles"),
  });
  expect(await here("operation", "truncate", ...named)).toMatchObject({ code: 0 });
  await close();
});
