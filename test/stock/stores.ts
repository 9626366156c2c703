/** Stores of the stock server: data stores, coverage stores and cascaded stores. */
import { entriesOf, flag, merge, param, type Call } from "./call.ts";
import { removeStore } from "./cascades.ts";
import { dates, documentOf, field, kept, link, map, pathOf, type Answer } from "./documents.ts";
import { uploadMapping } from "./mapping-upload.ts";
import { purgeStore } from "./mosaic-index.ts";
import { harvest, uploadMosaic } from "./mosaic-upload.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { refused } from "./recorded/recorded.ts";
import { found, Refusal } from "./refusal.ts";
import { renameStore } from "./rename.ts";
import type { Route } from "./routing.ts";
import { CASCADED_LISTS } from "./published-elements.ts";
import { inWorkspace, now, scoped } from "./state.ts";
import type { CascadedService, CascadedStore, CoverageStore, DataStore, State } from "./state.ts";
import { child, childText, escape, workspaceIn, type Element } from "./xml-tree.ts";

const IN = "/workspaces/:workspace";

export function pathStore<One>(
  call: Call,
  all: ReadonlyMap<string, One>,
  words = "datastore",
  message?: string,
): One {
  const [workspace, name] = [param(call, "workspace"), param(call, "store")];
  return found(
    all.get(scoped(workspace, name)),
    message ?? `No such ${words}: ${workspace},${name}`,
  );
}

const pathDataStore = (call: Call): DataStore => pathStore(call, call.state.dataStores);

export const pathCoverageStore = (call: Call): CoverageStore =>
  pathStore(call, call.state.coverageStores, "coverage store");

export function pathCascadedStore(call: Call, service: CascadedService): CascadedStore {
  const own = [...call.state.cascadedStores].filter(([, one]) => one.service === service);
  return pathStore(call, new Map(own), `${service} store`);
}

function pathWorkspace(call: Call): string {
  const name = param(call, "workspace");
  const own = name === "default" ? call.state.defaultWorkspace : name;
  if (call.state.workspaces.has(own)) return own;
  throw new Refusal(404, `No such workspace : ${name}`);
}

/** The name in a body that is free in its workspace. Throws Refusal 500. */
function freeName(state: State, workspace: string, name: string | undefined): string {
  if (name === undefined) throw new Refusal(500, "Store name must not be null");
  const { dataStores, coverageStores, cascadedStores } = state;
  const key = scoped(workspace, name);
  if ([dataStores, coverageStores, cascadedStores].some((stores) => stores.has(key)))
    throw new Refusal(500, `Store '${name}' already exists in workspace '${workspace}'`);
  return name;
}

/** A body that speaks of another workspace than the path is refused. */
function refuseElsewhere(call: Call, body: Element): void {
  const workspace = param(call, "workspace");
  const said = child(body, "workspace");
  const other = said && (childText(said, "name") ?? childText(body, "workspace"));
  if (other !== undefined && other !== workspace)
    throw new Refusal(403, `Expected workspace ${workspace} but client specified ${other}`);
}

function take(store: DataStore | CoverageStore, body: Element): void {
  store.type = childText(body, "type") ?? store.type;
  store.description = childText(body, "description") ?? store.description;
  const disables = childText(body, "disableOnConnFailure");
  if (disables !== undefined) store.disables = disables === "true";
  takeCommon(store, body);
}

function takeCommon(store: DataStore | CoverageStore | CascadedStore, body: Element): void {
  const enabled = childText(body, "enabled");
  if (enabled !== undefined) store.enabled = enabled === "true";
  const metadata = child(body, "metadata");
  if (metadata !== undefined) store.metadata = entriesOf(metadata);
}

interface Shown {
  readonly item: string;
  /** The folder of what the store publishes, and the element of the link to it. */
  readonly folders: readonly [stores: string, published: string, element: string];
  readonly head: string;
  readonly parameters?: ReadonlyMap<string, string>;
  readonly disables: boolean | string;
  readonly tail?: string;
}

function storeXml(call: Call, store: DataStore | CoverageStore | CascadedStore, shown: Shown) {
  const { workspace, name, enabled } = store;
  const [stores, published, element] = shown.folders;
  const home = `${field("name", workspace)}${link(call, pathOf("workspaces", workspace))}`;
  const parts = [
    field("name", name) + shown.head + field("enabled", enabled),
    `<workspace>${home}</workspace>`,
    map(call, "connectionParameters", shown.parameters ?? new Map()),
    map(call, "metadata", store.metadata ?? new Map()),
    field("__default", false) + dates(store) + field("disableOnConnFailure", shown.disables),
    shown.tail ?? "",
    `<${element}>${link(call, pathOf("workspaces", workspace, stores, name, published))}</${element}>`,
  ];
  return `<${shown.item}>${parts.join("")}</${shown.item}>`;
}

const dataStore: Noun<DataStore> = {
  item: "dataStore",
  paths: [`${IN}/datastores`],
  key: "store",
  resets: true,
  names: (call) => inWorkspace(call.state.dataStores, pathWorkspace(call)).map(({ name }) => name),
  at: (call, name) => pathOf("workspaces", pathWorkspace(call), "datastores", name),
  find: pathDataStore,
  post: (call, body) => {
    const { state } = call;
    const workspace = param(call, "workspace");
    refuseElsewhere(call, body);
    if (!state.workspaces.has(workspace)) throw refused("POST data store: no workspace");
    const name = freeName(state, workspace, childText(body, "name"));
    const parameters = new Map<string, string>();
    const empty = { type: "", description: "", enabled: true, parameters, created: now(state) };
    const store: DataStore = { workspace, name, ...empty };
    takeParameters(state, store, body);
    // Whatever the body says.
    store.enabled = true;
    state.dataStores.set(scoped(workspace, name), store);
    return [pathOf("workspaces", workspace, "datastores", name), name];
  },
  show: (call, store) => {
    const parameters = [...store.parameters].map(([key, value]) => {
      const shown = /^passw(?:or)?d$/i.test(key) ? sealed(call.state, value) : value;
      return [key, escape(shown)] as const;
    });
    return storeXml(call, store, {
      item: "dataStore",
      folders: ["datastores", "featuretypes", "featureTypes"],
      head:
        field("description", store.description || undefined) +
        field("type", store.type || undefined),
      parameters: new Map(parameters),
      disables: store.disables ?? false,
    });
  },
  put: ({ state }, store, body) => {
    takeParameters(state, store, body);
    const name = childText(body, "name") ?? store.name;
    if (name !== store.name) renameStore(state, store, freeName(state, store.workspace, name));
  },
  remove: (call, { workspace, name }) => {
    const types = inWorkspace(call.state.featureTypes, workspace);
    if (types.some(({ store }) => store === name) && !flag(call, "recurse"))
      throw new Refusal(403, "Unable to delete non-empty store.");
    removeStore(call.state, workspace, name);
  },
};

/** What takes the parameters of a store: its type; undefined where nothing that is installed does. */
export function factoryOf({ parameters }: DataStore): string | undefined {
  const dbtype = parameters.get("dbtype");
  if (dbtype === "app-schema") return "Application Schema DataAccess";
  if (dbtype === "postgis") return parameters.has("host") ? "PostGIS" : undefined;
  return parameters.has("url") ? "Shapefile" : undefined;
}

/** A map is replaced as a whole; the server adds the namespace once it knows what takes the parameters. */
function takeParameters({ workspaces }: State, store: DataStore, body: Element): void {
  take(store, body);
  const given = child(body, "connectionParameters");
  if (given !== undefined)
    store.parameters = new Map(
      [...entriesOf(given)].map(([key, value]) => [key, opened(unescape(value))]),
    );
  const type = factoryOf(store);
  if (type === undefined) return;
  store.type ||= type;
  const { uri = "" } = workspaces.get(store.workspace) ?? {};
  if (!store.parameters.has("namespace")) store.parameters.set("namespace", uri);
}

const SIGNS = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" } as const;

function unescape(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (sign) => SIGNS[sign as keyof typeof SIGNS]);
}

/** Encryption with salt: the same password is another text each time, and is read back. */
function sealed({ random }: State, password: string): string {
  const salt = Math.floor(random() * 1e9).toString(36);
  return `crypt1:${Buffer.from(`${salt}|${password}`).toString("base64")}`;
}

function opened(text: string): string {
  if (text.startsWith("plain:")) return text.slice("plain:".length);
  if (!text.startsWith("crypt1:")) return text;
  const inside = Buffer.from(text.slice("crypt1:".length), "base64").toString("utf8");
  return inside.slice(inside.indexOf("|") + 1);
}

const coverageStore: Noun<CoverageStore> = {
  item: "coverageStore",
  paths: [`${IN}/coveragestores`],
  key: "store",
  resets: true,
  names: (call) =>
    inWorkspace(call.state.coverageStores, pathWorkspace(call)).map(({ name }) => name),
  at: (call, name) => pathOf("workspaces", pathWorkspace(call), "coveragestores", name),
  find: pathCoverageStore,
  // The workspace of the path is not copied in, and nothing is enabled unasked.
  post: (call, body) => {
    const { state } = call;
    const workspace = workspaceIn(body);
    if (workspace === undefined || !state.workspaces.has(workspace))
      throw new Refusal(500, "Store must be part of a workspace");
    const name = freeName(state, workspace, childText(body, "name"));
    const empty = { type: "", description: "", enabled: false, url: "", created: now(state) };
    const store: CoverageStore = { workspace, name, ...empty };
    takeUrl(store, body);
    state.coverageStores.set(scoped(workspace, name), store);
    return [pathOf("workspaces", param(call, "workspace"), "coveragestores", name), name];
  },
  show: coverageStoreXml,
  put: (_call, store, body) => takeUrl(store, body),
  // Refused with a status that looks like missing credentials, without asking for any.
  remove: (call, store) => {
    const { workspace, name } = store;
    const own = inWorkspace(call.state.coverages, workspace).some((one) => one.store === name);
    if (own && !flag(call, "recurse")) throw new Refusal(401, "coveragestore not empty");
    removeStore(call.state, workspace, name);
    purgeStore(call.state, store, call.query["purge"] ?? "none");
  },
};

function takeUrl(store: CoverageStore, body: Element): void {
  take(store, body);
  store.url = childText(body, "url") ?? store.url;
}

function coverageStoreXml(call: Call, store: CoverageStore): string {
  return storeXml(call, store, {
    item: "coverageStore",
    folders: ["coveragestores", "coverages", "coverages"],
    head: field("description", store.description || undefined) + field("type", store.type),
    disables: store.disables ?? false,
    tail: field("url", store.url),
  });
}

/** The answer to an upload is the document of the store, unless nothing is configured. */
async function upload(call: Call): Promise<Answer> {
  const store = await uploadMosaic(call);
  if (call.query["configure"]?.toLowerCase() === "none") return { status: 201, body: "" };
  const isAcceptable = /\*\/\*|application\/(?:xml|json)/.test(call.accept);
  if (!isAcceptable) throw new Refusal(406, "Not Acceptable");
  const format = call.accept.includes("json") ? "json" : "xml";
  return { ...documentOf({ ...call, format }, coverageStoreXml(call, store)), status: 201 };
}

/** Elements of cascaded stores in the order of documents, and numbers that every document has. */
const TAIL = {
  wms: "capabilitiesURL user password headerName headerValue authKey maxConnections readTimeout connectTimeout",
  wmts: "capabilitiesURL user password maxConnections readTimeout connectTimeout headerName headerValue authKey",
} as const;
const NUMBERS = { maxConnections: "6", readTimeout: "60", connectTimeout: "30" } as const;
const KNOWN = ["description", "type", "disableOnConnFailure", ...TAIL.wms.split(" ")];

/** The entry of metadata that says that connections are shared. */
export const POOLING = "useConnectionPooling";

const cascadedStores = (["wms", "wmts"] as const).map((service): Noun<CascadedStore> => ({
  item: `${service}Store`,
  paths: [`${IN}/${service}stores`],
  key: "store",
  // An unknown workspace has no stores.
  names: (call) => {
    const own = inWorkspace(call.state.cascadedStores, param(call, "workspace"));
    return own.filter((one) => one.service === service).map(({ name }) => name);
  },
  find: (call) => pathCascadedStore(call, service),
  post: (call, body) => {
    const { state } = call;
    const workspace = param(call, "workspace");
    refuseElsewhere(call, body);
    if (!state.workspaces.has(workspace))
      throw new Refusal(500, "Store must be part of a workspace");
    const name = freeName(state, workspace, childText(body, "name"));
    const [fields, metadata] = [new Map<string, string>(), new Map<string, string>()];
    const made = { service, workspace, name, enabled: true, fields, metadata };
    const store: CascadedStore = { ...made, created: now(state) };
    takeFields(state, store, body);
    // Whatever the body says.
    store.enabled = true;
    state.cascadedStores.set(scoped(workspace, name), store);
    return [pathOf("workspaces", workspace, `${service}stores`, name), name];
  },
  // The password is encrypted; what else is secret is there for everybody to read.
  show: (call, store) => {
    const { fields } = store;
    const password = fields.get("password");
    const shown = new Map(fields);
    if (password !== undefined) shown.set("password", sealed(call.state, password));
    const list = CASCADED_LISTS[service];
    return storeXml(call, store, {
      item: `${service}Store`,
      folders: [`${service}stores`, list, list],
      head: kept(fields, "description", "type"),
      disables: fields.get("disableOnConnFailure") ?? false,
      tail: kept(shown, ...TAIL[service].split(" ")),
    });
  },
  // The first change writes down that connections are shared; the name and the workspace stay.
  put: ({ state }, store, body) => {
    const { workspace, name } = store;
    const wanted = childText(body, "name") ?? name;
    if (wanted !== name)
      throw new Refusal(403, `Attempting to rename ${name} to ${wanted} via PUT`);
    const said = child(body, "workspace");
    const other = said === undefined ? workspace : childText(said, "name");
    if (other !== workspace)
      throw new Refusal(403, `Attempting to move ${name} from ${workspace} to ${other} via PUT`);
    takeFields(state, store, body);
    if (!store.metadata.has(POOLING)) store.metadata.set(POOLING, "true");
  },
  remove: (call, { workspace, name }) => {
    const layers = inWorkspace(call.state.cascadedLayers, workspace);
    if (layers.some(({ store }) => store === name) && !flag(call, "recurse"))
      throw new Refusal(401, `${service}store not empty`);
    removeStore(call.state, workspace, name);
  },
}));

function takeFields({ habits }: State, store: CascadedStore, body: Element): void {
  const { fields } = store;
  merge(habits, fields, body, KNOWN);
  const password = fields.get("password");
  if (password !== undefined) fields.set("password", opened(password));
  for (const [name, usual] of Object.entries(NUMBERS))
    if (Number(fields.get(name) ?? 0) < 1) fields.set(name, usual);
  takeCommon(store, body);
}

export const storeRoutes: readonly Route[] = [
  { path: `${IN}/datastores/:store/:upload`, whole: true, PUT: uploadMapping },
  ...routesOf(dataStore),
  { path: `${IN}/coveragestores/:store/:upload`, whole: true, PUT: upload, POST: harvest },
  ...routesOf(coverageStore),
  ...cascadedStores.flatMap(routesOf),
];
