/** Imports for tests: from a catalog into a folder, and what a plan over that folder would do. */
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { formatAddress } from "../../../src/model/address.ts";
import {
  importCatalog,
  type Imported,
  type ImportOptions,
} from "../../../src/reconciler/import/import.ts";
import { renderDiagnostics } from "../../../src/reconciler/report/text.ts";
import { AUTHORIZATION, connectTo } from "../servers/catalog.ts";
import { applyFolder, planFolder, type EstateOptions } from "../estates/estate.ts";
import { temporaryFolder, writeFiles } from "../run/folders.ts";

/** Imports a catalog into a new folder. */
export async function importFrom(
  app: FastifyInstance,
  options: ImportOptions = {},
): Promise<{ readonly imported: Imported; readonly folder: string }> {
  const connection = await connectTo(app, "import");
  const imported = await importCatalog(connection, options);
  const writes = connection.log.filter(({ request }) => !["GET", "HEAD"].includes(request.method));
  if (writes.length > 0) throw new Error("an import writes");
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(imported.files));
  return { imported, folder };
}

/** The files of an import as texts. */
export function textsOf({ files }: Imported): Readonly<Record<string, string>> {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([path, bytes]) => [path, Buffer.from(bytes).toString("latin1")]),
  );
}

/** What is not declared, but for what needs no manifest. */
export function undeclaredOf({ undeclared }: Imported): readonly string[] {
  return toldOf(undeclared.filter((one) => one.everywhere !== true && one.onPurpose !== true));
}

/** What an import leaves out on purpose, by address, and why. */
export function leftOutOf({ undeclared }: Imported): readonly string[] {
  return toldOf(undeclared.filter(({ onPurpose }) => onPurpose === true));
}

function toldOf(undeclared: Imported["undeclared"]): readonly string[] {
  return undeclared.map(({ address, reason }) => `${formatAddress(address)}: ${reason}`);
}

/** Forgets what an estate owns. */
export async function disown(app: FastifyInstance, estate = "test"): Promise<void> {
  const url = `/rest/resource/plumbline/${estate}/inventory.json`;
  await app.inject({ method: "DELETE", url, headers: { authorization: AUTHORIZATION } });
}

/** What a plan over a folder would do or cannot do; nothing where all is as declared. */
export async function workIn(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
): Promise<readonly string[]> {
  const planned = await planFolder(app, folder, options);
  const { plan, diagnostics } = planned;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return [renderDiagnostics(errors, (_style, text) => text)];
  const changes = (plan?.changes ?? [])
    .filter(({ action }) => action !== "none")
    .map(({ action, address, fields }) => {
      const what = fields.map(({ label, before, after }) =>
        JSON.stringify({ label, before, after }),
      );
      return `${action} ${formatAddress(address)} ${what.join(", ")}`;
    });
  return [...changes, ...(plan?.steps ?? []).map(({ summary }) => summary)];
}

/** Applies a folder to a catalog and says what went wrong. */
export async function faultsOfApply(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
): Promise<readonly string[]> {
  const { planned, result } = await applyFolder(app, folder, options);
  if (result === undefined) {
    const blocks = planned.plan?.blocks.map(({ message }) => message) ?? [];
    return [renderDiagnostics(planned.diagnostics, (_style, text) => text), ...blocks];
  }
  const failed = result.execution.reports.filter(({ outcome }) => outcome !== "done");
  return [
    ...failed.map(({ step, status, message }) => `${step.summary}: ${status} ${message}`),
    ...result.diagnostics.map(({ message }) => message),
  ];
}

/**
 * Sees that an import of a catalog leaves nothing to do, and brings all of it to another one, of which an import gives
 * the same manifests of a kind. Gives the files that hold these.
 */
export async function expectBrought(
  from: FastifyInstance,
  to: FastifyInstance,
  kind: string,
): Promise<readonly string[]> {
  await disown(from);
  const { folder, imported } = await importFrom(from);
  const said = manifestsIn(imported, kind);
  expect(await workIn(from, folder, {})).toEqual([]);
  const options = { allow: ["catalog-mode", "public-access"] } as const;
  expect(await faultsOfApply(to, folder, options)).toEqual([]);
  await disown(to);
  expect(manifestsIn((await importFrom(to)).imported, kind)).toEqual(said);
  return Object.keys(said);
}

function manifestsIn(imported: Imported, kind: string): Readonly<Record<string, string>> {
  const all = Object.entries(textsOf(imported));
  return Object.fromEntries(all.filter(([, text]) => text.includes(`kind: ${kind}\n`)));
}
