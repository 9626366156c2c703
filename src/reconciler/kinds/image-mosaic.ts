/**
 * Image mosaics: a coverage store with definition, coverages and granules in one manifest
 * (docs/decisions/0017-mosaics-as-a-kind.md). Another index or schema means recreation, decided
 * only by the field rules below.
 */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { mosaicPlan as limits } from "../../model/limits.ts";
import {
  confidentialIf,
  bodyText,
  type WireRequest,
  type WireResponse,
} from "../../wire/request.ts";
import {
  bindKind,
  type Danger,
  type DangerousChange,
  type Kind,
  type Resource,
  type Step,
  type UnkeptChange,
  setIn,
} from "../kind.ts";
import { notHere } from "../included-server.ts";
import { lazy, madeOnce } from "../lazy.ts";
import { coverageReach } from "./published/reach.ts";
import { storeScope } from "./published/scope.ts";
import { identityIn } from "./image-mosaic/coverages.ts";
import { insideOf } from "./image-mosaic/inside.ts";
import type { MosaicPayload } from "./image-mosaic/payload.ts";
import { INDEX_PLACE, indexDangers, removeSteps } from "./image-mosaic/removal.ts";
import { mosaicSettings } from "./image-mosaic/settings.ts";
import { layersToHide, hiddenMeanwhile } from "./document/hidden.ts";
import { detachSteps } from "./image-mosaic/coverage-steps.ts";
import { mosaicSpec, type MosaicSpec } from "./image-mosaic/spec.ts";
import { ofIsolated, ofOneTitle } from "./published/harm.ts";
import { isRemote } from "./image-mosaic/sources.ts";
import { parseHarvest } from "../../wire/harvest.ts";
import { documentFormat } from "../../wire/media.ts";
import { parseWarning } from "../../wire/skipped.ts";
import { WireError } from "../../wire/wire-error.ts";

const fields = madeOnce((): (typeof kind)["fields"] => ({
  storeType: { onChange: "refuse", label: "type of the store" },
  index: { onChange: "replace", label: "place of the index" },
  schema: { onChange: "replace", label: "columns of the index" },
  definition: {
    onChange: "update",
    isOfFiles: true,
    meaning: { xml: "xml", properties: "properties" },
    exposure: "other",
  },
  secrets: {
    onChange: "update",
    label: "variables",
    isSealed: true,
    exposure: "other",
  },
  granules: { onChange: "update", exposure: "showing" },
  contents: {
    onChange: "update",
    label: "content of granules",
    gainsOnly: true,
    exposure: "other",
  },
  harvest: { onChange: "update", label: "harvested", gainsOnly: true, exposure: "showing" },
  coverages: { onChange: "update", exposure: "showing" },
  ...mosaicSettings.fields.rules,
}));

const kind: Kind<MosaicSpec, MosaicPayload> = {
  name: "ImageMosaic",
  manifest: {
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
      "DELETE resource",
    ],
  },
  get fields() {
    return fields();
  },
  decisive: [INDEX_PLACE],
  weight: 45,
  resolve: lazy(async () => (await import("./image-mosaic/resolve.ts")).resolveMosaic),
  drawing: {
    files: ({ address: { workspace, name }, payload }) =>
      [...payload.granules.local.keys()].map((location) => `data/${workspace}/${name}/${location}`),
  },
  files: ({ found }) => new Map([...found.texts].map(([path, { artefact }]) => [path, artefact])),
  check: async (resource, found) => {
    const { unreachable } = await import("./image-mosaic/unreachable.ts");
    const first = await import("./image-mosaic/first-granules.ts");
    const empty = await first.emptyIndexProblems(resource, found);
    const stray = await first.strayProblems(resource, found);
    const unserved = notHere(resource.payload.notHere, found);
    if (found === undefined) return [...unserved, ...empty];
    return [...unserved, ...unreachable(resource, found), ...empty, ...stray];
  },
  observe: lazy(async () => (await import("./image-mosaic/observe.ts")).observeMosaics),
  list: {
    inWorkspace: lazy(async () => (await import("./image-mosaic/observe.ts")).listMosaics),
  },
  declare: lazy(async () => (await import("./image-mosaic/declare.ts")).declareMosaics),
  create: async (resource, context) => {
    const { createAll } = await import("./image-mosaic/steps.ts");
    return confidentially(resource, await createAll(resource, context), true);
  },
  update: async (change, context) => {
    const { updateAll } = await import("./image-mosaic/steps.ts");
    return confidentially(change.resource, await updateAll(change, context), false);
  },
  remove: removeSteps,
  review: {
    lint: async (mosaics, around) => [
      ...ofIsolated(mosaics, around),
      ...ofOneTitle(mosaics, around, ({ payload }) => payload.coverages ?? []),
    ],
    crossCheck: clashes,
  },
  names: {
    resolveNames: (resource, others) => {
      const toHide = layersToHide(resource, others);
      return { ...resource, payload: { ...resource.payload, toHide } };
    },
  },
  inside: {
    detach: {
      fields: ["coverages"],
      steps: detachSteps,
      cascades: lazy(async () => (await import("./image-mosaic/cascades.ts")).detachCascades),
    },
    cascades: lazy(async () => (await import("./image-mosaic/cascades.ts")).storeCascades),
    contains: ({ address, facts }) => {
      const names = setIn(facts, "published").map((text) => identityIn(text).name);
      const { parts, brings } = insideOf(address, names);
      return [...parts, ...brings];
    },
  },
  access: {
    exposes: true,
    scope: storeScope,
    // The server creates it enabled, with all that it publishes.
    meanwhile: async ({ address, facts, brings = [], payload: { toHide = [] } }, context) =>
      hiddenMeanwhile(address, facts["enabled"] === false ? brings : toHide, context),
    dangers,
  },
  reach: coverageReach,
  answers: {
    note: skippedFiles,
    explain: explainMosaic,
    unkept: unkeptGranules,
  },
};

/** A failing server may quote its definition in any response about the mosaic. */
function confidentially(
  { payload }: Resource<MosaicPayload>,
  steps: readonly Step[],
  isNew: boolean,
): readonly Step[] {
  const { secrets } = payload.found.variables;
  return steps.map(({ request, ...step }) => ({
    ...step,
    request: { ...request, ...confidentialIf(secrets.values.size > 0, isNew) },
  }));
}

function clashes(resources: readonly Resource<MosaicPayload>[]): readonly Diagnostic[] {
  const owners = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { address, payload, where } of resources) {
    for (const { name } of payload.coverages ?? []) {
      const key = `${address.workspace}:${name}`;
      const first = owners.get(key);
      if (first === undefined) owners.set(key, address.name);
      else if (first !== address.name) {
        const message = `The mosaics ${first} and ${address.name} both publish ${key}`;
        diagnostics.push(fault("mosaic-granules", message, { where }));
      }
    }
  }
  return diagnostics;
}

function dangers(change: DangerousChange): readonly Danger[] {
  return [...indexDangers(change), ...mirrorDangers(change)];
}

function mirrorDangers({ action, address, before, after }: DangerousChange): readonly Danger[] {
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

/** Explains why remote granules are not in the index although the server accepted their harvest. */
function unkeptGranules({ before = {}, after = {} }: UnkeptChange): string | undefined {
  const there = new Set(setIn(before, "granules"));
  const missing = setIn(after, "granules").filter((one) => isRemote(one) && !there.has(one));
  if (missing.length === 0) return undefined;
  return `The server took ${missing[0]} and did not index it: most likely it lacks the module for files at addresses (COG), or cannot reach them. Its log says more; install the module, or take the addresses out.`;
}

/** Returns undefined where nothing more is known. */
function explainMosaic({ path }: WireRequest, answer: WireResponse): string | undefined {
  if (!path.includes("/coveragestores/") || answer.status !== 500) return undefined;
  if (!bodyText(answer).startsWith("Failed to create reader from")) return undefined;
  return "The server cannot open the mosaic: the module for files at addresses (COG, where the definition says Cog=true), the JNDI resource or the database of its index may be missing; its log says which";
}

const NAMED = 5;

/** Returns undefined for other responses. */
function skippedFiles(answer: WireResponse): string | undefined {
  const warned = parseWarning(answer.headers["warning"]);
  if (warned !== undefined) return warned;
  if (documentFormat(answer.headers["content-type"] ?? "") !== "json") return undefined;
  try {
    const { files, skipped } = parseHarvest(bodyText(answer));
    if (files.skipped === 0) return undefined;
    const named = skipped.slice(0, NAMED).map(({ file, reason }) => `\n${file}: ${reason}`);
    const more = files.skipped - named.length;
    const rest = more > 0 ? `\nand ${more} more` : "";
    return `${files.skipped} of ${files.found} files were left out${named.join("")}${rest}`;
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

export const imageMosaicKind = bindKind(kind);
