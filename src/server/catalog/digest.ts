/** Digests of catalog objects (docs/compatibility.md, "Digests"). */
import { APP_SCHEMA_TYPE } from "../../model/app-schema.ts";
import { drawnLayer } from "../../model/layer.ts";
import {
  appSchemaDigest,
  byteIdentity,
  digestKinds,
  hasMeaning,
  layerDigest,
  modeDigest,
  noDigests,
  otherStoreDigest,
  ruleDigest,
  styleDigest,
  workspaceDigest,
  type DigestKind,
  type Digests,
  type DigestScope,
  type ScopeDigests,
} from "../../model/object-digest.ts";
import { isPackageImage, styleFolder } from "../../model/style.ts";
import { mappingPath, storeFolder } from "./app-schema.ts";
import { catalogMode } from "./catalog-mode.ts";
import type { Stored } from "./records.ts";
import { inSlices } from "./slices.ts";
import { stylePathOf } from "./style.ts";
import type { CatalogReader, IdentifiedFile } from "./unit-of-work.ts";

/** True if all content was parsed. Then only a change of the catalog changes the digests. */
export function isComplete({ digests, exact }: ScopeDigests): boolean {
  return digests.size === exact.size;
}

/** Returns undefined if the objects have no content. */
export function contentFolder(kind: DigestKind, workspace: string | null): string | undefined {
  if (kind === "Style") return styleFolder(workspace);
  if (kind === "AppSchemaStore" && workspace !== null) return `data/${workspace}`;
  return undefined;
}

/** Lists the files of a folder that are still to be parsed, one per content. */
export async function unreadFiles(
  reader: CatalogReader,
  folder: string,
): Promise<IdentifiedFile[]> {
  const all = await reader.identities(folder);
  const files = all.filter((file) => meaning(file) === undefined);
  return [...new Map(files.map((file) => [file.digest, file])).values()];
}

/** Returns no digests for a missing scope. */
export async function objectDigests(
  reader: CatalogReader,
  { kind, workspace }: DigestScope,
): Promise<ScopeDigests> {
  if (kind === "Layer") return layerDigests(reader, workspace);
  if (kind === "Style") return styleDigests(reader, workspace);
  if (kind === "AppSchemaStore")
    return workspace === null ? noDigests : storeDigests(reader, workspace);
  return workspace === null ? globalDigests(reader, kind) : noDigests;
}

/** Lists the scopes that may have objects, in workspaces visible to the reader. */
export async function digestScopes(reader: CatalogReader): Promise<readonly DigestScope[]> {
  const workspaces = (await reader.list("workspace", null)).map(({ name }) => name);
  return digestKinds.flatMap((kind) =>
    placesOf(kind, workspaces).map((workspace) => ({ kind, workspace })),
  );
}

function placesOf(kind: DigestKind, workspaces: readonly string[]): readonly (string | null)[] {
  if (kind === "AppSchemaStore") return workspaces;
  return kind === "Layer" || kind === "Style" ? [null, ...workspaces] : [null];
}

async function globalDigests(
  reader: CatalogReader,
  kind: "AccessRule" | "CatalogMode" | "Workspace",
): Promise<ScopeDigests> {
  if (kind === "CatalogMode")
    return plain([["catalog", modeDigest({ mode: await catalogMode(reader) })]]);
  if (kind === "AccessRule") {
    const rules = await reader.list("access-rule", null);
    return plain(rules.map(({ name, value }) => [name, ruleDigest(value)]));
  }
  const workspaces = await reader.list("workspace", null);
  return plain(
    workspaces.map(({ name, value: { uri: namespace, isolated } }) => [
      name,
      workspaceDigest({ namespace, isolated }),
    ]),
  );
}

async function layerDigests(
  reader: CatalogReader,
  workspace: string | null,
): Promise<ScopeDigests> {
  const layers = await reader.list("layer", workspace);
  const digests: [string, string][] = [];
  await inSlices(layers, ({ name, value }) => digests.push([name, layerDigest(drawnLayer(value))]));
  return plain(digests);
}

function plain(entries: readonly (readonly [string, string])[]): ScopeDigests {
  const digests = new Map(entries);
  return { digests, exact: digests, files: new Map() };
}

async function styleDigests(
  reader: CatalogReader,
  workspace: string | null,
): Promise<ScopeDigests> {
  const folder = styleFolder(workspace);
  const styles: NamedStyle[] = [];
  // The list is dropped before the files are read, because both take much memory.
  await inSlices(await reader.list("style", workspace), (style) =>
    styles.push({ name: style.name, format: style.value.format, path: stylePathOf(style) }),
  );
  const files = await reader.identities(folder);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const images = files
    .filter(({ path }) => isPackageImage(path.slice(folder.length + 1)))
    .map(({ path, digest }) => [path.slice(folder.length + 1), digest] as const);
  const by = (identity: Identity) => stylesBy(styles, byPath, identity);
  return { digests: by(meaning), exact: by(exactly), files: new Map(images) };
}

interface NamedStyle {
  readonly name: string;
  readonly format: string;
  /** Of its content, which may be missing. */
  readonly path: string;
}

/** Undefined while it is not known. */
type Identity = (file: IdentifiedFile) => string | undefined;

/** The digests of styles whose content has an identity, or that have none. */
function stylesBy(
  styles: readonly NamedStyle[],
  files: ReadonlyMap<string, IdentifiedFile>,
  identity: Identity,
): Digests {
  const contentOf = ({ path }: NamedStyle) => {
    const file = files.get(path);
    return file === undefined ? null : identity(file);
  };
  const known = styles.filter((style) => contentOf(style) !== undefined);
  const byName = new Map(known.map((style) => [style.name, style]));
  return {
    size: byName.size,
    keys: () => byName.keys(),
    has: (name) => byName.has(name),
    get: (name) => {
      const style = byName.get(name);
      return style && styleDigest({ format: style.format, content: contentOf(style) ?? null });
    },
  };
}

async function storeDigests(reader: CatalogReader, workspace: string): Promise<ScopeDigests> {
  const root = `data/${workspace}`;
  const byStore = Map.groupBy(
    await reader.identities(root),
    ({ path }) => path.slice(root.length + 1).split("/", 1)[0] ?? "",
  );
  const types = Map.groupBy(
    await reader.list("feature-type", workspace),
    ({ value }) => value.store,
  );
  const stores = await reader.list("data-store", workspace);
  const digestOf = (
    { name, value }: Stored<"data-store">,
    identity: (file: IdentifiedFile) => string | undefined,
  ) => {
    const { storeType, parameters } = value;
    const folder = `${storeFolder(workspace, name)}/`;
    const main = mappingPath(parameters);
    if (storeType !== APP_SCHEMA_TYPE || !main?.startsWith(folder))
      return otherStoreDigest({ storeType, url: parameters["url"] ?? "" });
    const own = byStore.get(name) ?? [];
    const files = collect(own, identity, ({ path }) => path.slice(folder.length));
    if (files.size < own.length) return undefined;
    const featureTypes = (types.get(name) ?? []).map((type) => type.name);
    return appSchemaDigest({ main: main.slice(folder.length), files, featureTypes });
  };
  return {
    digests: collect(stores, (store) => digestOf(store, meaning)),
    exact: collect(stores, (store) => digestOf(store, exactly)),
    files: new Map(),
  };
}

function exactly(file: IdentifiedFile): string {
  return byteIdentity(file.digest);
}

/** Undefined while the file is not parsed. */
function meaning(file: IdentifiedFile): string | undefined {
  return hasMeaning(file.path, file.bytes) ? (file.identity ?? undefined) : exactly(file);
}

/** Leaves out items without a value. */
function collect<Item extends { readonly name: string } | IdentifiedFile>(
  items: readonly Item[],
  valueOf: (item: Item) => string | undefined,
  keyOf: (item: Item) => string = (item) => ("name" in item ? item.name : item.path),
): ReadonlyMap<string, string> {
  return new Map(
    items.flatMap((item) => {
      const value = valueOf(item);
      return value === undefined ? [] : [[keyOf(item), value] as const];
    }),
  );
}
