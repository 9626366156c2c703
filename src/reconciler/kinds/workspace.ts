/** Workspaces: one request creates workspace and namespace together (docs/interface.md, 2.1). */
import { nameProblems } from "./identity/name.ts";
import { z } from "zod";
import type { Address } from "../../model/address.ts";
import { workspaceNameProblem } from "../../model/name.ts";
import { workspaceDigest } from "../../model/object-digest.ts";
import { defaultNamespaceUri, namespaceUriProblem } from "../../model/workspace.ts";
import { readDigests } from "../../wire/digest.ts";
import { parseNames } from "../../wire/list.ts";
import { mediaTypes } from "../../wire/media.ts";
import { parseNamespace, renderNamespaceInput } from "../../wire/namespace.ts";
import { pathTo } from "../../wire/addressing.ts";
import { getIfThere } from "../../wire/reading.ts";
import { renderWorkspaceInput, workspaceNameIn } from "../../wire/workspace.ts";
import {
  bindKind,
  type Kind,
  type KindContext,
  type Live,
  type Resource,
  type Step,
} from "../kind.ts";
import { lazy } from "../lazy.ts";

const spec = z.strictObject({
  namespace: z
    .string()
    .refine((uri) => namespaceUriProblem(uri) === undefined, "must be a URI")
    .optional()
    .describe("URI of the workspace's namespace; http://NAME when absent."),
});

type Spec = z.infer<typeof spec>;

const kind: Kind<Spec, undefined> = {
  name: "Workspace",
  manifest: {
    kind: "Workspace",
    description: "A workspace and the namespace that belongs to it.",
    workspace: "none",
    hasPreviousName: true,
    spec,
    example: {
      metadata: { name: "geology" },
      spec: { namespace: "http://example.org/geology" },
    },
    requests: ["POST namespaces", "PUT namespace", "PUT workspace", "DELETE workspace"],
  },
  fields: { namespace: { onChange: "update", label: "namespace" } },
  weight: 20,
  resolve: async (manifest) => {
    const { name, spec: given, locate } = manifest;
    const diagnostics = nameProblems(manifest, "workspace", workspaceNameProblem);
    if (diagnostics.length > 0) return { resources: [], exclusiveScopes: [], diagnostics };
    const where = locate(["metadata", "name"]);
    const facts = { namespace: given.namespace ?? defaultNamespaceUri(name) };
    const resource = { address: addressOf(name), facts, payload: undefined, requires: [], where };
    return { resources: [resource], exclusiveScopes: [], diagnostics: [] };
  },
  observe: async (context, wanted) => {
    const lives = await Promise.all(wanted.map(({ address }) => observe(context, address)));
    return lives.filter((live) => live !== undefined);
  },
  list: {
    outside: listAll,
  },
  declare: lazy(async () => (await import("./workspace/declare.ts")).declareWorkspace),
  create: async (resource, context, from) => {
    const was = from === undefined ? undefined : await observe(context, from);
    const isDefault = from !== undefined && (await isDefaultWorkspace(context, from.name));
    const created = creating(resource, was?.facts["isolated"] === true);
    return isDefault ? [created, makingDefault(resource.address.name)] : [created];
  },
  update: async ({ resource: { address, facts }, live }) => [
    {
      summary: `change the namespace URI of ${address.name}`,
      request: {
        method: "PUT",
        path: pathTo("namespace", { namespace: address.name }),
        mediaType: mediaTypes.xml,
        body: {
          kind: "text",
          text: renderNamespaceInput({
            uri: String(facts["namespace"]),
            // A stock server takes it for false where it is not said.
            isolated: live.facts["isolated"] === true ? true : undefined,
          }),
        },
      },
      ...isolatedAgain(address.name, live.facts["isolated"] === true),
    },
  ],
  remove: ({ address: { name } }) => [
    {
      summary: `delete workspace ${name}`,
      request: { method: "DELETE", path: pathTo("workspace", { workspace: name }) },
    },
  ],
  digests: {
    of: "Workspace",
    digest: ({ facts }) => workspaceDigest({ namespace: String(facts["namespace"]) }),
    known: async (_context, { address, facts }) => ({ address, facts, requires: [] }),
  },
  names: {
    isWorkspace: true,
    unique: {
      label: "namespace URI",
      // Isolated workspaces may share theirs (docs/compatibility.md, "Workspaces").
      value: ({ namespace, isolated }) => (isolated === true ? undefined : String(namespace)),
      find: findNamespaces,
    },
  },
  inside: {
    cascades: lazy(async () => (await import("./workspace/cascades.ts")).workspaceCascades),
  },
  access: {
    dangers: ({ action, address }) =>
      action === "delete"
        ? [{ name: "workspace-delete", message: `Workspace ${address.name} would be deleted` }]
        : [],
  },
};

async function listAll({ read }: KindContext): Promise<readonly Address[]> {
  const response = await getIfThere(read, pathTo("workspaces", {}, "xml"));
  return response === undefined ? [] : parseNames(response, "workspace").map(addressOf);
}

function addressOf(name: string): Address {
  return { kind: "Workspace", workspace: null, name };
}

function creating({ address: { name }, facts }: Resource<undefined>, isolated: boolean): Step {
  const namespace = { prefix: name, uri: String(facts["namespace"]) };
  const text = renderNamespaceInput(isolated ? { ...namespace, isolated } : namespace);
  return {
    summary: `create ${isolated ? "isolated " : ""}workspace ${name} with its namespace`,
    request: {
      method: "POST",
      path: pathTo("namespaces", {}),
      mediaType: mediaTypes.xml,
      body: { kind: "text", text },
    },
    ...isolatedAgain(name, isolated),
  };
}

/** That a workspace is isolated, where it was so before. */
function isolatedAgain(name: string, isolated: boolean): Pick<Step, "givesBack"> {
  if (!isolated) return {};
  const writtenAt = pathTo("namespace", { namespace: name });
  const path = pathTo("namespace", { namespace: name }, "xml");
  return { givesBack: { path, writtenAt, settings: { isolated } } };
}

async function isDefaultWorkspace({ read }: KindContext, name: string): Promise<boolean> {
  const response = await getIfThere(read, pathTo("workspace", { workspace: "default" }, "xml"));
  return response !== undefined && workspaceNameIn(response) === name;
}

function makingDefault(name: string): Step {
  return {
    summary: `make ${name} the default workspace, as it was`,
    request: {
      method: "PUT",
      path: pathTo("workspace", { workspace: "default" }),
      mediaType: mediaTypes.xml,
      body: { kind: "text", text: renderWorkspaceInput(name) },
    },
    givesBack: {
      path: pathTo("workspace", { workspace: "default" }, "xml"),
      writtenAt: pathTo("workspace", { workspace: "default" }),
      settings: { name },
    },
  };
}

/** Workspaces by the URIs of their namespaces. */
async function findNamespaces(
  context: KindContext,
  uris: ReadonlySet<string>,
): Promise<readonly Live[]> {
  const { read, server } = context;
  const digests = server.digests ? await readDigests(read, "Workspace", null) : undefined;
  const wanted = new Set([...uris].map((namespace) => workspaceDigest({ namespace })));
  const alike = [...(digests?.exact ?? [])].flatMap(([name, digest]) =>
    wanted.has(digest) ? [addressOf(name)] : [],
  );
  const candidates = digests === undefined ? await listAll(context) : alike;
  const found = await Promise.all(candidates.map((address) => observe(context, address)));
  return found
    .filter((live) => live !== undefined)
    .filter(({ facts }) => uris.has(String(facts["namespace"])));
}

async function observe({ read }: KindContext, address: Address): Promise<Live | undefined> {
  const response = await getIfThere(read, pathTo("namespace", { namespace: address.name }, "xml"));
  if (response === undefined) return undefined;
  const { uri = "", isolated } = parseNamespace(response);
  const shown = isolated === true ? { isolated } : {};
  return { address, facts: { namespace: uri, ...shown }, requires: [] };
}

/** The kind `Workspace`. */
export const workspaceKind = bindKind(kind);
