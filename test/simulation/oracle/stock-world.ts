/** What decides who gets what, of what the stock server holds; as `world.ts` reads it from documents. */
import type {
  CascadedLayer,
  CoverageStore,
  DataStore,
  Published,
  State,
} from "../../stock/state.ts";
import { serviceNames, type GroupOf, type LayerOf, type ServiceOf, type World } from "./world.ts";

/** The same world that its documents show. */
export function worldOf(state: State): World {
  return {
    rules: {
      layers: [...state.rules.layers],
      services: [...state.rules.services],
      rest: [...state.rules.rest],
    },
    mode: state.mode,
    accounts: new Map(
      [...state.users].flatMap(([name, { enabled }]) =>
        enabled ? [[name, new Set(state.userRoles.get(name))] as const] : [],
      ),
    ),
    hasGlobalServices: state.settings.get("globalServices") !== "false",
    services: new Map([...state.services].flatMap(([key, fields]) => serviceOf(key, fields))),
    workspaces: new Map(
      [...state.workspaces.values()].map(({ name, isolated }) => [name, isolated]),
    ),
    layers: new Map(layersOf(state).map((layer) => [`${layer.workspace}:${layer.name}`, layer])),
    groups: new Map(
      [...state.layerGroups.values()].map((group) => {
        const { workspace, name, members, fields } = group;
        const own: GroupOf = {
          workspace: workspace === "" ? null : workspace,
          name,
          isOn: fields.get("enabled") !== "false",
          isListed: fields.get("advertised") !== "false",
          isQueryable: fields.get("queryDisabled") !== "true",
          members: members.map((member) => member.name.replace(/^:/, "")),
        };
        return [workspace === "" ? name : `${workspace}:${name}`, own];
      }),
    ),
  };
}

function serviceOf(
  key: string,
  fields: ReadonlyMap<string, string>,
): readonly (readonly [string, ServiceOf])[] {
  const [workspace = "", name = ""] = key.split(":");
  if (!serviceNames.some((one) => one === name)) return [];
  const isOn = fields.get("enabled") !== "false";
  const service = { isOn, writes: fields.get("serviceLevel") !== "BASIC" };
  return [[workspace === "" ? name : `${workspace}/${name}`, service]];
}

function layersOf(state: State): readonly LayerOf[] {
  const all: readonly Published[] = [
    ...state.featureTypes.values(),
    ...state.coverages.values(),
    ...state.cascadedLayers.values(),
  ];
  return all.map((one) => {
    const { workspace, name, fields } = one;
    const layer = state.layers.get(`${workspace}:${name}`);
    const store = storeOf(state, one);
    const on = [
      fields.get("enabled"),
      layer?.fields.get("enabled"),
      String(store?.enabled ?? true),
    ];
    return {
      workspace,
      name,
      isOn: layer !== undefined && !on.includes("false"),
      isListed: fields.get("advertised") !== "false",
      isQueryable: layer?.queryable !== false,
      source: JSON.stringify([
        behind(state, one),
        one.nativeCoverageName ?? one.nativeName,
        one.metadata.get("JDBC_VIRTUAL_TABLE"),
      ]),
      ...shownOf(fields),
    };
  });
}

function storeOf(state: State, one: Published): { readonly enabled: boolean } | undefined {
  const key = `${one.workspace}:${one.store}`;
  if (state.featureTypes.get(`${one.workspace}:${one.name}`) === one)
    return state.dataStores.get(key);
  if ("service" in one)
    return [...state.cascadedStores.values()].find(
      (store) =>
        store.service === (one as CascadedLayer).service &&
        store.workspace === one.workspace &&
        store.name === one.store,
    );
  return state.coverageStores.get(key);
}

/** Where the data is, as the store says it, or as a mapping says it. */
function behind(state: State, one: Published): unknown {
  const store = storeOf(state, one) as
    | (Partial<DataStore & CoverageStore> & { readonly fields?: ReadonlyMap<string, string> })
    | undefined;
  if (store === undefined) return undefined;
  const folder = `data/${one.workspace}/${one.store}/`;
  if (store.type?.startsWith("Application Schema") === true)
    return [...state.files]
      .filter(([path]) => path.startsWith(folder))
      .map(([path, bytes]) => [path, Buffer.from(bytes).toString("base64")]);
  const parameters = [...(store.parameters ?? [])]
    .filter(([key]) => !/passw|secret|token/i.test(key) && key !== "namespace")
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [parameters, store.type, store.url, store.fields?.get("capabilitiesURL")];
}

function shownOf(
  fields: ReadonlyMap<string, string>,
): Pick<LayerOf, "filter" | "columns" | "disabledServices"> {
  const inside = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map(([, found = ""]) => found);
  const filter = fields.get("cqlFilter");
  const columns = inside(fields.get("attributes") ?? "", "attribute").map((attribute) =>
    ["name", "source"].map((name) => inside(attribute, name)[0] ?? "").join("="),
  );
  const isWhole = columns.length === 0 || (columns.length === 1 && columns[0] === "geom=");
  const isListed = fields.get("serviceConfiguration") === "true";
  const disabled = isListed ? inside(fields.get("disabledServices") ?? "", "string") : [];
  return {
    filter: filter === undefined || filter === "" || filter === "INCLUDE" ? undefined : filter,
    columns: isWhole ? undefined : new Set(columns),
    disabledServices: new Set(disabled.map((name) => name.toLowerCase())),
  };
}
