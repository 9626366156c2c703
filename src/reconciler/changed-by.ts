/** The authors of drifted changes, from the audit of the included server. GET only. */
import { parseAddress, type Address } from "../model/address.ts";
import { addressMap, type AddressMap } from "../model/address-map.ts";
import { changedBy, type Changed } from "../model/changed.ts";
import { namesOfPath } from "../model/path-address.ts";
import { readNewestChanges } from "../wire/audit.ts";
import type { Connection, Estate } from "./estate.ts";

/** Kinds that paths and requests do not tell apart from a more general kind. */
const broader: Readonly<Record<string, string>> = {
  AppSchemaStore: "DataStore",
  ImageMosaic: "CoverageStore",
};

/**
 * The last changes, as far as this account may read the audit (one page at most). A change by an
 * apply of this estate still names its account, because any account can claim to be that apply.
 */
export async function lastChanges(
  objects: readonly Address[],
  { name, clock = Date.now }: Pick<Estate, "name" | "clock">,
  { read, server }: Pick<Connection, "read" | "server">,
): Promise<AddressMap<Changed>> {
  const found = addressMap<Changed>();
  if (objects.length === 0 || server.software !== "plumbline") return found;
  const open = addressMap(
    objects.flatMap((address) => spellingsOf(address).map((one) => [one, address] as const)),
  );
  for (const { objects: changed, path, account, at, estate } of await readNewestChanges(read)) {
    const named = changed.flatMap((text) => parseAddress(text) ?? []);
    for (const one of [...named, ...holders(path, named)]) {
      const address = open.get(one);
      if (address === undefined) continue;
      spellingsOf(address).forEach(open.delete);
      if (account === "") continue;
      const change = changedBy(account, at, clock());
      const said = estate === name ? { text: `${change.text}, as an apply of this estate` } : {};
      found.set(address, { ...change, ...said });
    }
    // `*`: it changed more objects than it names.
    if (changed.at(-1) === "*") break;
  }
  return found;
}

/** Adds the last change to each object. */
export async function withLastChanges<One extends { readonly address: Address }>(
  found: readonly One[],
  ...where: readonly [Pick<Estate, "name" | "clock">, Pick<Connection, "read" | "server">]
): Promise<readonly (One & { readonly changed: Changed | undefined })[]> {
  const addresses = found.map(({ address }) => address);
  const changes = await lastChanges(addresses, ...where);
  return found.map((one) => ({ ...one, changed: changes.get(one.address) }));
}

/** Stores that were changed by a file in their folder, or by a path below them. */
function holders(path: string, named: readonly Address[]): readonly Address[] {
  const folders = named.flatMap(({ kind, name }) => (kind === "File" && FOLDER.exec(name)) || []);
  const places = [BELOW.exec(path)?.slice(1).join("/"), ...folders];
  return places.flatMap((place = "") => {
    const [workspace, name] = namesOfPath(place);
    if (workspace === undefined || name === undefined) return [];
    return Object.keys(broader).map((kind) => ({ kind, workspace, name }));
  });
}

const FOLDER = /(?<=^data\/)[^/]+\/[^/]+(?=\/)/;
const BELOW = /\/workspaces\/([^/]+)\/(?:datastores|coveragestores)\/([^/]+)\//;

function spellingsOf(address: Address): readonly Address[] {
  const kind = broader[address.kind];
  return kind === undefined ? [address] : [address, { ...address, kind }];
}
