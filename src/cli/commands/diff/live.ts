/**
 * `plumbline diff --live`: compares manifests with their server, or two servers. The server is the
 * left side. Reads only.
 */
import { formatAddress } from "../../../model/address.ts";
import { addressesOf } from "../../../model/address-map.ts";
import { hasErrors } from "../../../model/diagnostic.ts";
import { compareObjects, type ObjectDifference } from "../../../reconciler/compare/objects.ts";
import type { ObjectStatus } from "../../../reconciler/engine/inspect/status.ts";
import { withCatalogDeclared, type DeclaredCatalog } from "../../../reconciler/import/load.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";
import { planEstate } from "../../../reconciler/reconcile.ts";
import {
  differenceDocument,
  isEqual,
  renderDifference,
  unsaid,
} from "../../../reconciler/report/difference.ts";
import type { DiffFlags } from "../../flags/inspect.ts";
import { failure, fitted, success, type CommandResult } from "../../present/result.ts";
import { exitCodes } from "../../process/exit-codes.ts";
import { connectForReading } from "../../settings/connect.ts";
import { withoutSecrets } from "../../settings/settings.ts";
import { onServer, type Given } from "../on-server.ts";
import { statusesIn } from "../status.ts";

export function runLiveDiff(given: Given<DiffFlags>): Promise<CommandResult> {
  return onServer(given, connectForReading, async ({ settings, connection }) => {
    const planned = await planEstate(withoutSecrets(settings.estate), connection);
    const { diagnostics } = planned;
    if (!planned.ok || hasErrors(diagnostics)) return failure(diagnostics);
    // Objects that are in the inventory only, neither live nor declared.
    const gone = addressesOf(planned.plan.changes.filter(({ action }) => action === "forget"));
    const compared = statusesIn(planned).filter(
      ({ address, state }) => state !== "undeclared" || !gone.has(address),
    );
    return result(compared.flatMap(fromStatus), { diagnostics });
  });
}

function fromStatus({ address, state, fields, unlike }: ObjectStatus): readonly ObjectDifference[] {
  if (state === "in-step" || state === "ignored") return [];
  if (state === "missing") return [{ address, state: "added", fields: [], files: [] }];
  if (state === "undeclared") return [{ address, state: "removed", fields: [], files: [] }];
  const files = unlike.map(({ field: _field, ...file }) => ({ ...file, patch: undefined }));
  const names = new Set(unlike.map(({ field }) => field));
  // Digests are redundant beside the described differences.
  return [
    { address, state: "changed", fields: fields.filter(({ field }) => !names.has(field)), files },
  ];
}

export function runTargetsDiff(
  given: Given<DiffFlags>,
  [before, after]: readonly [string, string],
): Promise<CommandResult> {
  return onCatalog(given, before, (old) =>
    onCatalog(given, after, (now) => compareCatalogs(old, now)),
  );
}

function onCatalog(
  given: Given<DiffFlags>,
  target: string,
  use: (catalog: DeclaredCatalog) => Promise<CommandResult>,
): Promise<CommandResult> {
  const own = { ...given, flags: { ...given.flags, target: [target] } };
  return onServer(own, connectForReading, ({ connection }) => withCatalogDeclared(connection, use));
}

async function compareCatalogs(old: DeclaredCatalog, now: DeclaredCatalog): Promise<CommandResult> {
  const objects = await compareObjects(old.resources, now.resources, kinds, { patch: false });
  const left = addressesOf([...old.undeclared, ...now.undeclared]);
  // Objects that manifests cannot express on one of the servers are not compared.
  const compared = objects.filter(({ address }) => !left.has(address));
  return result(compared, { left: [...left].map(formatAddress).toSorted() });
}

function result(
  objects: readonly ObjectDifference[],
  {
    left = [],
    ...more
  }: Pick<CommandResult, "diagnostics"> & { readonly left?: readonly string[] },
): CommandResult {
  const found = { objects, files: [] };
  const text = fitted((paint) => `${renderDifference(found, paint)}${unsaid("compared", left)}`);
  const code = isEqual(found) ? exitCodes.success : exitCodes.changes;
  return success({ ...differenceDocument(found), not_compared: left }, text, { code, ...more });
}
