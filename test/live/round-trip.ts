/** From a server into manifests and back: planned over what is there, and applied to an empty server. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Address } from "../../src/model/address.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { readCaseFile, type Budget } from "../support/estates/corpus-budget.ts";
import { caseFolder } from "../support/estates/corpus-case.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { disown, importFrom, workIn } from "../support/commands/imports.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { meddle, optionsOf, prepare, unloadable } from "./case.ts";
import type { Door } from "./door.ts";
import { faultOf, oneLine } from "./fault.ts";
import type { Grounds } from "./loadable.ts";
import type { Verdict } from "./verdicts.ts";

/** Applies what a case ends with, imports it, and makes the same catalog of the import. */
export async function roundTrip(door: Door, name: string, grounds: Grounds): Promise<Verdict> {
  const about = { table: "imports", case: name };
  const cells = { manifests: "-", "plan over it": "-", "made anew": "-" };
  const skipped = unloadable(name, grounds);
  const left = await door.begin(`import: ${name}`);
  if (skipped !== undefined) {
    process.stderr.write(`SKIPPED, ${skipped}: import of ${name}\n`);
    return door.record({ ...about, cells, outcome: "skipped", because: skipped });
  }
  const folder = mkdtempSync(join(tmpdir(), "plumbline-lane-"));
  const because = await travel({ door, name, folder, grounds, cells }).catch((error: unknown) =>
    oneLine((error as Error).message),
  );
  rmSync(folder, { recursive: true, force: true });
  const dirt = left.length > 0 ? `not clean before: ${left.join("; ")}` : undefined;
  const fault = dirt ?? because;
  const outcome = fault === undefined ? "held" : "failed";
  return door.record({
    ...about,
    cells,
    outcome,
    ...(fault === undefined ? {} : { because: fault }),
  });
}

/** A secret of a cascade that its server shows to everybody, which another one would be a change of. */
async function shownSecret(
  app: FastifyInstance,
  { kind, workspace, name }: Address,
  what: string,
): Promise<string | undefined> {
  const stores = { WmsStore: "wmsstores", WmtsStore: "wmtsstores" }[kind];
  const field = /headerValue|authKey/.exec(what)?.[0];
  if (stores === undefined || workspace === null || field === undefined) return undefined;
  const path = [workspace, stores, name].map(encodeURIComponent).join("/");
  const headers = { authorization: AUTHORIZATION };
  const { body } = await app.inject({
    method: "GET",
    url: `/rest/workspaces/${path}.xml`,
    headers,
  });
  return new RegExp(`<${field}>([^<]+)</`).exec(body)?.[1];
}

async function travel(on: {
  readonly door: Door;
  readonly name: string;
  readonly folder: string;
  readonly grounds: Grounds;
  readonly cells: Record<"manifests" | "plan over it" | "made anew", string>;
}): Promise<string | undefined> {
  const { door, name, grounds, cells } = on;
  const { app } = door;
  const [before, after] = await prepare({ door, name, folder: on.folder, grounds });
  const budget = readCaseFile<Budget>(name, "budget.yaml") ?? { forward: {}, backward: {} };
  const options = { ...optionsOf(budget, grounds), allow: dangerNames };
  // None of these cases counts on a state in which somebody else comes.
  await meddle(door, name, grounds);
  const given = existsSync(join(caseFolder(name), "after")) ? after : before;
  const first = faultOf(await applyFolder(app, given, options));
  if (first !== undefined) return `before the import: ${first}`;
  const { imported, folder } = await importFrom(app);
  cells.manifests = String(imported.objects.length);
  await disown(app);
  const password = grounds.database?.password ?? "a password for tests";
  const variables = imported.objects.flatMap(({ address, secrets }) =>
    secrets.map(async ({ variable, what }) => {
      const shown = await shownSecret(app, address, what);
      return [variable, shown ?? password] as const;
    }),
  );
  const environment = Object.fromEntries(await Promise.all(variables));
  const again = { allow: dangerNames, environment };
  const work = await workIn(app, folder, again);
  cells["plan over it"] = work.length === 0 ? "empty" : "NOT EMPTY";
  if (work.length > 0) return `planned over the import: ${work.join("; ")}`;
  await door.clean();
  await prepare({ door, name, folder: on.folder, grounds });
  await meddle(door, name, grounds);
  const fault = faultOf(await applyFolder(app, folder, again));
  const left = fault === undefined ? await workIn(app, folder, again) : [fault];
  cells["made anew"] = left.length === 0 ? "yes" : "no";
  return left.length === 0 ? undefined : `made anew: ${left.join("; ")}`;
}
