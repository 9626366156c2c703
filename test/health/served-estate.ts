/** An estate that is applied through the OGC server of the tests, and looked at with `plumbline verify`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { HealthDocument } from "../../src/reconciler/report/documents.ts";
import { runHere } from "../support/commands/run-here.ts";
import { tellCatalog, type Tell } from "../support/ogc/recorded-catalog.ts";
import { startOgcServer, type OgcOptions, type OgcServer } from "../support/ogc/server.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { AUTHORIZATION, PASSWORD, startCatalog, USER } from "../support/servers/catalog.ts";

/** A manifest; `at` is its name, after its workspace and a colon where it has one. */
export interface Declared {
  readonly kind: string;
  readonly at: string;
  readonly spec: object;
}

/** The estate of a test. */
export interface ServedEstate {
  readonly server: OgcServer;
  /** The address of the catalog behind it. */
  readonly catalog: string;
  /** Arguments that name its manifests and project. */
  readonly folder: readonly string[];
  /** Changes the catalog behind the estate's back. */
  readonly tell: Tell;
  /** Declares this beside what is declared, and applies it. */
  readonly apply: (declared: readonly Declared[]) => Promise<void>;
  /** What `verify` says, with its exit code; `others` look too. */
  readonly verify: (
    args?: readonly string[],
  ) => Promise<{ readonly code: number | null; readonly found: HealthDocument }>;
}

/** How an estate is served. */
export interface ServedOptions {
  readonly faults?: OgcOptions["faults"];
  readonly traits?: OgcOptions["traits"];
  /** Those that look beside the administrator and nobody, by their roles. */
  readonly accounts?: Readonly<Record<string, readonly string[]>>;
  /** Files beside the manifests. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The password of all accounts. */
export const ACCOUNT_PASSWORD = "a password of somebody";

/** A manifest as JSON, which YAML is. */
function written({ kind, at, spec }: Declared): string {
  const [workspace, name] = at.includes(":") ? at.split(":", 2) : [undefined, at];
  const metadata = workspace === undefined ? { name } : { workspace, name };
  return JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
}

/** Serves what is declared, after it was applied. */
export async function serveEstate(
  declared: readonly Declared[],
  { faults = {}, traits = {}, accounts = {}, files = {} }: ServedOptions = {},
): Promise<ServedEstate> {
  const { app } = await startCatalog({ dialect: "geoserver", line: "2.28" });
  const catalog = await app.listen({ host: "127.0.0.1", port: 0 });
  const tell = tellCatalog(catalog, AUTHORIZATION);
  const names = Object.keys(accounts);
  for (const role of new Set(Object.values(accounts).flat()).difference(new Set(["ADMIN"])))
    await tell("POST", `/security/roles/role/${role}`);
  for (const name of names) {
    const user = { userName: name, password: ACCOUNT_PASSWORD, enabled: true };
    await tell("POST", "/security/usergroup/users", { user });
    for (const role of accounts[name] ?? [])
      await tell("POST", `/security/roles/role/${role}/user/${name}`);
  }
  const server = await startOgcServer({
    catalog,
    administrator: { user: USER, password: PASSWORD },
    accounts: Object.fromEntries(names.map((name) => [name, { password: ACCOUNT_PASSWORD }])),
    faults,
    traits,
    keepsCatalog: true,
  });
  const folder = temporaryFolder();
  mkdirSync(join(folder, "manifests"));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, "manifests", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  writeFileSync(join(folder, "plumbline.yaml"), project(names));
  const place = ["--project", folder, join(folder, "manifests")];
  const run = (args: readonly string[]) =>
    runHere([...args, ...place], {
      url: server.url,
      env: { LOOKER: ACCOUNT_PASSWORD },
    });
  let all: readonly Declared[] = [];
  const apply = async (more: readonly Declared[]) => {
    all = [...all, ...more];
    writeFileSync(join(folder, "manifests", "all.yaml"), all.map(written).join("\n---\n"));
    const ran = await run(["apply", "--yes"]);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  };
  await apply(declared);
  return {
    server,
    catalog,
    folder: place,
    tell: async (...asked) => {
      await tell(...asked);
      server.refresh();
    },
    apply,
    verify: async (args = []) => {
      const { code, stdout, stderr } = await run(["verify", "-o", "json", ...args]);
      expect(stdout, stderr).toMatch(/^\{/);
      return { code, found: JSON.parse(stdout) as HealthDocument };
    },
  };
}

function project(accounts: readonly string[]): string {
  const looking = accounts.map((name) => ({ name, user: name, password: { fromEnv: "LOOKER" } }));
  return JSON.stringify({
    apiVersion: "plumbline/v1",
    kind: "Project",
    estate: "served",
    prune: "none",
    ...(looking.length === 0 ? {} : { verify: { accounts: looking } }),
  });
}

/** A workspace. */
export function workspace(name: string, more: object = {}): Declared {
  return {
    kind: "Workspace",
    at: name,
    spec: { namespace: `http://example.org/${name}`, ...more },
  };
}

/** A store of tables, which nobody opens. */
export function tables(at: string, more: object = {}): Declared {
  const spec = {
    type: "PostGIS",
    connectionParameters: { dbtype: "postgis", host: "db" },
    ...more,
  };
  return { kind: "DataStore", at, spec };
}

/** A box of degrees, as bounds. */
export const BOUNDS = {
  native: { minx: 10, miny: 50, maxx: 11, maxy: 51, crs: "EPSG:4326" },
  geographic: { minx: 10, miny: 50, maxx: 11, maxy: 51, crs: "EPSG:4326" },
};

/** A type of a store, where its bounds say. */
export function type(at: string, more: object = {}): Declared {
  const spec = { store: "pg", srs: "EPSG:4326", bounds: BOUNDS, ...more };
  return { kind: "FeatureType", at, spec };
}

/** A layer in a style. */
export function layer(at: string, defaultStyle: string, more: object = {}): Declared {
  return { kind: "Layer", at, spec: { defaultStyle, ...more } };
}
