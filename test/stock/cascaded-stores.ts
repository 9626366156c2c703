/** Cascaded stores of the stock server as documents. Here, too, a store is made without asking the other server. */
import { bodyElement, entriesOf, flag, merge, param, type Call } from "./call.ts";
import { removeStore } from "./cascades.ts";
import {
  created,
  dates,
  documentOf,
  DONE,
  field,
  kept,
  link,
  listOf,
  map,
  pathOf,
  type Answer,
} from "./documents.ts";
import { opened, sealed } from "./data-stores.ts";
import { checkFree } from "./named.ts";
import { ContainerRefusal, found, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import {
  inWorkspace,
  now,
  scoped,
  type CascadedService,
  type CascadedStore,
  type State,
} from "./state.ts";
import { child, childText, type Element } from "./xml-tree.ts";

const SERVICES = ["wms", "wmts"] as const;

const LINKS = { wms: "wmslayers", wmts: "layers" } as const;

/** `/workspaces/{workspace}/wmsstores` and `/wmtsstores`. */
export const cascadedStoreRoutes: readonly Route[] = SERVICES.flatMap((service) => {
  const list = `/workspaces/:workspace/${service}stores`;
  const of = (handler: (call: Call, service: CascadedService) => Answer) => (call: Call) =>
    handler(call, service);
  return [
    { path: list, GET: of(listStores), POST: of(postStore) },
    { path: `${list}/:store`, GET: of(getStore), PUT: of(putStore), DELETE: of(deleteStore) },
  ];
});

/** Elements in the order of documents. */
const TAIL = {
  wms: "capabilitiesURL user password headerName headerValue authKey maxConnections readTimeout connectTimeout",
  wmts: "capabilitiesURL user password maxConnections readTimeout connectTimeout headerName headerValue authKey",
} as const;

const NUMBERS = { maxConnections: "6", readTimeout: "60", connectTimeout: "30" } as const;

const KNOWN = ["description", "type", "disableOnConnFailure", ...TAIL.wms.split(" ")];

/** An unknown workspace has no stores. */
function listStores(call: Call, service: CascadedService): Answer {
  const workspace = param(call, "workspace");
  const own = inWorkspace(call.state.cascadedStores, workspace);
  const names = own.filter((one) => one.service === service).map(({ name }) => name);
  return listOf(call, `${service}Store`, names, (name) =>
    pathOf("workspaces", workspace, `${service}stores`, name),
  );
}

/** A store is enabled when posted, whatever the body says. */
function postStore(call: Call, service: CascadedService): Answer {
  const { state } = call;
  const workspace = param(call, "workspace");
  const body = bodyElement(call, `${service}Store`);
  const said = child(body, "workspace");
  const other = said && (childText(said, "name") ?? childText(body, "workspace"));
  if (other !== undefined && other !== workspace)
    throw new ContainerRefusal(
      403,
      `Expected workspace ${workspace} but client specified ${other}`,
    );
  if (!state.workspaces.has(workspace)) throw new Refusal(500, "Store must be part of a workspace");
  const name = childText(body, "name");
  if (name === undefined) throw new Refusal(500, "Store name must not be null");
  checkFree(state, workspace, name);
  const [fields, metadata] = [new Map<string, string>(), new Map<string, string>()];
  const store: CascadedStore = {
    service,
    workspace,
    name,
    enabled: true,
    fields,
    metadata,
    created: now(state),
  };
  take(state, store, body);
  store.enabled = true;
  state.cascadedStores.set(scoped(workspace, name), store);
  return created(call, pathOf("workspaces", workspace, `${service}stores`, name), name);
}

function take({ habits }: State, store: CascadedStore, body: Element): void {
  const { fields } = store;
  merge(habits, fields, body, KNOWN);
  const password = fields.get("password");
  if (password !== undefined) fields.set("password", opened(password));
  for (const [name, usual] of Object.entries(NUMBERS))
    if (Number(fields.get(name) ?? 0) < 1) fields.set(name, usual);
  const enabled = childText(body, "enabled");
  if (enabled !== undefined) store.enabled = enabled === "true";
  const metadata = child(body, "metadata");
  if (metadata !== undefined) store.metadata = entriesOf(metadata);
}

/** The store of the path. Throws Refusal 404. */
export function pathCascadedStore(call: Call, service: CascadedService): CascadedStore {
  const [workspace, name] = [param(call, "workspace"), param(call, "store")];
  const store = call.state.cascadedStores.get(scoped(workspace, name));
  const own = store?.service === service ? store : undefined;
  return found(own, `No such ${service} store: ${workspace},${name}`);
}

/** The password is encrypted; what else is secret is there for everybody to read. */
function getStore(call: Call, service: CascadedService): Answer {
  const { state } = call;
  const store = pathCascadedStore(call, service);
  const { workspace, name, fields } = store;
  const password = fields.get("password");
  const shown = new Map(fields);
  if (password !== undefined) shown.set("password", sealed(state, password));
  const at = pathOf("workspaces", workspace, `${service}stores`, name, LINKS[service]);
  const parts = [
    field("name", name),
    kept(fields, "description", "type"),
    field("enabled", store.enabled),
    `<workspace>${field("name", workspace)}${link(call, pathOf("workspaces", workspace))}</workspace>`,
    map(call, "metadata", store.metadata),
    field("__default", false),
    dates(store),
    field("disableOnConnFailure", fields.get("disableOnConnFailure") ?? false),
    kept(shown, ...TAIL[service].split(" ")),
    `<${LINKS[service]}>${link(call, at)}</${LINKS[service]}>`,
  ];
  return documentOf(call, `<${service}Store>${parts.join("")}</${service}Store>`);
}

/** The first change writes down that connections are shared; the name and the workspace stay. */
function putStore(call: Call, service: CascadedService): Answer {
  const store = pathCascadedStore(call, service);
  const body = bodyElement(call, `${service}Store`);
  const name = childText(body, "name") ?? store.name;
  if (name !== store.name)
    throw new ContainerRefusal(403, `Attempting to rename ${store.name} to ${name} via PUT`);
  const said = child(body, "workspace");
  const workspace = said === undefined ? store.workspace : childText(said, "name");
  if (workspace !== store.workspace)
    throw new ContainerRefusal(
      403,
      `Attempting to move ${store.name} from ${store.workspace} to ${workspace} via PUT`,
    );
  take(call.state, store, body);
  if (!store.metadata.has(POOLING)) store.metadata.set(POOLING, "true");
  store.modified = now(call.state);
  return DONE;
}

/** The entry of metadata that says so. */
export const POOLING = "useConnectionPooling";

/** Refused with a status that looks like missing credentials, without asking for any. */
function deleteStore(call: Call, service: CascadedService): Answer {
  const { state } = call;
  const { workspace, name } = pathCascadedStore(call, service);
  const layers = inWorkspace(state.cascadedLayers, workspace).filter(({ store }) => store === name);
  if (layers.length > 0 && !flag(call, "recurse"))
    throw new ContainerRefusal(401, `${service}store not empty`);
  removeStore(state, workspace, name);
  return DONE;
}
