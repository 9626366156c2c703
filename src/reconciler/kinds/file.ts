/** Files of the data directory that belong to no catalog object, such as fonts and icons. */
import { z } from "zod";
import { objectDiagnostic } from "../../model/object-diagnostic.ts";
import type { Address } from "../../model/address.ts";
import { formatAddress } from "../../model/address.ts";
import { workspaceOfFile } from "../../model/data-file.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { styleFolder } from "../../model/style.ts";
import { pathTo } from "../../wire/addressing.ts";
import {
  bindKind,
  lineFiles,
  type ArtefactSource,
  type Declared,
  type Facts,
  type Kind,
  type Manifest,
  type Resolution,
  type Resource,
  type Step,
  observing,
} from "../kind.ts";
import { lazy, madeOnce } from "../lazy.ts";
import { variablesSpec } from "./artefact/variables.ts";
import { workspaceOf } from "./identity/workspace.ts";
import {
  contentOf,
  deletingFile,
  filesUnreachable,
  observeFile,
  writingFile,
  type FilePayload,
} from "./file/stored.ts";

/** The request that brings files into force, after all files of a plan are written. */
const reloads = ["none", "reset", "reload", "gwc-reload"] as const;

type Reload = (typeof reloads)[number];

const spec = madeOnce(() =>
  z.strictObject({
    source: z
      .string()
      .min(1)
      .describe(
        "The file, or a folder: each file below it is one file below the path of the name.",
      ),
    include: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        "Patterns of the files of a folder, * for anything in a name and ** for any folders; all when absent.",
      ),
    variables: variablesSpec().describe(
      "Values for ${{ var.NAME }} in .properties and .xml files; secrets by reference: fromEnv names an environment variable, fromFile a file beside the manifest.",
    ),
    after: z
      .enum(reloads)
      .optional()
      .describe(
        "Request that activates new content, or its deletion: a reset, reload or gwc-reload of the server, once after all files of a plan; none when absent.",
      ),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

interface Payload extends FilePayload {
  readonly after: Reload;
  readonly ownedBy?: string;
}

const kind: Kind<Spec, Payload> = {
  name: "File",
  manifest: {
    description:
      "A file of the data directory, or those of a folder; its name is the path there, such as styles/fonts/Inter.ttf.",
    workspace: "none",
    spec,
    example: {
      metadata: { name: "styles/fonts/Inter.ttf" },
      spec: { source: "./Inter.ttf", after: "reset" },
    },
    requests: [
      "PUT resource",
      "DELETE resource",
      "POST reset",
      "POST reload",
      "POST tileCacheReload",
    ],
  },
  fields: {
    content: { onChange: "update", isOfFiles: true, isSealed: true, meaning: lineFiles },
  },
  weight: 25,
  resolve,
  files: contentOf,
  drawing: { files: ({ address }) => [address.name] },
  check: async (resource, found) => [
    ...ownedElsewhere(resource),
    ...filesUnreachable(resource.address, found),
  ],
  observe: observing(async (context, one) => {
    const live = await observeFile(context, one, one.address.name);
    return live && { ...live, requires: homeOf(one.address) };
  }),
  declare: lazy(async () => (await import("./file/declare.ts")).declareFiles),
  create: async ({ address: { name }, payload }) => [
    writingFile(name, payload, undefined, true),
    ...reloading(payload.after),
  ],
  update: async ({ resource: { address, payload }, live }) => [
    writingFile(address.name, payload, live.etag),
    ...reloading(payload.after),
  ],
  remove: ({ address: { name }, etag }, { recorded } = {}) => [
    deletingFile(name, etag),
    ...reloading(reloadIn(recorded)),
  ],
  names: {
    resolveNames: (resource, others) => {
      const owner = ownerOf(resource.address.name, others);
      if (owner === undefined) return resource;
      return { ...resource, payload: { ...resource.payload, ownedBy: formatAddress(owner) } };
    },
  },
};

/** The declared object that brings the file: a store its data, a style its images. */
function ownerOf(file: string, { isDeclared, names, facts }: Declared): Address | undefined {
  const [root, workspace = null, store = ""] = file.split("/");
  if (root === "data")
    return ["AppSchemaStore", "ImageMosaic"]
      .map((kind) => ({ kind, workspace, name: store }))
      .find(isDeclared);
  const scope = workspaceOfFile(file) ?? null;
  const folder = `${styleFolder(scope)}/`;
  if (!file.startsWith(folder)) return undefined;
  const styles = names("Style", scope).map((name) => ({ kind: "Style", workspace: scope, name }));
  return styles.find((style) => bringsImage(facts(style)?.["images"], file.slice(folder.length)));
}

function bringsImage(images: unknown, name: string): boolean {
  return Array.isArray(images) && images.some((image) => String(image).split(" ")[0] === name);
}

async function resolve(
  manifest: Manifest<Spec>,
  source: ArtefactSource,
): Promise<Resolution<Payload>> {
  const { readFiles } = await import("./file/source.ts");
  const { files, notGiven, diagnostics } = await readFiles(manifest, source);
  const where = manifest.locate(["metadata", "name"]);
  const { after = "none" } = manifest.spec;
  const resources = [...files].map(([path, file]): Resource<Payload> => {
    const address: Address = { kind: "File", workspace: null, name: path };
    // The record needs `after` for a later deletion of the file.
    const facts = { content: file.artefact.digest, ...(after === "none" ? {} : { after }) };
    const secrets = file.artefact.isSecret === true ? { notGiven } : {};
    const payload = { ...file, after };
    return { address, facts, payload, requires: homeOf(address), where, ...secrets };
  });
  return { resources, diagnostics };
}

/** Deleting the workspace deletes the file. */
function homeOf({ name }: Address): readonly Address[] {
  const workspace = workspaceOfFile(name);
  return workspace === undefined ? [] : workspaceOf({ workspace });
}

function ownedElsewhere({ address, payload, where }: Resource<Payload>): readonly Diagnostic[] {
  if (payload.ownedBy === undefined) return [];
  const what = `belongs to ${payload.ownedBy}, which brings its own files`;
  const hint = "Declare it in one of the two: a file has one owner.";
  const said = { code: "duplicate-address", severity: "error", what, hint } as const;
  return [{ ...objectDiagnostic(address, said), where }];
}

function reloadIn(recorded: Facts | undefined): Reload {
  return reloads.find((one) => one === recorded?.["after"]) ?? "none";
}

/** The request is sent once, after all files of the plan. */
function reloading(after: Reload): readonly Step[] {
  if (after === "none") return [];
  if (after === "gwc-reload") {
    const body = { kind: "text", text: "reload_configuration=1" } as const;
    const mediaType = "application/x-www-form-urlencoded";
    const request = {
      method: "POST",
      path: pathTo("tileCacheReload", {}),
      mediaType,
      body,
    } as const;
    return [{ summary: "read the settings of the tile cache again", request, isLast: true }];
  }
  const request = { method: "POST", path: pathTo(after, {}) } as const;
  const summary =
    after === "reset" ? "drop what the server keeps of files" : "read the catalog again";
  return [{ summary, request, isLast: true }];
}

export const fileKind = bindKind(kind);
