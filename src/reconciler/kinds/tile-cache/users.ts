/** Which tile layers use something of the tile cache: servers let it go without a look at them. */
import { documentIn } from "../../../wire/answered-document.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { tileCache as limits } from "../../../model/limits.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { parseNames } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { type Reader } from "../../../wire/request.ts";
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";
import {
  isSet,
  type DangerousChange,
  type Facts,
  type KindContext,
  type ServerProfile,
  type Wanted,
} from "../../kind.ts";
import { TILE_LAYER_KIND } from "../published/tile-layer.ts";

/** The fact that holds the names of the tile layers which use an object. */
const USERS = "usedBy";

/** What a tile layer uses of the tile cache. */
interface Uses {
  readonly blobStore: string | undefined;
  readonly gridSets: readonly string[];
}

/** Finds the names of the tile layers that use something. */
export type FindUsers = (isUser: (uses: Uses) => boolean) => Promise<readonly string[]>;

/** Opens the search for users; all tile layers are read once, when somebody asks for the first time. */
export function findUsers(read: Reader): FindUsers {
  let all: Promise<readonly (Uses & { readonly name: string })[]> | undefined;
  return async (isUser) => {
    all ??= fromTileLayers(read, (name, layer) => [{ name, ...usesOf(layer) }]);
    return (await all).filter(isUser).map(({ name }) => name);
  };
}

function usesOf(layer: Tree): Uses {
  const subsets = asList(member(member(layer, "gridSubsets"), "gridSubset"));
  return {
    blobStore: memberText(layer, "blobStoreId"),
    gridSets: subsets.flatMap((subset) => memberText(subset, "gridSetName") ?? []),
  };
}

/** What is found in the documents of all tile layers. */
export async function fromTileLayers<Found>(
  read: Reader,
  find: (name: string, layer: Tree) => readonly Found[],
): Promise<readonly Found[]> {
  const list = await getIfThere(read, pathTo("tileLayers", {}, "xml"));
  const names = list === undefined ? [] : parseNames(list, "layer");
  const found: Found[] = [];
  for (let at = 0; at < names.length; at += limits.layersAtOnce) {
    const some = names.slice(at, at + limits.layersAtOnce);
    const each = await Promise.all(
      some.map(async (name) => {
        const response = await getIfThere(read, pathTo("tileLayer", { tileLayer: name }, "xml"));
        return response === undefined ? [] : find(name, documentIn(response).content);
      }),
    );
    found.push(...each.flat());
  }
  return found;
}

/**
 * Whether an object may be about to be changed or deleted, so that it matters who uses it. Where the server keeps what is
 * used, it stops a deletion that a plan knows of anyway.
 */
export function isGoing(
  { server }: Pick<KindContext, "server">,
  { facts, payload, presence }: Pick<Wanted, "facts" | "payload" | "presence">,
  isAsWanted: (facts: Facts) => boolean,
): boolean {
  if (presence === true) return false;
  if (payload === undefined) return !keepsWhatIsUsed(server);
  return facts === undefined || !isAsWanted(facts);
}

/** Whether the server deletes nothing that tile layers use (docs/compatibility.md, "Tile cache"). */
export function keepsWhatIsUsed({ dialect }: Pick<ServerProfile, "dialect">): boolean {
  return dialect === "documented";
}

/** Facts of an object with the tile layers that use it, where there are some. */
export function withUsers(facts: Facts, users: readonly string[]): Facts {
  return users.length === 0 ? facts : { ...facts, [USERS]: users };
}

/** Tile layers in a sentence. */
export function tileLayersText(users: readonly string[]): string {
  return `${users.length === 1 ? "tile layer" : "tile layers"} ${users.join(", ")}`;
}

/** The tile layers that use an object, as far as they were looked up. */
function usersIn(facts: Facts | undefined): readonly string[] {
  const users = facts?.[USERS];
  return isSet(users) ? users : [];
}

/**
 * Those of the tile layers that go on using an object once the plan has run; `uses` says it of what is declared of one
 * that the plan changes.
 */
export function usersAfter(
  { before, others }: Pick<DangerousChange, "before" | "others">,
  uses: (declared: Facts) => boolean,
): readonly string[] {
  return usersIn(before).filter((name) => {
    const own = splitQualifiedName(name);
    // A tile layer goes with its layer or its layer group.
    const isGone = [TILE_LAYER_KIND, "LayerGroup"].some((kind) => others.isGone({ kind, ...own }));
    const declared = others.after({ kind: TILE_LAYER_KIND, ...own });
    return !isGone && (declared === undefined || uses(declared));
  });
}
