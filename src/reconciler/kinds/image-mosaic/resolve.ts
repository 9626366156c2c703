/** Resolves mosaic manifests to definition, coverages, granules and facts. */
import { storePlace } from "../../../model/store.ts";
import { defined } from "../../../model/defined.ts";
import type { Address } from "../../../model/address.ts";
import { warning, type Diagnostic } from "../../../model/diagnostic.ts";
import { isIndexedPath } from "../../../model/mosaic/granule-path.ts";
import type { ArtefactSource, Facts, Manifest, Resolution } from "../../kind.ts";
import { nameProblems } from "../identity/name.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { MOSAIC_TYPE } from "../published/own-mosaic.ts";
import { declaredText, readCoverages, titlesIn } from "./coverages.ts";
import {
  findDefinition,
  checkDefinition,
  type FoundDefinition,
  type CheckedDefinition,
} from "./definition.ts";
import { findGranules } from "./granules.ts";
import { insideOf } from "./inside.ts";
import type { MosaicPayload } from "./payload.ts";
import { nameProblem } from "./window.ts";
import { mosaicSettings } from "./settings.ts";
import type { MosaicSpec } from "./spec.ts";
import { contentText, harvestTexts } from "./steps.ts";

export async function resolveMosaic(
  manifest: Manifest<MosaicSpec>,
  source: ArtefactSource,
): Promise<Resolution<MosaicPayload>> {
  const { name, workspace, spec, locate } = manifest;
  const where = locate(["metadata", "name"]);
  const diagnostics: Diagnostic[] = [...nameProblems(manifest, "store")];
  const definition = await findDefinition(manifest, source);
  diagnostics.push(...definition.diagnostics);
  const { found } = definition;
  if (found === undefined) return { resources: [], diagnostics };
  const draft = await checkDefinition(found, name, []);
  const local = await findGranules(manifest, source, {
    carried: found.others,
    definition: draft.definition,
  });
  const carried = [...found.others.keys()].filter((path) => isIndexedPath(path, draft.definition));
  const uploaded = spec.configure === "onUpload" ? [...local.granules.local.keys()] : carried;
  const isLater = local.granules.local.size > 0;
  const checked = await checkDefinition(found, name, uploaded, isLater);
  const coverages = readCoverages(manifest, checked.definition);
  diagnostics.push(...checked.diagnostics, ...local.diagnostics, ...coverages.diagnostics);
  const ownFiles = new Set(
    [...local.granules.local.values()].flatMap(({ files }) => [...files.keys()]),
  );
  const address: Address = { kind: "ImageMosaic", workspace, name };
  const { description, enabled, disableOnConnFailure } = spec;
  const payload: MosaicPayload = {
    declared: storePlace(address),
    found,
    definition: checked.definition,
    configure: spec.configure,
    coverages: coverages.coverages,
    coveragesAt: locate(["spec", "coverages"]),
    granules: local.granules,
    extras: new Map([...found.others].filter(([path]) => !ownFiles.has(path))),
    carried: new Set(carried),
    settings: { description, enabled, disableOnConnFailure },
    notHere: [...checked.notHere, ...local.notHere],
    bodies: source,
  };
  diagnostics.push(...nameless(manifest, payload));
  const facts = factsOf(found, checked, payload);
  const requires = workspaceOf(address);
  const { replacePolicy } = spec;
  const names = (coverages.coverages ?? []).map((coverage) => coverage.name);
  const { parts, brings } = insideOf(address, names);
  const sets = new Map(titlesIn(manifest));
  const { assumed, notGiven } = found.variables.secrets;
  const life = { replacePolicy, assumed, notGiven, where };
  const resource = { address, facts, payload, requires, parts, brings, sets, ...life };
  return { resources: [resource], diagnostics };
}

/** Facts that the manifest leaves open are left out. `purge` only serves a danger. */
function factsOf(
  { variables }: FoundDefinition,
  { index, schema, digest }: CheckedDefinition,
  { coverages, granules, extras, settings }: MosaicPayload,
): Facts {
  const contents = [
    ...[...granules.local.values()].map((one) => contentText(one.location, one.digest)),
    ...[...extras].map(([path, one]) => contentText(path, one.digest)),
  ];
  return {
    storeType: MOSAIC_TYPE,
    index,
    schema,
    definition: digest,
    ...filled({
      secrets: variables.secrets.fingerprints,
      contents,
      harvest: harvestTexts(granules),
    }),
    ...defined({ granules: granules.locations, coverages: coverages?.map(declaredText) }),
    ...(granules.purge === "all" ? { purge: granules.purge } : {}),
    ...mosaicSettings.fields.wanted(settings),
  };
}

function filled(sets: Readonly<Record<string, readonly string[]>>): Facts {
  return Object.fromEntries(Object.entries(sets).filter(([, members]) => members.length > 0));
}

/** Granules that servers do not index, because a collector finds nothing in their names. */
function nameless(
  { locate }: Manifest<MosaicSpec>,
  { definition, granules }: MosaicPayload,
): readonly Diagnostic[] {
  const sent = [...granules.local.values()].filter(({ inWindow }) => inWindow !== false);
  const problems = sent.flatMap(({ location }) => nameProblem(definition, location) ?? []);
  const [first, ...others] = problems;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const message = `Servers do not index a granule beside the manifest: ${first}${more}`;
  const where = locate(["spec", "granules", "local"]);
  return [warning("mosaic-granules", message, { where })];
}
