/**
 * Objects of the tile cache that a PUT creates or replaces as a whole, and that tile layers use by
 * name (docs/compatibility.md, "Tile cache").
 */
import { digestOfValue } from "../../model/digest.ts";
import { fewOf } from "../../model/few.ts";
import { qualifiedName } from "../../model/layer.ts";
import { nameProblem } from "../../model/name.ts";
import type { AnyCacheNoun, CacheRecord, CacheValue } from "../../model/nouns.ts";
import type { TileLayer } from "../../model/tile-layer.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** A stored object of one of these nouns. */
export type CacheObject = Pick<Stored<CacheRecord>, "name" | "value">;

/** The body of one. */
export type SaidObject = { readonly name: string | undefined };

/** Commands on one of them. */
export function cacheCommands(noun: AnyCacheNoun) {
  const { record, label, word, typed } = noun;
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
  /** The former default is none any more. */
  const giveUpDefault = async (writer: CatalogWriter, name: string, value: CacheValue) => {
    if (!isDefault(value)) return;
    for (const other of await writer.list(record, null))
      if (other.name !== name && isDefault(other.value))
        await writer.put(keyOf(other.name), { ...other.value, isDefault: false });
  };
  return {
    missing,
    /** Lists all names, starting with the built-in ones. */
    list: async (reader: CatalogReader): Promise<readonly string[]> => {
      const own = await reader.list(record, null);
      return [...builtIn.keys(), ...own.map(({ name }) => name)];
    },
    find: async (reader: CatalogReader, name: string): Promise<CacheObject | undefined> => {
      const value = builtIn.get(name)?.();
      return value === undefined ? reader.get(record, null, name) : { name, value };
    },
    /** Creates or replaces an object; returns true if it is new. */
    put: async (
      writer: CatalogWriter,
      name: string,
      { name: said, ...body }: SaidObject,
    ): Promise<boolean> => {
      if (said === undefined) throw new CatalogError("field-missing", noun.nameless);
      checkName(name, said);
      const value = noun.complete(name, body);
      const own = builtIn.get(name)?.();
      if (own !== undefined && digestOfValue(value) === digestOfValue(own)) return false;
      checkOwn(name);
      if (typeof value === "string")
        throw new CatalogError("grid-set-invalid", `The ${label} ${name} ${value}`);
      await giveUpDefault(writer, name, value);
      const before = await writer.get(record, null, name);
      await writer.put(keyOf(name), value);
      return before === undefined;
    },
    /** Some dialects refuse while tile layers use the object. Deviation: tile-cache-in-use. */
    remove: async (writer: CatalogWriter, { usedTileCache }: Dialect, name: string) => {
      checkOwn(name);
      const found = await writer.get(record, null, name);
      if (found === undefined) throw missing("remove", name);
      if (typed !== undefined && isDefault(found.value))
        throw new CatalogError(
          typed.defaultStays,
          `The default ${label} can't be removed: ${name}`,
        );
      const uses = (layer: TileLayer) => noun.isUsedBy(layer, name);
      const users = usedTileCache === "stays" ? await usersOf(writer, uses) : undefined;
      if (users !== undefined)
        throw new CatalogError(noun.inUse, `The ${label} ${name} is used by ${users}`);
      await writer.remove(keyOf(name));
    },
  };
}

function isDefault(value: CacheValue): boolean {
  return "isDefault" in value && value.isDefault;
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
