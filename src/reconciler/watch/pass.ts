/**
 * One pass: a whole tree is loaded, planned, and applied as far as it may be. What was made from a
 * folder or catalog that changed meanwhile is thrown away and made again.
 */
import { formatAddress } from "../../model/address.ts";
import { addressesOf } from "../../model/address-map.ts";
import { digestOfValue } from "../../model/digest.ts";
import { hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { watch as limits } from "../../model/limits.ts";
import { isBusy } from "../../wire/retry.ts";
import type { ExecuteEvent, StepReport } from "../engine/run/events.ts";
import type { Change, Plan } from "../engine/plan/plan.ts";
import type { RunBy } from "../inventory/history.ts";
import { loadConvergence, saveConvergence } from "../inventory/convergence.ts";
import type { Here, Holder } from "../lock/lease.ts";
import { ArtefactChangedError } from "../manifest/artefacts.ts";
import { isGitBusy } from "../manifest/checkout.ts";
import {
  approved,
  ManifestsChangedError,
  planEstate,
  writesNothing,
  type ApplyResult,
  type Planned,
} from "../reconcile.ts";
import { openSession, type Session } from "../session.ts";
import { readChangeCounter } from "./change-counter.ts";
import { findingsOf, withoutPlan, type Came, type Findings } from "./findings.ts";
import { dangersOf, type Guarded } from "./guarded.ts";
import { judge, stateOf, strangersAmong, type DriftPolicy, type Judged } from "./judge.ts";
import { settle } from "./settle.ts";
import type { Situation, WatchConnection } from "./situation.ts";
import { stampOf } from "./tree.ts";
import type { Tries } from "./tries.ts";

/** What passes of one watch know of each other. */
export interface PassMemory {
  readonly tries: Tries;
  readonly guarded: Guarded;
  /** The folder as it was when it was last seen at rest, and since when it is. */
  rested: { readonly stamp: string; readonly since: number } | undefined;
  /** The server's counter before the last plan was made. */
  counter: number | undefined;
  /** The moment that windows of time of the plan that waits end at: it must stay the same plan. */
  asOf: number | undefined;
}

/** What happens in a pass. */
export type PassEvent =
  | { readonly type: "restless" }
  /** A plan is about to run. */
  | { readonly type: "applying"; readonly plan: Plan }
  | { readonly type: "request"; readonly event: ExecuteEvent };

/** What a pass needs. */
export interface PassInput {
  readonly situation: Situation;
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
  /** Who runs plans, for the history of the estate. */
  readonly by: (() => Promise<RunBy>) | undefined;
  /** Everything that is watched: the manifests, and files that they name elsewhere. */
  readonly watched: () => readonly string[];
  /** Takes files that manifests name. */
  readonly onFiles: (paths: ReadonlySet<string>) => void;
}

/** An attempt whose plan is worth nothing any more. */
const AGAIN = Symbol("again");

/** Runs a pass; undefined when it was ended before it came to anything. */
export async function runPass(input: PassInput): Promise<Findings | undefined> {
  for (let attempt = 0; attempt < limits.attempts && !input.interrupted(); attempt++) {
    const found = await unlessMoved(() => attemptPass(asOfOneMoment(input)));
    if (found !== AGAIN) return found;
  }
  return undefined;
}

/** All plans of an attempt mean the same windows of time, those of a plan that waits as long as it does. */
function asOfOneMoment(input: PassInput): PassInput {
  const { memory, situation, clock } = input;
  const now = clock();
  if (memory.asOf !== undefined && now - memory.asOf > limits.asOfMs) memory.asOf = undefined;
  const moment = memory.asOf ?? now;
  const estate = { clock: () => moment, ...situation.estate };
  return { ...input, situation: { ...situation, estate } };
}

/** Files that changed between a plan and its run are no failure: there is another plan to make. */
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
  const { situation, connection, memory } = input;
  if (!(await comeToRest(input))) return undefined;
  connection.bodies.forget();
  memory.counter = await readChangeCounter(connection.read);
  const unreleased: Diagnostic[] = [];
  const session = await openSession({
    store: connection.lock,
    holder: whoLooks(input),
    waitMs: 0,
    onLock: (event) => {
      if (event.state === "released") unreleased.push(...[event.unreleased ?? []].flat());
    },
  });
  const planned = await planEstate(situation.estate, connection);
  input.onFiles(connection.bodies.noted());
  if (!isAtRest(input)) return AGAIN;
  if (planned.plan === undefined || hasErrors(planned.diagnostics))
    return withoutPlan("degraded", planned.diagnostics);
  return carryOn(input, planned, { session, unreleased });
}

/** Between its runs a watch holds no lease: one of its own there could not be released for an outage. */
function whoLooks({ holder }: PassInput): Holder & Here {
  return { ...holder, isAlive: (pid) => pid !== holder.pid && holder.isAlive(pid) };
}

/** Waits for a whole tree; false when everything is to end. */
async function comeToRest(input: PassInput): Promise<boolean> {
  const { memory, quietMs, pause, interrupted, situation, clock } = input;
  const settled = await settle({
    stamp: () => stampOf(input.watched()),
    isBusy: () => isGitBusy(situation.estate.paths),
    known: memory.rested?.stamp,
    quietMs,
    pause,
    interrupted,
    onRestless: () => input.onEvent({ type: "restless" }),
  });
  if (settled === undefined) return false;
  const { stamp, restedMs } = settled;
  if (memory.rested?.stamp !== stamp) memory.rested = { stamp, since: clock() - restedMs };
  return true;
}

function isAtRest({ memory, watched, situation }: PassInput): boolean {
  const isSame = memory.rested?.stamp === stampOf(watched());
  if (!isSame) memory.rested = undefined;
  return isSame && !isGitBusy(situation.estate.paths);
}

/** The session that was opened before the plan was made. */
interface Locking {
  readonly session: Session;
  /** Why others have to wait although a run is over. */
  readonly unreleased: readonly Diagnostic[];
}

/** From a plan over everything to what of it runs. */
async function carryOn(
  input: PassInput,
  planned: Planned,
  locking: Locking,
): Promise<Findings | typeof AGAIN> {
  const { memory, policy, connection } = input;
  const { estate } = planned;
  const declared = declarationOf(planned);
  memory.tries.begin(declared);
  const { books } = connection.inventory;
  const before = await loadConvergence(books, estate.name);
  const about = { policy, tries: memory.tries, now: input.clock() };
  const judged = judge(planned, {
    ...about,
    sameFolder: declared === before.declared,
    strangers: new Set(before.strangers),
  });
  const ready = await withoutHeld(input, planned, judged);
  if (ready === AGAIN) return AGAIN;
  const came = { planned, judged, policy, ready, waits: false, ran: undefined, diagnostics: [] };
  const end = await decide(input, came, locking);
  if (end === AGAIN) return AGAIN;
  const now = {
    declared: isWhole(end) ? declared : before.declared,
    strangers: strangersAmong(judged),
  };
  if (JSON.stringify(now) !== JSON.stringify(before))
    await saveConvergence(books, estate.name, now);
  return findingsOf(end);
}

/** A digest of what is declared, wherever its files lie, and of what may be pruned for it. */
function declarationOf({ desired: { state }, estate: { prune, scope } }: Planned): string {
  return digestOfValue([
    state.resources.map(({ address, facts, lifecycle }) => [address, facts, lifecycle ?? null]),
    state.sweeps.map(({ owner, kind, lifecycle }) => [owner, kind, lifecycle ?? null]),
    prune,
    scope ?? null,
  ]);
}

/** Whether everything that the folder wants is done, so that what differs later is drift. */
function isWhole({ waits, ran, judged, planned, ready }: Came): boolean {
  const drifted = addressesOf(judged.drifted);
  const refused = [...judged.suspended].some((address) => !drifted.has(address));
  const waiting = (ready ?? planned).plan?.leftAlone.some(({ reason }) => reason === "waits");
  return !waits && !refused && waiting !== true && (ran === undefined || ran.converged);
}

/** The plan without what is left as it is; undefined when there is nothing else to do. */
async function withoutHeld(
  { situation, connection }: PassInput,
  planned: Planned,
  { held }: Judged,
): Promise<Planned | undefined | typeof AGAIN> {
  if (held.size === 0) return planned;
  const isHeld = ({ address }: Change) => held.has(address);
  const wanted = planned.plan?.changes.filter(({ action }) => action !== "none") ?? [];
  if (wanted.every(isHeld) && (planned.journal ?? []).length === 0) return undefined;
  const again = await planEstate({ ...situation.estate, held }, connection);
  // What the first plan did not hold came meanwhile, and nobody has judged it.
  const known = addressesOf(wanted);
  const isNew = again.plan?.changes.some(
    ({ address, action }) => action !== "none" && !known.has(address),
  );
  const isUsable = again.plan !== undefined && !hasErrors(again.diagnostics) && isNew !== true;
  return isUsable && again.desired.digest === planned.desired.digest ? again : AGAIN;
}

/** Lets the plan run, or wait. */
async function decide(
  input: PassInput,
  came: Came,
  locking: Locking,
): Promise<Came | typeof AGAIN> {
  const { memory } = input;
  const { ready } = came;
  const plan = ready?.plan;
  if (isOutlived(memory, plan)) return AGAIN;
  if (ready !== undefined && plan !== undefined && plan.blocks.length > 0)
    return decideGuarded(input, { ...came, ready, plan }, locking);
  await memory.guarded.settle();
  return ready === undefined ? came : runReady(input, { ...came, ready }, locking);
}

/** Lets a plan that something stops wait, or run when exactly that was approved. */
async function decideGuarded(
  input: PassInput,
  given: Came & { readonly ready: Planned; readonly plan: Plan },
  locking: Locking,
): Promise<Came | typeof AGAIN> {
  const { plan, ...came } = given;
  const { memory, situation, connection, clock } = input;
  const approval = await memory.guarded.ask(plan, clock());
  memory.asOf = situation.estate.clock?.();
  if (approval === undefined) return { ...came, waits: true };
  const allow = new Set([...situation.estate.allow, ...dangersOf(plan.blocks)]);
  const allowed = await planEstate({ ...came.ready.estate, allow }, connection);
  if (allowed.plan?.digest !== plan.digest || hasErrors(allowed.diagnostics)) return AGAIN;
  if (allowed.plan.blocks.length > 0) return { ...came, waits: true };
  const end = await runReady(input, { ...came, ready: allowed }, locking);
  if (end !== AGAIN) await memory.guarded.settle();
  return end;
}

/** Whether a plan as of an earlier moment is not the one that waits any more, and must be made as of now. */
function isOutlived(memory: PassMemory, plan: Plan | undefined): boolean {
  if (memory.asOf === undefined) return false;
  const [waiting] = memory.guarded.waiting();
  if (plan !== undefined && plan.blocks.length > 0 && plan.digest === waiting?.digest) return false;
  memory.asOf = undefined;
  return true;
}

async function runReady(
  input: PassInput,
  came: Came & { readonly ready: Planned },
  { session, unreleased }: Locking,
): Promise<Came | typeof AGAIN> {
  const { ready, judged } = came;
  const runs = approved(ready);
  if (runs === undefined || writesNothing(runs)) return came;
  const { plan } = runs;
  if (takesAway(plan) && !(await restsLonger(input))) return AGAIN;
  if (!isAtRest(input)) return AGAIN;
  const { connection, interrupted } = input;
  const listen = () => {
    noteCorrections(input, judged);
    input.onEvent({ type: "applying", plan });
    const show = (event: ExecuteEvent) => input.onEvent({ type: "request", event });
    return { show, close: () => undefined };
  };
  // What was planned before somebody else wrote is worth nothing: everything is judged again.
  const again = async () => undefined;
  const { by } = input;
  const ran = await session.run(runs, { connection, again, interrupted, listen, by });
  if (ran === undefined) return AGAIN;
  countFailures(input, ran.result);
  return { ...came, ran: ran.result, diagnostics: unreleased };
}

function takesAway({ changes, steps }: Plan): boolean {
  return (
    changes.some(({ action }) => action === "delete" || action === "replace") ||
    steps.some(({ request }) => request.method === "DELETE")
  );
}

/** Before anything goes the folder has to be at rest for longer. */
async function restsLonger(input: PassInput): Promise<boolean> {
  const { memory, clock, deleteQuietMs, pause, interrupted } = input;
  const rested = clock() - (memory.rested?.since ?? clock());
  if (rested < deleteQuietMs) await pause(deleteQuietMs - rested);
  return !interrupted() && isAtRest(input);
}

function noteCorrections({ memory, clock }: PassInput, { drifted, held }: Judged): void {
  for (const change of drifted) {
    const key = formatAddress(change.address);
    if (!held.has(change.address)) memory.tries.correcting(key, stateOf(change), clock());
  }
}

/** Refusals count for each object; a server that has no time has refused nothing. */
function countFailures({ memory: { tries } }: PassInput, { execution }: ApplyResult): void {
  if (execution.credentialsRefused || execution.stopped !== undefined) return;
  const isRefused = ({ outcome, status }: StepReport) =>
    outcome === "refused" && status !== undefined && !isBusy({ status, headers: {}, body: NONE });
  for (const report of execution.reports) {
    for (const key of report.step.addresses.map(formatAddress)) {
      if (isRefused(report)) tries.failed(key);
      else if (report.outcome === "done") tries.succeeded(key);
    }
  }
}

const NONE = new Uint8Array();
