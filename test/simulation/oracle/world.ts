/**
 * What of a catalog decides who gets what, read from the documents that its server shows. Written from what
 * map servers do, and without anything of the product: it is what plans are judged by.
 */

/** Reads a document as JSON, or a file as text; undefined where there is none. */
export interface Documents {
  readonly json: (path: string) => Promise<unknown>;
  /** All files below a folder, as one text. */
  readonly files: (folder: string) => Promise<string>;
}

/** Names of the services that show data. */
export const serviceNames = ["wms", "wfs", "wcs", "wmts"] as const;

/** Rules as keys with their roles, in the order of their list. */
export type Rules = readonly (readonly [key: string, roles: readonly string[]])[];

/** What a layer shows to those who may see it. */
export interface LayerOf {
  readonly workspace: string;
  readonly name: string;
  /** Whether it, what it shows and the store of that are all enabled. */
  readonly isOn: boolean;
  /** Whether lists show it. */
  readonly isListed: boolean;
  /** Whether what is at a point of a map of it can be asked for. */
  readonly isQueryable: boolean;
  /** Which data is behind it, whatever it is. */
  readonly source: string;
  /** The rows that are shown; all of them when undefined. */
  readonly filter: string | undefined;
  /** The columns that are shown; all of them when undefined. */
  readonly columns: ReadonlySet<string> | undefined;
  readonly disabledServices: ReadonlySet<string>;
}

/** A layer group. */
export interface GroupOf {
  readonly workspace: string | null;
  readonly name: string;
  readonly isOn: boolean;
  readonly isListed: boolean;
  readonly isQueryable: boolean;
  /** Keys of layers and groups in it. */
  readonly members: readonly string[];
}

/** A service of the server, or of a workspace. */
export interface ServiceOf {
  readonly isOn: boolean;
  /** Whether it lets clients write. */
  readonly writes: boolean;
}

/** All that decides. */
export interface World {
  readonly rules: Readonly<Record<"layers" | "services" | "rest", Rules>>;
  readonly mode: string;
  /** Roles of enabled accounts by name. */
  readonly accounts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether services answer outside of workspaces. */
  readonly hasGlobalServices: boolean;
  /** By `wms` for the server, `workspace/wms` for a workspace that has one for itself. */
  readonly services: ReadonlyMap<string, ServiceOf>;
  /** Workspaces, and whether each is isolated. */
  readonly workspaces: ReadonlyMap<string, boolean>;
  /** By `workspace:name`. */
  readonly layers: ReadonlyMap<string, LayerOf>;
  /** By `workspace:name`, `name` for global ones. */
  readonly groups: ReadonlyMap<string, GroupOf>;
}

type Tree = Readonly<Record<string, unknown>>;

/** A member of a document; undefined where it is not there. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let now = value;
  for (const name of path) {
    if (typeof now !== "object" || now === null) return undefined;
    now = (now as Tree)[name];
  }
  return now;
}

/** A text, number or flag as text; nothing for what is none. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** A list of which servers write one element without brackets, and none as an empty text. */
export function list(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === "") return [];
  return Array.isArray(value) ? value : [value];
}

/** Whether something is on: it is where nothing is said. */
function isOn(value: unknown): boolean {
  return textOf(value) !== "false";
}

/** Names in a document that lists objects: `{ things: { thing: [{ name }] } }`. */
function names(document: unknown): readonly string[] {
  const [outer] = typeof document === "object" && document !== null ? Object.values(document) : [];
  const [inner] = typeof outer === "object" && outer !== null ? Object.values(outer as Tree) : [];
  return list(inner).map((one) => (typeof one === "string" ? one : textOf(at(one, "name"))));
}

/** Entries of a map in any of the spellings of servers. */
function entries(value: unknown): ReadonlyMap<string, string> {
  return new Map(
    list(at(value, "entry")).map((one) => {
      const text = at(one, "$") ?? at(one, "virtualTable") ?? at(one, "dimensionInfo") ?? "";
      return [
        textOf(at(one, "@key")),
        typeof text === "object" ? JSON.stringify(sorted(text)) : textOf(text),
      ];
    }),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, sorted(one)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Reads what decides. */
export async function readWorld(documents: Documents): Promise<World> {
  const { json } = documents;
  const workspaces = names(await json("/workspaces.json"));
  const [layers, services, rest] = await Promise.all(
    (["layers", "services", "rest"] as const).map((domain) => readRules(documents, domain)),
  );
  const inside = await Promise.all(workspaces.map((name) => readWorkspace(documents, name)));
  const outside = await readServices(documents, "");
  const groups = await readGroups(documents, null);
  const settings = await json("/settings.json");
  return {
    rules: { layers: layers ?? [], services: services ?? [], rest: rest ?? [] },
    mode: textOf(at(await json("/security/acl/catalog.json"), "mode")) || "HIDE",
    accounts: await readAccounts(documents),
    hasGlobalServices: isOn(at(settings, "global", "globalServices")),
    services: new Map([...outside, ...inside.flatMap((one) => one.services)]),
    workspaces: new Map(inside.map(({ name, isIsolated }) => [name, isIsolated])),
    layers: new Map(
      inside.flatMap((one) =>
        one.layers.map((layer) => [`${layer.workspace}:${layer.name}`, layer] as const),
      ),
    ),
    groups: new Map([...groups, ...inside.flatMap((one) => one.groups)]),
  };
}

async function readRules({ json }: Documents, domain: string): Promise<Rules> {
  const document = (await json(`/security/acl/${domain}.json`)) ?? {};
  return Object.entries(document as Readonly<Record<string, string>>).map(([key, roles]) => [
    key,
    roles.split(",").filter((role) => role !== ""),
  ]);
}

async function readAccounts({ json }: Documents): Promise<World["accounts"]> {
  const users = list(at(await json("/security/usergroup/users.json"), "users"));
  const known = await Promise.all(
    users
      .filter((one) => isOn(at(one, "enabled")))
      .map(async (one) => {
        const name = textOf(at(one, "userName"));
        const own = list(at(await json(`/security/roles/user/${name}.json`), "roles"));
        return [name, new Set(own.map(String))] as const;
      }),
  );
  return new Map(known);
}

async function readServices({ json }: Documents, workspace: string) {
  const path = (name: string) =>
    workspace === ""
      ? `/services/${name}/settings.json`
      : `/services/${name}/workspaces/${workspace}/settings.json`;
  const read = serviceNames.map(async (name) => {
    const document = at(await json(path(name)), name);
    if (document === undefined) return [];
    const writes = textOf(at(document, "serviceLevel")) !== "BASIC";
    const service = { isOn: isOn(at(document, "enabled")), writes };
    return [[workspace === "" ? name : `${workspace}/${name}`, service] as const];
  });
  return (await Promise.all(read)).flat();
}

async function readGroups({ json }: Documents, workspace: string | null) {
  const at_ = workspace === null ? "" : `/workspaces/${workspace}`;
  const read = names(await json(`${at_}/layergroups.json`)).map(async (name) => {
    const document = at(await json(`${at_}/layergroups/${name}.json`), "layerGroup");
    const published = list(at(document, "publishables", "published"));
    const key = workspace === null ? name : `${workspace}:${name}`;
    const members = published.map((one) => textOf(at(one, "name")));
    const group: GroupOf = {
      workspace,
      name,
      isOn: isOn(at(document, "enabled")),
      isListed: isOn(at(document, "advertised")),
      isQueryable: textOf(at(document, "queryDisabled")) !== "true",
      members,
    };
    return [key, group] as const;
  });
  return Promise.all(read);
}

/** Stores by where they and what they publish are found, and what their documents are called. */
const STORES = [
  { stores: "datastores", store: "dataStore", types: "featuretypes", type: "featureType" },
  { stores: "coveragestores", store: "coverageStore", types: "coverages", type: "coverage" },
  { stores: "wmsstores", store: "wmsStore", types: "wmslayers", type: "wmsLayer" },
  { stores: "wmtsstores", store: "wmtsStore", types: "layers", type: "wmtsLayer" },
] as const;

async function readWorkspace(documents: Documents, name: string) {
  const { json } = documents;
  const at_ = `/workspaces/${name}`;
  const published = await Promise.all(
    STORES.map(async (sort) => {
      const stores = names(await json(`${at_}/${sort.stores}.json`));
      return (
        await Promise.all(stores.map((store) => readStore(documents, sort, { name, store })))
      ).flat();
    }),
  );
  const namespace = await json(`/namespaces/${name}.json`);
  return {
    name,
    isIsolated: textOf(at(namespace, "namespace", "isolated")) === "true",
    services: await readServices(documents, name),
    groups: await readGroups(documents, name),
    layers: published.flat(),
  };
}

async function readStore(
  documents: Documents,
  { stores, store: root, types, type }: (typeof STORES)[number],
  { name: workspace, store }: { readonly name: string; readonly store: string },
): Promise<readonly LayerOf[]> {
  const { json, files } = documents;
  const path = `/workspaces/${workspace}/${stores}/${store}`;
  const document = at(await json(`${path}.json`), root);
  const found = names(await json(`${path}/${types}.json`));
  const isMapped = textOf(at(document, "type")).startsWith("Application Schema");
  const behind = isMapped ? await files(`data/${workspace}/${store}`) : sourceOf(document);
  return Promise.all(
    found.map(async (name): Promise<LayerOf> => {
      const one = at(await json(`${path}/${types}/${name}.json`), type);
      const layer = at(await json(`/layers/${workspace}:${name}.json`), "layer");
      const on = [document, one, layer].every((part) => isOn(at(part, "enabled")));
      return {
        workspace,
        name,
        isOn: on && layer !== undefined,
        isListed: isOn(at(one, "advertised")),
        isQueryable: isOn(at(layer, "queryable")),
        ...shownOf(one, behind),
        disabledServices: disabledIn(one),
      };
    }),
  );
}

/** Secrets do not say which data it is. */
const SECRET = /passw|secret|token/i;

/** What store documents say of where their data is. */
function sourceOf(document: unknown): string {
  const parameters = [...entries(at(document, "connectionParameters"))]
    .filter(([key]) => !SECRET.test(key) && key !== "namespace")
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const places = ["type", "url", "capabilitiesURL"].map((name) => at(document, name));
  return JSON.stringify([parameters, places]);
}

function shownOf(one: unknown, behind: string): Pick<LayerOf, "source" | "filter" | "columns"> {
  const metadata = entries(at(one, "metadata"));
  // Of a store of many coverages the native name is only a name.
  const native = at(one, "nativeCoverageName") ?? at(one, "nativeName");
  const source = JSON.stringify([behind, native, metadata.get("JDBC_VIRTUAL_TABLE")]);
  const filter = textOf(at(one, "cqlFilter"));
  const attributes = list(at(one, "attributes", "attribute"));
  const columns = attributes.map(
    (each) => `${textOf(at(each, "name"))}=${textOf(at(each, "source"))}`,
  );
  // A table that is shown as it is has its one column listed.
  const isWhole = columns.length === 0 || (columns.length === 1 && columns[0] === "geom=");
  return {
    source,
    filter: filter === "" || filter === "INCLUDE" ? undefined : filter,
    columns: isWhole ? undefined : new Set(columns),
  };
}

function disabledIn(one: unknown): ReadonlySet<string> {
  if (textOf(at(one, "serviceConfiguration")) !== "true") return new Set();
  const listed = at(one, "disabledServices");
  const inside = list(at(listed, "string") ?? listed);
  return new Set(inside.map((name) => textOf(name).toLowerCase()));
}
