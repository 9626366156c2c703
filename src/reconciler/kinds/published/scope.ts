/** Scopes of stores and of what they publish. */
import { storePlace } from "../../../model/store.ts";
import type { Address } from "../../../model/address.ts";
import type { Scope } from "../../../model/exposure.ts";
import type { Facts } from "../../kind.ts";

export function storeScope(address: Address): Scope {
  return { ...storePlace(address), door: "maps" };
}

export function layerScope({ workspace, name }: Address, { store }: Facts): Scope {
  const place = { workspace: workspace ?? "", layer: name, door: "maps" } as const;
  return typeof store === "string" ? { ...place, store } : place;
}
