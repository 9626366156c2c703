/** Finds tile layers that use a blob store or grid set: servers delete those without a check. */
import { documentIn } from "../../../wire/answered-document.ts";
import { each } from "../../../model/each.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { tileCache as limits } from "../../../model/limits.ts";
import type { TileUses } from "../../../model/tile-layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { type Reader } from "../../../wire/request.ts";
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";
import {
  type DangerousChange,
  type Facts,
  type KindContext,
  type ServerProfile,
  type WantedObject,
  setIn,
} from "../../kind.ts";
import { TILE_LAYER_KIND } from "../published/tile-layer.ts";

/** Fact: names of the tile layers that use an object. */
const USERS = "usedBy";

export type FindUsers = (isUser: (uses: TileUses) => boolean) => Promise<readonly string[]>;

/** All tile layers are read once, on the first search. */
export function findUsers(read: Reader): FindUsers {
  let all: Promise<readonly (TileUses & { readonly name: string })[]> | undefined;
  return async (isUser) => {
    all ??= fromTileLayers(read, (name, layer) => [{ name, ...usesOf(layer) }]);
    return (await all).filter(isUser).map(({ name }) => name);
  };
}

function usesOf(layer: Tree): TileUses {
  const subsets = asList(member(member(layer, "gridSubsets"), "gridSubset"));
  return {
    blobStore: memberText(layer, "blobStoreId") ?? null,
    gridSubsets: subsets.map((subset) => ({ gridSet: memberText(subset, "gridSetName") ?? "" })),
  };
}

export async function fromTileLayers<Found>(
  read: Reader,
  find: (name: string, layer: Tree) => readonly Found[],
): Promise<readonly Found[]> {
  const names = await namesAt(read, pathTo("tileLayers", {}, "xml"), "layer");
  const readOne = async (name: string) => {
    const response = await getIfThere(read, pathTo("tileLayer", { tileLayer: name }, "xml"));
    return response === undefined ? [] : find(name, documentIn(response).content);
  };
  return (await each(names, readOne, limits.layersAtOnce)).flat();
}

/**
 * Users matter where an object may be changed or deleted. On a server that keeps used objects,
 * `tilesUsing` finds the users of deleted ones.
 */
export function isGoing(
  { server }: Pick<KindContext, "server">,
  { facts, payload, presence }: Pick<WantedObject, "facts" | "payload" | "presence">,
  isAsWanted: (facts: Facts) => boolean,
): boolean {
  if (presence === true) return false;
  if (payload === undefined) return !keepsWhatIsUsed(server);
  return facts === undefined || !isAsWanted(facts);
}

/** Whether the server keeps what tile layers use (docs/compatibility.md, "Tile cache"). */
export function keepsWhatIsUsed({ dialect }: Pick<ServerProfile, "dialect">): boolean {
  return dialect === "documented";
}

export function withUsers(facts: Facts, users: readonly string[]): Facts {
  return users.length === 0 ? facts : { ...facts, [USERS]: users };
}

export function tileLayersText(users: readonly string[]): string {
  return `${users.length === 1 ? "tile layer" : "tile layers"} ${users.join(", ")}`;
}

/** `uses` checks the declared facts of a tile layer after the plan. */
export function usersAfter(
  { before, others }: Pick<DangerousChange, "before" | "others">,
  uses: (declared: Facts) => boolean,
): readonly string[] {
  return setIn(before, USERS).filter((name) => {
    const own = splitQualifiedName(name);
    // A tile layer is deleted with its layer or layer group.
    const isGone = [TILE_LAYER_KIND, "LayerGroup"].some((kind) => others.isGone({ kind, ...own }));
    const declared = others.after({ kind: TILE_LAYER_KIND, ...own });
    return !isGone && (declared === undefined || uses(declared));
  });
}
