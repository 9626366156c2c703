/** `plumbline rehearse` as users run it: what it foretells, what it leaves alone and behind. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, KEYSTORE_PASSWORD } from "../support/servers/catalog.ts";
import { runCli } from "../support/commands/cli.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { startProxy, type Passing } from "../support/servers/proxy.ts";
import { runHere, type RunHereOptions } from "../support/commands/run-here.ts";
import { isProof } from "../support/run/scale.ts";
import { estate, mode, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();

interface Document {
  readonly complete: boolean;
  readonly plan: {
    readonly requests: readonly { readonly method: string; readonly path: string }[];
  };
  readonly calls: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly bookkeeping: boolean;
  }[];
  readonly not_rehearsed: readonly object[];
  readonly foretold: object;
}

/** Runs a command through a proxy, with a folder of its own for temporary files. */
async function watched(args: readonly string[], options: RunHereOptions = {}) {
  const folder = join(temporaryFolder(), "tmp");
  mkdirSync(folder);
  const passed: Passing[] = [];
  const proxy = await startProxy(options.url ?? url(), (request) => void passed.push(request));
  vi.stubEnv("TMPDIR", folder);
  const ran = await runHere(args, { ...options, url: proxy }).finally(() => vi.unstubAllEnvs());
  return { ...ran, passed, left: readdirSync(folder) };
}

/** Where commands keep temporary files; what Node keeps there by itself stays where it always is. */
function temporary(folder: string): Readonly<Record<string, string>> {
  return { TMPDIR: folder, NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };
}

function reads(passed: readonly Passing[]): boolean {
  return passed.length > 0 && passed.every(({ method }) => method === "GET" || method === "HEAD");
}

async function send(method: string, path: string, body: string, type = "text/xml") {
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const answer = await fetch(`${url()}/rest${path}`, { method, headers, body });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
}

test("every request is reported with its answer, and is what apply does then", async () => {
  const folder = estate("works", {
    "b.yaml": style("second"),
    "second.sld": sld(),
  });
  const text = await watched(["rehearse", folder]);
  expect(text).toMatchObject({ code: 0, stderr: "", left: [] });
  expect(text.stdout).toMatch(/^ +1\. POST \/styles\?name=second&raw=true {2}201 {2}\d+ ms/m);
  expect(text.stdout).toMatch(/^Predicted: every request works, .* 2 of 2 requests worked/m);
  expect(reads(text.passed)).toBe(true);
  const json = await watched(["rehearse", folder, "-o", "json"]);
  const document = JSON.parse(json.stdout) as Document;
  expect(json).toMatchObject({ code: 0, stderr: "" });
  expect(document).toMatchObject({
    format_version: "1.0",
    complete: true,
    not_rehearsed: [],
    leftovers: [],
    foretold: { converged: true, exit_code: 0 },
  });
  const foretold = document.calls.map(({ method, path }) => `/rest${path} ${method}`);
  expect(document.calls.map(({ bookkeeping }) => bookkeeping)).toEqual([false, false, true]);
  const applied = await watched(["apply", folder, "--yes"]);
  expect(applied.code).toBe(0);
  const happened = applied.passed
    .filter(
      ({ method, path }) => method !== "GET" && !/\/(?:lock|history|claims)\.json$/.test(path),
    )
    .map(({ method, path }) => `${path} ${method}`);
  expect(happened).toEqual(foretold);
});

test("a request that will fail is predicted with its status", async () => {
  const folder = estate("fails", {
    "plumbline.yaml": project("estate: fails\nprune: owned"),
    "b.yaml": style("used"),
    "used.sld": sld(),
  });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  // Somebody else draws a layer with it, in a workspace of which the plan says nothing.
  await send("POST", "/workspaces", "<workspace><name>strange</name></workspace>");
  const place = "/workspaces/strange/datastores/things/file.appschema?configure=all";
  await send("PUT", place, mapping(["t:Thing"]));
  const drawn = "<layer><defaultStyle><name>used</name></defaultStyle></layer>";
  await send("PUT", "/layers/strange:Thing", drawn);
  rmSync(join(folder, "b.yaml"));
  const rehearsed = await watched(["rehearse", folder]);
  // The plan knows, and is stopped; on the copy its request is tried all the same.
  expect(rehearsed).toMatchObject({ code: 3, left: [] });
  expect(rehearsed.stdout).toMatch(/DELETE \/styles\/used {2}403 .*\n +Can't delete style/);
  expect(rehearsed.stdout).toMatch(/^Predicted: apply stops before the first request/m);
  expect(reads(rehearsed.passed)).toBe(true);
  const applied = await run("apply", folder, "--yes");
  expect(applied.code).toBe(3);
});

test("what a guard stops is tried on the copy, and ends with 3", async () => {
  const folder = estate("guards", { "mode.yaml": mode("CHALLENGE") });
  const rehearsed = await watched(["rehearse", folder, "-o", "json"]);
  const document = JSON.parse(rehearsed.stdout) as Document;
  expect(rehearsed.code).toBe(3);
  expect(document).toMatchObject({
    plan: { blocks: [{ allow: "catalog-mode" }] },
    foretold: { converged: true, exit_code: 3 },
  });
  expect(document.calls).toMatchObject([
    { method: "POST", path: "/styles?name=guards&raw=true", status: 201 },
    { method: "PUT", path: "/security/acl/catalog", status: 200 },
    { bookkeeping: true },
  ]);
  expect(await watched(["rehearse", folder, "--allow", "catalog-mode"])).toMatchObject({ code: 0 });
});

test("what needs files of the server's disk is named and not tried", async () => {
  const indexer = "Schema=*the_geom:Polygon,location:String\nCanBeEmpty=true\n";
  const spec = { definition: "./sst/", granules: { sources: ["file:/granules/"] } };
  const folder = estate("harvests", {
    "w.yaml": manifest("Workspace", { name: "harvests" }, {}),
    "m.yaml": manifest(
      "ImageMosaic",
      { workspace: "harvests", name: "sst" },
      { ...spec, coverages: [{ name: "sst" }] },
    ),
    "sst/indexer.properties": indexer,
  });
  const { code, stdout } = await watched(["rehearse", folder, "-o", "json"]);
  const document = JSON.parse(stdout) as Document;
  expect(code).toBe(0);
  expect(document.not_rehearsed).toEqual([
    {
      address: "ImageMosaic/harvests:sst",
      requests: 2,
      reason: "the files that it harvests lie on the server or elsewhere",
      unlike: false,
    },
  ]);
  const planned = document.plan.requests.length;
  expect(document.calls.filter(({ bookkeeping }) => !bookkeeping)).toHaveLength(planned - 2);
});

test("manifests with errors and servers that are not there end it with 1", async () => {
  const broken = estate("broken", { "b.yaml": style("nowhere") });
  expect(await watched(["rehearse", broken])).toMatchObject({ code: 1, left: [], stdout: "" });
  const gone = await runHere(["rehearse", estate("gone"), "-o", "json"], {
    url: "http://127.0.0.1:1",
  });
  expect(gone.code).toBe(1);
  expect(JSON.parse(gone.stdout)).toMatchObject({
    complete: false,
    diagnostics: [{ code: "server-unreachable" }],
  });
}, 60_000);

const CANARIES = {
  OLD: KEYSTORE_PASSWORD,
  NEW: "canary-lead harbours and two",
  ANN: "canary-iron lanterns and six",
  DB: "canary-gold orchards and ten",
};

test("no password is in what it says, and nothing is left on the disk", async () => {
  const connectionParameters = { dbtype: "postgis", passwd: { fromEnv: "DB" } };
  const folder = estate("secrets", {
    "k.yaml": manifest(
      "KeystorePassword",
      { name: "keystore" },
      { current: { fromEnv: "OLD" }, new: { fromEnv: "NEW" } },
    ),
    "u.yaml": manifest("User", { name: "ann" }, { password: { fromEnv: "ANN" } }),
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "d.yaml": manifest("DataStore", { workspace: "w", name: "db" }, { connectionParameters }),
  });
  const said: string[] = [];
  for (const output of isProof ? ["text", "json"] : ["json"]) {
    const args = ["rehearse", folder, "--allow", "keystore", "-o", output];
    const ran = await watched(args, { env: CANARIES });
    expect(ran).toMatchObject({ code: 0, left: [] });
    expect(ran.stdout).toMatch(/\/security\/masterpw/);
    said.push(ran.stdout, ran.stderr);
  }
  for (const canary of Object.values(CANARIES)) expect(said.join("\n")).not.toContain(canary);
}, 60_000);

describe("signals", () => {
  test("the first one ends it with 130, and its folder goes", async () => {
    const folder = estate("ended");
    const own = join(temporaryFolder(), "tmp");
    mkdirSync(own);
    let interrupt = () => undefined as unknown;
    let opened = false;
    const proxy = await startProxy(url(), async () => {
      // The copy is being made: its folder is there.
      if (opened || readdirSync(own).length === 0) return;
      opened = true;
      interrupt();
      await pause(200);
    });
    const { code, stdout } = await runCli(["rehearse", folder], {
      url: proxy,
      env: temporary(own),
      onStart: (child) => (interrupt = () => child.kill("SIGINT")),
    });
    expect({ code, stdout, opened, left: readdirSync(own) }).toEqual({
      code: 130,
      stdout: "",
      opened: true,
      left: [],
    });
  });
});
