/** Answers about workspaces, stores, what they publish, layers and layer groups. */
import { qualifiedName, splitQualifiedName } from "../../model/layer.ts";
import { renderCoverageStore } from "../../wire/coverage-store.ts";
import { renderCoverage } from "../../wire/coverage.ts";
import { renderDataStore } from "../../wire/data-store.ts";
import { renderList, renderNameList, type ListMember } from "../../wire/document.ts";
import { renderFeatureType } from "../../wire/feature-type.ts";
import { renderLayerGroup } from "../../wire/layer-group.ts";
import { renderLayer } from "../../wire/layer.ts";
import { renderNamespace } from "../../wire/namespace.ts";
import { layerGroupPath, pathOf } from "../../wire/paths.ts";
import { renderWorkspace } from "../../wire/workspace.ts";
import type { DirectoryCatalog, Layer, Published, Store } from "../load/objects.ts";
import { documentAnswer, type AnswerRequest, type Handler, type Routes } from "./answer.ts";

/** Answers a list: the members of a scope, or nothing where there is no such scope. */
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
  const cascaded = (noun: "wmsStore" | "wmtsStore") =>
    list(`${noun}s`, noun, ({ workspace = "" }) =>
      hasWorkspace(catalog, workspace)
        ? catalog.cascaded
            .filter((one) => one.noun === noun && one.workspace === workspace)
            .map(({ name }) => ({
              name,
              path: `${pathOf(`${noun}s`, { workspace })}/${encodeURIComponent(name)}`,
            }))
        : undefined,
    );
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
    wmtsStores: cascaded("wmtsStore"),
  };
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
} as const;

/** Routes of feature types and coverages, within a store and across the stores of a workspace. */
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
      const render = noun === "coverage" ? renderCoverage : renderFeatureType;
      return found && documentAnswer(render(found, rendering));
    };
  const collection =
    (noun: Published["noun"]): Handler =>
    ({ parameters, rendering, query }) => {
      const { workspace = "", store } = parameters;
      const about = NOUNS[noun];
      const isThere =
        store === undefined
          ? hasWorkspace(catalog, workspace)
          : storeOf(catalog, about.store, parameters) !== undefined;
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
        const place = { workspace, store: home, featureType: name, coverage: name };
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

function layerDocument({ published, ...layer }: Layer) {
  const { workspace, store, noun } = published;
  const type = noun === "coverage" ? ("RASTER" as const) : ("VECTOR" as const);
  return { ...layer, workspace, store, type };
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
