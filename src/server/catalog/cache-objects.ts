/**
 * Grid sets and blob stores: a PUT creates or replaces one as a whole, and tile layers use them by
 * name (docs/compatibility.md, "Tile cache").
 */
import { settingsOfType, type BlobStore } from "../../model/blob-store.ts";
import { builtInGridSets } from "../../model/built-in-grid-sets.ts";
import { digestOfValue } from "../../model/digest.ts";
import { fewOf } from "../../model/few.ts";
import { completeGridSet, type GridSetInput } from "../../model/grid-set.ts";
import { qualifiedName } from "../../model/layer.ts";
import { nameProblem } from "../../model/name.ts";
import type { TileLayer } from "../../model/tile-layer.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError, type CatalogErrorCode } from "./errors.ts";
import type { RecordValues, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Records of such objects. */
export type CacheRecord = "grid-set" | "blob-store";

type Found<Kind extends CacheRecord> = Pick<Stored<Kind>, "name" | "value">;

/** What differs between both. */
interface CacheNoun<Kind extends CacheRecord, Said> {
  readonly record: Kind;
  readonly label: string;
  /** What stock servers call one. */
  readonly word: string;
  /** The error message for a body without a name. */
  readonly nameless: string;
  /** Objects that every server has; they stay as they are. */
  readonly builtIn?: () => ReadonlyMap<string, () => RecordValues[Kind]>;
  /** Throws if it can be none; text is why. */
  readonly complete: (name: string, said: Said) => RecordValues[Kind] | string;
  /** Changes what else changes with it. */
  readonly beforePut?: (writer: CatalogWriter, put: Found<Kind>) => Promise<void>;
  readonly checkRemoval?: (found: Found<Kind>) => void;
  readonly isUsedBy: (layer: TileLayer, name: string) => boolean;
  readonly inUse: CatalogErrorCode;
}

/** Grid sets; a built-in one may be put as it is. Deviation: grid-set-kept. */
export const gridSets = commands<"grid-set", GridSetInput>({
  record: "grid-set",
  label: "grid set",
  word: "GridSet",
  nameless: "name is null",
  builtIn: builtInGridSets,
  complete: completeGridSet,
  isUsedBy: ({ gridSubsets }, name) => gridSubsets.some((one) => one.gridSet === name),
  inUse: "grid-set-in-use",
});

/** Blob stores; at most one is the default, and tiles of a removed one stay. Deviation: blob-store-kept. */
export const blobStores = commands<"blob-store", BlobStore>({
  record: "blob-store",
  label: "blob store",
  word: "BlobStoreInfo",
  nameless: "Failed to add BlobStoreInfo. A BlobStoreInfo name cannot be null",
  complete: (_name, store) => store,
  beforePut: async (writer, { name, value }) => {
    if (!value.isDefault) return;
    for (const { name: other, value: found } of await writer.list("blob-store", null)) {
      const key = { kind: "blob-store", workspace: null, name: other } as const;
      if (other !== name && found.isDefault) await writer.put(key, { ...found, isDefault: false });
    }
  },
  checkRemoval: ({ name, value: { isDefault } }) => {
    if (!isDefault) return;
    const message = `The default blob store can't be removed: ${name}`;
    throw new CatalogError("blob-store-default", message);
  },
  isUsedBy: (layer, name) => layer.blobStore === name,
  inUse: "blob-store-in-use",
});

/** Seals the keys and passwords. Deviation: blob-secrets. */
export function sealBlobStore<Store extends BlobStore>(
  store: Store,
  seal: (text: string) => string,
): Store {
  const known = settingsOfType(store.type);
  const settings = Object.entries(store.settings).map(([name, text]) => {
    return [name, known[name]?.isSecret === true ? seal(text) : text] as const;
  });
  return { ...store, settings: Object.fromEntries(settings) };
}

/** Commands on one of both. */
export type CacheCommands<Kind extends CacheRecord, Said> = ReturnType<typeof commands<Kind, Said>>;

function commands<Kind extends CacheRecord, Said>(noun: CacheNoun<Kind, Said>) {
  const { record, label, word } = noun;
  const builtIn = noun.builtIn?.() ?? new Map<string, never>();
  const keyOf = (name: string) => ({ kind: record, workspace: null, name }) as const;
  /** In the words of stock servers. */
  const missing = (verb: "get" | "remove", name: string) => {
    const message = `Failed to ${verb} ${word}. A ${word} with name "${name}" does not exist.`;
    return new CatalogError("not-found", message);
  };
  const checkOwn = (name: string) => {
    if (!builtIn.has(name)) return;
    const message = `Every tile cache has the ${label} ${name}; it stays`;
    throw new CatalogError("grid-set-built-in", message);
  };
  return {
    record,
    missing,
    /** Lists all names, starting with the built-in ones. */
    list: async (reader: CatalogReader): Promise<readonly string[]> => {
      const own = await reader.list(record, null);
      return [...builtIn.keys(), ...own.map(({ name }) => name)];
    },
    find: async (reader: CatalogReader, name: string): Promise<Found<Kind> | undefined> => {
      const value = builtIn.get(name)?.();
      return value === undefined ? reader.get(record, null, name) : { name, value };
    },
    /** Creates or replaces an object; returns true if it is new. */
    put: async (
      writer: CatalogWriter,
      name: string,
      { name: said, ...body }: Said & { readonly name: string | undefined },
    ): Promise<boolean> => {
      if (said === undefined) throw new CatalogError("field-missing", noun.nameless);
      checkName(name, said);
      const value = noun.complete(name, body as unknown as Said);
      const own = builtIn.get(name)?.();
      if (own !== undefined && digestOfValue(value) === digestOfValue(own)) return false;
      checkOwn(name);
      if (typeof value === "string")
        throw new CatalogError("grid-set-invalid", `The grid set ${name} ${value}`);
      await noun.beforePut?.(writer, { name, value });
      const before = await writer.get(record, null, name);
      await writer.put<Kind>(keyOf(name), value);
      return before === undefined;
    },
    /** Some dialects refuse while tile layers use the object. Deviation: tile-cache-in-use. */
    remove: async (writer: CatalogWriter, { usedTileCache }: Dialect, name: string) => {
      checkOwn(name);
      const found = await writer.get(record, null, name);
      if (found === undefined) throw missing("remove", name);
      noun.checkRemoval?.(found);
      const uses = (layer: TileLayer) => noun.isUsedBy(layer, name);
      const users = usedTileCache === "stays" ? await usersOf(writer, uses) : undefined;
      if (users !== undefined)
        throw new CatalogError(noun.inUse, `The ${label} ${name} is used by ${users}`);
      await writer.remove(keyOf(name));
    },
  };
}

/** Stock servers store it under the name in the body. Deviation: tile-cache-names. */
function checkName(name: string, said: string): void {
  if (said !== name)
    throw new CatalogError("name-mismatch", `The body names ${said}, and the path ${name}`);
  // Names of reference systems contain a colon.
  const problem = nameProblem(name.replaceAll(":", ""));
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The name ${JSON.stringify(name)} ${problem}`);
}

/** Names the tile layers that use something. Automatic ones use only built-in objects. */
async function usersOf(
  reader: CatalogReader,
  uses: (layer: TileLayer) => boolean,
): Promise<string | undefined> {
  const users = (await reader.list("tile-layer")).flatMap(({ workspace, name, value: { tiles } }) =>
    tiles !== null && uses(tiles) ? [qualifiedName(workspace, name)] : [],
  );
  if (users.length === 0) return undefined;
  return `${users.length === 1 ? "tile layer" : "tile layers"} ${fewOf(users)}`;
}
