/** Workspaces: one request creates workspace and namespace together (docs/interface.md, 2.1). */
import { nameProblems } from "./identity/name.ts";
import { z } from "zod";
import type { Address } from "../../model/address.ts";
import { workspaceNameProblem } from "../../model/name.ts";
import { workspaceDigest } from "../../model/object-digest.ts";
import { defaultNamespaceUri, namespaceUriProblem } from "../../model/workspace.ts";
import { readDigests } from "../../wire/digest.ts";
import { parseNamespace, renderNamespaceInput } from "../../wire/namespace.ts";
import { pathTo } from "../../wire/addressing.ts";
import { namesAt } from "../../wire/list.ts";
import { getIfThere } from "../../wire/reading.ts";
import { xmlRequest } from "../../wire/request.ts";
import { renderWorkspaceInput, workspaceNameIn } from "../../wire/workspace.ts";
import {
  bindKind,
  type Facts,
  type Kind,
  type KindContext,
  type Live,
  type Resource,
  type Step,
  type UpdateOf,
} from "../kind.ts";
import { deletion } from "./identity/deletion.ts";
import { lazy, madeOnce } from "../lazy.ts";
import { defaultWorkspaceAddress } from "./default-workspace.ts";
import type { WithMetadata } from "./fields/metadata.ts";
import {
  firstMetadata,
  metadataStep,
  readWorkspace,
  workspaceSettingFields,
  workspaceSettingsSpec,
} from "./workspace/metadata.ts";

const spec = madeOnce(() =>
  z.strictObject({
    namespace: z
      .string()
      .refine((uri) => namespaceUriProblem(uri) === undefined, "must be a URI")
      .optional()
      .describe("URI of the workspace's namespace; http://NAME when absent."),
    isolated: z
      .boolean()
      .optional()
      .describe(
        "Whether its layers are found only through its own services; as it is on the server when absent.",
      ),
    ...workspaceSettingsSpec,
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

interface Payload extends WithMetadata {
  /** Whether a manifest declares the default workspace. */
  readonly declaresDefault?: boolean;
}

const fields = madeOnce((): (typeof kind)["fields"] => ({
  namespace: { onChange: "update" },
  isolated: { onChange: "update", exposure: "hides" },
  ...workspaceSettingFields.rules,
}));

const kind: Kind<Spec, Payload> = {
  name: "Workspace",
  manifest: {
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
  get fields() {
    return fields();
  },
  weight: 20,
  resolve: async (manifest) => {
    const { name, spec: given, locate } = manifest;
    const diagnostics = nameProblems(manifest, "workspace", workspaceNameProblem);
    if (diagnostics.length > 0) return { resources: [], diagnostics };
    const where = locate(["metadata", "name"]);
    const { namespace = defaultNamespaceUri(name), isolated, ...payload } = given;
    const settings = workspaceSettingFields.wanted(payload);
    const facts = { namespace, ...(isolated !== undefined && { isolated }), ...settings };
    const resource = { address: addressOf(name), facts, payload, requires: [], where };
    return { resources: [resource], diagnostics: [] };
  },
  observe: async (context, wanted) => {
    const lives = await Promise.all(
      wanted.map(({ address, facts }) => observe(context, address, facts)),
    );
    return lives.filter((live) => live !== undefined);
  },
  list: {
    outside: listAll,
  },
  declare: lazy(async () => (await import("./workspace/declare.ts")).declareWorkspace),
  create: async (resource, context, from) => {
    const was = from === undefined ? undefined : await observe(context, from);
    const wasIsolated = was?.facts["isolated"] === true;
    const { address, facts, payload: declared } = resource;
    const isIsolated = isolationOf(facts, wasIsolated).isolated === true;
    return [
      creating(resource, wasIsolated),
      ...firstMetadata(address, { declared, before: undefined, isIsolated }),
      ...(from === undefined ? [] : await keptDefault(from, resource, context)),
    ];
  },
  update: async (change, context) => {
    const { resource, live, fields } = change;
    const { address, facts, payload: declared } = resource;
    const isOfNamespace = fields.some((field) => field !== "metadata");
    const own = isOfNamespace ? [changing(change)] : [];
    if (!fields.includes("metadata")) return own;
    const before = await readWorkspace(context, address.name);
    const wasIsolated = live.facts["isolated"] === true;
    const isIsolated = isolationOf(facts, wasIsolated).isolated === true;
    return [...own, metadataStep(address, { declared, before, isIsolated })];
  },
  remove: ({ address: { name } }) => [
    deletion(`delete workspace ${name}`, pathTo("workspace", { workspace: name })),
  ],
  digests: {
    of: "Workspace",
    digest: ({ facts }) => {
      // No digest covers the metadata.
      if (facts["metadata"] !== undefined) return undefined;
      const namespace = String(facts["namespace"]);
      return workspaceDigest({ namespace, isolated: facts["isolated"] === true });
    },
    known: async (_context, { address, facts }) => ({
      address,
      facts: { isolated: false, ...facts },
      requires: [],
    }),
  },
  names: {
    isWorkspace: true,
    passOn: keptDefault,
    resolveNames: (resource, { isDeclared }) => ({
      ...resource,
      payload: { ...resource.payload, declaresDefault: isDeclared(defaultWorkspaceAddress) },
    }),
    unique: {
      label: "namespace URI",
      // Isolated workspaces may share a URI (docs/compatibility.md, "Workspaces").
      values: ({ namespace, isolated }) => (isolated === true ? [] : [String(namespace)]),
      find: findNamespaces,
    },
  },
  inside: {
    cascades: lazy(async () => (await import("./workspace/cascades.ts")).workspaceCascades),
  },
  access: {
    scope: ({ name }) => ({ workspace: name, door: "maps" }),
    dangers: ({ action, address: { name }, before, after, former }) => {
      if (action === "delete")
        return [{ name: "workspace-delete", message: `Workspace ${name} would be deleted` }];
      const wasIsolated = (before ?? former)?.["isolated"] === true;
      if (!wasIsolated || after?.["isolated"] !== false) return [];
      const message = `Workspace ${name} would not be isolated any more: the services for everybody would show its layers`;
      return [{ name: "isolation-removed", message }];
    },
  },
};

async function listAll({ read }: KindContext): Promise<readonly Address[]> {
  return (await namesAt(read, pathTo("workspaces", {}, "xml"), "workspace")).map(addressOf);
}

function addressOf(name: string): Address {
  return { kind: "Workspace", workspace: null, name };
}

function creating(
  { address: { name }, facts }: Resource<WithMetadata>,
  wasIsolated: boolean,
): Step {
  const { isolated, isKept } = isolationOf(facts, wasIsolated);
  const namespace = { prefix: name, uri: String(facts["namespace"]) };
  const text = renderNamespaceInput(isolated === true ? { ...namespace, isolated } : namespace);
  return {
    summary: `create ${isolated === true ? "isolated " : ""}workspace ${name} with its namespace`,
    request: xmlRequest("POST", pathTo("namespaces", {}), text),
    ...isolatedAgain(name, isKept),
  };
}

/**
 * A stock server refuses at the namespace what it would do only by halves to the workspace. It
 * takes a body without `isolated` as not isolated.
 */
function changing({ resource: { address, facts }, live, fields }: UpdateOf<WithMetadata>): Step {
  const { name } = address;
  const { isolated, isKept } = isolationOf(facts, live.facts["isolated"] === true);
  const isolation =
    isolated === true ? `isolate workspace ${name}` : `take the isolation off workspace ${name}`;
  const summaries = [
    ...(fields.includes("namespace") ? [`change the namespace URI of ${name}`] : []),
    ...(fields.includes("isolated") ? [isolation] : []),
  ];
  const text = renderNamespaceInput({ uri: String(facts["namespace"]), isolated });
  return {
    summary: summaries.join(" and "),
    request: xmlRequest("PUT", pathTo("namespace", { namespace: name }), text),
    ...isolatedAgain(name, isKept),
  };
}

/** The isolation for a body: the declared value, else the present one. */
function isolationOf(facts: Facts, wasIsolated: boolean) {
  const declared = facts["isolated"];
  const isKept = declared === undefined && wasIsolated;
  const isolated = declared === undefined ? (isKept ? true : undefined) : declared === true;
  return { isolated, isKept };
}

function isolatedAgain(name: string, isolated: boolean): Pick<Step, "givesBack"> {
  if (!isolated) return {};
  const writtenAt = pathTo("namespace", { namespace: name });
  const path = pathTo("namespace", { namespace: name }, "xml");
  return { givesBack: { path, writtenAt, settings: { isolated } } };
}

/** Keeps a renamed workspace the default where no manifest declares the default. */
async function keptDefault(
  former: Address,
  { address, payload }: Resource<Payload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const isDefault =
    payload.declaresDefault !== true && (await isDefaultWorkspace(context, former.name));
  return isDefault ? [makingDefault(address.name)] : [];
}

async function isDefaultWorkspace({ read }: KindContext, name: string): Promise<boolean> {
  const response = await getIfThere(read, pathTo("workspace", { workspace: "default" }, "xml"));
  return response !== undefined && workspaceNameIn(response) === name;
}

function makingDefault(name: string): Step {
  return {
    summary: `make ${name} the default workspace, as it was`,
    request: xmlRequest(
      "PUT",
      pathTo("workspace", { workspace: "default" }),
      renderWorkspaceInput(name),
    ),
    givesBack: {
      path: pathTo("workspace", { workspace: "default" }, "xml"),
      writtenAt: pathTo("workspace", { workspace: "default" }),
      settings: { name },
    },
  };
}

async function findNamespaces(
  context: KindContext,
  uris: ReadonlySet<string>,
): Promise<readonly Live[]> {
  const { read, server } = context;
  const digests = server.digests
    ? await readDigests(read, { kind: "Workspace", workspace: null }, { looks: true })
    : undefined;
  const wanted = new Set(
    [...uris].map((namespace) => workspaceDigest({ namespace, isolated: false })),
  );
  const candidates =
    digests === undefined
      ? await listAll(context)
      : [...digests.exact.keys()]
          .filter((name) => wanted.has(digests.exact.get(name) ?? ""))
          .map(addressOf);
  const found = await Promise.all(candidates.map((address) => observe(context, address)));
  return found
    .filter((live) => live !== undefined)
    .filter(({ facts }) => uris.has(String(facts["namespace"])));
}

/** The namespace document holds no metadata, which are read only where wanted. */
async function observe(
  context: KindContext,
  address: Address,
  wanted: Facts = {},
): Promise<Live | undefined> {
  const path = pathTo("namespace", { namespace: address.name }, "xml");
  const response = await getIfThere(context.read, path);
  if (response === undefined) return undefined;
  const { uri = "", isolated = false } = parseNamespace(response);
  const isRead = wanted["metadata"] !== undefined;
  const document = isRead ? await readWorkspace(context, address.name) : undefined;
  const settings = isRead ? workspaceSettingFields.shown(address, document ?? "", wanted) : {};
  return { address, facts: { namespace: uri, isolated, ...settings }, requires: [] };
}

export const workspaceKind = bindKind(kind);
