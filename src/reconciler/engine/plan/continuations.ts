/**
 * Pairs deleted objects with their successors, which keep the user's settings: the recreated
 * object, the renamed one, or the counterpart in a renamed workspace. Pure.
 */
import type { Address } from "../../../model/address.ts";
import { addressMap, addressesOf } from "../../../model/address-map.ts";
import type { Compared, Continuations } from "./stages.ts";

export function findContinuations({
  kinds,
  changes,
  remade,
}: Pick<Compared, "kinds" | "changes" | "remade">): Continuations {
  const before = addressMap<Address>();
  const after = addressMap<Address>();
  const found: Continuations = {
    before: (address) => before.get(address),
    after: (address) => after.get(address),
  };
  if (!changes.some(({ action }) => action === "replace" || action === "delete")) return found;
  const created = addressesOf(changes.filter(({ action }) => action === "create"));
  const workspaces = new Map(
    changes
      .filter(({ address: { kind } }) => kinds.get(kind)?.names?.isWorkspace === true)
      .flatMap(({ address }) => {
        const now = remade.get(address);
        return now === undefined ? [] : [[address.name, now.name] as const];
      }),
  );
  for (const { address, action } of changes) {
    if (action === "replace") before.set(address, address);
    if (action !== "delete" && action !== "forget") continue;
    const workspace = workspaces.get(address.workspace ?? "");
    const moved = workspace === undefined ? undefined : { ...address, workspace };
    const now = remade.get(address) ?? moved;
    if (now === undefined || !created.has(now)) continue;
    after.set(address, now);
    before.set(now, address);
  }
  return found;
}
