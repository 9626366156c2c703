/**
 * Verifies a run: reads touched objects, repeatedly where a server accepted what it does not show,
 * as some of several servers behind one address can lag. Reads only.
 */
import { type Address, parseAddress } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  addressesOf,
  byAddress,
  type AddressSet,
} from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { inventoryOf } from "../../inventory/inventory.ts";
import { labelsText, namesText, sameFact, type Facts, type FactValue } from "../../kind.ts";
import type { StepReport } from "./events.ts";
import { findNotGivenBack, notConverged } from "./given-back.ts";
import { findHolders } from "../plan/holders.ts";
import type { PlanInput } from "../plan/stages.ts";
import { findDifferences } from "../make-plan.ts";
import { actionsOf, GOING, isTouched, type Change, type Plan } from "../plan/plan.ts";
import { openWriteVerification } from "./verify-write.ts";
import { client as limits } from "../../../model/limits.ts";

/**
 * The remaining differences; none when the apply converged. Leaves out objects without a tried
 * request, and those outside of `only`.
 */
async function verify(
  input: PlanInput,
  plan: Plan,
  reports: readonly StepReport[],
  only?: AddressSet,
): Promise<readonly Diagnostic[]> {
  const applied = asTried(plan, reports);
  if (applied.steps.length === 0) return [];
  const isMeant = (address: Address) => only?.has(address) !== false;
  const touched = addressSet(applied.steps.flatMap(({ addresses }) => addresses.filter(isMeant)));
  const kindsTouched = new Set([...touched].map(({ kind }) => kind));
  const planned = addressesOf(plan.changes);
  const isPlanned = ({ address }: { readonly address: Address }) =>
    input.part === undefined || planned.has(address);
  const exclusiveScopes = input.exclusiveScopes.filter(({ kind }) => kindsTouched.has(kind));
  // An exclusive scope is compared as a whole.
  const inScope = new Set(exclusiveScopes.map(({ kind }) => kind));
  const resources = input.resources.filter(
    ({ address }) => inScope.has(address.kind) || touched.has(address),
  );
  // A deleted object may exist again as a part of another one.
  const holders = findHolders(input.resources);
  const deleted = applied.changes.filter(
    ({ action, address }) => action === "delete" && !holders.has(address) && isMeant(address),
  );
  // What was sent stands in for what the server does not show.
  const inventory = inventoryOf(input.estate, [
    ...deleted.map(({ address, before = {} }) => [address, { facts: before }] as const),
    ...resources.map(({ address, facts }) => [address, { facts }] as const),
  ]);
  const { changes: again, unreadable } = await findDifferences({
    ...input,
    context: { ...input.context, isJustSent: true },
    resources,
    exclusiveScopes,
    inventory,
    owners: addressMap(),
    prune: "owned",
    part: undefined,
    replace: undefined,
  });
  const failed = addressSet(
    reports
      .filter(({ outcome }) => outcome !== "done" && outcome !== "skipped")
      .flatMap(({ step }) => step.addresses),
  );
  const unlike = again
    .filter((one) => isTouched(one) && isPlanned(one))
    .map((one) => stillNeeded(input, one, failed.has(one.address)));
  for (const [address, reason] of unreadable)
    if (isPlanned({ address }))
      unlike.push(
        notConverged(
          address,
          `cannot be read, so it is not known to be in sync: ${reason}`,
          "See the log of the server.",
        ),
      );
  const reported = new Set<string | undefined>(unlike.map(({ address }) => address));
  const missing = await notBack(input, plan, applied);
  const beyond = await beyondFacts(input, plan, reports);
  for (const one of missing) reported.add(one.address);
  return [
    ...unlike,
    ...missing.filter(({ address }) => !unlike.some((one) => one.address === address)),
    ...beyond.filter(({ address }) => !reported.has(address)),
  ];
}

function stillNeeded({ kinds }: PlanInput, change: Change, failed: boolean): Diagnostic {
  const { address, action, fields } = change;
  const labels = labelsText(fields);
  const what = `would still need: ${action}${labels === "" ? "" : ` (${labels})`}`;
  const known = kinds.get(address.kind)?.answers?.unkept?.({ ...change, failed });
  return notConverged(address, what, known ?? (failed ? UNDONE : UNKEPT));
}

const UNDONE = "Its request was not done: see its message. Apply again.";
const UNKEPT = "Plan again to see it; if it remains, the server does not keep the value.";

/** Whether these objects are as declared is unknown. */
export function findUnread({ skipped }: Plan): readonly Diagnostic[] {
  return skipped
    .filter(({ reason }) => reason === "unreadable")
    .map(({ address, text }) =>
      notConverged(
        address,
        `${text}, so it is not known to be in sync`,
        "The plan says why. Apply again once the server shows it.",
      ),
    );
}

function beyondFacts(
  { kinds, context, resources }: PlanInput,
  plan: Plan,
  reports: readonly StepReport[],
): Promise<readonly Diagnostic[]> {
  const done = reports.filter(({ outcome }) => outcome === "done").map(({ step }) => step);
  const declared = byAddress(resources);
  const { observe } = openWriteVerification({ plan, kinds, context, resources: declared });
  return findNotGivenBack({ context, done, declared: addressesOf(resources), observe });
}

/** Objects lost by cascades and missing although every request for them succeeded. */
async function notBack(
  { kinds, context, resources, part }: PlanInput,
  plan: Plan,
  applied: Pick<Plan, "changes" | "steps">,
): Promise<readonly Diagnostic[]> {
  const actions = actionsOf(plan.changes);
  const effects = [...plan.resumes, ...applied.steps.flatMap(({ effects }) => effects)].filter(
    ({ live: { address } }) => !GOING.has(actions.get(address) ?? "none"),
  );
  if (effects.length === 0) return [];
  // Unselected declared objects are restored as they were.
  const declared = byAddress(
    resources.filter(({ address }) => part === undefined || actions.has(address)),
  );
  const holders = findHolders(resources);
  const verification = openWriteVerification({ plan, kinds, context, resources: declared });
  const live = await verification.observe(effects.map((effect) => effect.live.address));
  return effects.flatMap(({ live: affected }) => {
    const { fields = {}, recovery } = kinds.get(affected.address.kind) ?? {};
    const own = declared.get(affected.address);
    const bringer = holders.get(affected.address);
    const back = recovery?.comesBack?.(affected, own, bringer) ?? affected;
    const wanted: Facts = { ...back.facts, ...own?.facts };
    const now = live.get(affected.address)?.facts;
    const lost = Object.keys(fields).filter(
      (field) => recovery?.unshown?.includes(field) !== true && !isAs(wanted[field], now?.[field]),
    );
    if (now !== undefined && lost.length === 0) return [];
    const what =
      now === undefined ? "is not there" : `is not as it was before (${namesText(lost, fields)})`;
    return notConverged(
      affected.address,
      `was deleted by a cascade and ${what}`,
      "Plan again to see what is left to do; what belongs to nobody has to be put right by hand.",
    );
  });
}

/** An unknown or hidden value counts as equal; an empty text cannot be restored. */
function isAs(before: FactValue | undefined, now: FactValue | undefined): boolean {
  return before === undefined || before === "" || now === undefined || sameFact(before, now);
}

function asTried(
  { changes, steps }: Plan,
  reports: readonly StepReport[],
): Pick<Plan, "changes" | "steps"> {
  const untried = addressSet(
    reports.filter(({ outcome }) => outcome === "skipped").flatMap(({ step }) => step.addresses),
  );
  const isTried = (address: Address) => !untried.has(address);
  return {
    changes: changes.filter(({ address }) => isTried(address)),
    steps: steps.filter(({ addresses }) => addresses.every(isTried)),
  };
}

/** In milliseconds. */
interface SettleOptions {
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
  plan: Plan,
  reports: readonly StepReport[],
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
