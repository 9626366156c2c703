/** Looks with patience at what a run has made: of several servers behind one address some may be behind. Reads only. */
import { parseAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { client as limits } from "../../../model/limits.ts";
import type { PlanInput } from "../plan/input.ts";
import type { Plan } from "../plan/plan.ts";
import type { StepReport } from "./events.ts";
import { verify } from "./verify.ts";

/** What was run. */
export interface Ran {
  readonly plan: Plan;
  readonly reports: readonly StepReport[];
}

/** How long to look, in milliseconds, and how to wait meanwhile. */
export interface SettleOptions {
  readonly settleMs?: number | undefined;
  readonly wait: (ms: number) => Promise<void>;
  readonly interrupted: () => boolean;
}

/** What still differs in the end. What a server took and does not show is read again; what it refused is not. */
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
    // Something that no request was for shows with any of what they were for.
    const only = known.length === open.length ? addressSet(known) : undefined;
    const still = await verify(input, plan, reports, only);
    unlike = [...unlike.filter((one) => !mayCome(one)), ...still.filter(mayCome)];
    left -= Math.max(ms, Date.now() - began);
  }
  return unlike;
}
