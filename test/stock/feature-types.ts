/** Feature types of the stock server. */
import { entriesOf, merge, param, type Call } from "./call.ts";
import { brokenOffAt, keptOr, pathOf, type Answer } from "./documents.ts";
import { APP_SCHEMA, hasLostNamespace, open } from "./mappings.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { addFeatureType, columnsOf, namesakeOf, BOX } from "./publish.ts";
import { HEAD, SERVICES, SETTLED_TYPES, TYPE_TAIL, USUAL_OF_TYPES } from "./published-elements.ts";
import { namesOf, pathPublished, publishedXml, removeWithLayer, settle } from "./published.ts";
import { refused } from "./recorded/recorded.ts";
import { Refusal } from "./refusal.ts";
import { renamePublished } from "./rename.ts";
import { scoped, type DataStore, type Published, type State } from "./state.ts";
import { factoryOf, pathStore } from "./stores.ts";
import { usualStyle } from "./styles.ts";
import { asShown, refuseUnreadable } from "./unreadable.ts";
import { child, childText, elementsOf, type Element } from "./xml-tree.ts";

const IN_STORE = "/workspaces/:workspace/datastores/:store/featuretypes";

const pathType = (call: Call) => pathPublished(call, call.state.featureTypes, "feature type");

const featureType: Noun<Published> = {
  item: "featureType",
  paths: [IN_STORE],
  key: "one",
  resets: true,
  names: (call) => {
    if (call.query["list"] !== undefined && call.query["list"] !== "configured")
      throw new Refusal(500, "class AppSchemaDataAccess cannot be cast to class DataStore");
    pathStore(call, call.state.dataStores);
    return namesOf(call, call.state.featureTypes);
  },
  find: pathType,
  post: postType,
  show: (call, type) => {
    const tail = keptOr(
      type.fields,
      USUAL_OF_TYPES,
      ...SERVICES,
      ...TYPE_TAIL,
      ...call.state.learned,
    );
    const shown = { item: "featureType", store: "dataStore", stores: "datastores", tail };
    const xml = publishedXml(call, type, shown);
    const home = call.state.dataStores.get(scoped(type.workspace, type.store));
    if (!call.state.gone.has(type.nativeName) && !hasLostNamespace(call.state, home)) return xml;
    const written = `${xml.slice(0, xml.lastIndexOf("<dateCreated>"))}<attributes`;
    return brokenOffAt(call, written, "Could not get native attributes");
  },
  put: (call, type, body) => {
    const { recalculate } = call.query;
    const { fields } = type;
    const name = childText(body, "name") ?? type.name;
    if (name !== type.name) renamePublished(call.state, type, name);
    // By the path of the workspace nothing is known of what was there: it is off, 0 or false.
    if (call.params["store"] === undefined)
      for (const [name, usual] of Object.entries(UNSAID)) fields.set(name, usual);
    take(call.state, type, body);
    // Bounds are found again only where the request says so.
    if (recalculate?.includes("attributes")) fields.set("attributes", columnsOf(type));
    if (recalculate?.includes("nativebbox")) fields.set("nativeBoundingBox", BOX);
    if (recalculate?.includes("latlonbbox")) fields.set("latLonBoundingBox", BOX);
    settle(type, SETTLED_TYPES);
  },
  remove: (call, type) => removeWithLayer(call, type, "feature type"),
};

/** In a workspace that is not there, the feature type of that name of whichever workspace is found. */
function shownType(call: Call): Published {
  const { state, params } = call;
  const isThere = state.workspaces.has(param(call, "workspace"));
  if (isThere || (call.method !== "GET" && call.method !== "HEAD")) return pathType(call);
  const namesake = [...state.featureTypes.values()].find(({ name }) => name === params["one"]);
  return namesake ?? pathType(call);
}

export const featureTypeRoutes = [
  ...routesOf(featureType),
  ...routesOf({
    ...featureType,
    paths: ["/workspaces/:workspace/featuretypes"],
    resets: undefined,
    names: (call) => namesOf(call, call.state.featureTypes),
    find: shownType,
  }),
];

function postType(call: Call, body: Element): Answer {
  const { state } = call;
  const store = storeToPublishOf(call, body);
  const { workspace } = store;
  const nativeName = childText(body, "nativeName") ?? childText(body, "name");
  const name = childText(body, "name") ?? nativeName;
  if (name === undefined || nativeName === undefined)
    throw new Refusal(
      400,
      "Trying to create new feature type inside the store, but no feature type name was specified",
    );
  if (namesakeOf(state, scoped(workspace, name)) !== undefined)
    throw new Refusal(500, `Resource named '${name}' already exists in store: '${store.name}'`);
  if (store.type === APP_SCHEMA && !open(state, store).includes(nativeName))
    throw new Refusal(500, `Schema '${nativeName}' does not exist.`);
  refuseUnreadable(body);
  const metadata = child(body, "metadata");
  const isView = metadata !== undefined && entriesOf(metadata).has("JDBC_VIRTUAL_TABLE");
  const columns = child(body, "attributes");
  // Of what no table is there for its columns have to be said.
  const known = state.tables.get(store.parameters.get("database") ?? "");
  if (!isView && columns === undefined && known !== undefined && !known.has(nativeName))
    throw refused("POST feature type: no table");
  const type = addFeatureType(state, { workspace, store: store.name, name, nativeName });
  take(state, type, body);
  if (isView && columns === undefined) type.fields.set("attributes", columnsOf(type));
  type.fields.set("enabled", "true");
  const layer = state.layers.get(scoped(workspace, name));
  if (layer !== undefined && store.type !== APP_SCHEMA) {
    layer.isPlain = !isView && isWithoutGeometry(columns);
    layer.defaultStyle = layer.isPlain ? "" : scoped("", usualStyle(state, layer));
  }
  const at = pathOf("workspaces", workspace, "datastores", store.name, "featuretypes", name);
  return { status: 201, type: "text/plain", body: "", headers: { location: `${call.base}${at}` } };
}

/** Whether all columns that a body lists say what they hold, and none a geometry. */
function isWithoutGeometry(columns: Element | undefined): boolean {
  const listed = columns === undefined ? [] : elementsOf(columns);
  const bindings = listed.map((one) => childText(one, "binding") ?? ".geom.");
  return bindings.length > 0 && bindings.every((one) => !one.includes(".geom."));
}

/** The store of the path or of the body, which has to be one that something installed takes. */
function storeToPublishOf(call: Call, body: Element): DataStore {
  const workspace = param(call, "workspace");
  const said = childText(child(body, "store"), "name") ?? "";
  const name = call.params["store"] ?? said.replace(/^.*:/, "");
  const store = call.state.dataStores.get(scoped(workspace, name));
  if (store === undefined) throw refused("POST feature type: no store", { workspace, name });
  if (factoryOf(store) === undefined) throw refused("POST feature type: no factory", { name });
  return store;
}

const TOLERANCE = "linearizationTolerance";

function take({ learned, habits }: State, type: Published, body: Element): void {
  refuseUnreadable(body);
  merge(habits, type.fields, body, [...HEAD, ...SERVICES, ...TYPE_TAIL, ...learned]);
  const [, number, unit = ""] =
    /^\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*(.*)$/.exec(type.fields.get(TOLERANCE) ?? "") ?? [];
  // A measure is read as a number with a unit, and written with two decimals at most and no space.
  if (number !== undefined)
    type.fields.set(TOLERANCE, `${Number(Number(number).toFixed(2))}${unit}`);
  const metadata = child(body, "metadata");
  if (metadata !== undefined) type.metadata = new Map([...entriesOf(metadata)].map(asShown));
  type.nativeName = childText(body, "nativeName") ?? type.nativeName;
}

const UNSAID = {
  enabled: "false",
  maxFeatures: "0",
  numDecimals: "0",
  padWithZeros: "false",
  overridingServiceSRS: "false",
  serviceConfiguration: "false",
} as const;
