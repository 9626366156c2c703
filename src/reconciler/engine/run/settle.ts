/**
 * Verifies a run with repeated reads, as some of several servers behind one address can lag. Reads
 * only.
 */
import { parseAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { client as limits } from "../../../model/limits.ts";
import type { PlanInput } from "../plan/input.ts";
import type { Plan } from "../plan/plan.ts";
import type { StepReport } from "./events.ts";
import { verify } from "./verify.ts";

export interface Ran {
  readonly plan: Plan;
  readonly reports: readonly StepReport[];
}

/** In milliseconds. */
export interface SettleOptions {
  readonly settleMs?: number | undefined;
  readonly wait: (ms: number) => Promise<void>;
  readonly interrupted: () => boolean;
}

/**
 * The remaining differences. What the server accepted and does not show is read again; what it
 * refused is not.
 */
export async function verifySettled(
  input: PlanInput,
  { plan, reports }: Ran,
  { settleMs = 0, wait, interrupted }: SettleOptions,
): Promise<readonly Diagnostic[]> {
  const failed = reports.filter(({ outcome }) => outcome !== "done");
  const refused = addressSet(failed.flatMap(({ step }) => step.addresses));
  const sent = addressSet(reports.flatMap(({ step }) => step.addresses));
  const addressIn = ({ address = "" }: Diagnostic) => parseAddress(address);
  const mayCome = (one: Diagnostic) => {
    const address = addressIn(one);
    return address !== undefined && !refused.has(address);
  };
  let unlike = await verify(input, plan, reports);
  let left = settleMs;
  for (let pause = limits.settlePauseMs; left > 0 && unlike.some(mayCome); pause *= 2) {
    const began = Date.now();
    const ms = Math.min(pause, left);
    await wait(ms);
    if (interrupted()) break;
    const open = unlike.filter(mayCome).map(addressIn);
    const known = open.flatMap((one) => (one !== undefined && sent.has(one) ? [one] : []));
    // An object without a request can differ because of any request.
    const only = known.length === open.length ? addressSet(known) : undefined;
    const still = await verify(input, plan, reports, only);
    unlike = [...unlike.filter((one) => !mayCome(one)), ...still.filter(mayCome)];
    left -= Math.max(ms, Date.now() - began);
  }
  return unlike;
}
