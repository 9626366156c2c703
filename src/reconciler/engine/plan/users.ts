/** Who uses what a plan deletes, on the server. GET only. */
import type { Address } from "../../../model/address.ts";
import { addressMap } from "../../../model/address-map.ts";
import type { Live } from "../../kind.ts";
import type { LiveState } from "./observe.ts";
import type { Cascaded } from "./stages.ts";
import { forChanges } from "./unreadable.ts";

/** Reads who uses what a plan deletes, by their addresses; nothing where nothing is deleted. */
export async function findUsers({ kinds, context, changes, live }: Cascaded): Promise<LiveState> {
  const addresses = changes.flatMap(({ action, address }) =>
    action === "delete" ? [address] : [],
  );
  const known = (address: Address) => live.get(address);
  const users = addressMap<Live>();
  if (addresses.length === 0) return users;
  for (const { users: own } of kinds.values()) {
    const found = await forChanges(addresses, async () => own?.find(context, { addresses, known }));
    for (const user of found ?? []) users.set(user.address, user);
  }
  return users;
}
