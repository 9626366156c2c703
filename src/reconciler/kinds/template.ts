/**
 * Templates of output formats (FreeMarker), global or of a workspace, a store, or what it
 * publishes. They are files in the folders of their objects, which a server deletes with these
 * (docs/compatibility.md, "Templates").
 */
import { z } from "zod";
import { objectDiagnostic } from "../../model/object-diagnostic.ts";
import { type Address } from "../../model/address.ts";
import { addressSet } from "../../model/address-map.ts";
import { templateFile, templateNameProblem, templatePlace } from "../../model/data-file.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { getIfThere } from "../../wire/reading.ts";
import { pathTo } from "../../wire/addressing.ts";
import { missingArtefact } from "../artefact.ts";
import {
  bindKind,
  type ArtefactSource,
  type Declared,
  type FoundObject,
  type Kind,
  type Manifest,
  type Resolution,
  type Resource,
  observing,
} from "../kind.ts";
import { lazy, madeOnce } from "../lazy.ts";
import {
  contentOf,
  deletingFile,
  filesUnreachable,
  observeFile,
  writingFile,
  type FilePayload,
} from "./file/stored.ts";
import { nameProblems } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";
import { HELD, writingHeld } from "./template/held.ts";
import { listTemplates } from "./template/list.ts";

const spec = madeOnce(() =>
  z.strictObject({
    source: z.string().min(1).describe("The template: a text that ends in .ftl, by convention."),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

interface Payload extends FilePayload {
  /** Whether its store, and what the store publishes, are declared. */
  readonly isHome: boolean;
}

const STORES = ["DataStore", "AppSchemaStore", "CoverageStore", "ImageMosaic"];
const PUBLISHED = ["FeatureType", "Coverage"];

const kind: Kind<Spec, Payload> = {
  name: "Template",
  manifest: {
    description:
      "A template of an output format. Its name is content, or STORE/content or STORE/TYPE/content in a workspace, without .ftl.",
    workspace: "optional",
    spec,
    example: {
      metadata: { workspace: "geology", name: "boreholes/Borehole/content" },
      spec: { source: "./content.ftl" },
    },
    requests: ["PUT resource", "DELETE resource"],
  },
  fields: {
    content: { onChange: "update", isOfFiles: true, meaning: { content: "lines" } },
  },
  weight: 60,
  resolve,
  files: contentOf,
  check: async (resource, found) => [
    ...filesUnreachable(resource.address, found),
    ...(await homeless(resource, found)),
  ],
  observe: observing(async (context, one) => {
    const live = await observeFile(context, one, fileOf(one.address));
    return live && { ...live, requires: homesOf(one.address) };
  }),
  list: {
    inWorkspace: async (context, { workspace, leaveOut }) =>
      (await listTemplates(context, workspace, leaveOut)).filter(isDeclarable),
    outside: async (context, leaveOut) =>
      (await listTemplates(context, null, leaveOut)).filter(isDeclarable),
  },
  declare: lazy(async () => (await import("./template/declare.ts")).declareTemplates),
  create: async ({ address, payload }) => [writingFile(fileOf(address), payload, undefined, true)],
  update: async ({ resource: { address, payload }, live }) => [
    writingFile(fileOf(address), payload, live.etag),
  ],
  remove: ({ address, etag }) => [deletingFile(fileOf(address), etag)],
  names: { resolveNames: atHome },
  recovery: {
    reapply: ({ address, facts }, declared) =>
      declared === undefined
        ? writingHeld(fileOf(address), facts[HELD])
        : [writingFile(fileOf(address), declared.payload, undefined)],
  },
};

function isDeclarable({ workspace, name }: Address): boolean {
  return templateNameProblem(name, workspace) === undefined;
}

function fileOf({ workspace, name }: Address): string {
  return templateFile(workspace, name);
}

async function resolve(
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Resolution<Payload>> {
  const { name, workspace, locate } = manifest;
  const where = locate(["metadata", "name"]);
  const diagnostics = nameProblems(manifest, "template", (text) =>
    templateNameProblem(text, workspace),
  );
  if (diagnostics.length > 0) return { resources: [], diagnostics };
  const { source } = manifest.spec;
  const located = await files.locate(source);
  const place = locate(["spec", "source"]);
  if (located.type === "missing")
    return { resources: [], diagnostics: [missingArtefact(source, located, place)] };
  if (located.type === "folder") {
    const message = `A template is one file, and no folder: ${source}`;
    const problem = fault("artefact-unusable", message, { where: place });
    return { resources: [], diagnostics: [problem] };
  }
  const { artefact } = located;
  const address: Address = { kind: "Template", workspace, name };
  const payload = { artefact, body: files.bodyOf(artefact), isHome: false };
  const facts = { content: artefact.digest };
  const requires = workspaceOf(address);
  return { resources: [{ address, facts, payload, requires, where }], diagnostics };
}

/** Objects that may own its folder, under the address of each kind that may declare them. */
function homesOf({ workspace, name }: Address): readonly Address[] {
  const { store, published } = templatePlace(name);
  const named = (kinds: readonly string[], own: string | undefined) =>
    own === undefined ? [] : kinds.map((one) => ({ kind: one, workspace, name: own }));
  return [...named(PUBLISHED, published), ...named(STORES, store), ...workspaceOf({ workspace })];
}

function atHome(resource: Resource<Payload>, declared: Declared): Resource<Payload> {
  const { address, payload } = resource;
  const { workspace } = address;
  const { store, published } = templatePlace(address.name);
  if (store === undefined) return resource;
  const layer = { kind: "Layer", workspace, name: published ?? "" };
  const brings = published === undefined ? undefined : declared.bringer(layer);
  const known = homesOf(address).filter(declared.isDeclared);
  const homes = brings === undefined ? known : [brings.address, ...known];
  // A layer counts where its declared object publishes it in this store.
  const isHome =
    published === undefined
      ? homes.some(({ kind: own }) => STORES.includes(own))
      : brings !== undefined && (brings.facts["store"] ?? brings.address.name) === store;
  const requires = [...addressSet(homes)];
  const needed = [...requires, ...resource.requires];
  return { ...resource, requires: needed, payload: { ...payload, isHome } };
}

/** A server writes a template to any path, also for a misspelt store. */
async function homeless(
  { address, payload, where }: Resource<Payload>,
  found: FoundObject | undefined,
): Promise<readonly Diagnostic[]> {
  const { store, published } = templatePlace(address.name);
  if (payload.isHome || found === undefined || store === undefined) return [];
  const { read } = found.context;
  const place = { workspace: address.workspace ?? "", store };
  const paths =
    published === undefined
      ? [pathTo("dataStore", place, "xml"), pathTo("coverageStore", place, "xml")]
      : [
          pathTo("storeFeatureType", { ...place, featureType: published }, "xml"),
          pathTo("storeCoverage", { ...place, coverage: published }, "xml"),
        ];
  const answers = await Promise.all(paths.map((path) => getIfThere(read, path)));
  if (answers.some((answer) => answer !== undefined)) return [];
  const owner = published === undefined ? `store ${store}` : `layer ${published} in store ${store}`;
  const what = `is a template of the ${owner}, which no manifest declares and the server does not have`;
  const said = { code: "reference-missing", severity: "error", what } as const;
  return [{ ...objectDiagnostic(address, said), where }];
}

export const templateKind = bindKind(kind);
