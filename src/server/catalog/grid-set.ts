/** Grid sets of the tile cache (docs/compatibility.md, "Tile cache"). */
import {
  builtInGridSet,
  builtInGridSetNames,
  isBuiltInGridSet,
} from "../../model/built-in-grid-sets.ts";
import { digestOfValue } from "../../model/digest.ts";
import { completeGridSet, type GridSet, type GridSetInput } from "../../model/grid-set.ts";
import { nameProblem } from "../../model/name.ts";
import type { TileLayer } from "../../model/tile-layer.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { tileLayersUsing } from "./tile-cache-users.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** A grid set with its name. */
export interface NamedGridSet {
  readonly name: string;
  readonly value: GridSet;
}

/** Lists all names, starting with the built-in ones. */
export async function listGridSets(reader: CatalogReader): Promise<readonly string[]> {
  const own = await reader.list("grid-set", null);
  return [...builtInGridSetNames, ...own.map(({ name }) => name)];
}

/** Returns a built-in or stored grid set, if there is one. */
export async function findGridSet(
  reader: CatalogReader,
  name: string,
): Promise<NamedGridSet | undefined> {
  const builtIn = builtInGridSet(name);
  if (builtIn !== undefined) return { name, value: builtIn };
  return reader.get("grid-set", null, name);
}

/** Creates or replaces a grid set; returns true if it is new. Deviation: grid-set-kept. */
export async function putGridSet(
  writer: CatalogWriter,
  name: string,
  { name: said, ...input }: GridSetInput & { readonly name: string | undefined },
): Promise<boolean> {
  checkTileCacheName(name, said);
  const set = completeGridSet(name, input);
  const builtIn = builtInGridSet(name);
  if (builtIn !== undefined && digestOfValue(set) === digestOfValue(builtIn)) return false;
  checkOwn(name);
  if (typeof set === "string")
    throw new CatalogError("grid-set-invalid", `The grid set ${name} ${set}`);
  const before = await writer.get("grid-set", null, name);
  await writer.put({ kind: "grid-set", workspace: null, name }, set);
  return before === undefined;
}

/** Some dialects refuse while tile layers use the grid set. Deviation: tile-cache-in-use. */
export async function deleteGridSet(
  writer: CatalogWriter,
  { usedTileCache }: Pick<Dialect, "usedTileCache">,
  name: string,
): Promise<void> {
  checkOwn(name);
  if ((await writer.get("grid-set", null, name)) === undefined)
    throw new CatalogError(
      "not-found",
      `Failed to remove GridSet. A GridSet with name "${name}" does not exist.`,
    );
  if (usedTileCache === "stays") {
    const uses = ({ gridSubsets }: TileLayer) =>
      gridSubsets.some(({ gridSet }) => gridSet === name);
    const users = await tileLayersUsing(writer, uses);
    if (users !== undefined)
      throw new CatalogError("grid-set-in-use", `The grid set ${name} is used by ${users}`);
  }
  await writer.remove({ kind: "grid-set", workspace: null, name });
}

/** Stock servers store it under the name in the body. Deviation: tile-cache-names. */
export function checkTileCacheName(name: string, said: string | undefined): void {
  if (said === undefined) throw new CatalogError("field-missing", "name is null");
  if (said !== name)
    throw new CatalogError("name-mismatch", `The body names ${said}, and the path ${name}`);
  // Names of reference systems contain a colon.
  const problem = nameProblem(name.replaceAll(":", ""));
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The name ${JSON.stringify(name)} ${problem}`);
}

function checkOwn(name: string): void {
  if (isBuiltInGridSet(name))
    throw new CatalogError(
      "grid-set-built-in",
      `Every tile cache has the grid set ${name}; it stays`,
    );
}
