/**
 * App-schema stores. The mapping decides which types a store publishes. Other types mean
 * recreation (docs/interface.md, 4.1, rule 3), decided only by the field rule of `featureTypes`.
 */
import { storePlace } from "../../model/store.ts";
import { nameProblems } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";
import { confidentialIf, ifMatch } from "../../wire/request.ts";
import { z } from "zod";
import { APP_SCHEMA_TYPE } from "../../model/app-schema.ts";
import { compareText, formatAddress, type Address } from "../../model/address.ts";
import { fault, warning, type Diagnostic } from "../../model/diagnostic.ts";
import { appSchemaDigest } from "../../model/object-digest.ts";
import { pathTo } from "../../wire/addressing.ts";
import {
  bindKind,
  isSet,
  type ArtefactSource,
  type Facts,
  type Kind,
  type Manifest,
  type Resolution,
  type Resource,
  type Step,
} from "../kind.ts";
import { deletion } from "./identity/deletion.ts";
import { lazy, madeOnce } from "../lazy.ts";
import { featureReach } from "./published/reach.ts";
import { storeScope } from "./published/scope.ts";
import { replacePolicy } from "./published/replace-policy.ts";
import { storeSpec } from "./published/store-settings.ts";
import type { StorePayload } from "./app-schema-store/source.ts";
import { schemaDangers } from "./app-schema-store/schemas.ts";
import { mappedSettings } from "./app-schema-store/settings.ts";
import {
  newTypeSteps,
  typesSpec,
  typeSteps,
  unknownTypes,
  wantedTypes,
} from "./app-schema-store/types.ts";
import { uploadRequest } from "./app-schema-store/upload.ts";
import { layersToHide, hiddenMeanwhile } from "./document/hidden.ts";
import { variablesSpec } from "./artefact/variables.ts";
import { ofIsolated } from "./published/harm.ts";

const spec = madeOnce(() =>
  z.strictObject({
    mapping: z
      .string()
      .min(1)
      .describe(
        "The mapping: one file, a folder with the .appschema file and all it includes, or a .zip of such a folder.",
      ),
    main: z
      .string()
      .min(1)
      .optional()
      .describe(
        "The main mapping file inside the folder, where it is not the only one that ends in .appschema.",
      ),
    variables: variablesSpec().describe(
      "Values for ${{ var.NAME }} in the mapping's text files; secrets by reference: fromEnv names an environment variable, fromFile a file beside the manifest.",
    ),
    types: typesSpec(),
    ...storeSpec(),
    replacePolicy,
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

const fields = madeOnce((): (typeof kind)["fields"] => ({
  storeType: { onChange: "refuse", label: "type of the store" },
  featureTypes: { onChange: "replace", label: "feature types" },
  mapping: {
    onChange: "update",
    isOfFiles: true,
    isSealed: true,
    exposure: "other",
    meaning: { appschema: "xml", xml: "xml", xsd: "xml" },
  },
  unpublished: { onChange: "update", label: "unpublished types", exposure: "hiding" },
  types: { onChange: "update" },
  ...mappedSettings.fields.rules,
}));

const kind: Kind<Spec, StorePayload> = {
  name: "AppSchemaStore",
  manifest: {
    description: "A data store whose feature types come from an app-schema mapping.",
    workspace: "required",
    hasPreviousName: true,
    spec,
    example: {
      metadata: { workspace: "geology", name: "boreholes" },
      spec: { mapping: "./boreholes/" },
    },
    requests: ["PUT dataStoreUpload", "PUT storeFeatureType", "PUT dataStore", "DELETE dataStore"],
  },
  get fields() {
    return fields();
  },
  weight: 40,
  resolve,
  files: ({ files }) => files,
  check: lazy(async () => (await import("./app-schema-store/namespace.ts")).namespaceProblems),
  observe: lazy(async () => (await import("./app-schema-store/observe.ts")).observeStores),
  list: {
    inWorkspace: lazy(async () => (await import("./app-schema-store/observe.ts")).listStores),
  },
  declare: lazy(async () => (await import("./app-schema-store/declare.ts")).declareStores),
  create,
  update: async ({ resource, live, fields }, context) => {
    const names = mappedSettings.fields.names.filter((name) => fields.includes(name));
    const { address, payload, facts } = resource;
    const set = { names, etag: live.etag };
    const ofTypes = fields.includes("types")
      ? await typeSteps(context, address, payload.types)
      : [];
    const others = fields.filter((field) => field !== "types" && !names.includes(field));
    if (others.length === 0)
      return [...mappedSettings.steps(address, payload.settings, set), ...ofTypes];
    const configure = fields.includes("unpublished") ? "all" : "none";
    // A store that is disabled first publishes nothing new during the upload.
    const isFirst = names.includes("enabled") && facts["enabled"] === false;
    const steps = mappedSettings.steps(address, payload.settings, isFirst ? set : { names });
    const uploaded = upload(resource, configure, isFirst ? undefined : live.etag);
    return isFirst ? [...steps, uploaded, ...ofTypes] : [uploaded, ...ofTypes, ...steps];
  },
  remove: ({ address, etag }, { comesBack = false } = {}) => {
    const summary = `delete store ${address.name} with its feature types${comesBack ? "" : mappingStays(address)}`;
    return [deletion(summary, storePath(address), { etag, query: { recurse: "true" } })];
  },
  digests: {
    of: "AppSchemaStore",
    listsOthers: true,
    files: ({ files }) => files,
    digest: ({ facts, payload }, files) => {
      const featureTypes = facts["featureTypes"] as readonly string[];
      // No digest covers the settings beside the mapping.
      const beside = [...mappedSettings.fields.names, "types"];
      if (beside.some((name) => facts[name] !== undefined)) return undefined;
      return payload && appSchemaDigest({ main: payload.main, files, featureTypes });
    },
    known: async (_context, { address, facts }) => ({
      address,
      facts,
      requires: workspaceOf(address),
    }),
  },
  review: {
    lint: async (stores, around) => [
      ...(await (await lints()).lintMappings(stores)),
      ...ofIsolated(stores, around),
    ],
    crossCheck: (resources) => [...clashes(resources), ...shared(resources)],
  },
  names: {
    resolveNames: (resource, others) => {
      const { namespace } = others.facts(workspaceAddress(resource.address)) ?? {};
      const payload = { ...resource.payload, toHide: layersToHide(resource, others) };
      return {
        ...resource,
        payload: typeof namespace === "string" ? { ...payload, namespace } : payload,
      };
    },
    unique: {
      label: "mapped name",
      values: ({ mapped }, declared) => declared?.keys ?? (isSet(mapped) ? mapped : []),
      find: lazy(async () => (await import("./app-schema-store/mapped.ts")).findMapped),
    },
  },
  inside: {
    cascades: lazy(async () => (await import("./app-schema-store/cascades.ts")).cascades),
    contains: ({ address, facts }) => {
      const types = facts["featureTypes"];
      const { parts, brings } = inside(address, Array.isArray(types) ? types : []);
      return [...parts, ...brings];
    },
  },
  recovery: {
    recreate: lazy(async () => (await import("./app-schema-store/recreate.ts")).recreateStore),
  },
  access: {
    exposes: true,
    scope: storeScope,
    dangers: schemaDangers,
    // The upload enables the store and all that it publishes.
    meanwhile: async ({ address, facts, brings = [], payload: { toHide = [] } }, context) =>
      hiddenMeanwhile(address, facts["enabled"] === false ? brings : toHide, context),
  },
  reach: featureReach,
};

const sources = madeOnce(() => import("./app-schema-store/source.ts"));
const lints = madeOnce(() => import("./app-schema-store/lint.ts"));

async function resolve(
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Resolution<StorePayload>> {
  const { name, workspace, locate } = manifest;
  const where = locate(["metadata", "name"]);
  const address: Address = { kind: "AppSchemaStore", workspace, name };
  const diagnostics: Diagnostic[] = [...nameProblems(manifest, "store")];
  const { bundleDigest, readMapping } = await sources();
  const source = await readMapping(manifest, files);
  diagnostics.push(...source.diagnostics);
  if (source.payload === undefined) return { resources: [], diagnostics };
  const { mapping: _mapping, main: _main, variables: _filled, ...others } = manifest.spec;
  const { replacePolicy, types, ...settings } = others;
  const facts: Facts = {
    storeType: APP_SCHEMA_TYPE,
    featureTypes: source.names,
    mapping: bundleDigest(source.payload.files),
    unpublished: [],
    ...mappedSettings.fields.wanted(settings),
    ...wantedTypes(types),
  };
  const requires = workspaceOf(address);
  const payload = { ...source.payload, settings, types };
  diagnostics.push(...unknownTypes(manifest, source.names));
  const { notGiven } = source;
  const { parts, brings } = inside(address, source.names);
  const life = { replacePolicy, notGiven, where };
  return {
    resources: [{ address, facts, payload, requires, parts, brings, ...life }],

    diagnostics,
  };
}

async function create(resource: Resource<StorePayload>): Promise<readonly Step[]> {
  const { address, facts, payload } = resource;
  const names = mappedSettings.unusual(address, facts);
  return [
    upload(resource, "all", undefined, true),
    ...newTypeSteps(address, payload.types),
    ...mappedSettings.steps(address, payload.settings, { names }),
  ];
}

function workspaceAddress({ workspace }: Address): Address {
  return { kind: "Workspace", workspace: null, name: workspace ?? "" };
}

function inside({ workspace, name }: Address, types: readonly string[]) {
  const named = (kind: string) => types.map((type) => ({ kind, workspace, name: type }));
  const parts: readonly Address[] = [
    { kind: "DataStore", workspace, name },
    ...named("FeatureType"),
  ];
  const brings: readonly Address[] = named("Layer");
  return { parts, brings };
}

/** Servers keep the uploaded mapping; the next upload replaces it. */
function mappingStays({ workspace, name }: Address): string {
  return `; its mapping stays in data/${workspace}/${name}, with any password in it`;
}

function storePath(address: Address): string {
  return pathTo("dataStore", storePlace(address));
}

function upload(
  { address, payload }: Resource<StorePayload>,
  configure: "all" | "none",
  etag: string | undefined,
  isNew = false,
): Step {
  const { name } = address;
  const summary =
    configure === "all"
      ? `upload the mapping of ${name} and publish its types`
      : `replace the mapping of ${name}`;
  const hasSecrets = [...payload.files.values()].some(({ isSecret }) => isSecret);
  const request = uploadRequest(address, configure, payload.upload);
  return {
    summary,
    request: { ...request, ...ifMatch(etag), ...confidentialIf(hasSecrets, isNew) },
  };
}

/** Stores of one workspace that publish the same name: the server would rename one type. */
function clashes(resources: readonly Resource<StorePayload>[]): readonly Diagnostic[] {
  const owners = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { address, facts, where } of resources) {
    for (const type of (facts["featureTypes"] as readonly string[]).toSorted(compareText)) {
      const key = `${address.workspace}:${type}`;
      const first = owners.get(key);
      if (first === undefined) owners.set(key, address.name);
      else {
        const message = `The stores ${first} and ${address.name} both publish ${key}`;
        const hint =
          "Give one of the mappings a mappingName, or move the type into an included file.";
        diagnostics.push(fault("mapping-invalid", message, { hint, where }));
      }
    }
  }
  return diagnostics;
}

/**
 * Stores of several workspaces that map one qualified name, which a stock server refuses
 * (docs/compatibility.md, "App-schema"). Each pair of stores is reported once.
 */
function shared(resources: readonly Resource<StorePayload>[]): readonly Diagnostic[] {
  const owners = new Map<string, Address>();
  const reported = new Set<string>();
  const warnings: Diagnostic[] = [];
  for (const { address, payload, where } of resources) {
    for (const key of payload.keys.toSorted(compareText)) {
      const first = owners.get(key);
      if (first === undefined) owners.set(key, address);
      else if (first.workspace !== address.workspace) {
        const [one, other] = [formatAddress(first), formatAddress(address)];
        if (reported.has(`${one} ${other}`)) continue;
        reported.add(`${one} ${other}`);
        const message = `${one} and ${other} both map ${key}; a stock server opens the first of them only`;
        const hint = "Give one of the mappings a mappingName if the catalog is to run on one.";
        warnings.push(warning("mapping-shared", message, { hint, where }));
      }
    }
  }
  return warnings;
}

export const appSchemaStoreKind = bindKind(kind);
