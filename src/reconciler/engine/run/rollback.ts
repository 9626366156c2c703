/**
 * After a failure, restores what the plan did not: first rules, so nothing becomes visible; then
 * objects deleted for recreation; then their dependents. Reads, and describes requests.
 */
import { compareAddresses, type Address } from "../../../model/address.ts";
import {
  addressesOf,
  addressSet,
  byAddress,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import {
  sameFact,
  type AnyKind,
  type CascadeEffect,
  type Facts,
  type KindContext,
  type Step,
} from "../../kind.ts";
import type { StepReport } from "./events.ts";
import { effectsByAddress, type Change, type Plan, type PlannedStep } from "../plan/plan.ts";
import type { WriteVerification } from "./verify-write.ts";

export interface RollbackInput {
  readonly plan: Plan;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly verification: WriteVerification;
  readonly reports: readonly StepReport[];
  /** Requests that recreate a deleted object as it was. */
  readonly revivals: AddressMap<readonly Step[]>;
}

/** Yields requests, takes their outcomes, and returns what is still missing. */
export async function* rollback(
  input: RollbackInput,
): AsyncGenerator<PlannedStep, readonly CascadeEffect[], StepReport> {
  const open = openEffects(input);
  const again = await toRecreate(input);
  const others = open.filter(({ live }) => input.kinds.get(live.address.kind)?.set === undefined);
  const back = { ...input, again: addressSet(again), comesBack: again.length + others.length > 0 };
  for (const kind of input.kinds.values()) {
    if (kind.set === undefined) continue;
    const own = open.filter((effect) => effect.live.address.kind === kind.name);
    const missing = await input.verification.stillMissing(own);
    yield* putBack(back, kind, missing);
  }
  yield* recreate(input, again);
  for (const effect of inOrder(await input.verification.stillMissing(others)))
    yield* bring(input, effect);
  return input.verification.stillMissing(open);
}

/** Effects that no later request of the plan undid. */
function openEffects({ plan, reports }: RollbackInput): readonly CascadeEffect[] {
  const open = effectsByAddress(plan.resumes);
  for (const { step, outcome } of reports) {
    const { effects, addresses } = step;
    // A deletion without a response may have happened.
    const mayHaveHappened = outcome === "done" || (outcome === "unknown" && effects.length > 0);
    if (!mayHaveHappened) continue;
    for (const effect of effects) open.set(effect.live.address, effect);
    // Only the last request for an object completes it.
    if (effects.length > 0 || step.leaves === undefined) continue;
    for (const address of addresses) open.delete(address);
  }
  const failed = failedAddresses(reports);
  return [...open.values()].map((effect) => unsaid(effect, failed));
}

/** Adds the facts that a failed create request would have set. */
function unsaid({ live, by }: CascadeEffect, failed: AddressSet): CascadeEffect {
  const { carried, ...others } = live;
  if (carried === undefined || !live.requires.some((one) => failed.has(one))) return { live, by };
  return { live: { ...others, facts: { ...live.facts, ...carried } }, by };
}

function failedAddresses(reports: readonly StepReport[]): AddressSet {
  const failed = reports.filter(({ outcome }) => outcome !== "done");
  return addressSet(failed.flatMap(({ step }) => step.addresses));
}

/**
 * Restores the missing members of a set. Returning objects must not show more than before: what the
 * plan hides stays hidden, and what it shows is hidden again.
 */
async function* putBack(
  {
    plan,
    context,
    again,
    comesBack,
  }: RollbackInput & { readonly again: AddressSet; readonly comesBack: boolean },
  kind: AnyKind,
  missing: readonly CascadeEffect[],
): AsyncGenerator<PlannedStep, void, StepReport> {
  // Temporary objects keep hiding.
  const hides = addressesOf(plan.temporaries);
  const changes = plan.changes.filter(
    ({ address, action, deletedWith }) =>
      address.kind === kind.name &&
      action !== "none" &&
      action !== "forget" &&
      // What was deleted with another object is restored only with that one.
      (deletedWith === undefined || again.has(deletedWith)) &&
      !hides.has(address),
  );
  if (missing.length === 0 && !(comesBack && changes.length > 0)) return;
  const found = await kind.observe(context, []);
  const before = new Map(found.map(({ address, facts }) => [address.name, facts]));
  const own = byAddress(changes);
  const back = missing.map(
    ({ live: { address, facts } }) => [address.name, own.get(address)?.after ?? facts] as const,
  );
  const whole = new Map([...before, ...back]);
  const between = comesBack ? setBetween(kind, changes, whole) : undefined;
  const addresses = [
    ...missing.map(({ live }) => live.address),
    ...(between ? own.addresses() : []),
  ];
  const change = { before, after: between ?? whole, etag: undefined };
  for (const step of kind.set?.apply(change, context.server) ?? []) yield planned(step, addresses);
}

/** The intermediate set, where some of the changes were done. */
function setBetween(
  { set }: AnyKind,
  changes: readonly Change[],
  now: ReadonlyMap<string, Facts>,
): ReadonlyMap<string, Facts> | undefined {
  const isAsBefore = ({ address: { name }, fields, before }: Change) =>
    now.has(name) === (before !== undefined) &&
    fields.every((one) => sameFact(now.get(name)?.[one.field], one.before));
  if (changes.every(isAsBefore)) return undefined;
  return set?.between?.({
    before: withFacts(now, changes, "before"),
    after: withFacts(now, changes, "after"),
  });
}

function withFacts(
  all: ReadonlyMap<string, Facts>,
  changes: readonly Change[],
  end: "before" | "after",
): ReadonlyMap<string, Facts> {
  const set = new Map(all);
  for (const { address, [end]: facts } of changes) {
    if (facts === undefined) set.delete(address.name);
    else set.set(address.name, facts);
  }
  return set;
}

/** Objects that were deleted for recreation and are missing. */
async function toRecreate(input: RollbackInput): Promise<readonly Address[]> {
  const failed = failedAddresses(input.reports);
  const again = input.plan.changes.filter(({ action }) => action === "replace");
  const gone = [...addressesOf(again)].filter(
    (address) => failed.has(address) && input.revivals.has(address),
  );
  const live = await input.verification.observe(gone);
  return gone.filter((address) => !live.has(address));
}

async function* recreate(
  { revivals }: RollbackInput,
  gone: readonly Address[],
): AsyncGenerator<PlannedStep, void, StepReport> {
  for (const address of gone) {
    for (const step of revivals.get(address) ?? []) {
      const report: StepReport = yield planned(step, [address]);
      if (report.outcome !== "done") break;
    }
  }
}

/** Requirements first: groups contain layers and groups. */
function inOrder(effects: readonly CascadeEffect[]): readonly CascadeEffect[] {
  const known = effectsByAddress(effects);
  const ordered = new Set<CascadeEffect>();
  const visit = (effect: CascadeEffect, path: ReadonlySet<CascadeEffect>): void => {
    if (ordered.has(effect) || path.has(effect)) return;
    for (const required of effect.live.requires) {
      const before = known.get(required);
      if (before !== undefined) visit(before, new Set([...path, effect]));
    }
    ordered.add(effect);
  };
  const sorted = effects.toSorted((a, b) => compareAddresses(a.live.address, b.live.address));
  for (const effect of sorted) visit(effect, new Set());
  return [...ordered];
}

/** Only if all requirements exist. */
async function* bring(
  { kinds, verification }: RollbackInput,
  { live }: CascadeEffect,
): AsyncGenerator<PlannedStep, void, StepReport> {
  const needed = await verification.observe(live.requires);
  if (!live.requires.every((address) => needed.has(address))) return;
  for (const step of kinds.get(live.address.kind)?.recovery?.reapply?.(live, undefined) ?? [])
    yield planned(step, [live.address]);
}

function planned(step: Step, addresses: readonly Address[]): PlannedStep {
  return { ...step, addresses, after: [], wave: 0, effects: [] };
}
