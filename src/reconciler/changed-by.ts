/** Who changed what has drifted, as the audit of the included server tells. GET only. */
import { parseAddress, type Address } from "../model/address.ts";
import { addressMap, type AddressMap } from "../model/address-map.ts";
import { changedBy, type Changed } from "../model/changed.ts";
import { namesOfPath } from "../model/path-address.ts";
import { readNewestChanges } from "../wire/audit.ts";
import type { Connection, Estate } from "./estate.ts";

/** Kinds that a path, or a request, tells less exactly than an address does. */
const broader: Readonly<Record<string, string>> = {
  AppSchemaStore: "DataStore",
  ImageMosaic: "CoverageStore",
};

/**
 * The last change of each object. That it was made as an apply of this estate is said and hides nobody: every account
 * can claim it. One page of the audit is read, and none for no object; what it does not tell, or not to this account, is
 * left out.
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
    // It changed more objects than it names.
    if (changed.at(-1) === "*") break;
  }
  return found;
}

/** The same beside each object. */
export async function withLastChanges<One extends { readonly address: Address }>(
  found: readonly One[],
  ...where: readonly [Pick<Estate, "name" | "clock">, Pick<Connection, "read" | "server">]
): Promise<readonly (One & { readonly changed: Changed | undefined })[]> {
  const addresses = found.map(({ address }) => address);
  const changes = await lastChanges(addresses, ...where);
  return found.map((one) => ({ ...one, changed: changes.get(one.address) }));
}

/** Stores of which a change of something else is one of them: a file in their folder, or what their path leads to. */
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
