/**
 * Fills the catalog of the included server with a data directory. Records are put as they are, past
 * the checks of commands: a server that runs on the directory shows what it refuses to take, too.
 */
import { isBuiltInGridSet } from "../../model/built-in-grid-sets.ts";
import { cascadeSecrets } from "../../model/cascaded-store.ts";
import { isSecretParameter } from "../../model/connection-parameters.ts";
import { sealDetails, type Details } from "../../model/details.ts";
import { names } from "../../model/schema.ts";
import { qualifiedName } from "../../model/layer.ts";
import { ruleRecords } from "../../server/catalog/access-rules.ts";
import { sealBlobStore } from "../../server/catalog/cache-objects.ts";
import { shownKinds } from "../../server/catalog/layer.ts";
import type { RecordKind, RecordValues } from "../../server/catalog/records.ts";
import type { CatalogWriter } from "../../server/catalog/unit-of-work.ts";
import type { DirectoryContent } from "../load/content.ts";
import type { CascadedStore, Published, Store } from "../load/objects.ts";

type Seal = (text: string) => string;

/** When objects were made and changed, by `recordKey`. */
export type Dates = Map<string, { readonly created: string; readonly modified: string | null }>;

export function recordKey(kind: RecordKind, workspace: string | null, name: string): string {
  return JSON.stringify([kind, workspace, name]);
}

interface Keyed {
  readonly workspace?: string | null;
  readonly name: string;
  readonly created?: string;
  readonly modified?: string | null;
}

type Put = <Kind extends RecordKind>(
  kind: Kind,
  key: Keyed,
  value: RecordValues[Kind],
) => Promise<void>;

/** Notes the dates, which a writer sets itself. A text that is encrypted already is not sealed. */
export async function fillCatalog(
  writer: CatalogWriter,
  content: DirectoryContent,
  { seal: sealAny, dates }: { readonly seal: Seal; readonly dates: Dates },
): Promise<void> {
  const seal: Seal = (text) => (text === "" || /^crypt\d+:/.test(text) ? text : sealAny(text));
  const put: Put = async (kind, { workspace = null, name, created, modified = null }, value) => {
    await writer.put({ kind, workspace, name }, value);
    if (created !== undefined) dates.set(recordKey(kind, workspace, name), { created, modified });
  };
  await putWorkspaces(put, content);
  const { stores, cascaded, published, layers, styles, groups } = content.catalog;
  for (const store of stores) await putStore(put, store, seal);
  for (const store of cascaded) await putCascade(put, store, seal);
  for (const one of published) await put(shownKinds[TYPES[one.noun]], one, valueOf(one));
  for (const { published: shown, ...layer } of layers) {
    const { workspace, store, noun } = shown;
    await put("layer", { ...layer, workspace }, { ...valueOf(layer), store, type: TYPES[noun] });
  }
  for (const style of styles)
    // Of a language that is unknown here, the server shows the entry.
    await put("style", style, valueOf(style) as RecordValues["style"]);
  for (const group of groups) await put("layer-group", group, valueOf(group));
  await putSettings(put, content);
  await putTileCache(put, content, seal);
  await putSecurity(put, content);
}

const TYPES = {
  featureType: "VECTOR",
  coverage: "RASTER",
  wmsLayer: "WMS",
  wmtsLayer: "WMTS",
} as const satisfies Readonly<Record<Published["noun"], string>>;

const APART = names("id file folder noun name workspace created modified");

/** An object without its key, its dates, and its place in the directory. */
function valueOf<Noun extends object>(noun: Noun) {
  const own = Object.entries(noun).filter(([name]) => !APART.has(name));
  return Object.fromEntries(own) as Omit<
    Noun,
    "id" | "file" | "folder" | "noun" | "name" | "workspace" | "created" | "modified"
  >;
}

async function putWorkspaces(put: Put, { catalog }: DirectoryContent): Promise<void> {
  for (const workspace of catalog.workspaces) {
    const { uri, isolated, metadata } = workspace;
    const own = (metadata?.size ?? 0) === 0 ? {} : { metadata: Object.fromEntries(metadata ?? []) };
    await put("workspace", workspace, { uri, isolated, ...own });
  }
  if (catalog.defaultWorkspace !== undefined)
    await put("setting", { name: "default-workspace" }, { text: catalog.defaultWorkspace });
}

async function putStore(put: Put, store: Store, seal: Seal): Promise<void> {
  const details = sealDetails(store.details ?? {}, seal) as Details;
  const { parameters, url, ...value } = valueOf(store);
  if (store.noun === "coverageStore")
    return put("coverage-store", store, { ...value, url, details });
  const sealed = [...parameters].map(
    ([key, text]) => [key, isSecretParameter(key) ? seal(text) : text] as const,
  );
  return put("data-store", store, { ...value, details, parameters: Object.fromEntries(sealed) });
}

async function putCascade(put: Put, store: CascadedStore, seal: Seal): Promise<void> {
  const secrets = cascadeSecrets.map((name) => [name, store[name] && seal(store[name])] as const);
  const details = sealDetails(store.details ?? {}, seal) as Details;
  await put(store.noun === "wmsStore" ? "wms-store" : "wmts-store", store, {
    ...valueOf(store),
    ...Object.fromEntries(secrets),
    details,
  });
}

async function putSettings(put: Put, { settings }: DirectoryContent): Promise<void> {
  for (const { kind, workspace, name, values } of settings)
    if (values !== undefined) await put(kind, { workspace, name }, values);
}

async function putTileCache(
  put: Put,
  { catalog, tileCache, tiles }: DirectoryContent,
  seal: Seal,
): Promise<void> {
  const { gridSets, blobStores, diskQuota } = tileCache;
  for (const [name, set] of gridSets)
    if (!isBuiltInGridSet(name)) await put("grid-set", { name }, set);
  for (const [name, store] of blobStores)
    await put("blob-store", { name }, sealBlobStore(store, seal));
  if (diskQuota !== undefined) await put("disk-quota", { name: "quota" }, diskQuota);
  if (tiles === undefined) return;
  const layers = catalog.layers.map(({ name, published: { workspace } }) => ({ workspace, name }));
  for (const { workspace, name } of [...layers, ...catalog.groups]) {
    const own = tiles.get(qualifiedName(workspace, name)) ?? null;
    await put("tile-layer", { workspace, name }, { tiles: own });
  }
}

async function putSecurity(put: Put, { security, regular }: DirectoryContent): Promise<void> {
  const { rules, mode, users, groups, roles, rolesOfUser, rolesOfGroup } = security;
  for (const domain of ["layers", "services", "rest"] as const)
    for (const [name, ofRule] of rules[domain])
      await put(ruleRecords[domain], { name }, { roles: ofRule });
  await put("setting", { name: "catalog-mode" }, { text: mode });
  for (const name of roles) await put("role", { name }, {});
  for (const name of groups.keys())
    await put("account-group", { name }, { enabled: true, roles: rolesOfGroup.get(name) ?? [] });
  for (const { userName: name, enabled } of users) {
    const own = [...groups].filter(([, members]) => members.includes(name));
    // Nobody logs in by it: no password has an empty hash.
    const account = { hash: "", enabled, roles: rolesOfUser.get(name) ?? [] };
    await put("account", { name }, { ...account, groups: own.map(([group]) => group) });
  }
  for (const { noun, objects } of regular)
    for (const object of objects) await put(noun.record, object, valueOf(object) as never);
}
