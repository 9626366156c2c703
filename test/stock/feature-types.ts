/** Feature types of the stock server. */
import { bodyElement, entriesOf, flag, merge, param, type Call } from "./call.ts";
import { refuseHeld, removePublished } from "./cascades.ts";
import {
  brokenOffAt,
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
import { factoryOf } from "./data-stores.ts";
import { APP_SCHEMA, hasLostNamespace, open } from "./mappings.ts";
import { pathDataStore } from "./named.ts";
import { addFeatureType, columnsOf, namesakeOf, BOX } from "./publish.ts";
import { usualStyle } from "./styles.ts";
import { HEAD, SERVICES, SETTLED_TYPES, TYPE_TAIL, USUAL_OF_TYPES } from "./published-elements.ts";
import { refused } from "./recorded/recorded.ts";
import { found, Refusal } from "./refusal.ts";
import { renamePublished } from "./rename.ts";
import { resetOf, type Route } from "./routing.ts";
import { inWorkspace, now, scoped, type DataStore, type Published, type State } from "./state.ts";
import { asShown, refuseUnreadable } from "./unreadable.ts";
import { child, childText, elementsOf, type Element } from "./xml-tree.ts";

const IN_STORE = "/workspaces/:workspace/datastores/:store/featuretypes";
const IN_WORKSPACE = "/workspaces/:workspace/featuretypes";

/** `/featuretypes` of stores and workspaces. */
export const featureTypeRoutes: readonly Route[] = [
  { path: IN_STORE, GET: listOfStore, POST: postType },
  resetOf(`${IN_STORE}/:type`, pathType),
  { path: `${IN_STORE}/:type`, GET: getType, PUT: putType, DELETE: deleteType },
  { path: IN_WORKSPACE, GET: listOfWorkspace, POST: postType },
  { path: `${IN_WORKSPACE}/:type`, GET: getType, PUT: putType, DELETE: deleteType },
];

const KNOWN = [...HEAD, ...SERVICES, ...TYPE_TAIL];

function listOfStore(call: Call): Answer {
  const { state } = call;
  if (call.query["list"] !== undefined && call.query["list"] !== "configured")
    throw new Refusal(500, "class AppSchemaDataAccess cannot be cast to class DataStore");
  const { workspace, name: store } = pathDataStore(call);
  const own = inWorkspace(state.featureTypes, workspace).filter((type) => type.store === store);
  const names = own.map(({ name }) => name);
  return listOf(call, "featureType", names, (name) =>
    pathOf("workspaces", workspace, "datastores", store, "featuretypes", name),
  );
}

function listOfWorkspace(call: Call): Answer {
  const workspace = param(call, "workspace");
  const names = inWorkspace(call.state.featureTypes, workspace).map(({ name }) => name);
  return listOf(call, "featureType", names, (name) =>
    pathOf("workspaces", workspace, "featuretypes", name),
  );
}

function postType(call: Call): Answer {
  const { state } = call;
  const body = bodyElement(call, "featureType");
  const store = storeToPublishOf(call, body);
  const { workspace } = store;
  const name = childText(body, "name") ?? childText(body, "nativeName");
  if (name === undefined)
    throw new Refusal(
      400,
      "Trying to create new feature type inside the store, but no feature type name was specified",
    );
  if (namesakeOf(state, scoped(workspace, name)) !== undefined)
    throw new Refusal(500, `Resource named '${name}' already exists in store: '${store.name}'`);
  const nativeName = childText(body, "nativeName") ?? name;
  if (store.type === APP_SCHEMA && !open(state, store).includes(nativeName))
    throw new Refusal(500, `Schema '${nativeName}' does not exist.`);
  refuseUnreadable(body);
  const isView = entriesIn(body).has("JDBC_VIRTUAL_TABLE");
  if (!isView && child(body, "attributes") === undefined)
    refuseWithoutTable(state, store, nativeName);
  const type = addFeatureType(state, { workspace, store: store.name, name, nativeName });
  take(state, type, body);
  if (isView && child(body, "attributes") === undefined)
    type.fields.set("attributes", columnsOf(type));
  type.fields.set("enabled", "true");
  const layer = state.layers.get(scoped(workspace, name));
  if (layer !== undefined && store.type !== APP_SCHEMA) {
    layer.isPlain = !isView && isWithoutGeometry(child(body, "attributes"));
    layer.defaultStyle = layer.isPlain ? "" : scoped("", usualStyle(state, layer));
  }
  const at = pathOf("workspaces", workspace, "datastores", store.name, "featuretypes", name);
  return { status: 201, type: "text/plain", body: "", headers: { location: `${call.base}${at}` } };
}

/** Whether all columns that a body lists say what they hold, and none a geometry. */
function isWithoutGeometry(columns: Element | undefined): boolean {
  if (columns === undefined) return false;
  const bindings = elementsOf(columns).map((one) => childText(one, "binding"));
  return (
    bindings.length > 0 && bindings.every((one) => one !== undefined && !one.includes(".geom."))
  );
}

function entriesIn(body: Element): ReadonlyMap<string, string> {
  const metadata = child(body, "metadata");
  return metadata === undefined ? new Map() : entriesOf(metadata);
}

/** The store of the path or of the body, which has to be one that something installed takes. Throws Refusal. */
function storeToPublishOf(call: Call, body: Element): DataStore {
  const workspace = param(call, "workspace");
  const said = childText(child(body, "store"), "name") ?? "";
  const name = call.params["store"] ?? said.replace(/^.*:/, "");
  const store = call.state.dataStores.get(scoped(workspace, name));
  if (store === undefined) throw refused("POST feature type: no store", { workspace, name });
  if (factoryOf(store) === undefined) throw refused("POST feature type: no factory", { name });
  return store;
}

/** Of what no table is there for its columns have to be said. Throws Refusal 400. */
function refuseWithoutTable({ tables }: State, { parameters }: DataStore, table: string): void {
  const known = tables.get(parameters.get("database") ?? "");
  if (known !== undefined && !known.has(table)) throw refused("POST feature type: no table");
}

function take({ learned, habits }: State, type: Published, body: Element): void {
  refuseUnreadable(body);
  merge(habits, type.fields, body, [...KNOWN, ...learned]);
  const [, number, unit = ""] =
    /^\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*(.*)$/.exec(type.fields.get(TOLERANCE) ?? "") ?? [];
  // A measure is read as a number with a unit, and written with two decimals at most and no space.
  if (number !== undefined)
    type.fields.set(TOLERANCE, `${Number(Number(number).toFixed(2))}${unit}`);
  const metadata = child(body, "metadata");
  if (metadata !== undefined) type.metadata = new Map([...entriesOf(metadata)].map(asShown));
  type.nativeName = childText(body, "nativeName") ?? type.nativeName;
}

const TOLERANCE = "linearizationTolerance";

function pathType(call: Call): Published {
  const [workspace, name] = [param(call, "workspace"), param(call, "type")];
  const { store } = call.params;
  const type = call.state.featureTypes.get(scoped(workspace, name));
  const own = store === undefined || type?.store === store ? type : undefined;
  const where = store === undefined ? `${workspace},${name}` : `${workspace},${store},${name}`;
  return found(own, `No such feature type: ${where}`);
}

/** In a workspace that is not there, the feature type of that name of whichever workspace is found. */
function shownType(call: Call): Published {
  const { state, params } = call;
  if (params["store"] !== undefined || state.workspaces.has(param(call, "workspace")))
    return pathType(call);
  const namesake = [...state.featureTypes.values()].find(({ name }) => name === params["type"]);
  return namesake ?? pathType(call);
}

function getType(call: Call): Answer {
  const type = shownType(call);
  const { workspace, store, name, fields } = type;
  const { learned } = call.state;
  const parts = [
    field("name", name),
    field("nativeName", type.nativeName),
    `<namespace>${field("name", workspace)}${link(call, pathOf("namespaces", workspace))}</namespace>`,
    kept(fields, ...HEAD),
    map(call, "metadata", type.metadata),
    `<store class="dataStore">${field("name", `${workspace}:${store}`)}${link(call, pathOf("workspaces", workspace, "datastores", store))}</store>`,
    keptOr(fields, USUAL_OF_TYPES, ...SERVICES, ...TYPE_TAIL, ...learned),
    dates(type),
  ];
  const unended = `<featureType>${parts.slice(0, -1).join("")}`;
  const home = call.state.dataStores.get(scoped(workspace, store));
  if (call.state.gone.has(type.nativeName) || hasLostNamespace(call.state, home))
    return brokenOffAt(call, `${unended}<attributes`, "Could not get native attributes");
  return documentOf(call, `${unended}${parts.at(-1)}</featureType>`);
}

/** Bounds are found again only where the request says so, or what they were found of changes. */
function putType(call: Call): Answer {
  const { state } = call;
  const type = pathType(call);
  const body = bodyElement(call, "featureType");
  const { recalculate } = call.query;
  const name = childText(body, "name") ?? type.name;
  if (name !== type.name) renamePublished(state, type, name);
  // By the path of the workspace nothing is known of what was there: it is off, 0 or false.
  if (call.params["store"] === undefined)
    for (const [name, usual] of Object.entries(UNSAID)) type.fields.set(name, usual);
  take(state, type, body);
  if (recalculate?.includes("attributes")) type.fields.set("attributes", columnsOf(type));
  if (recalculate?.includes("nativebbox")) type.fields.set("nativeBoundingBox", BOX);
  if (recalculate?.includes("latlonbbox")) type.fields.set("latLonBoundingBox", BOX);
  // What is written for the first time says of these what nobody said.
  for (const [name, usual] of SETTLED_TYPES)
    if (!type.fields.has(name)) type.fields.set(name, usual);
  type.modified = now(state);
  return DONE;
}

const UNSAID = {
  enabled: "false",
  maxFeatures: "0",
  numDecimals: "0",
  padWithZeros: "false",
  overridingServiceSRS: "false",
  serviceConfiguration: "false",
} as const;

function deleteType(call: Call): Answer {
  const { state } = call;
  const { workspace, name } = pathType(call);
  const key = scoped(workspace, name);
  if (!flag(call, "recurse")) throw new Refusal(403, "feature type referenced by layer(s)");
  refuseHeld(state, key);
  removePublished(state, key);
  return DONE;
}
