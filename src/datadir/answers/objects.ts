/** Responses about the objects of the catalog. */
import type { CascadedService } from "../../model/cascaded-store.ts";
import { qualifiedName, splitQualifiedName } from "../../model/layer.ts";
import { renderCascadedLayer } from "../../wire/cascaded-layer.ts";
import { renderCascadedStore } from "../../wire/cascaded-store.ts";
import { renderCoverageStore } from "../../wire/coverage-store.ts";
import { renderCoverage } from "../../wire/coverage.ts";
import { renderDataStore } from "../../wire/data-store.ts";
import {
  renderList,
  renderNameList,
  type ListMember,
  type RenderedDocument,
  type Rendering,
} from "../../wire/document.ts";
import { renderFeatureType } from "../../wire/feature-type.ts";
import { renderLayerGroup } from "../../wire/layer-group.ts";
import { renderLayer } from "../../wire/layer.ts";
import { renderNamespace } from "../../wire/namespace.ts";
import { layerGroupPath, pathOf } from "../../wire/paths.ts";
import { renderWorkspace } from "../../wire/workspace.ts";
import type { CascadedStore, DirectoryCatalog, Layer, Published, Store } from "../load/objects.ts";
import { documentAnswer, type AnswerRequest, type Handler, type Routes } from "./answer.ts";

/** Lists the members of a scope; undefined where the scope does not exist. */
function list(
  root: string,
  memberName: string,
  members: (parameters: AnswerRequest["parameters"]) => readonly ListMember[] | undefined,
): Handler {
  return ({ parameters, rendering }) => {
    const found = members(parameters);
    return found && documentAnswer(renderList(root, memberName, found, rendering));
  };
}

/** Routes of workspaces and namespaces. */
export function workspaceRoutes({ workspaces, defaultWorkspace }: DirectoryCatalog): Routes {
  const find = (asked = "") => {
    const name = asked === "default" ? defaultWorkspace : asked;
    return workspaces.find((one) => one.name === name);
  };
  return {
    workspaces: list("workspaces", "workspace", () =>
      workspaces.map(({ name }) => ({ name, path: pathOf("workspace", { workspace: name }) })),
    ),
    workspace: ({ parameters, rendering }) => {
      const found = find(parameters["workspace"]);
      return found && documentAnswer(renderWorkspace(found, rendering));
    },
    namespaces: list("namespaces", "namespace", () =>
      workspaces.map(({ name }) => ({ name, path: pathOf("namespace", { namespace: name }) })),
    ),
    namespace: ({ parameters, rendering }) => {
      const found = find(parameters["namespace"]);
      return found && documentAnswer(renderNamespace({ ...found, prefix: found.name }, rendering));
    },
  };
}

/** Routes of stores. */
export function storeRoutes(catalog: DirectoryCatalog): Routes {
  const collection = (noun: Store["noun"]) =>
    list(`${noun}s`, noun, ({ workspace = "" }) =>
      hasWorkspace(catalog, workspace)
        ? catalog.stores
            .filter((one) => one.noun === noun && one.workspace === workspace)
            .map(({ name }) => ({ name, path: pathOf(noun, { workspace, store: name }) }))
        : undefined,
    );
  const cascaded = (noun: CascadedStore["noun"]) =>
    list(`${noun}s`, noun, ({ workspace = "" }) =>
      hasWorkspace(catalog, workspace)
        ? cascadedIn(catalog, noun, workspace).map(({ name }) => ({
            name,
            path: pathOf(noun, { workspace, store: name }),
          }))
        : undefined,
    );
  const cascade =
    (noun: CascadedStore["noun"], service: CascadedService): Handler =>
    ({ parameters: { workspace = "", store }, rendering }) => {
      const found = cascadedIn(catalog, noun, workspace).find(({ name }) => name === store);
      return found && documentAnswer(renderCascadedStore(service, found, rendering));
    };
  return {
    dataStores: collection("dataStore"),
    dataStore: ({ parameters, rendering }) => {
      const found = storeOf(catalog, "dataStore", parameters);
      return found && documentAnswer(renderDataStore(found, rendering));
    },
    coverageStores: collection("coverageStore"),
    coverageStore: ({ parameters, rendering }) => {
      const found = storeOf(catalog, "coverageStore", parameters);
      return found && documentAnswer(renderCoverageStore(found, rendering));
    },
    wmsStores: cascaded("wmsStore"),
    wmsStore: cascade("wmsStore", "wms"),
    wmtsStores: cascaded("wmtsStore"),
    wmtsStore: cascade("wmtsStore", "wmts"),
  };
}

function cascadedIn(
  { cascaded }: DirectoryCatalog,
  noun: CascadedStore["noun"],
  workspace: string,
): readonly CascadedStore[] {
  return cascaded.filter((one) => one.noun === noun && one.workspace === workspace);
}

function hasWorkspace({ workspaces }: DirectoryCatalog, name: string): boolean {
  return workspaces.some((one) => one.name === name);
}

function storeOf(
  { stores }: DirectoryCatalog,
  noun: Store["noun"],
  { workspace, store }: AnswerRequest["parameters"],
): Store | undefined {
  return stores.find(
    (one) => one.noun === noun && one.workspace === workspace && one.name === store,
  );
}

function hasStore(
  { stores, cascaded }: DirectoryCatalog,
  noun: (Store | CascadedStore)["noun"],
  { workspace, store }: AnswerRequest["parameters"],
): boolean {
  return [...stores, ...cascaded].some(
    (one) => one.noun === noun && one.workspace === workspace && one.name === store,
  );
}

const NOUNS = {
  featureType: {
    store: "dataStore",
    plural: "featureTypes",
    single: "storeFeatureType",
    names: "featureTypeName",
  },
  coverage: {
    store: "coverageStore",
    plural: "coverages",
    single: "storeCoverage",
    names: "coverageName",
  },
  wmsLayer: {
    store: "wmsStore",
    plural: "wmsLayers",
    single: "wmsStoreLayer",
    names: "wmsLayerName",
  },
  wmtsLayer: {
    store: "wmtsStore",
    plural: "wmtsLayers",
    single: "wmtsStoreLayer",
    names: "wmtsLayerName",
  },
} as const;

function renderPublished(found: Published, rendering: Rendering): RenderedDocument {
  const { noun } = found;
  if (noun === "wmsLayer") return renderCascadedLayer("wms", found, rendering);
  if (noun === "wmtsLayer") return renderCascadedLayer("wmts", found, rendering);
  return noun === "coverage"
    ? renderCoverage(found, rendering)
    : renderFeatureType(found, rendering);
}

/** Routes of published resources, within a store or a workspace. */
export function publishedRoutes(catalog: DirectoryCatalog): Routes {
  const single =
    (noun: Published["noun"]): Handler =>
    ({ parameters, rendering }) => {
      const { workspace, store } = parameters;
      const found = catalog.published.find(
        (one) =>
          one.noun === noun &&
          one.workspace === workspace &&
          one.name === parameters[noun] &&
          (store === undefined || one.store === store),
      );
      return found && documentAnswer(renderPublished(found, rendering));
    };
  const collection =
    (noun: Published["noun"]): Handler =>
    ({ parameters, rendering, query }) => {
      const { workspace = "", store } = parameters;
      const about = NOUNS[noun];
      const isThere =
        store === undefined
          ? hasWorkspace(catalog, workspace)
          : hasStore(catalog, about.store, parameters);
      if (!isThere) return undefined;
      const found = catalog.published.filter(
        (one) =>
          one.noun === noun &&
          one.workspace === workspace &&
          (store === undefined || one.store === store),
      );
      if (query["list"] === "all") {
        const names = found.map(({ nativeName }) => nativeName);
        return documentAnswer(renderNameList(about.names, names, rendering));
      }
      const members = found.map(({ name, store: home }) => {
        const names = { featureType: name, coverage: name, wmsLayer: name, wmtsLayer: name };
        const place = { workspace, store: home, ...names };
        return { name, path: pathOf(about.single, place) };
      });
      return documentAnswer(renderList(about.plural, noun, members, rendering));
    };
  return {
    storeFeatureTypes: collection("featureType"),
    storeFeatureType: single("featureType"),
    featureTypes: collection("featureType"),
    featureType: single("featureType"),
    storeCoverages: collection("coverage"),
    storeCoverage: single("coverage"),
    coverages: collection("coverage"),
    coverage: single("coverage"),
    wmsStoreLayers: collection("wmsLayer"),
    wmsStoreLayer: single("wmsLayer"),
    wmsLayers: collection("wmsLayer"),
    wmsLayer: single("wmsLayer"),
    wmtsStoreLayers: collection("wmtsLayer"),
    wmtsStoreLayer: single("wmtsLayer"),
    wmtsLayers: collection("wmtsLayer"),
    wmtsLayer: single("wmtsLayer"),
  };
}

/** Routes of layers, by `workspace:name` or within a workspace. */
export function layerRoutes({ layers, workspaces, defaultWorkspace }: DirectoryCatalog): Routes {
  const single: Handler = ({ parameters, rendering }) => {
    const split = splitQualifiedName(parameters["layer"] ?? "");
    const scopes = parameters["workspace"] ?? split.workspace ?? undefined;
    const name = parameters["workspace"] === undefined ? split.name : parameters["layer"];
    const fits = layers.filter((one) => one.name === name);
    const isIn = (workspace: string | undefined) => (one: Layer) =>
      one.published.workspace === workspace;
    const found =
      scopes === undefined
        ? (fits.find(isIn(defaultWorkspace)) ?? fits[0])
        : fits.find(isIn(scopes));
    return found && documentAnswer(renderLayer(layerDocument(found), rendering));
  };
  return {
    layers: list("layers", "layer", () =>
      layers.map(({ name, published: { workspace } }) => {
        const layer = qualifiedName(workspace, name);
        return { name: layer, path: pathOf("layer", { layer }) };
      }),
    ),
    layer: single,
    workspaceLayers: list("layers", "layer", ({ workspace = "" }) =>
      workspaces.some(({ name }) => name === workspace)
        ? layers
            .filter(({ published }) => published.workspace === workspace)
            .map(({ name }) => ({
              name,
              path: pathOf("workspaceLayer", { workspace, layer: name }),
            }))
        : undefined,
    ),
    workspaceLayer: single,
  };
}

const TYPES = {
  featureType: "VECTOR",
  coverage: "RASTER",
  wmsLayer: "WMS",
  wmtsLayer: "WMTS",
} as const;

function layerDocument({ published, ...layer }: Layer) {
  const { workspace, store, noun } = published;
  return { ...layer, workspace, store, type: TYPES[noun] };
}

/** Routes of layer groups, global and in workspaces. */
export function groupRoutes({ groups, workspaces }: DirectoryCatalog): Routes {
  const scope = ({ workspace }: AnswerRequest["parameters"]) => workspace ?? null;
  const collection = list("layerGroups", "layerGroup", (parameters) => {
    const workspace = scope(parameters);
    if (workspace !== null && !workspaces.some(({ name }) => name === workspace)) return undefined;
    return groups
      .filter((one) => one.workspace === workspace)
      .map(({ name }) => ({ name, path: layerGroupPath(workspace, name) }));
  });
  const single: Handler = ({ parameters, rendering }) => {
    const workspace = scope(parameters);
    const found = groups.find(
      (one) => one.workspace === workspace && one.name === parameters["layerGroup"],
    );
    return found && documentAnswer(renderLayerGroup(found, rendering));
  };
  return {
    layerGroups: collection,
    layerGroup: single,
    workspaceLayerGroups: collection,
    workspaceLayerGroup: single,
  };
}
