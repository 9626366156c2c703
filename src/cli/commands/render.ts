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
import { failure, success, type CommandResult } from "../present/result.ts";
import { withInput } from "../settings/selection.ts";
import { findDeclared } from "./declared.ts";
import type { Given } from "./on-server.ts";

/** Manifests with overlays and variables applied, sorted by their address. */
export async function runRender(given: Given): Promise<CommandResult> {
  const declared = await findDeclared(await withInput(given));
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
  return success({ manifests }, rawManifests.map(asText).join("---\n"), { diagnostics });
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
