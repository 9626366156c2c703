/**
 * Which requests need a recheck of what they are about to change. A request that carries a condition
 * on what was read needs none: the server looks itself. Pure.
 */
import type { Address } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Change, PlannedStep } from "./plan.ts";
import type { Ordered } from "./stages.ts";

/** What is known of the objects of a plan. */
interface Looked extends Pick<Ordered, "context" | "resources" | "holders" | "live"> {
  readonly changeOf: (address: Address) => Change | undefined;
}

/** Whether a request makes one new object, and is refused where that is there. */
function isNewAlone(
  { isRefusedTwice, addresses: [address, ...more] }: PlannedStep,
  changeOf: Looked["changeOf"],
): boolean {
  if (isRefusedTwice !== true || address === undefined || more.length > 0) return false;
  return changeOf(address)?.action === "create";
}

/** Marks the first requests for objects that no earlier request of the plan changes on its way. */
export function markLooks(
  steps: readonly PlannedStep[],
  { context: { server }, changeOf, resources, holders, live }: Looked,
): readonly PlannedStep[] {
  const touched = addressSet();
  const touch = (addresses: readonly Address[]) => {
    for (const address of addresses) touched.add(address);
  };
  /** The object, what it needs, and what it comes with. */
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
  return steps.map((step) => {
    const { headers = {}, method } = step.request;
    const isConditional = "if-match" in headers || "if-none-match" in headers;
    // Where what is made twice is refused, the server looks itself.
    const isRefused = server.software === "plumbline" && method === "POST";
    // What was put there for the time of the plan is not as the plan found it.
    const isSafe =
      isConditional || isRefused || step.clears !== undefined || isNewAlone(step, changeOf);
    const isFirst = () => !step.addresses.flatMap(around).some((one) => touched.has(one));
    const isRechecked = !isSafe && isFirst();
    for (const address of step.addresses)
      touch([address, ...(changeOf(address)?.alsoDeletes ?? [])]);
    touch(step.effects.map((effect) => effect.live.address));
    return isRechecked ? { ...step, isRechecked } : step;
  });
}
