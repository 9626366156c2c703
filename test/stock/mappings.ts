/** What the mappings of app-schema stores publish on the stock server. */
import { Refusal } from "./refusal.ts";
import { inWorkspace, type DataStore, type State } from "./state.ts";
import { child, childText, elementsOf, parseElement, textOf, type Element } from "./xml-tree.ts";

export const APP_SCHEMA = "Application Schema DataAccess";

export const DATA_DIRECTORY = "/var/lib/geoserver_data";

/** Names that a store publishes. Throws Refusal 500; the entry stays all the same. */
export function open(state: State, store: DataStore): readonly string[] {
  const keys = mappedKeys(state, store);
  keepSchemas(state, store);
  const others = [...state.dataStores.values()].filter(
    (other) => other !== store && other.type === APP_SCHEMA && isOpen(state, other),
  );
  const taken = new Set(others.flatMap((other) => mappedKeys(state, other)));
  if (keys.some((key) => taken.has(key)) || new Set(keys).size < keys.length)
    throw new Refusal(
      500,
      "Duplicate mappingName or targetElement across FeatureTypeMapping instances detected.",
    );
  return keys.map((key) => key.slice(key.indexOf("}") + 1));
}

/** Schemas are kept by location for as long as the server runs, whatever becomes of their files. */
function keepSchemas({ files, schemas }: State, { workspace, name }: DataStore): void {
  for (const [path, bytes] of files) {
    const isOwn = path.startsWith(`data/${workspace}/${name}/`) && /\.xsd$/i.test(path);
    if (isOwn && !schemas.has(path)) schemas.set(path, bytes);
  }
}

/** A store that nothing is published of was never opened, so its names are not taken. */
function isOpen(state: State, { workspace, name }: DataStore): boolean {
  return inWorkspace(state.featureTypes, workspace).some(({ store }) => store === name);
}

/** Keys of a main mapping as `{namespace}name`. Throws Refusal 500. */
function mappedKeys(state: State, store: DataStore): readonly string[] {
  const path = (store.parameters.get("url") ?? "").replace(`file:${DATA_DIRECTORY}/`, "");
  const text = new TextDecoder().decode(state.files.get(path) ?? new Uint8Array());
  const missing = /\$\{([^}]*)\}/.exec(text)?.[1];
  if (missing !== undefined)
    throw new Refusal(500, `Interpolation failed for missing property ${missing}`);
  const root = readMapping(text);
  const namespaces = new Map(
    childrenOf(root, "namespaces").map((one) => [childText(one, "prefix"), childText(one, "uri")]),
  );
  return childrenOf(root, "typeMappings").map((mapping) => {
    const target = childText(mapping, "mappingName") ?? childText(mapping, "targetElement") ?? "";
    const [prefix, local] = target.includes(":") ? target.split(":", 2) : ["", target];
    return `{${namespaces.get(prefix) ?? ""}}${local}`;
  });
}

/** Target elements of a main mapping as `namespace:name`. */
function targets(state: State, store: DataStore): readonly string[] {
  const path = (store.parameters.get("url") ?? "").replace(`file:${DATA_DIRECTORY}/`, "");
  const root = readMapping(new TextDecoder().decode(state.files.get(path) ?? new Uint8Array()));
  const namespaces = new Map(
    childrenOf(root, "namespaces").map((one) => [childText(one, "prefix"), childText(one, "uri")]),
  );
  return childrenOf(root, "typeMappings").map((mapping) => {
    const [prefix, local] = (childText(mapping, "targetElement") ?? "").split(":", 2);
    return `${namespaces.get(prefix) ?? ""}:${local ?? ""}`;
  });
}

/** Every type is looked for in the namespace of the workspace. Throws Refusal 500. */
export function checkNamespace(state: State, store: DataStore): void {
  const namespace = store.parameters.get("namespace") ?? "";
  const available = targets(state, store);
  const outside = available.find((name) => !name.startsWith(`${namespace}:`));
  if (outside === undefined) return;
  const local = outside.slice(outside.lastIndexOf(":") + 1);
  throw new Refusal(
    500,
    `org.geotools.api.data.DataSourceException: ${namespace}:${local} not found. Available: [${available.join(", ")}]`,
  );
}

/** Whether a store can no more open what it publishes, as its workspace has another namespace than its mapping. */
export function hasLostNamespace(state: State, store: DataStore | undefined): boolean {
  if (store?.type !== APP_SCHEMA) return false;
  const uri = state.workspaces.get(store.workspace)?.uri ?? "";
  try {
    const known = targets(state, store);
    return known.length > 0 && known.every((name) => !name.startsWith(`${uri}:`));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function readMapping(text: string): Element {
  try {
    const root = parseElement(text);
    if (root.name.endsWith("AppSchemaDataAccess")) return root;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw new Refusal(500, "Unable to create source data store");
}

function childrenOf(root: Element, name: string): readonly Element[] {
  const list = child(root, name);
  return list === undefined ? [] : elementsOf(list).filter((one) => textOf(one) !== "");
}
