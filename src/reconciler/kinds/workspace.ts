/** Workspaces: one request creates workspace and namespace together (docs/interface.md, 2.1). */
import { nameFaults } from "./identity/name.ts";
import { z } from "zod";
import { ruleAddress, ruleHangsOnWorkspace } from "../../model/access-rule.ts";
import type { Address } from "../../model/address.ts";
import { workspaceNameFault } from "../../model/name.ts";
import { workspaceDigest, type ScopeDigests } from "../../model/object-digest.ts";
import { defaultNamespaceUri, namespaceUriFault } from "../../model/workspace.ts";
import { readAccessRules } from "../../wire/access-rules.ts";
import { readDigests } from "../../wire/digest.ts";
import { parseNames } from "../../wire/list.ts";
import { mediaTypes } from "../../wire/media.ts";
import { parseNamespace, renderNamespaceInput } from "../../wire/namespace.ts";
import { pathTo } from "../../wire/addressing.ts";
import { layerGroupsPath, stylesPath } from "../../wire/paths.ts";
import { getIfThere } from "../../wire/reading.ts";
import {
  bindKind,
  type Cascade,
  type Kind,
  type KindContext,
  type Live,
  type Wanted,
} from "../kind.ts";
import { late } from "../late.ts";

const spec = z.strictObject({
  namespace: z
    .string()
    .refine((uri) => namespaceUriFault(uri) === undefined, "must be a URI")
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
    requests: ["POST namespaces", "PUT namespace", "DELETE workspace"],
  },
  weight: 20,
  fields: { namespace: { onChange: "update", label: "namespace" } },
  resolve: async (manifest) => {
    const { name, spec: given, locate } = manifest;
    const diagnostics = nameFaults(manifest, "workspace", workspaceNameFault);
    if (diagnostics.length > 0) return { resources: [], sweeps: [], diagnostics };
    const where = locate(["metadata", "name"]);
    const facts = { namespace: given.namespace ?? defaultNamespaceUri(name) };
    const resource = { address: addressOf(name), facts, payload: undefined, requires: [], where };
    return { resources: [resource], sweeps: [], diagnostics: [] };
  },
  observe: async (context, wanted) => {
    const { read, server } = context;
    const digests = server.digests ? await readDigests(read, "Workspace", null) : undefined;
    const lives = await Promise.all(
      wanted
        .filter(({ address }) => digests === undefined || digests.exact.has(address.name))
        .map(async (one) => unchanged(one, digests) ?? observe(context, one.address)),
    );
    return lives.filter((live) => live !== undefined);
  },
  isWorkspace: true,
  listGlobal: async ({ read }) => {
    const response = await getIfThere(read, pathTo("workspaces", {}, "xml"));
    return response === undefined ? [] : parseNames(response, "workspace").map(addressOf);
  },
  create: async ({ address: { name }, facts }) => [
    {
      summary: `create workspace ${name} with its namespace`,
      request: {
        method: "POST",
        path: pathTo("namespaces", {}),
        mediaType: mediaTypes.xml,
        body: {
          kind: "text",
          text: renderNamespaceInput({ prefix: name, uri: String(facts["namespace"]) }),
        },
      },
    },
  ],
  update: async ({ resource: { address, facts } }) => [
    {
      summary: `change the namespace URI of ${address.name}`,
      request: {
        method: "PUT",
        path: pathTo("namespace", { namespace: address.name }),
        mediaType: mediaTypes.xml,
        body: { kind: "text", text: renderNamespaceInput({ uri: String(facts["namespace"]) }) },
      },
    },
  ],
  declare: late(async () => (await import("./workspace/declare.ts")).declareWorkspace),
  remove: ({ address: { name } }) => [
    {
      summary: `delete workspace ${name}`,
      request: { method: "DELETE", path: pathTo("workspace", { workspace: name }) },
    },
  ],
  cascades,
  dangers: ({ action, address }) =>
    action === "delete"
      ? [{ name: "workspace-delete", message: `Workspace ${address.name} would be deleted` }]
      : [],
};

function addressOf(name: string): Address {
  return { kind: "Workspace", workspace: null, name };
}

/** A workspace of which the digests tell everything that is asked; undefined for others. */
function unchanged(
  { address, facts, presence }: Wanted<undefined>,
  digests: ScopeDigests | undefined,
): Live | undefined {
  if (digests === undefined) return undefined;
  if (presence) return { address, facts: {}, requires: [] };
  if (facts === undefined) return undefined;
  const namespace = String(facts["namespace"]);
  const same = digests.exact.get(address.name) === workspaceDigest({ namespace });
  return same ? { address, facts: { namespace }, requires: [] } : undefined;
}

async function observe({ read }: KindContext, address: Address): Promise<Live | undefined> {
  const response = await getIfThere(read, pathTo("namespace", { namespace: address.name }, "xml"));
  if (response === undefined) return undefined;
  return { address, facts: { namespace: parseNamespace(response).uri ?? "" }, requires: [] };
}

/** Rules of the workspace go with it; stores, styles and groups inside must go by the plan itself. */
async function cascades({ read }: KindContext, live: Live): Promise<Cascade> {
  const workspace = live.address.name;
  const { rules } = await readAccessRules(read);
  const stores = await getIfThere(read, pathTo("dataStores", { workspace }, "xml"));
  const coverages = await getIfThere(read, pathTo("coverageStores", { workspace }, "xml"));
  const styles = await getIfThere(read, stylesPath(workspace, "xml"));
  const groups = await getIfThere(read, layerGroupsPath(workspace, "xml"));
  const inside = (what: string, kinds: readonly string[]) => (name: string) => ({
    addresses: kinds.map((kind) => ({ kind, workspace, name })),
    what: `${what} ${name}`,
  });
  return {
    lost: [...rules]
      .filter(([key]) => ruleHangsOnWorkspace(key, workspace))
      .map(([key, roles]) => ({ address: ruleAddress(key), facts: { roles }, requires: [] })),
    gone: [],
    contents: [
      ...(stores === undefined
        ? []
        : parseNames(stores, "dataStore").map(
            inside("data store", ["AppSchemaStore", "DataStore"]),
          )),
      ...(coverages === undefined
        ? []
        : parseNames(coverages, "coverageStore").map(
            inside("coverage store", ["ImageMosaic", "CoverageStore"]),
          )),
      ...(styles === undefined ? [] : parseNames(styles, "style").map(inside("style", ["Style"]))),
      ...(groups === undefined
        ? []
        : parseNames(groups, "layerGroup").map(inside("layer group", ["LayerGroup"]))),
    ],
    irreversible: [],
  };
}

/** The kind `Workspace`. */
export const workspaceKind = bindKind(kind);
