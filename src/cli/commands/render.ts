/** `plumbline render`: prints the manifests of a target. Secrets stay references. */
import { relative } from "node:path";
import { compareText } from "../../model/address.ts";
import { addressSet } from "../../model/address-map.ts";
import { formatPosition, hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { type Selection, selectAmong } from "../../reconciler/engine/plan/selection.ts";
import { expandManifests, NOTHING_EXPANDED } from "../../reconciler/manifest/expand.ts";
import type { RawManifest } from "../../reconciler/manifest/raw-manifest.ts";
import { parseManifest } from "../../reconciler/manifest/parse.ts";
import type { Desired } from "../../reconciler/manifest/resolve.ts";
import { renderManifest } from "../../reconciler/manifest/write.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { EstateFlags } from "../flags/estate.ts";
import { failure, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { withInput } from "../settings/selection.ts";
import { findDeclared } from "./declared.ts";

/** Manifests with overlays and variables applied, sorted by their address. */
export async function runRender(
  paths: readonly string[],
  given: EstateFlags,
  context: CommandContext,
): Promise<CommandResult> {
  const flags = await withInput(given, context.stdin);
  const declared = await findDeclared({ paths, flags, context });
  if ("code" in declared) return declared;
  const { estate, desired, diagnostics } = declared;
  if (hasErrors(diagnostics)) return failure(diagnostics);
  const { expansion = NOTHING_EXPANDED } = estate;
  const part = partOf(desired, estate.selection);
  if (hasErrors(part.diagnostics))
    return { ...failure(part.diagnostics), diagnostics: [...diagnostics, ...part.diagnostics] };
  const collected = { diagnostics: [] as Diagnostic[], digests: [] };
  const rawManifests = [...expandManifests(estate, expansion, collected)]
    .filter((manifest) => part.has(manifest))
    .toSorted((a, b) => compareText(nameOf(a), nameOf(b)));
  const manifests = rawManifests.map(({ value }) => value);
  return {
    code: exitCodes.success,
    diagnostics,
    document: { format_version: FORMAT_VERSION, manifests },
    text: rawManifests.map(asText).join("---\n"),
  };
}

/** Selects a manifest when any of its objects is selected. */
function partOf(
  { state }: Desired,
  requested: Selection | undefined,
): {
  readonly has: (rawManifest: RawManifest) => boolean;
  readonly diagnostics: readonly Diagnostic[];
} {
  if (requested === undefined) return { has: () => true, diagnostics: [] };
  const { has, diagnostics } = selectAmong({ requested, ...state }, []);
  const chosen = [
    ...state.resources.filter(({ address }) => has(address)),
    ...state.exclusiveScopes.filter(({ owner }) => has(owner)),
  ].flatMap(({ declaredBy }) => declaredBy?.address ?? []);
  const keys = addressSet(chosen);
  const isChosen = (rawManifest: RawManifest) => {
    const manifest = parseManifest(rawManifest, [])?.manifest;
    return manifest !== undefined && keys.has(manifest);
  };
  return { has: isChosen, diagnostics };
}

function nameOf(manifest: RawManifest): string {
  const { kind = "", workspace = "", name = "" } = parseManifest(manifest, [])?.manifest ?? {};
  return [kind, workspace, name].join("\n");
}

/** Prints the file, because paths in a manifest are relative to it. */
function asText({ value, locate }: RawManifest): string {
  const where = locate(["spec"]);
  const place = formatPosition({ file: relative(".", where.file) });
  return renderManifest(value, [`From ${place}`]);
}
