/**
 * One pass loads the whole folder, plans and applies. If the folder or the catalog changes
 * meanwhile, the pass plans again.
 */
import { formatAddress } from "../../model/address.ts";
import { addressesOf } from "../../model/address-map.ts";
import { digestOfValue } from "../../model/digest.ts";
import { hasErrors, warning, type Diagnostic } from "../../model/diagnostic.ts";
import { diagnosed } from "../../model/failure.ts";
import { watch as limits } from "../../model/limits.ts";
import { isSamePlan } from "../../model/plan-digests.ts";
import { isBusy } from "../../wire/retry.ts";
import type { ExecuteEvent, StepReport } from "../engine/run/events.ts";
import type { Change, Plan } from "../engine/plan/plan.ts";
import type { RunBy } from "../inventory/history.ts";
import { loadConvergence, saveConvergence } from "../inventory/convergence.ts";
import type { Here, Holder } from "../lock/lease.ts";
import { ArtefactChangedError } from "../manifest/artefacts.ts";
import { isGitBusy } from "../manifest/checkout.ts";
import { ManifestsChangedError } from "../manifests-changed.ts";
import { withLastChanges } from "../changed-by.ts";
import {
  approved,
  planEstate,
  writesNothing,
  type ApplyResult,
  type PlanMade,
  type Planned,
} from "../reconcile.ts";
import { openSession, type Session } from "../session.ts";
import { ageOfPlan, type BranchLook } from "./branch-age.ts";
import { readChangeCounter } from "./change-counter.ts";
import { findingsOf, withoutPlan, type PlannedPass, type Findings } from "./findings.ts";
import type { Guarded } from "./guarded.ts";
import { lookAfterPass } from "./maps.ts";
import {
  classifyChanges,
  stateOf,
  unmanagedAmong,
  type DriftPolicy,
  type ClassifiedChanges,
} from "./drift.ts";
import { waitUntilStable, stampOf } from "./tree.ts";
import type { WatchContext, WatchConnection } from "./context.ts";
import type { Tries } from "./tries.ts";

/** State shared by the passes of one watch. */
export interface PassMemory {
  readonly tries: Tries;
  readonly guarded: Guarded;
  /** The stamp of the folder at its last rest, and the start of that rest. */
  rested: { readonly stamp: string; readonly since: number } | undefined;
  /** The server's counter, read before the last plan was made. */
  counter: number | undefined;
  /** The waiting plan's clock: its time windows keep their end, so that it stays the same plan. */
  asOf: number | undefined;
  /** Digest of the declaration that the catalog agreed with after the last pass. */
  agreed: string | undefined;
  /** When all maps were last looked at. */
  lookedAt: number | undefined;
}

export type PassEvent =
  | { readonly type: "restless" }
  | { readonly type: "takeover"; readonly notice: string }
  | { readonly type: "applying"; readonly plan: Plan }
  | { readonly type: "request"; readonly event: ExecuteEvent };

export interface PassInput {
  readonly context: WatchContext;
  readonly connection: WatchConnection;
  readonly memory: PassMemory;
  readonly policy: DriftPolicy;
  readonly quietMs: number;
  readonly deleteQuietMs: number;
  readonly holder: Holder & Here;
  readonly clock: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly interrupted: () => boolean;
  readonly onEvent: (event: PassEvent) => void;
  /** For the estate's history. */
  readonly by: (() => Promise<RunBy>) | undefined;
  /** The manifests, and files elsewhere that they name. */
  readonly watched: () => readonly string[];
  /** Fetches the branch again, if there is one. */
  readonly look: (() => Promise<BranchLook>) | undefined;
  readonly onFiles: (paths: ReadonlySet<string>) => void;
}

const AGAIN = Symbol("again");

/** Undefined when the pass was interrupted. */
export async function runPass(input: PassInput): Promise<Findings | undefined> {
  for (let attempt = 0; attempt < limits.attempts && !input.interrupted(); attempt++) {
    const found = await unlessMoved(() => attemptPass(asOfOneMoment(input)));
    if (found !== AGAIN) return found;
  }
  return undefined;
}

/** All plans of an attempt share one clock; a waiting plan keeps its own. */
function asOfOneMoment(input: PassInput): PassInput {
  const { memory, context, clock } = input;
  const now = clock();
  if (memory.asOf !== undefined && now - memory.asOf > limits.asOfMs) memory.asOf = undefined;
  const moment = memory.asOf ?? now;
  const estate = { clock: () => moment, ...context.estate };
  return { ...input, context: { ...context, estate } };
}

/** Files that change between plan and run are no failure: the pass plans again. */
async function unlessMoved<Found>(attempt: () => Promise<Found>): Promise<Found | typeof AGAIN> {
  try {
    return await attempt();
  } catch (error) {
    const isMoved = error instanceof ManifestsChangedError || error instanceof ArtefactChangedError;
    if (isMoved) return AGAIN;
    throw error;
  }
}

async function attemptPass(input: PassInput): Promise<Findings | undefined | typeof AGAIN> {
  const { context, connection, memory } = input;
  if (!(await comeToRest(input))) return undefined;
  connection.bodies.forget();
  memory.counter = await readChangeCounter(connection.read);
  const unreleased: Diagnostic[] = [];
  // Between runs a watch holds no lease. A lease of this process could not be released in an
  // outage, so its holder counts as dead.
  const { holder } = input;
  const session = await openSession({
    store: connection.lock,
    holder: { ...holder, isAlive: (pid) => pid !== holder.pid && holder.isAlive(pid) },
    waitMs: 0,
    onLock: (event) => {
      if (event.state === "released") unreleased.push(...[event.unreleased ?? []].flat());
      if (event.state === "taken" && event.notice !== undefined)
        input.onEvent({ type: "takeover", notice: event.notice });
    },
  });
  const planned = await planEstate(context.estate, { ...connection, met: context.pages?.met });
  input.onFiles(connection.bodies.noted());
  if (!isAtRest(input)) return AGAIN;
  if (planned.plan === undefined || hasErrors(planned.diagnostics))
    return withoutPlan("degraded", planned.diagnostics);
  return carryOn(input, planned, { session, unreleased });
}

/** False when the watch is to end. */
async function comeToRest(input: PassInput): Promise<boolean> {
  const { memory, quietMs, pause, interrupted, context, clock } = input;
  const stable = await waitUntilStable({
    stamp: () => stampOf(input.watched()),
    isBusy: () => isGitBusy(context.estate.paths),
    known: memory.rested?.stamp,
    quietMs,
    pause,
    interrupted,
    onRestless: () => input.onEvent({ type: "restless" }),
  });
  if (stable === undefined) return false;
  const { stamp, restedMs } = stable;
  if (memory.rested?.stamp !== stamp) memory.rested = { stamp, since: clock() - restedMs };
  return true;
}

function isAtRest({ memory, watched, context }: PassInput): boolean {
  const isSame = memory.rested?.stamp === stampOf(watched());
  if (!isSame) memory.rested = undefined;
  return isSame && !isGitBusy(context.estate.paths);
}

interface Locking {
  readonly session: Session;
  /** Why the lock is still held after the run. */
  readonly unreleased: readonly Diagnostic[];
}

async function carryOn(
  input: PassInput,
  planned: Planned,
  locking: Locking,
): Promise<Findings | typeof AGAIN> {
  const { memory, policy, connection } = input;
  const { estate } = planned;
  const declared = declarationOf(planned);
  const { state } = connection.inventory;
  const before = await loadConvergence(state, estate.name);
  const { plan } = planned;
  const { look } = input;
  const age = await ageOfPlan({ plan, declared, agreed: before, left: memory.agreed, look });
  if (age === "moved") return AGAIN;
  if (age !== "current") return withoutPlan("failed", [age]);
  memory.tries.begin(declared);
  const about = { policy, tries: memory.tries, now: input.clock() };
  const classified = classifyChanges(planned, {
    ...about,
    sameFolder: declared === before.declared,
    unmanaged: new Set(before.unmanaged),
  });
  const runnable = await withoutSkipped(input, planned, classified);
  if (runnable === AGAIN) return AGAIN;
  const pass = { planned, classified, policy, runnable };
  const nothing = { isPending: false, ran: undefined, diagnostics: [] };
  const end = await decide(input, { ...pass, ...nothing }, locking);
  if (end === AGAIN) return AGAIN;
  const now = {
    declared: isWhole(end) ? declared : before.declared,
    unmanaged: unmanagedAmong(classified),
  };
  if (JSON.stringify(now) !== JSON.stringify(before))
    await saveConvergence(state, estate.name, now);
  memory.agreed = now.declared;
  const findings = findingsOf(end);
  const said = { name: estate.name, clock: input.clock };
  const maps = await lookAtMaps(input, end);
  return {
    ...findings,
    health: maps.health,
    diagnostics: [...findings.diagnostics, ...(maps.diagnostics ?? [])],
    drifted: await withLastChanges(findings.drifted, said, connection),
  };
}

/** A look that fails leaves the pass as it is. */
async function lookAtMaps(
  { context, connection, memory, clock, interrupted }: PassInput,
  { planned, runnable, ran }: PlannedPass,
): Promise<Partial<Pick<Findings, "health" | "diagnostics">>> {
  if (context.maps === undefined || interrupted()) return {};
  const now = clock();
  try {
    const found = await lookAfterPass(context.maps, {
      estate: context.estate.name,
      connection,
      declared: planned.desired.state,
      interrupted,
      ran: ran === undefined ? undefined : runnable?.plan,
      now,
      lookedAt: memory.lookedAt,
    });
    if (found?.isWhole === true) memory.lookedAt = now;
    return { health: found?.health };
  } catch (error) {
    return { diagnostics: [diagnosed(error, (message) => warning("not-verified", message))] };
  }
}

/** Independent of file locations; includes what may be pruned. */
function declarationOf({ desired: { state }, estate: { prune, scope } }: Planned): string {
  return digestOfValue([
    state.resources.map(({ address, facts, lifecycle }) => [address, facts, lifecycle ?? null]),
    state.exclusiveScopes.map(({ owner, kind, lifecycle }) => [owner, kind, lifecycle ?? null]),
    prune,
    scope ?? null,
  ]);
}

/** If everything declared is applied, later differences are drift. */
function isWhole({ isPending, ran, classified, planned, runnable }: PlannedPass): boolean {
  const drifted = addressesOf(classified.drifted);
  const refused = [...classified.suspended].some((address) => !drifted.has(address));
  const waiting = (runnable ?? planned).plan?.skipped.some(({ reason }) => reason === "waits");
  return !isPending && !refused && waiting !== true && (ran === undefined || ran.converged);
}

/** The plan without what is skipped; undefined when there is nothing else to do. */
async function withoutSkipped(
  { context, connection }: PassInput,
  planned: Planned,
  { skipped }: ClassifiedChanges,
): Promise<Planned | undefined | typeof AGAIN> {
  if (skipped.size === 0) return planned;
  const isSkipped = ({ address }: Change) => skipped.has(address);
  const wanted = planned.plan?.changes.filter(({ action }) => action !== "none") ?? [];
  if (wanted.every(isSkipped) && planned.journal === undefined) return undefined;
  const met = context.pages?.met;
  const again = await planEstate({ ...context.estate, skip: skipped }, { ...connection, met });
  // Changes that the first plan did not hold are not classified yet.
  const known = addressesOf(wanted);
  const isNew = again.plan?.changes.some(
    ({ address, action }) => action !== "none" && !known.has(address),
  );
  const isUsable = again.plan !== undefined && !hasErrors(again.diagnostics) && isNew !== true;
  return isUsable && again.desired.digest === planned.desired.digest ? again : AGAIN;
}

async function decide(
  input: PassInput,
  pass: PlannedPass,
  locking: Locking,
): Promise<PlannedPass | typeof AGAIN> {
  const { memory } = input;
  const { runnable } = pass;
  const plan = runnable?.plan;
  if (isOutlived(memory, plan)) return AGAIN;
  if (runnable?.ok === true && runnable.plan.blocks.length > 0)
    return decideGuarded(input, { ...pass, runnable }, locking);
  await memory.guarded.clear();
  return runnable === undefined ? pass : runPlan(input, { ...pass, runnable }, locking);
}

/** A blocked plan waits, or runs when exactly that plan was approved. */
async function decideGuarded(
  input: PassInput,
  pass: PlannedPass & { readonly runnable: PlanMade },
  locking: Locking,
): Promise<PlannedPass | typeof AGAIN> {
  const { plan } = pass.runnable;
  const { memory, context, connection, clock } = input;
  const approval = await memory.guarded.ask(pass.runnable, clock());
  memory.asOf = context.estate.clock?.();
  if (approval === undefined) return { ...pass, isPending: true };
  const allow = new Set([
    ...context.estate.allow,
    ...plan.blocks.flatMap(({ name }) => name ?? []),
  ]);
  const allowed = await planEstate({ ...pass.runnable.estate, allow }, connection);
  if (allowed.plan === undefined || hasErrors(allowed.diagnostics)) return AGAIN;
  if (!isSamePlan(allowed.plan, plan)) return AGAIN;
  if (allowed.plan.blocks.length > 0) return { ...pass, isPending: true };
  const end = await runPlan(input, { ...pass, runnable: allowed }, locking);
  if (end !== AGAIN) await memory.guarded.clear();
  return end;
}

/** Whether a plan with an earlier clock is not the waiting plan and must be made again. */
function isOutlived(memory: PassMemory, plan: Plan | undefined): boolean {
  if (memory.asOf === undefined) return false;
  const [waiting] = memory.guarded.waiting();
  if (plan !== undefined && plan.blocks.length > 0 && plan.digest === waiting?.digest) return false;
  memory.asOf = undefined;
  return true;
}

async function runPlan(
  input: PassInput,
  pass: PlannedPass & { readonly runnable: Planned },
  { session, unreleased }: Locking,
): Promise<PlannedPass | typeof AGAIN> {
  const { runnable, classified } = pass;
  const runs = approved(runnable);
  if (runs === undefined || writesNothing(runs)) return pass;
  const { plan } = runs;
  if (takesAway(plan) && !(await restsLonger(input))) return AGAIN;
  if (!isAtRest(input)) return AGAIN;
  const { connection, interrupted } = input;
  const listen = () => {
    for (const change of classified.drifted) {
      const key = formatAddress(change.address);
      if (!classified.skipped.has(change.address))
        input.memory.tries.correcting(key, stateOf(change), input.clock());
    }
    input.onEvent({ type: "applying", plan });
    const show = (event: ExecuteEvent) => input.onEvent({ type: "request", event });
    return { show, close: () => undefined };
  };
  // If another process wrote to the catalog, everything is planned again.
  const again = async () => undefined;
  const { by } = input;
  const ran = await session.run(runs, { connection, again, interrupted, listen, by });
  if (ran === undefined) return AGAIN;
  countFailures(input, ran.result);
  return { ...pass, ran: ran.result, diagnostics: unreleased };
}

function takesAway({ changes, steps }: Plan): boolean {
  return (
    changes.some(({ action }) => action === "delete" || action === "replace") ||
    steps.some(({ request }) => request.method === "DELETE")
  );
}

/** Before a deletion the folder must be at rest for longer. */
async function restsLonger(input: PassInput): Promise<boolean> {
  const { memory, clock, deleteQuietMs, pause, interrupted } = input;
  const rested = clock() - (memory.rested?.since ?? clock());
  if (rested < deleteQuietMs) await pause(deleteQuietMs - rested);
  return !interrupted() && isAtRest(input);
}

/** Refusals count for each object; a busy server (`isBusy`) has refused nothing. */
function countFailures({ memory: { tries } }: PassInput, { execution }: ApplyResult): void {
  if (execution.credentialsRefused || execution.stopped !== undefined) return;
  const isRefused = ({ outcome, status }: StepReport) =>
    outcome === "refused" && status !== undefined && !isBusy({ status });
  for (const report of execution.reports) {
    for (const key of report.step.addresses.map(formatAddress)) {
      if (isRefused(report)) tries.failed(key);
      else if (report.outcome === "done") tries.succeeded(key);
    }
  }
}
