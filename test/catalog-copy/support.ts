/** Catalogs that are copied: a folder with something of everything, and what a copy of it is compared by. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { reveal, secret } from "../../src/model/secret.ts";
import type { OpenOptions, OpenServer } from "../../src/server/options.ts";
import { dumpCatalog } from "../support/servers/catalog-dump.ts";
import { openTestServer, startCatalog } from "../support/servers/catalog.ts";
import type { Ran } from "../support/commands/cli.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import type { TestDatabase } from "../support/databases/postgres.ts";
import { filesOf, secrets, type Plot } from "../support/estates/rehearsal-estates.ts";
import { runHere } from "../support/commands/run-here.ts";
import { ask, makeWorkspace, putMosaic, send } from "../data-folder/support.ts";

/** What the estate of the copied catalog declares. */
const plot: Plot = {
  second: "http://example.org/second",
  stores: [["T1", "T2"], ["T3"]],
  styles: { red: "#000001", blue: "css" },
  local: "#000003",
  drawn: [1, 2, 3, 4],
  groups: [[0, 1], [1, 2], [2]],
  rules: { "w.*.r": ["R1"], "w.T1.r": ["R2"] },
  services: ["R1"],
  requests: ["R2"],
  mode: "MIXED",
  roles: ["R1", "R2"],
  users: { ann: ["R1"], bob: ["R2"] },
  database: [5_432, ["roads"]],
  coverage: "Heights",
  mosaic: [[1, 2, 3], "Sea"],
  keystore: "B",
};

/** The keystore password of that catalog. */
const KEYSTORE_B = { password: secret(secrets["B"] ?? "") };

/** A stopped data folder with something of everything, and the estate that it was made by. */
export interface RichFolder {
  readonly data: string;
  readonly estate: string;
  /** What its server answered. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Makes one. */
export async function richFolder(): Promise<RichFolder> {
  const catalog = await startCatalog({ keystore: { password: secret(secrets["A"] ?? "") } });
  const { app, folder: data } = catalog;
  const estate = temporaryFolder();
  writeFiles(estate, filesOf(plot));
  const allow = ["catalog-mode", "keystore", "public-access"] as const;
  const applied = await applyFolder(app, estate, { allow, environment: secrets });
  expect(applied.planned.diagnostics.filter((one) => one.severity === "error")).toEqual([]);
  expect(applied.result).toBeDefined();
  await makeWorkspace(catalog, "x");
  await putResource(catalog, "notes/ü/readme.txt", Buffer.from("Grüße\u{1F5FA}"));
  await putResource(catalog, "notes/large.bin", Buffer.alloc(9 * 1024 * 1024, "abc"));
  await ask(catalog, 201, { method: "POST", url: "/security/usergroup/group/team" });
  // Numbers that are given away and not to be given again.
  await removeLastGranule(catalog);
  rmSync(join(estate, "granules/sst_20260103.tif"));
  await send(catalog, { method: "DELETE", url: "/workspaces/x?recurse=true" });
  writeFiles(data, {
    "mine/raster.tif": "the operator's",
    "initial-admin-password": "canary of the administrator",
    ".orphans/2026-01-01/w/y/a.tif": "set aside",
  });
  const answers = await answersOf(app);
  await catalog.close();
  return { data, estate, answers };
}

type Asked = Parameters<typeof ask>[0];

async function putResource(catalog: Asked, path: string, payload: Buffer): Promise<void> {
  const url = `/resource/${path.split("/").map(encodeURIComponent).join("/")}`;
  await ask(catalog, 201, { method: "PUT", url, type: "application/octet-stream", payload });
}

const GRANULES = "/workspaces/w/coveragestores/sst/coverages/sst/index/granules";

/** Removes the granule and the store that came last. */
async function removeLastGranule(catalog: Asked): Promise<void> {
  const { features } = JSON.parse(await ask(catalog, 200, { url: `${GRANULES}.json` })) as {
    features: readonly { id: string }[];
  };
  const last = features.at(-1)?.id ?? "";
  await ask(catalog, 200, { method: "DELETE", url: `${GRANULES}/${last}` });
  await makeWorkspace(catalog, "gone");
  const url = "/workspaces/w/coveragestores/late";
  await putMosaic(catalog, "late", 2);
  await ask(catalog, 200, { method: "DELETE", url: `${url}?recurse=true&purge=all` });
}

/** What a server of such a catalog answers. */
async function answersOf(app: OpenServer["app"]): Promise<Readonly<Record<string, string>>> {
  const read = async (url: string) => (await send({ app }, { url })).body;
  const own: Record<string, string> = {};
  for (const url of [
    `${GRANULES}.json`,
    `${GRANULES}.json?filter=${encodeURIComponent("BBOX(the_geom,-180,-90,180,90)")}`,
    "/resource/notes/%C3%BC/readme.txt",
    "/workspaces/w/datastores/s0/file.appschema",
    "/workspaces/w/coveragestores/sst.json",
    "/security/masterpw.json",
    "/plumbline/audit?limit=1000",
  ])
    own[url] = await read(url);
  return { ...Object.fromEntries(await dumpCatalog(app)), ...own };
}

/** Opens the server of such a catalog until the test ends. */
export async function opened(
  data: string,
  options: Partial<OpenOptions> = {},
): Promise<OpenServer> {
  const server = await openTestServer(data, {
    keystore: KEYSTORE_B,
    ...options,
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...server, close };
}

/** Sees that a server answers as the first one did, and that a plan of the estate is empty. */
export async function expectSame(app: OpenServer["app"], rich: RichFolder): Promise<void> {
  const answers = await answersOf(app);
  // What a start writes of its own comes behind what was there.
  const audit = "/plumbline/audit?limit=1000";
  const before = JSON.parse(rich.answers[audit] ?? "[]") as readonly object[];
  expect(before.length).toBeGreaterThan(20);
  const now = JSON.parse(answers[audit] ?? "[]") as readonly object[];
  expect(now.slice(0, before.length)).toEqual(before);
  expect({ ...answers, [audit]: "" }).toEqual({ ...rich.answers, [audit]: "" });
  const { plan, diagnostics } = await planFolder(app, rich.estate, { environment: secrets });
  expect(hasErrors(diagnostics)).toBe(false);
  expect(plan?.changes.filter(({ action }) => action !== "none")).toEqual([]);
}

/** A database and a folder of files, and how a command is told of them. */
export interface SharedSpot {
  readonly address: ReturnType<TestDatabase["fresh"]>;
  readonly files: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A place where nothing is. */
export function spotIn(
  database: TestDatabase,
  user?: { name: string; password: string },
): SharedSpot {
  const fresh = database.fresh();
  const address = {
    ...fresh,
    user: user?.name ?? fresh.user,
    password: user === undefined ? fresh.password : secret(user.password),
  };
  const { host, port, database: name, schema } = address;
  const files = join(temporaryFolder(), "files");
  const url = `postgres://${address.user}@${host}:${port}/${name}?schema=${schema}`;
  return {
    address,
    files,
    flags: ["--catalog", url, "--files", files],
    env: { PLUMBLINE_CATALOG_PASSWORD: reveal(address.password) },
  };
}

/** The command line that copies. */
export function copying(to: "database" | "folder", data: string, spot: SharedSpot): string[] {
  return ["catalog", "copy", "--to", to, "--data", data, ...spot.flags, "-o", "json"];
}

/** Copies in this process. */
export function copyHere(to: "database" | "folder", data: string, spot: SharedSpot): Promise<Ran> {
  return runHere(copying(to, data, spot), { env: spot.env });
}

/** What a copy reports. */
export interface Reported {
  readonly catalog: string;
  readonly revision: number;
  readonly rows: { readonly count: number; readonly digest: string };
  readonly files: { readonly count: number; readonly bytes: number; readonly digest: string };
}

/** Copies, and expects that it works. */
export async function copiedHere(...given: Parameters<typeof copyHere>): Promise<Reported> {
  const ran = await copyHere(...given);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return JSON.parse(ran.stdout) as Reported;
}

/** The same place, by another way to it. */
export function behind(spot: SharedSpot, port: number): SharedSpot {
  return {
    ...spot,
    flags: spot.flags.map((flag) => flag.replace(`:${spot.address.port}/`, `:${port}/`)),
  };
}
