/** One case of the corpus against a server under test: forward and backward, each with an empty plan after. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { servicePath } from "../../src/wire/paths.ts";
import { stockLineOf } from "../stock/lines.ts";
import { AUTHORIZATION, connectTo, KEYSTORE_PASSWORD } from "../support/servers/catalog.ts";
import {
  readCaseFile,
  refusalOf,
  writesOf,
  type Budget,
  type Writes,
} from "../support/estates/corpus-budget.ts";
import { caseFolder, type Meddling } from "../support/estates/corpus-case.ts";
import { applyFolder, type Applied, type EstateOptions } from "../support/estates/estate.ts";
import type { Door } from "./door.ts";
import { faultOf, oneLine } from "./fault.ts";
import { schemaFile, schemaFor } from "./loadable-mapping.ts";
import {
  DATABASE_PASSWORD,
  filesBelowFolder,
  loadableBody,
  namespaceIn,
  stage,
  type Grounds,
} from "./loadable.ts";
import { REFUSED } from "./run-file.ts";
import { rasters } from "./rasters.ts";
import type { Verdict } from "./verdicts.ts";

/** Why a case is not run, or undefined. */
export function unloadable(name: string, grounds: Grounds): string | undefined {
  const files = filesBelowFolder(caseFolder(name)).filter((path) =>
    /\.(?:yaml|xml|appschema)$/.test(path),
  );
  const text = files.map((path) => readFileSync(path, "utf8")).join("\n");
  if (!grounds.opens) return undefined;
  if (/nativeName: relief_/.test(text))
    return "a raster file holds one coverage, and the case wants several of one";
  if (/kind: Wmt?sLayer|<wmt?sLayer>/.test(text))
    return "a server asks the other one for cascaded layers, and behind the case there is none";
  if (/pngAcceleration/.test(text)) return "servers from 3.0 on forget what the case sets";
  if (/kind: BlobStore/.test(text) && /type: (?!File\b)\w/.test(text))
    return "blob stores other than files are extensions of a server, and the case wants them";
  if (/^ +cog:/m.test(text))
    return "reading rasters in parts is an extension of a server, and the case wants it";
  const needsTables = /AppSchemaDataAccess|kind: FeatureType|<featureType>/.test(text);
  return needsTables && grounds.database === undefined
    ? "it needs tables, and no --live-database was given"
    : undefined;
}

/** Runs a case on a server that is cleaned for it, and books what became of it. */
export async function runCase(door: Door, name: string, grounds: Grounds): Promise<Verdict> {
  const dirt = await door.begin(name);
  const told = { table: "corpus", case: name };
  const verdict = await attempt(door, name, grounds, dirt);
  if (verdict.outcome === "skipped") process.stderr.write(`SKIPPED, ${verdict.because}: ${name}\n`);
  return door.record({ ...told, ...verdict });
}

async function attempt(
  door: Door,
  name: string,
  grounds: Grounds,
  dirt: readonly string[],
): Promise<Omit<Verdict, "table" | "case" | "requests">> {
  const because = unloadable(name, grounds);
  if (because !== undefined) return { cells: {}, outcome: "skipped", because };
  if (dirt.length > 0)
    return { cells: {}, outcome: "failed", because: `not clean before: ${dirt.join("; ")}` };
  const folder = mkdtempSync(join(tmpdir(), "plumbline-lane-"));
  const cells = { forward: "-", backward: "-", "empty plan": "-" };
  try {
    await walk({ door, name, folder, grounds, cells });
    return { cells, outcome: "held" };
  } catch (error) {
    return { cells, outcome: "failed", because: oneLine((error as Error).message) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Walk {
  readonly door: Door;
  readonly name: string;
  /** Where the case is made loadable. */
  readonly folder: string;
  readonly grounds: Grounds;
  /** What is found on the way. */
  readonly cells: { forward: string; backward: string; "empty plan": string };
}

async function walk(on: Walk): Promise<void> {
  const { door, name, folder, grounds, cells } = on;
  const { app } = door;
  const budget = readCaseFile<Budget>(name, "budget.yaml") ?? { forward: {}, backward: {} };
  const [before, after, other] = await prepare(on);
  const options = optionsOf(budget, grounds);
  const { server } = await connectTo(app);
  const software = server.software === "geoserver" ? "stock" : "geoserver";
  const line = stockLineOf(server.version);
  const refused = refusalOf(budget, software, line);
  if (refused?.at === "before") {
    expectRefused(await applyFolder(app, before, options), refused.because);
    cells.forward = REFUSED;
    return;
  }
  expectHeld(
    "before",
    await applyFolder(app, before, {
      ...options,
      allow: [...(options.allow ?? []), "catalog-mode"],
    }),
  );
  if (existsSync(join(folder, "other")))
    expectHeld("other", await applyFolder(app, other, { ...options, name: "other", allow: [] }));
  await meddle(door, name, grounds);
  const forward = () => applyFolder(app, after, options);
  if (refused !== undefined || (budget.faulty ?? budget.blocked) === "forward") {
    expectRefused(await forward(), refused?.because ?? "");
    cells.forward = REFUSED;
    return;
  }
  const writes = writesOf(budget, software, line);
  for (const [leg, to] of [
    ["forward", after],
    ["backward", before],
  ] as const) {
    cells[leg] = "FAILED";
    const applied = await applyFolder(app, to, options);
    expectHeld(leg, applied);
    cells[leg] = costOf(applied, writes[leg]);
    cells["empty plan"] = "no";
    const again = await applyFolder(app, to, options);
    const steps = again.planned.plan?.steps.map(({ summary }) => summary);
    if (steps?.length !== 0 || again.writes.length + again.bookkeeping.length > 0)
      throw new Error(`${leg}, planned again: ${steps?.join(", ") ?? faultOf(again)}`);
    cells["empty plan"] = "yes";
  }
}

/** Puts what a case needs on the server, and its folders, made loadable, where they can be changed. */
export async function prepare({
  door,
  name,
  folder,
  grounds,
}: Omit<Walk, "cells">): Promise<readonly [before: string, after: string, other: string]> {
  const parts = ["before", "after", "other"] as const;
  const staged = parts.map((part) => join(folder, part));
  const namespaces = parts.flatMap((part, index) => {
    const from = join(caseFolder(name), part);
    return existsSync(from) ? [...stage(from, staged[index] ?? "", grounds)] : [];
  });
  const live = readCaseFile<readonly Meddling[]>(name, "live.yaml") ?? [];
  const theirs = live.flatMap(({ body = "" }) => namespaceIn(body) ?? []);
  await putDefaultRules(door);
  for (const namespace of new Set([...namespaces, ...theirs]))
    await putSchema(door, namespace, grounds.elements);
  const files = filesBelowFolder(folder).filter((path) => path.endsWith(".yaml"));
  const texts = files.map((path) => readFileSync(path, "utf8"));
  const text = [...texts, ...live.map(({ body = "" }) => body)].join("\n");
  for (const [path, bytes] of Object.entries(rasters))
    if (text.includes(path)) await putFile(door, path, bytes);
  if (text.includes("data/relief.png"))
    for (const beside of ["data/relief.pgw", "data/relief.prj"])
      await putFile(door, beside, rasters[beside] ?? "");
  if (text.includes("kind: KeystorePassword")) await door.setKeystorePassword(KEYSTORE_PASSWORD);
  return staged as [string, string, string];
}

/** How a case is planned. */
export function optionsOf(budget: Budget, { database }: Grounds): EstateOptions {
  const { prune = "owned", scope, allow = [], now, environment = {} } = budget;
  const clock = now === undefined ? {} : { clock: () => Date.parse(now) };
  const password = database === undefined ? {} : { [DATABASE_PASSWORD]: database.password };
  const known = { ...environment, ...password };
  return { prune, allow, ...clock, workspaces: scope, environment: known };
}

/** Cases count on the rules that new catalogs have; some servers begin without them. */
async function putDefaultRules(door: Door): Promise<void> {
  const url = "/rest/security/acl/layers";
  const headers = { authorization: AUTHORIZATION };
  const { body } = await door.app.inject({ method: "GET", url: `${url}.json`, headers });
  const missing = Object.entries({ "*.*.r": "*", "*.*.w": "ADMIN,GROUP_ADMIN" }).filter(
    ([key]) => !body.includes(`"${key}"`),
  );
  if (missing.length === 0) return;
  const payload = JSON.stringify(Object.fromEntries(missing));
  await ask(door, { method: "POST", url, type: "application/json", payload });
}

/** Puts the schema of a namespace where loadable mappings look for it. */
export async function putSchema(
  door: Door,
  namespace: string,
  elements: readonly string[],
): Promise<void> {
  const schema = schemaFor(namespace, elements);
  await putFile(door, schemaFile(namespace, elements), schema);
}

async function putFile(door: Door, path: string, payload: string | Uint8Array): Promise<void> {
  const url = `/rest/resource/${path.split("/").map(encodeURIComponent).join("/")}`;
  await ask(door, { method: "PUT", url, type: "application/octet-stream", payload });
}

/** Sends what somebody else does to the server in a case. */
export async function meddle(door: Door, name: string, grounds: Grounds): Promise<void> {
  const live = readCaseFile<readonly Meddling[]>(name, "live.yaml") ?? [];
  for (const { method, path, type = "text/xml", body, dialect } of live) {
    if (dialect === "documented") continue;
    const payload = body === undefined ? undefined : loadableBody(body, grounds);
    await ask(door, { method, url: servicePath(path), type, payload });
  }
}

async function ask(
  { app }: Door,
  request: {
    readonly method: "PUT" | "POST" | "DELETE";
    readonly url: string;
    readonly type: string;
    readonly payload: string | Uint8Array | undefined;
  },
): Promise<void> {
  const { method, url, type, payload } = request;
  const body = payload === undefined ? {} : { payload: Buffer.from(payload) };
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const answer = await app.inject({ method, url, headers, ...body });
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
}

function expectHeld(leg: string, applied: Applied): void {
  const fault = faultOf(applied);
  if (fault !== undefined) throw new Error(`${leg}: ${fault}`);
}

function expectRefused({ planned, writes, bookkeeping }: Applied, because: string): void {
  const { plan, diagnostics } = planned;
  const told = [...(plan?.blocks ?? []), ...diagnostics].map(({ message }) => message).join("\n");
  const isRefused = hasErrors(diagnostics) || (plan?.blocks.length ?? 0) > 0;
  if (!isRefused) throw new Error("it had to be refused, and was not");
  if (!told.includes(because)) throw new Error(`it was refused for another reason: ${told}`);
  if (writes.length + bookkeeping.length > 0) throw new Error("it was refused, and wrote");
}

/** What a direction cost, with its budget where that is another. */
function costOf({ writes }: Applied, budget: Writes): string {
  const counts = Object.groupBy(writes, ({ request }) => request.method);
  const told = (of: Readonly<Record<string, number | undefined>>) =>
    Object.entries(of)
      .filter(([, count]) => count !== undefined && count > 0)
      .map(([method, count]) => `${method} ${count}`)
      .toSorted()
      .join(" ");
  const spent = told(
    Object.fromEntries(Object.entries(counts).map(([method, own]) => [method, own.length])),
  );
  const allowed = told(budget);
  return spent === allowed
    ? spent || "nothing"
    : `${spent || "nothing"} (budget ${allowed || "nothing"})`;
}
