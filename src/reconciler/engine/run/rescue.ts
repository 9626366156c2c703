/**
 * After a failure: the requests that put back what deletions took, and that the plan itself did not
 * bring back. Rules first, so that nothing is seen that was not seen before; then what was to be made
 * anew, as it was; then what belongs to it. Reads, and describes requests.
 */
import { compareAddresses, type Address } from "../../../model/address.ts";
import { addressSet, byAddress, type AddressMap } from "../../../model/address-map.ts";
import type { AnyKind, Facts, KindContext, Loss, Step } from "../../kind.ts";
import type { StepReport } from "./events.ts";
import { lossesByAddress, type Plan, type PlannedStep } from "../plan/plan.ts";
import type { ReadBack } from "./read-back.ts";

/** What a rescue is made from. */
export interface RescueInput {
  readonly plan: Plan;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly readBack: ReadBack;
  readonly reports: readonly StepReport[];
  /** Requests that make a deleted object again as it was, by its address. */
  readonly revivals: AddressMap<readonly Step[]>;
}

/** Yields requests, is told what became of each, and ends with what is missing in spite of them. */
export async function* rescue(
  input: RescueInput,
): AsyncGenerator<PlannedStep, readonly Loss[], StepReport> {
  const open = openLosses(input);
  const batches = new Set(open.map((loss) => loss.live.address.kind));
  for (const name of batches) {
    const kind = input.kinds.get(name);
    if (kind?.set === undefined) continue;
    const own = open.filter((loss) => loss.live.address.kind === name);
    yield* putBack(input, kind, await input.readBack.stillMissing(own));
  }
  yield* revive(input);
  const others = open.filter((loss) => !isBatch(input, loss));
  for (const loss of inOrder(await input.readBack.stillMissing(others))) yield* bring(input, loss);
  return input.readBack.stillMissing(open);
}

function isBatch({ kinds }: RescueInput, { live }: Loss): boolean {
  return kinds.get(live.address.kind)?.set !== undefined;
}

/** Losses that no later request of the plan made good. */
function openLosses({ plan, reports }: RescueInput): readonly Loss[] {
  const open = lossesByAddress(plan.recovers);
  for (const { step, outcome } of reports) {
    const { loses, addresses } = step;
    // A deletion without an answer may have happened all the same.
    const mayHaveHappened = outcome === "done" || (outcome === "unknown" && loses.length > 0);
    if (!mayHaveHappened) continue;
    for (const loss of loses) open.set(loss.live.address, loss);
    // Only the last request for an object makes it what it was.
    if (loses.length > 0 || step.leaves === undefined) continue;
    for (const address of addresses) open.delete(address);
  }
  return [...open.values()];
}

async function* putBack(
  { plan, context }: RescueInput,
  kind: AnyKind,
  missing: readonly Loss[],
): AsyncGenerator<PlannedStep, void, StepReport> {
  if (missing.length === 0) return;
  const found = await kind.observe(context, []);
  const before = new Map(found.map(({ address, facts }) => [address.name, facts]));
  const changes = byAddress(plan.changes);
  const back = missing.map(({ live: { address, facts } }): readonly [string, Facts] => [
    address.name,
    changes.get(address)?.after ?? facts,
  ]);
  const after = new Map([...before, ...back]);
  const addresses = missing.map(({ live }) => live.address);
  for (const step of kind.set?.apply({ before, after, etag: undefined }, context.server) ?? [])
    yield planned(step, addresses);
}

/** Objects that were deleted to be made anew, and are not there. */
async function* revive({
  plan,
  reports,
  revivals,
  readBack,
}: RescueInput): AsyncGenerator<PlannedStep, void, StepReport> {
  const failed = addressSet(
    reports.filter(({ outcome }) => outcome !== "done").flatMap(({ step }) => step.addresses),
  );
  const gone = plan.changes
    .filter(({ action }) => action === "replace")
    .map(({ address }) => address)
    .filter((address) => failed.has(address) && revivals.has(address));
  const live = await readBack.observe(gone);
  for (const address of gone) {
    if (live.has(address)) continue;
    for (const step of revivals.get(address) ?? []) {
      const report: StepReport = yield planned(step, [address]);
      if (report.outcome !== "done") break;
    }
  }
}

/** Groups hold layers, and other groups: what is needed comes first. */
function inOrder(losses: readonly Loss[]): readonly Loss[] {
  const known = lossesByAddress(losses);
  const ordered = new Set<Loss>();
  const visit = (loss: Loss, path: ReadonlySet<Loss>): void => {
    if (ordered.has(loss) || path.has(loss)) return;
    for (const required of loss.live.requires) {
      const before = known.get(required);
      if (before !== undefined) visit(before, new Set([...path, loss]));
    }
    ordered.add(loss);
  };
  const sorted = losses.toSorted((a, b) => compareAddresses(a.live.address, b.live.address));
  for (const loss of sorted) visit(loss, new Set());
  return [...ordered];
}

/** Brings one back, where all that it needs is there again. */
async function* bring(
  { kinds, readBack }: RescueInput,
  { live }: Loss,
): AsyncGenerator<PlannedStep, void, StepReport> {
  const needed = await readBack.observe(live.requires);
  if (!live.requires.every((address) => needed.has(address))) return;
  for (const step of kinds.get(live.address.kind)?.recovery?.restore?.(live, undefined) ?? [])
    yield planned(step, [live.address]);
}

function planned(step: Step, addresses: readonly Address[]): PlannedStep {
  return { ...step, addresses, after: [], wave: 0, loses: [] };
}
