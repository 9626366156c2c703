/**
 * Plans and applies one estate, by connecting the stages. Reading commands get a read-only
 * connection.
 */
import { addressSet, byAddress, type AddressSet } from "../model/address-map.ts";
import {
  fault,
  formatPosition,
  hasErrors,
  type Diagnostic,
  type DiagnosticCode,
} from "../model/diagnostic.ts";
import { diagnosed } from "../model/failure.ts";
import type { Transport } from "../wire/request.ts";
import { noted, stillDue, stillThere } from "./engine/run/closing.ts";
import { execute, type Execution } from "./engine/run/execute.ts";
import type { ExecuteEvent } from "./engine/run/events.ts";
import { skipped } from "./engine/run/outcomes.ts";
import { waitUnless } from "./engine/run/pace.ts";
import { findLeftBehind } from "./engine/run/verify-write.ts";
import type { PlanInput } from "./engine/plan/stages.ts";
import { makePlan } from "./engine/make-plan.ts";
import type { Plan } from "./engine/plan/plan.ts";
import { verifySettled, findUnread } from "./engine/run/verify.ts";
import { claimFor } from "./claim.ts";
import { loadEstate, type Connection, type Estate } from "./estate.ts";
import { readEstateState, type EstateState, type InventoryStore } from "./inventory/store.ts";
import { recordRun, type RunBy } from "./inventory/history.ts";
import { addressesIn, isSameInventory, type Inventory } from "./inventory/inventory.ts";
import { isEmpty, openJournal, type Journal, type RunJournal } from "./inventory/journal.ts";
import { nextInventory } from "./inventory/next.ts";
import type { KindContext } from "./kind.ts";
import { kinds } from "./kinds/registry.ts";
import { bodyStore } from "./manifest/artefacts.ts";
import type { Desired } from "./manifest/resolve.ts";
import { ManifestsChangedError } from "./manifests-changed.ts";
import { ownedChanges, recordOf } from "./record.ts";
import { selectAmong } from "./engine/plan/selection.ts";

/** Errors among the diagnostics forbid a run. */
interface PlanningEnd {
  readonly estate: Estate;
  readonly desired: Desired;
  readonly diagnostics: readonly Diagnostic[];
}

/** A plan with its inputs. */
export interface PlanMade extends PlanningEnd {
  readonly ok: true;
  readonly plan: Plan;
  readonly input: PlanInput;
  readonly inventory: Inventory;
  readonly journal?: Journal | undefined;
  /** Everything owned is deleted, so the manifests need not be read again. */
  readonly destroys?: true;
}

type Unmade = Readonly<Partial<Record<"plan" | "input" | "inventory" | "journal", undefined>>>;

export interface NotPlanned extends PlanningEnd, Unmade {
  readonly ok: false;
}

/** The result of planning. */
export type Planned = PlanMade | NotPlanned;

/** A plan without errors or blocks, made by `approved`. */
export interface ApprovedPlan extends PlanMade {
  readonly isApproved: true;
}

/** The approved plan; undefined where it has errors or a guard blocks it. */
export function approved(planned: Planned): ApprovedPlan | undefined {
  const runs = planned.ok && !hasErrors(planned.diagnostics) && planned.plan.blocks.length === 0;
  return runs ? { ...planned, isApproved: true } : undefined;
}

/** Loads the manifests and plans. Rejects when the server cannot be read. */
export async function planEstate(estate: Estate, connection: Connection): Promise<Planned> {
  // Requested first: responses arrive while the manifests are read.
  const reading = Promise.allSettled([readState(estate, connection)]);
  const desired = await loadEstate(estate, connection.bodies);
  const [state] = await reading;
  const { diagnostics } = desired;
  if (hasErrors(diagnostics)) return { ok: false, estate, desired, diagnostics };
  if (state.status === "rejected") throw state.reason;
  return planDesired(estate, desired, connection, { state: state.value });
}

interface PlanBasis {
  /** The part of the inventory to plan with; all of it when absent. */
  readonly owned?: (inventory: Inventory) => Inventory;
  readonly state?: EstateState;
  /** What can be selected when everything is deleted; the loaded state when absent. */
  readonly ends?: Desired["state"];
}

/** Plans for a loaded state. Rejects when the server cannot be read. */
export async function planDesired(
  estate: Estate,
  desired: Desired,
  connection: Connection,
  { owned = (inventory) => inventory, state, ends }: PlanBasis = {},
): Promise<PlanMade> {
  const context = contextOf(connection);
  const { inventory, journal, owners } = state ?? (await readState(estate, connection));
  const { resources, exclusiveScopes } = desired.state;
  const { prune, scope, allow, skip, changeLimits, ignore = [], selection: requested } = estate;
  const asks = requested !== undefined || resources.some(({ previous }) => previous !== undefined);
  const claimed = asks ? await connection.inventory.claims?.left() : undefined;
  const input: PlanInput = {
    estate: estate.name,
    kinds,
    context,
    resources,
    exclusiveScopes,
    inventory: owned(inventory),
    ...leftIn(journal),
    owners,
    prune,
    scope,
    allow,
    skip,
    changeLimits,
    ignore,
    claimed,
    replace: estate.replace,
    part: requested && { requested, ...(ends ?? desired.state), ends: ends !== undefined },
  };
  const plan = await makePlan(input);
  const diagnostics =
    input.part &&
    selectAmong(input.part, [
      ...addressesIn(inventory),
      ...plan.changes.map(({ address }) => address),
    ]).diagnostics;
  return {
    ok: true,
    estate,
    desired,
    plan,
    input,
    inventory,
    journal,
    diagnostics: [
      ...withoutRepeated(desired.diagnostics, plan.diagnostics),
      ...(diagnostics ?? []),
      ...plan.diagnostics,
    ],
  };
}

/** Leaves out a warning of a manifest where this server makes it an error. */
function withoutRepeated(
  declared: readonly Diagnostic[],
  planned: readonly Diagnostic[],
): readonly Diagnostic[] {
  const placeOf = ({ code, where }: Diagnostic) => `${code} ${where ? formatPosition(where) : ""}`;
  const errors = new Set(planned.filter((one) => hasErrors([one])).map(placeOf));
  return declared.filter((one) => hasErrors([one]) || !one.where || !errors.has(placeOf(one)));
}

function leftIn(journal: Journal | undefined): Pick<PlanInput, "journal" | "unsent" | "journaled"> {
  const { effects = [], closing = [], temporary = [] } = journal ?? {};
  return { journal: effects, unsent: closing, journaled: temporary };
}

function readState({ name }: Estate, connection: Connection): Promise<EstateState> {
  return readEstateState(name, connection.inventory, contextOf(connection));
}

function contextOf({ read, server, account, met, bodies }: Connection): KindContext {
  return { read, server, account, met, secrets: bodies.secrets };
}

/** The result of a run. */
export interface ApplyResult {
  readonly execution: Execution;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether every request succeeded and the server holds what was wanted. */
  readonly converged: boolean;
  /** Writes of state documents, not counted as writes to the catalog. */
  readonly bookkeeping: number;
}

/** Options of an apply. */
export interface ApplyOptions {
  readonly send: Transport;
  readonly inventory: InventoryStore;
  /** Concurrent writes; what the server handles well when absent. */
  readonly writes?: number | undefined;
  /** Milliseconds for which reading back is repeated; no repeat when absent. */
  readonly settleMs?: number | undefined;
  /** Author of the run; without it no history is kept. */
  readonly by?: RunBy;
  readonly onEvent?: (event: ExecuteEvent) => void;
  readonly interrupted?: () => boolean;
  /** Called before each write: a diagnostic forbids this and all later writes. */
  readonly mayWrite?: () => Promise<Diagnostic | undefined>;
  /** Waits, in milliseconds, before a request is repeated. */
  readonly wait?: (ms: number) => Promise<void>;
}

const NOT_RUN = { reports: [], rollbacks: [] } as const;

/** Whether an apply would write neither to the catalog nor to the state. */
export function writesNothing(planned: PlanMade): boolean {
  const { plan, input, inventory, journal } = planned;
  if (journal !== undefined || plan.steps.length > 0) return false;
  const next = nextInventory(inventory, ownedChanges(planned, NOT_RUN), input.owners);
  return isSameInventory(next, inventory);
}

/**
 * Applies a plan, records ownership and reads back meanwhile. Before a deletion, the manifests are
 * read again and cascades are journaled. Throws ManifestsChangedError.
 */
export async function applyPlan(planned: ApprovedPlan, given: ApplyOptions): Promise<ApplyResult> {
  const { plan, input, inventory } = planned;
  const { interrupted = USUAL.interrupted } = given;
  const options = { ...USUAL, wait: waitUnless(interrupted), ...given };
  const startedAt = Date.now();
  if (deletes(plan) && planned.destroys !== true)
    await expectUnchanged(planned.estate, planned.desired);
  const claimed = await claimFor({ plan, input, inventory, store: options.inventory });
  if (claimed.refusal.length > 0) return notRun(plan, claimed.refusal);
  const result = await runPlan(planned, options, startedAt);
  const { stopped, credentialsRefused } = result.execution;
  // Where no request may be sent, the claims remain: the estate's next run ends them.
  const isOver = stopped !== undefined || credentialsRefused;
  const left = isOver ? [] : await claimed.end();
  const writes = isOver ? claimed.writes : 2 * claimed.writes;
  const diagnostics = [...result.diagnostics, ...left];
  return { ...result, diagnostics, bookkeeping: result.bookkeeping + writes };
}

type OptionalOption = "by" | "settleMs" | "writes";

async function runPlan(
  planned: PlanMade,
  options: Required<Omit<ApplyOptions, OptionalOption>> & Pick<ApplyOptions, OptionalOption>,
  startedAt: number,
): Promise<ApplyResult> {
  const { plan, input } = planned;
  const journal = openJournal(options.inventory.journal, planned.journal);
  const kept = noted(plan, input.unsent);
  const begin = () => journal.begin(kept);
  const unwritten = isEmpty(kept)
    ? []
    : await written("journal-unwritten", options.mayWrite, begin);
  if (unwritten.length > 0) return notRun(plan, unwritten);
  const { context } = input;
  const resources = byAddress(input.resources);
  const execution = await execute({ ...options, plan, kinds, context, resources });
  if (execution.credentialsRefused)
    return { execution, diagnostics: [], converged: false, bookkeeping: journal.writes() };
  let left: AddressSet = addressSet();
  const faults = await afterwards("not-verified", async () => {
    left = await findLeftBehind({ plan, kinds, context, resources }, execution.reports);
  });
  const ended = { ...execution, left };
  const look = () => verifySettled(input, plan, execution.reports, options);
  // Reading back is mostly waiting, and ownership is recorded whatever it shows.
  const looking = plan.steps.length === 0 ? [] : afterwards("not-verified", look);
  const { diagnostics, writes } = await saveState(planned, ended, { ...options, journal });
  const unlike = await looking;
  const reported = [...faults, ...diagnostics, ...unlike, ...findUnread(plan)];
  const isWhole = execution.reports.every(({ outcome }) => outcome === "done");
  const isRestored = execution.unrestored.length === 0;
  const converged = isWhole && isRestored && reported.length === 0;
  const result = { execution, diagnostics: reported, converged, bookkeeping: writes };
  const { by, inventory, interrupted } = options;
  if (by === undefined || (plan.steps.length === 0 && writes === 0)) return result;
  const { estate, desired } = planned;
  const when = { interrupted: interrupted(), startedAt, endedAt: Date.now() };
  const run = recordOf({ ...result, ...when, by, plan, manifests: desired.digest });
  const record = () => recordRun(inventory.state, estate.name, run);
  const unsaved = await written("history-unsaved", options.mayWrite, record);
  // A run that cannot be recorded is still a success.
  const warnings = unsaved.map((one) => ({ ...one, severity: "warning" as const }));
  const recorded = unsaved.length === 0 ? 1 : 0;
  return { ...result, diagnostics: [...reported, ...warnings], bookkeeping: writes + recorded };
}

const USUAL = {
  onEvent: () => undefined,
  interrupted: () => false,
  mayWrite: async () => undefined,
} as const;

type Ended = Execution & { readonly left: AddressSet };

/** Ownership is recorded whatever reading back shows: a failed read must not lose it. */
async function saveState(
  planned: PlanMade,
  { reports, rollbacks, stopped, unrestored, left: leftBehind }: Ended,
  stores: Required<Pick<ApplyOptions, "inventory" | "mayWrite">> & { readonly journal: RunJournal },
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly writes: number }> {
  const { plan, input, inventory } = planned;
  const { journal, mayWrite } = stores;
  const next = nextInventory(
    inventory,
    ownedChanges(planned, { reports, rollbacks }, leftBehind),
    input.owners,
  );
  const changed = !isSameInventory(next, inventory);
  const save = () => stores.inventory.save(next);
  const unsaved = changed ? await written("inventory-unsaved", mayWrite, save) : [];
  // Where writes are forbidden or the server does not respond, the journal stays as it is.
  const closing = stillDue(reports, input.unsent);
  const temporary = stillThere(plan.temporaries, reports);
  const end = () => journal.end({ effects: unrestored, closing, temporary });
  const left = stopped === undefined ? await afterwards("journal-unsaved", end) : [];
  const saves = changed && unsaved.length === 0 ? 1 : 0;
  const diagnostics = [stopped ?? [], unsaved, left].flat();
  return { diagnostics, writes: saves + journal.writes() };
}

/** Writes to the state, unless writes are forbidden. */
function written(
  code: DiagnosticCode,
  mayWrite: Required<ApplyOptions>["mayWrite"],
  write: () => Promise<void>,
): Promise<readonly Diagnostic[]> {
  return afterwards(code, async () => {
    const stopped = await mayWrite();
    if (stopped !== undefined) return [fault(code, stopped.message)];
    return write();
  });
}

function notRun({ steps }: Plan, diagnostics: readonly Diagnostic[]): ApplyResult {
  const execution = {
    reports: steps.map(skipped),
    rollbacks: [],
    unrestored: [],
    credentialsRefused: false,
    stopped: undefined,
  };
  return { execution, diagnostics, converged: false, bookkeeping: 0 };
}

function deletes({ changes, steps }: Plan): boolean {
  return (
    changes.some(({ action }) => action === "delete") ||
    steps.some(({ request }) => request.method === "DELETE")
  );
}

/** A deletion needs equal manifests on a second, uncached read: it detects a half-written tree. */
async function expectUnchanged(estate: Estate, { digest, now }: Desired): Promise<void> {
  const fresh = { ...estate, cache: undefined, clock: () => now };
  const again = await loadEstate(fresh, bodyStore());
  if (again.digest !== digest || hasErrors(again.diagnostics)) throw new ManifestsChangedError();
}

/** A failure is reported beside the result of the run. */
async function afterwards(
  code: DiagnosticCode,
  work: () => Promise<readonly Diagnostic[] | void>,
): Promise<readonly Diagnostic[]> {
  try {
    return (await work()) ?? [];
  } catch (error) {
    return [diagnosed(error, (message) => fault(code, message))];
  }
}
