/** Which layers and groups show an object, by what the manifests declare. Pure. */
import { compareAddresses, formatAddress, type Address } from "../../model/address.ts";
import { addressSet } from "../../model/address-map.ts";
import { graphOfDeclared, usersOf } from "../engine/inspect/graph.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { Resource } from "../resource.ts";

/** Kinds that map services draw. */
const DRAWN = new Set(["Layer", "LayerGroup"]);

/** Kinds that concern each layer of a server. */
const CONCERN_ALL = new Set(["AccessRule", "ServiceRule", "CatalogMode", "Service", "Settings"]);

/** Layers and groups that show one of these objects, sorted. */
export function showing(
  addresses: readonly Address[],
  resources: readonly Resource[],
): readonly Address[] {
  const graph = graphOfDeclared(resources);
  const all = [...graph.nodes.values()].map(({ address }) => address).filter(isDrawn);
  if (addresses.some(({ kind }) => CONCERN_ALL.has(kind))) return all;
  const seen = addressSet();
  const found = addressSet(addresses.filter(isDrawn));
  for (const address of addresses) {
    if (seen.has(address)) continue;
    for (const { address: user } of usersOf(graph, address).nodes.values()) {
      seen.add(user);
      if (isDrawn(user)) found.add(user);
    }
  }
  return [...found].toSorted(compareAddresses);
}

function isDrawn({ kind }: Address): boolean {
  return DRAWN.has(kind);
}

/** Addresses as text of all layers and groups that the manifests declare or bring. */
export function shownNames(resources: readonly Resource[]): ReadonlySet<string> {
  const all = resources.map(({ address }) => address);
  return new Set(showing(all, resources).map(formatAddress));
}

/** What a plan leaves on the server of what it changes, with what it knows to show it. */
export function changedBy({ changes }: Plan): readonly Address[] {
  return changes
    .filter(({ action }) => action === "create" || action === "update" || action === "replace")
    .flatMap(({ address, reach }) => [
      address,
      ...(reach?.users ?? []).map((user) => user.address),
    ]);
}
