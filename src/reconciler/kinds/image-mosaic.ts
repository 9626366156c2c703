/**
 * Image mosaics: a coverage store with its definition, its coverages and its granules in one
 * manifest (docs/decisions/0017-mosaics-as-a-kind.md). Another index or schema means deletion and
 * creation anew, and that is decided in one place only: the field rules below.
 */
import { nameFaults } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";
import type { Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { mosaicPlan as limits } from "../../model/limits.ts";
import { isIndexedPath } from "../../model/mosaic/granule-path.ts";
import { pathOf } from "../../wire/paths.ts";
import { confidentialIf } from "../../wire/request.ts";
import {
  bindKind,
  type ArtefactSource,
  type Danger,
  type DangerousChange,
  type Facts,
  type Kind,
  type Manifest,
  type Resolution,
  type Resource,
  type Step,
} from "../kind.ts";
import { shedCascades, storeCascades } from "./image-mosaic/cascades.ts";
import { declaredText, identityIn, readCoverages, titlesIn } from "./image-mosaic/coverages.ts";
import {
  findDefinition,
  judgeDefinition,
  type FoundDefinition,
  type JudgedDefinition,
} from "./image-mosaic/definition.ts";
import { declareMosaics } from "./image-mosaic/declare.ts";
import { findGranules } from "./image-mosaic/granules.ts";
import { shedSteps } from "./image-mosaic/coverage-steps.ts";
import { setIn } from "./image-mosaic/sets.ts";
import { skippedFiles } from "./image-mosaic/remark.ts";
import { leftoverSteps } from "./image-mosaic/leftovers.ts";
import { listMosaics, observeMosaics } from "./image-mosaic/observe.ts";
import { MOSAIC_TYPE } from "./published/own-mosaic.ts";
import { placeOf, type MosaicPayload } from "./image-mosaic/payload.ts";
import { mosaicSpec, type MosaicSpec } from "./image-mosaic/spec.ts";
import { contentText, createSteps, harvestTexts, updateSteps } from "./image-mosaic/steps.ts";

const kind: Kind<MosaicSpec, MosaicPayload> = {
  name: "ImageMosaic",
  manifest: {
    kind: "ImageMosaic",
    description: "A mosaic of rasters: its definition, its coverages and its granules.",
    workspace: "required",
    hasPreviousName: true,
    spec: mosaicSpec,
    example: {
      metadata: { workspace: "ocean", name: "sst" },
      spec: {
        definition: "./sst/",
        coverages: [{ name: "sst", title: "Sea surface temperature" }],
        granules: { local: "./rasters/", policy: "mirror" },
      },
    },
    requests: [
      "PUT coverageStoreUpload",
      "POST coverageStoreUpload",
      "POST storeCoverages",
      "PUT storeCoverage",
      "DELETE storeCoverage",
      "DELETE granules",
      "DELETE coverageStore",
    ],
  },
  weight: 45,
  exposes: true,
  fields: {
    storeType: { onChange: "refuse", label: "type of the store" },
    index: { onChange: "replace", label: "place of the index" },
    schema: { onChange: "replace", label: "columns of the index" },
    definition: { onChange: "update", label: "definition", isOfFiles: true },
    secrets: { onChange: "update", label: "secrets of the definition" },
    granules: { onChange: "update", label: "granules" },
    contents: { onChange: "update", label: "content of granules" },
    harvest: { onChange: "update", label: "harvested" },
    coverages: { onChange: "update", label: "coverages" },
  },
  resolve,
  crossCheck: clashes,
  observe: observeMosaics,
  list: listMosaics,
  files: ({ found }) => new Map([...found.texts].map(([path, { artefact }]) => [path, artefact])),
  declare: declareMosaics,
  create: async (resource, context) =>
    confidentially(resource, [
      ...(await createSteps(resource)),
      ...(await leftoverSteps(resource, context)),
    ]),
  update: async (change, context) =>
    confidentially(change.resource, await updateSteps(change, context)),
  shed: { steps: shedSteps, cascades: shedCascades },
  remove: ({ address }) => [
    {
      summary: `delete mosaic ${address.name} with its index and coverages; files of granules stay`,
      request: {
        method: "DELETE",
        path: pathOf("coverageStore", placeOf(address)),
        query: { recurse: "true", purge: "metadata" },
      },
    },
  ],
  cascades: storeCascades,
  holds: ({ address, facts }) => {
    const names = setIn(facts, "published").map((text) => identityIn(text).name);
    const { parts, brings } = inside(address, names);
    return [...parts, ...brings];
  },
  dangers,
  remark: skippedFiles,
};

/** A server that fails may quote the definition that it has, in any answer about the mosaic. */
function confidentially(
  { payload }: Resource<MosaicPayload>,
  steps: readonly Step[],
): readonly Step[] {
  const { secrets } = payload.found.variables;
  return steps.map(({ summary, request }) => ({
    summary,
    request: { ...request, ...confidentialIf(secrets.size > 0) },
  }));
}

async function resolve(
  manifest: Manifest<MosaicSpec>,
  source: ArtefactSource,
): Promise<Resolution<MosaicPayload>> {
  const { name, workspace, spec, locate } = manifest;
  const where = locate(["metadata", "name"]);
  const diagnostics: Diagnostic[] = [...nameFaults(manifest, "store")];
  const definition = await findDefinition(manifest, source);
  diagnostics.push(...definition.diagnostics);
  const { found } = definition;
  if (found === undefined) return { resources: [], sweeps: [], diagnostics };
  const draft = await judgeDefinition(found, name, []);
  const local = await findGranules(manifest, source, {
    carried: found.others,
    definition: draft.definition,
  });
  const carried = [...found.others.keys()].filter((path) => isIndexedPath(path, draft.definition));
  const uploaded = spec.configure === "onUpload" ? [...local.granules.local.keys()] : carried;
  const judged = await judgeDefinition(found, name, uploaded);
  const coverages = readCoverages(manifest, judged.definition);
  diagnostics.push(...judged.diagnostics, ...local.diagnostics, ...coverages.diagnostics);
  const ownFiles = new Set(
    [...local.granules.local.values()].flatMap(({ files }) => [...files.keys()]),
  );
  const payload: MosaicPayload = {
    found,
    definition: judged.definition,
    configure: spec.configure,
    coverages: coverages.coverages,
    granules: local.granules,
    extras: new Map([...found.others].filter(([path]) => !ownFiles.has(path))),
    carried: new Set(carried),
    bodies: source,
  };
  diagnostics.push(...emptyFaults(manifest, payload));
  const address: Address = { kind: "ImageMosaic", workspace, name };
  const facts = factsOf(found, judged, payload);
  const requires = workspaceOf(address);
  const { replacePolicy } = spec;
  const names = (coverages.coverages ?? []).map((coverage) => coverage.name);
  const { parts, brings } = inside(address, names);
  const sets = new Map(titlesIn(manifest));
  const { fingerprints, inForce } = found.variables;
  const assumed = inForce && fingerprints.length > 0 ? { secrets: fingerprints } : {};
  const life = { replacePolicy, assumed, where };
  const resource = { address, facts, payload, requires, parts, brings, sets, ...life };
  return { resources: [resource], sweeps: [], diagnostics };
}

/** What a mosaic that publishes these coverages is to other kinds. */
function inside({ workspace, name }: Address, coverages: readonly string[]) {
  const named = (kind: string) => coverages.map((one) => ({ kind, workspace, name: one }));
  const parts: readonly Address[] = [
    { kind: "CoverageStore", workspace, name },
    ...named("Coverage"),
  ];
  const brings: readonly Address[] = named("Layer");
  return { parts, brings };
}

/**
 * What is compared. What the manifest leaves open, or does not have at all and no server shows, is
 * left out; `purge` only tells of a danger.
 */
function factsOf(
  { variables }: FoundDefinition,
  { index, schema, digest }: JudgedDefinition,
  { coverages, granules, extras }: MosaicPayload,
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
    ...filled({ secrets: variables.fingerprints, contents, harvest: harvestTexts(granules) }),
    ...(granules.locations === undefined ? {} : { granules: granules.locations }),
    ...(coverages === undefined ? {} : { coverages: coverages.map(declaredText) }),
    ...(granules.purge === "all" ? { purge: granules.purge } : {}),
  };
}

function filled(sets: Readonly<Record<string, readonly string[]>>): Facts {
  return Object.fromEntries(Object.entries(sets).filter(([, members]) => members.length > 0));
}

/** A coverage needs a granule to be published from. */
function emptyFaults(
  { locate }: Manifest<MosaicSpec>,
  { coverages, granules }: MosaicPayload,
): readonly Diagnostic[] {
  const { local, sources, listed } = granules;
  const isEmpty = local.size === 0 && sources.length === 0 && listed.size === 0;
  if (!isEmpty || (coverages ?? []).length === 0) return [];
  const message = "Coverages are published from granules, and the manifest brings none";
  const hint = "Name granules, or leave the coverages out until somebody has harvested some.";
  const where = locate(["spec", "coverages"]);
  return [{ code: "mosaic-granules", severity: "warning", message, hint, where }];
}

/** Coverages of one workspace share their names. */
function clashes(resources: readonly Resource<MosaicPayload>[]): readonly Diagnostic[] {
  const owners = new Map<string, string>();
  const faults: Diagnostic[] = [];
  for (const { address, payload, where } of resources) {
    for (const { name } of payload.coverages ?? []) {
      const key = `${address.workspace}:${name}`;
      const first = owners.get(key);
      if (first === undefined) owners.set(key, address.name);
      else if (first !== address.name) {
        const message = `The mosaics ${first} and ${address.name} both publish ${key}`;
        faults.push({ code: "mosaic-granules", severity: "error", message, where });
      }
    }
  }
  return faults;
}

function dangers({ action, address, before, after }: DangerousChange): readonly Danger[] {
  if (action !== "update" || before === undefined || after === undefined) return [];
  const [there, wanted] = [setIn(before, "granules"), new Set(setIn(after, "granules"))];
  if (after["granules"] === undefined) return [];
  const going = there.filter((location) => !wanted.has(location)).length;
  if (going === 0) return [];
  const mosaic = `${address.workspace}:${address.name}`;
  const share = Math.round((going / there.length) * 100);
  const dangersFound: Danger[] = [];
  if (going > there.length * limits.deletedShare) {
    const bound = Math.round(limits.deletedShare * 100);
    const message = `The mirror would remove ${going} of ${there.length} granules of ${mosaic}, ${share} %; the limit is ${bound} %`;
    dangersFound.push({ name: "over-limit", message });
  }
  if (after["purge"] === "all") {
    const message = `The files of ${going} granules of ${mosaic} would be deleted on the server`;
    dangersFound.push({ name: "purge-data", message });
  }
  return dangersFound;
}

/** The kind `ImageMosaic`. */
export const imageMosaicKind = bindKind(kind);
