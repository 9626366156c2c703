/** `plumbline doctor --for`: finds what a GeoServer line drops or changes. Reads only. */
import { formatAddress } from "../../../model/address.ts";
import { count } from "../../../model/count.ts";
import { hasErrors } from "../../../model/diagnostic.ts";
import type { Resource, Undeclared } from "../../../reconciler/kind.ts";
import { withCatalogDeclared, type DeclaredCatalog } from "../../../reconciler/import/load.ts";
import { diagnosticDocuments } from "../../../reconciler/report/json.ts";
import { unsaid } from "../../../reconciler/report/difference.ts";
import { renderDiagnostics } from "../../../reconciler/report/text.ts";
import type { UpgradeLine } from "../../../model/server-line.ts";
import { lineNeeds } from "../../../reconciler/upgrade/changes.ts";
import { findChanges, type FoundChange, type LookIn } from "../../../reconciler/upgrade/find.ts";
import { documentOf, filesOn } from "../../../reconciler/upgrade/live.ts";
import type { DoctorFlags } from "../../flags/begin.ts";
import { failure, fitted, success, type CommandResult } from "../../present/result.ts";
import { exitCodes } from "../../process/exit-codes.ts";
import { connectForReading } from "../../settings/connect.ts";
import { onDataDirectory } from "../data-directory.ts";
import { findDeclared } from "../declared.ts";
import { onServer, type Given } from "../on-server.ts";

/** Examines a data directory, a server, or else manifests. */
export async function examineFor(
  line: UpgradeLine,
  given: Given<DoctorFlags>,
): Promise<CommandResult> {
  const { from, url } = given.flags;
  const inCatalog =
    (source: string, look: Omit<LookIn, "resources">) => async (catalog: DeclaredCatalog) => {
      const found = await findChanges(line, { ...look, resources: allOf(catalog) });
      return resultOf(line, found, { source, left: catalog.undeclared });
    };
  if (from !== undefined)
    return onDataDirectory(from, ({ fileOf, placeOf, files: { list, read } }, context) => {
      const names = async (folder: string) => ((await list(folder)) ?? []).map(({ name }) => name);
      const look: Omit<LookIn, "resources"> = {
        placeOf: ({ address }) => ({ file: placeOf(fileOf(address) ?? "") }),
        files: { names, read, placeOf },
      };
      return withCatalogDeclared(context, inCatalog(from, look), { statedOnly: true });
    });
  if (url !== undefined)
    return onServer(given, connectForReading, ({ target, connection }) => {
      const placeOf = (one: Resource) => ({ file: documentOf(one) });
      const look = { placeOf, url: target.url, files: filesOn(connection) };
      return withCatalogDeclared(connection, inCatalog(target.url, look));
    });
  const declared = await findDeclared(given);
  if ("code" in declared) return declared;
  const { desired, diagnostics } = declared;
  if (hasErrors(diagnostics)) return failure(diagnostics);
  const look = { resources: desired.state.resources, placeOf: ({ where }: Resource) => where };
  const source = given.paths.join(", ");
  return resultOf(line, await findChanges(line, look), { source, left: [] });
}

/** Adds services with default settings, which are not declared. */
function allOf({ resources, usual }: DeclaredCatalog): readonly Resource[] {
  const silent = usual
    .filter(({ kind }) => kind === "Service")
    .map((address) => ({ address, facts: {}, payload: {}, requires: [], where: { file: "" } }));
  return [...resources, ...silent];
}

function resultOf(
  line: UpgradeLine,
  found: readonly FoundChange[],
  { source, left }: { readonly source: string; readonly left: readonly Undeclared[] },
): CommandResult {
  const needs = lineNeeds[line];
  const unseen = left.filter(({ onPurpose }) => onPurpose !== true);
  const addresses = unseen
    .map(({ address }) => address)
    .map(formatAddress)
    .toSorted();
  const rest = unsaid("looked at", addresses);
  const verdict =
    found.length === 0
      ? `Nothing that was looked at in ${source} uses what ${line} drops or changes.`
      : `${count(found.length, "finding")} for ${line} in ${source}.`;
  const diagnostics = found.map(({ diagnostic }) => diagnostic);
  const findings = found.map(({ id, diagnostic }) => ({
    change: id,
    ...diagnosticDocuments([diagnostic])[0],
  }));
  const text = fitted(
    (paint) =>
      `${renderDiagnostics(diagnostics, paint)}${found.length === 0 ? "" : "\n"}${verdict} ${needs}\n${rest}`,
  );
  const code = found.length === 0 ? exitCodes.success : exitCodes.changes;
  return success({ for: line, source, findings, needs, not_looked_at: addresses }, text, { code });
}
