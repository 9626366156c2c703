/**
 * Which requests need their objects read before they are sent. Conditional requests do not: the
 * server checks. Pure.
 */
import type { Address } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Change, PlannedStep } from "./plan.ts";
import type { Ordered } from "./stages.ts";

/** Marks the first request for objects that no earlier request of the plan changes. */
export function markRechecks(
  steps: readonly PlannedStep[],
  { context: { server }, resources, holders, live }: Ordered,
  changeOf: (address: Address) => Change | undefined,
): readonly PlannedStep[] {
  const touched = addressSet();
  const touch = (addresses: readonly Address[]) => {
    for (const address of addresses) touched.add(address);
  };
  const around = (address: Address): readonly Address[] => {
    const former = changeOf(address)?.formerly;
    const known = [
      former,
      holders.get(address)?.address,
      ...(resources.get(address)?.requires ?? []),
      ...(live.get(address)?.requires ?? []),
    ];
    return [address, ...known.filter((one) => one !== undefined)];
  };
  /** Whether a request creates one object and fails where that exists. */
  const isNewAlone = ({ isRefusedTwice, addresses }: PlannedStep) =>
    isRefusedTwice === true &&
    addresses.length === 1 &&
    addresses.every((address) => changeOf(address)?.action === "create");
  return steps.map((step) => {
    const { headers = {}, method } = step.request;
    const isConditional = "if-match" in headers || "if-none-match" in headers;
    // The included server itself refuses duplicates.
    const isRefused = server.software === "plumbline" && method === "POST";
    // Temporary objects are not as the plan found them.
    const isSafe = isConditional || isRefused || step.clears !== undefined || isNewAlone(step);
    const isRechecked = !isSafe && !step.addresses.flatMap(around).some((one) => touched.has(one));
    for (const address of step.addresses)
      touch([address, ...(changeOf(address)?.alsoDeletes ?? [])]);
    touch(step.effects.map((effect) => effect.live.address));
    return isRechecked ? { ...step, isRechecked } : step;
  });
}
