/** Data stores of the stock server as documents, and the door to uploads. */
import { bodyElement, entriesOf, flag, param, type Call } from "./call.ts";
import { removeStore } from "./cascades.ts";
import {
  created,
  dates,
  documentOf,
  DONE,
  field,
  link,
  listOf,
  map,
  pathOf,
  type Answer,
} from "./documents.ts";
import { uploadMapping } from "./mapping-upload.ts";
import { checkFree, pathDataStore, pathWorkspace } from "./named.ts";
import { refused } from "./recorded/recorded.ts";
import { Refusal } from "./refusal.ts";
import { renameStore } from "./rename.ts";
import { resetOf, type Route } from "./routing.ts";
import { inWorkspace, now, scoped, type DataStore, type State } from "./state.ts";
import { child, childText, escape, type Element } from "./xml-tree.ts";

const LIST = "/workspaces/:workspace/datastores";

/** `/workspaces/{workspace}/datastores`. */
export const dataStoreRoutes: readonly Route[] = [
  { path: `${LIST}/:store/:upload`, whole: true, PUT: uploadMapping },
  { path: LIST, GET: listStores, POST: postStore },
  resetOf(`${LIST}/:store`, pathDataStore),
  { path: `${LIST}/:store`, GET: getStore, PUT: putStore, DELETE: deleteStore },
];

function listStores(call: Call): Answer {
  const workspace = pathWorkspace(call);
  const names = inWorkspace(call.state.dataStores, workspace).map(({ name }) => name);
  return listOf(call, "dataStore", names, (name) =>
    pathOf("workspaces", workspace, "datastores", name),
  );
}

/** A store is enabled when posted, whatever the body says. */
function postStore(call: Call): Answer {
  const { state } = call;
  const workspace = param(call, "workspace");
  const body = bodyElement(call, "dataStore");
  const said = child(body, "workspace");
  const other = said && (childText(said, "name") ?? childText(body, "workspace"));
  if (other !== undefined && other !== workspace)
    throw new Refusal(403, `Expected workspace ${workspace} but client specified ${other}`);
  if (!state.workspaces.has(workspace)) throw refused("POST data store: no workspace");
  const name = childText(body, "name");
  if (name === undefined) throw new Refusal(500, "Store name must not be null");
  checkFree(state, workspace, name);
  const store: DataStore = {
    workspace,
    name,
    type: "",
    description: "",
    enabled: true,
    parameters: new Map(),
    created: now(state),
  };
  take(store, body);
  store.enabled = true;
  settle(state, store);
  state.dataStores.set(scoped(workspace, name), store);
  return created(call, pathOf("workspaces", workspace, "datastores", name), name);
}

/** What takes the parameters of a store: its type; undefined where nothing that is installed does. */
export function factoryOf({ parameters }: DataStore): string | undefined {
  const dbtype = parameters.get("dbtype");
  if (dbtype === "app-schema") return "Application Schema DataAccess";
  if (dbtype === "postgis") return parameters.has("host") ? "PostGIS" : undefined;
  return parameters.has("url") ? "Shapefile" : undefined;
}

/** What a server adds by itself, once it knows what takes the parameters. */
function settle({ workspaces }: State, store: DataStore): void {
  const type = factoryOf(store);
  if (type === undefined) return;
  store.type ||= type;
  const { uri = "" } = workspaces.get(store.workspace) ?? {};
  if (!store.parameters.has("namespace")) store.parameters.set("namespace", uri);
}

/** What a body says overwrites; a map is replaced as a whole. */
function take(store: DataStore, body: Element): void {
  store.type = childText(body, "type") ?? store.type;
  store.description = childText(body, "description") ?? store.description;
  const enabled = childText(body, "enabled");
  if (enabled !== undefined) store.enabled = enabled === "true";
  const disables = childText(body, "disableOnConnFailure");
  if (disables !== undefined) store.disables = disables === "true";
  const metadata = child(body, "metadata");
  if (metadata !== undefined) store.metadata = entriesOf(metadata);
  const parameters = child(body, "connectionParameters");
  if (parameters === undefined) return;
  store.parameters = new Map(
    [...entriesOf(parameters)].map(([key, value]) => [key, opened(unescape(value))]),
  );
}

function unescape(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** Encryption with salt: the same password is another text each time, and is read back. */
export function sealed({ random }: State, password: string): string {
  const salt = Math.floor(random() * 1e9).toString(36);
  return `crypt1:${Buffer.from(`${salt}|${password}`).toString("base64")}`;
}

/** What is behind an encrypted text; others are what they are. */
export function opened(text: string): string {
  if (text.startsWith("plain:")) return text.slice("plain:".length);
  if (!text.startsWith("crypt1:")) return text;
  const inside = Buffer.from(text.slice("crypt1:".length), "base64").toString("utf8");
  return inside.slice(inside.indexOf("|") + 1);
}

function getStore(call: Call): Answer {
  const { state } = call;
  const store = pathDataStore(call);
  const { workspace, name, description } = store;
  const parameters = [...store.parameters].map(([key, value]) => {
    const shown = /^passw(?:or)?d$/i.test(key) ? sealed(state, value) : value;
    return [key, escape(shown)] as const;
  });
  const at = pathOf("workspaces", workspace, "datastores", name, "featuretypes");
  const xml = `<dataStore>${field("name", name)}${field("description", description || undefined)}${field("type", store.type || undefined)}${field("enabled", store.enabled)}<workspace>${field("name", workspace)}${link(call, pathOf("workspaces", workspace))}</workspace>${map(call, "connectionParameters", new Map(parameters))}${map(call, "metadata", store.metadata ?? new Map())}<__default>false</__default>${dates(store)}${field("disableOnConnFailure", store.disables ?? false)}<featureTypes>${link(call, at)}</featureTypes></dataStore>`;
  return documentOf(call, xml);
}

function putStore(call: Call): Answer {
  const store = pathDataStore(call);
  const body = bodyElement(call, "dataStore");
  take(store, body);
  settle(call.state, store);
  const name = childText(body, "name") ?? store.name;
  if (name !== store.name) {
    checkFree(call.state, store.workspace, name);
    renameStore(call.state, store, name);
  }
  store.modified = now(call.state);
  return DONE;
}

function deleteStore(call: Call): Answer {
  const { state } = call;
  const { workspace, name } = pathDataStore(call);
  const types = inWorkspace(state.featureTypes, workspace).filter(({ store }) => store === name);
  if (types.length > 0 && !flag(call, "recurse"))
    throw new Refusal(403, "Unable to delete non-empty store.");
  removeStore(state, workspace, name);
  return DONE;
}
