/** Layers of cascaded stores of the stock server. The other server has every layer that is asked for. */
import { bodyElement, entriesOf, flag, merge, param, type Call } from "./call.ts";
import { pathCascadedStore } from "./cascaded-stores.ts";
import { refuseHeld, removePublished } from "./cascades.ts";
import {
  created,
  dates,
  documentOf,
  DONE,
  field,
  kept,
  keptOr,
  link,
  listOf,
  map,
  pathOf,
  type Answer,
} from "./documents.ts";
import { BOX } from "./publish.ts";
import { HEAD, SERVICES } from "./published-elements.ts";
import { ContainerRefusal, found, Refusal } from "./refusal.ts";
import { renamePublished } from "./rename.ts";
import type { Route } from "./routing.ts";
import { inWorkspace, now, scoped, type CascadedLayer, type CascadedService } from "./state.ts";
import { child, childText, escape } from "./xml-tree.ts";

const CASCADES = ["wms", "wmts"] as const;

const LISTS = { wms: "wmslayers", wmts: "layers" } as const;

const TAIL = {
  wms: [
    "forcedRemoteStyle",
    "preferredFormat",
    "selectedRemoteFormats",
    "selectedRemoteStyles",
    "minScale",
    "maxScale",
    "metadataBBoxRespected",
    "vendorParameters",
  ],
  wmts: [],
} as const;

/** `/wmslayers` and the like, of stores and of workspaces. */
export const cascadedLayerRoutes: readonly Route[] = CASCADES.flatMap((service) => {
  const ofStore = `/workspaces/:workspace/${service}stores/:store/${LISTS[service]}`;
  const ofWorkspace = `/workspaces/:workspace/${service}layers`;
  const of = (handler: (call: Call, service: CascadedService) => Answer) => (call: Call) =>
    handler(call, service);
  const one = { GET: of(getLayer), DELETE: of(deleteLayer) };
  return [
    { path: ofStore, GET: of(listOfStore), POST: of(postLayer) },
    { path: `${ofStore}/:layer`, ...one, PUT: of(refusePut) },
    { path: ofWorkspace, GET: of(listOfWorkspace), POST: of(refusePost) },
    { path: `${ofWorkspace}/:layer`, ...one, PUT: of(putLayer) },
  ];
});

function layersOf(call: Call, service: CascadedService): readonly CascadedLayer[] {
  const own = inWorkspace(call.state.cascadedLayers, param(call, "workspace"));
  return own.filter((layer) => layer.service === service);
}

function listOfStore(call: Call, service: CascadedService): Answer {
  const { workspace, name: store } = pathCascadedStore(call, service);
  const { list = "configured" } = call.query;
  // There is no other server that could be asked.
  if (list === "available") throw new Refusal(500, `Could not load ${service} store: ${store}`);
  if (list !== "configured") throw new Refusal(501, `Unknown list type ${list}`);
  const own = layersOf(call, service).filter((layer) => layer.store === store);
  const names = own.map(({ name }) => name);
  return listOf(call, `${service}Layer`, names, (name) =>
    pathOf("workspaces", workspace, `${service}layers`, name),
  );
}

function listOfWorkspace(call: Call, service: CascadedService): Answer {
  const workspace = param(call, "workspace");
  if (!call.state.workspaces.has(workspace))
    throw new Refusal(404, `Could not find workspace ${workspace}`);
  const names = layersOf(call, service).map(({ name }) => name);
  return listOf(call, `${service}Layer`, names, (name) =>
    pathOf("workspaces", workspace, `${service}layers`, name),
  );
}

/** What the body does not say is taken from the other server; a new layer is enabled. */
function postLayer(call: Call, service: CascadedService): Answer {
  const { state } = call;
  const { workspace, name: store } = pathCascadedStore(call, service);
  const body = bodyElement(call, `${service}Layer`);
  const name = childText(body, "name") ?? childText(body, "nativeName") ?? "";
  const key = scoped(workspace, name);
  if (state.layers.has(key))
    throw new Refusal(500, `Resource named '${name}' already exists in store: '${store}'`);
  const nativeName = childText(body, "nativeName") ?? name;
  const fields = new Map([
    ["title", escape(nativeName.slice(nativeName.indexOf(":") + 1))],
    ["description", ""],
    ["abstract", ""],
    ["srs", "EPSG:4326"],
    ["nativeBoundingBox", BOX],
    ["latLonBoundingBox", BOX],
    ["projectionPolicy", "FORCE_DECLARED"],
    ["serviceConfiguration", "false"],
    ...(service === "wms" ? WMS : []),
  ]);
  merge(call.state.habits, fields, body, KNOWN);
  fields.set("enabled", "true");
  const given = child(body, "metadata");
  const metadata = given === undefined ? new Map<string, string>() : entriesOf(given);
  const layer = { service, workspace, store, name, nativeName, fields, metadata };
  state.cascadedLayers.set(key, { ...layer, created: now(state) });
  state.layers.set(key, {
    workspace,
    name,
    shows: `${service}Layer`,
    defaultStyle: "",
    styles: [],
    queryable: true,
    opaque: false,
    fields: new Map(),
    created: now(state),
  });
  return created(
    call,
    pathOf("workspaces", workspace, `${service}stores`, store, LISTS[service], name),
    name,
  );
}

const WMS = [
  ["forcedRemoteStyle", ""],
  ["preferredFormat", "image/png"],
  ["metadataBBoxRespected", "false"],
] as const;

const KNOWN = [...HEAD, ...SERVICES, ...TAIL.wms];

function pathLayer(call: Call, service: CascadedService): CascadedLayer {
  const [workspace, name] = [param(call, "workspace"), param(call, "layer")];
  const { store } = call.params;
  const layer = call.state.cascadedLayers.get(scoped(workspace, name));
  const isIts = layer?.service === service && (store === undefined || layer.store === store);
  return found(isIts ? layer : undefined, `No such cascaded ${service}: ${workspace},${name}`);
}

function getLayer(call: Call, service: CascadedService): Answer {
  const layer = pathLayer(call, service);
  const { workspace, store, name, fields } = layer;
  const parts = [
    field("name", name),
    field("nativeName", layer.nativeName),
    `<namespace>${field("name", workspace)}${link(call, pathOf("namespaces", workspace))}</namespace>`,
    kept(fields, ...HEAD),
    map(call, "metadata", layer.metadata),
    `<store class="${service}Store">${field("name", `${workspace}:${store}`)}${link(call, pathOf("workspaces", workspace, `${service}stores`, store))}</store>`,
    keptOr(fields, {}, ...SERVICES, ...TAIL[service]),
    dates(layer),
  ];
  return documentOf(call, `<${service}Layer>${parts.join("")}</${service}Layer>`);
}

/** By the workspace a layer is made of a store that the body names; here it never does. */
function refusePost(): Answer {
  throw new Refusal(500, "");
}

/** By the store nothing can be changed. */
function refusePut(call: Call, service: CascadedService): Answer {
  pathLayer(call, service);
  throw new Refusal(500, "java.lang.UnsupportedOperationException");
}

/** What a body does not say of flags is false, and how maps are asked for is as usual again. */
function putLayer(call: Call, service: CascadedService): Answer {
  const { state } = call;
  const layer = pathLayer(call, service);
  const body = bodyElement(call, `${service}Layer`);
  const name = childText(body, "name") ?? layer.name;
  if (name !== layer.name) renamePublished(state, layer, name);
  const { fields } = layer;
  for (const flagged of ["enabled", "serviceConfiguration", "simpleConversionEnabled"])
    fields.set(flagged, "false");
  if (service === "wms") {
    for (const [usualName, usual] of WMS) fields.set(usualName, usual);
    if (child(body, "preferredFormat") === undefined) fields.delete("selectedRemoteFormats");
    if (child(body, "forcedRemoteStyle") === undefined) fields.delete("selectedRemoteStyles");
  }
  merge(call.state.habits, fields, body, KNOWN);
  if (!fields.has("advertised")) fields.set("advertised", "true");
  const metadata = child(body, "metadata");
  if (metadata !== undefined) layer.metadata = entriesOf(metadata);
  layer.nativeName = childText(body, "nativeName") ?? layer.nativeName;
  layer.modified = now(state);
  return DONE;
}

function deleteLayer(call: Call, service: CascadedService): Answer {
  const { state } = call;
  const { workspace, name } = pathLayer(call, service);
  const key = scoped(workspace, name);
  if (state.layers.has(key) && !flag(call, "recurse"))
    throw new ContainerRefusal(403, `${service} layer referenced by layer(s)`);
  refuseHeld(state, key);
  removePublished(state, key);
  return DONE;
}
