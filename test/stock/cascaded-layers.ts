/** Layers of cascaded stores of the stock server. The other server has every layer that is asked for. */
import { bodyElement, entriesOf, merge, param, type Call } from "./call.ts";
import { DONE, keptOr, pathOf } from "./documents.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { addLayer, BOX } from "./publish.ts";
import { CASCADED_LISTS, HEAD, SERVICES } from "./published-elements.ts";
import {
  namesOf,
  pathPublished,
  publishedXml,
  removeWithLayer,
  takeMetadata,
} from "./published.ts";
import { Refusal } from "./refusal.ts";
import { renamePublished } from "./rename.ts";
import { now, scoped, type CascadedLayer, type CascadedService } from "./state.ts";
import { pathCascadedStore } from "./stores.ts";
import { child, childText, escape } from "./xml-tree.ts";

const TAIL = {
  wms: "forcedRemoteStyle preferredFormat selectedRemoteFormats selectedRemoteStyles minScale maxScale metadataBBoxRespected vendorParameters".split(
    " ",
  ),
  wmts: [],
};

const KNOWN = [...HEAD, ...SERVICES, ...TAIL.wms];

/** How maps are asked for as usual. */
const USUAL = {
  wms: [
    ["forcedRemoteStyle", ""],
    ["preferredFormat", "image/png"],
    ["metadataBBoxRespected", "false"],
  ],
  wmts: [],
} as const;

export const cascadedLayerRoutes = (["wms", "wmts"] as const).flatMap((service) => {
  const stores = `${service}stores`;
  const ofStore = `/workspaces/:workspace/${stores}/:store/${CASCADED_LISTS[service]}`;
  const item = `${service}Layer`;
  const noun: Omit<Noun<CascadedLayer>, "paths"> = {
    item,
    key: "one",
    at: (call, name) => pathOf("workspaces", param(call, "workspace"), `${service}layers`, name),
    find: (call) => pathPublished(call, layersOf(call, service), `cascaded ${service}`),
    show: (call, layer) => {
      const tail = keptOr(layer.fields, {}, ...SERVICES, ...TAIL[service]);
      return publishedXml(call, layer, { item, store: `${service}Store`, stores, tail });
    },
    remove: (call, layer) => removeWithLayer(call, layer, `${service} layer`),
  };
  return [
    ...routesOf({
      ...noun,
      paths: [ofStore],
      names: (call) => {
        const store = pathCascadedStore(call, service).name;
        const { list = "configured" } = call.query;
        // There is no other server that could be asked.
        if (list === "available")
          throw new Refusal(500, `Could not load ${service} store: ${store}`);
        if (list !== "configured") throw new Refusal(501, `Unknown list type ${list}`);
        return namesOf(call, layersOf(call, service));
      },
      post: (call, body) => {
        const { state } = call;
        const { workspace, name: store } = pathCascadedStore(call, service);
        const name = childText(body, "name") ?? childText(body, "nativeName") ?? "";
        const key = scoped(workspace, name);
        if (state.layers.has(key))
          throw new Refusal(500, `Resource named '${name}' already exists in store: '${store}'`);
        const nativeName = childText(body, "nativeName") ?? name;
        // What the body does not say is taken from the other server.
        const fields = new Map([
          ["title", escape(nativeName.slice(nativeName.indexOf(":") + 1))],
          ["description", ""],
          ["abstract", ""],
          ["srs", "EPSG:4326"],
          ["nativeBoundingBox", BOX],
          ["latLonBoundingBox", BOX],
          ["projectionPolicy", "FORCE_DECLARED"],
          ["serviceConfiguration", "false"],
          ...USUAL[service],
        ]);
        merge(state.habits, fields, body, KNOWN);
        fields.set("enabled", "true");
        const given = child(body, "metadata");
        const metadata = given === undefined ? new Map<string, string>() : entriesOf(given);
        const layer = { service, workspace, store, name, nativeName, fields, metadata };
        state.cascadedLayers.set(key, { ...layer, created: now(state) });
        addLayer(state, key, { shows: `${service}Layer`, defaultStyle: "" });
        return [
          pathOf("workspaces", workspace, stores, store, CASCADED_LISTS[service], name),
          name,
        ];
      },
      // By the store nothing can be changed.
      read: (call) => {
        if (call.method === "PUT")
          throw new Refusal(500, "java.lang.UnsupportedOperationException");
        pathCascadedStore(call, service);
        return bodyElement(call, item);
      },
      put: () => undefined,
    }),
    ...routesOf({
      ...noun,
      paths: [`/workspaces/:workspace/${service}layers`],
      names: (call) => {
        const workspace = param(call, "workspace");
        if (!call.state.workspaces.has(workspace))
          throw new Refusal(404, `Could not find workspace ${workspace}`);
        return namesOf(call, layersOf(call, service));
      },
      // A layer is made of a store that the body names; here it never does.
      read: (call) => {
        if (call.method === "POST") throw new Refusal(500, "");
        return bodyElement(call, item);
      },
      post: () => DONE,
      put: ({ state }, layer, body) => {
        const { fields } = layer;
        const name = childText(body, "name") ?? layer.name;
        if (name !== layer.name) renamePublished(state, layer, name);
        // What a body does not say of flags is false, and how maps are asked for is as usual again.
        for (const flagged of ["enabled", "serviceConfiguration", "simpleConversionEnabled"])
          fields.set(flagged, "false");
        for (const [usualName, usual] of USUAL[service]) fields.set(usualName, usual);
        if (service === "wms") {
          if (child(body, "preferredFormat") === undefined) fields.delete("selectedRemoteFormats");
          if (child(body, "forcedRemoteStyle") === undefined) fields.delete("selectedRemoteStyles");
        }
        merge(state.habits, fields, body, KNOWN);
        if (!fields.has("advertised")) fields.set("advertised", "true");
        takeMetadata(layer, body);
        layer.nativeName = childText(body, "nativeName") ?? layer.nativeName;
      },
    }),
  ];
});

function layersOf({ state }: Call, service: CascadedService): ReadonlyMap<string, CascadedLayer> {
  return new Map([...state.cascadedLayers].filter(([, layer]) => layer.service === service));
}
