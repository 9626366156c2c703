/** The parts of a catalog that stores and what they publish decide over. */
import { storePlace } from "../../../model/store.ts";
import type { Address } from "../../../model/address.ts";
import type { Scope } from "../../../model/exposure.ts";
import type { Facts } from "../../kind.ts";

/** Every layer that a store publishes. */
export function storeScope(address: Address): Scope {
  return { ...storePlace(address), door: "maps" };
}

/** A layer, of its store where that is known. */
export function layerScope({ workspace, name }: Address, { store }: Facts): Scope {
  const place = { workspace: workspace ?? "", layer: name, door: "maps" } as const;
  return typeof store === "string" ? { ...place, store } : place;
}
