/** Which tile layers use something of the tile cache: servers let it go without a look at them. */
import { tileCache as limits } from "../../../model/limits.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { parseNames } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { bodyText, type Reader } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import { parseXml } from "../../../wire/xml.ts";
import { isSet, type Facts, type Wanted } from "../../kind.ts";

/** The fact that holds the names of the tile layers which use an object. */
const USERS = "usedBy";

/** Names of the tile layers whose document fits. */
export async function tileLayersThat(
  read: Reader,
  fits: (layer: Tree) => boolean,
): Promise<readonly string[]> {
  const list = await getIfThere(read, pathTo("tileLayers", {}, "xml"));
  const names = list === undefined ? [] : parseNames(list, "layer");
  const found: string[] = [];
  for (let at = 0; at < names.length; at += limits.layersAtOnce) {
    const some = names.slice(at, at + limits.layersAtOnce);
    const users = await Promise.all(
      some.map(async (name) => {
        const response = await getIfThere(read, pathTo("tileLayer", { tileLayer: name }, "xml"));
        const isUser = response !== undefined && fits(parseXml(bodyText(response)).content);
        return isUser ? [name] : [];
      }),
    );
    found.push(...users.flat());
  }
  return found;
}

/** Whether an object may be about to be changed or deleted, so that it matters who uses it. */
export function isGoing(
  { facts, payload, presence }: Pick<Wanted, "facts" | "payload" | "presence">,
  isAsWanted: (facts: Facts) => boolean,
): boolean {
  if (presence === true) return false;
  return payload === undefined || facts === undefined || !isAsWanted(facts);
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
export function usersIn(facts: Facts | undefined): readonly string[] {
  const users = facts?.[USERS];
  return isSet(users) ? users : [];
}
