/**
 * `plumbline apply`: plans, gets approval or takes an approved plan, and runs it under the lock.
 */
import { parseAddress } from "../../model/address.ts";
import { addressSet } from "../../model/address-map.ts";
import { warning, type Diagnostic } from "../../model/diagnostic.ts";
import { diagnosed } from "../../model/failure.ts";
import { isUnhealthy } from "../../model/health.ts";
import { hasChanges } from "../../reconciler/engine/plan/plan.ts";
import type { Selection } from "../../reconciler/engine/plan/selection.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import { STANDARD_INPUT } from "../../reconciler/manifest/load.ts";
import { planEstate, type ApplyResult, type ApprovedPlan } from "../../reconciler/reconcile.ts";
import type { HealthDocument } from "../../reconciler/report/documents.ts";
import { changedBy, shownNames } from "../../reconciler/health/targets.ts";
import { keepHealth } from "../../reconciler/inventory/kept-health.ts";
import { findVerifyAccounts } from "../settings/verify-accounts.ts";
import { lookAtMaps } from "./verify/look-at-maps.ts";
import { checkPlanFile, stale, type PlanFile } from "../../reconciler/report/plan-file.ts";
import { openSession, type Session } from "../../reconciler/session.ts";
import type { ApplyFlags } from "../flags/plan.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { runBy } from "../process/run-by.ts";
import { withSignals } from "../process/context.ts";
import { connectForWriting } from "../settings/connect.ts";
import { selectionFlags, selectionFrom } from "../settings/selection.ts";
import type { ServerSettings, Settings } from "../settings/settings.ts";
import {
  agreeToApply,
  approve,
  preparePlan,
  planAgain,
  type Job,
  type WritingCommand,
} from "./apply/approved-plan.ts";
import { openReporter } from "./apply/report.ts";
import { connected, failingAt, findServer, type Given } from "./on-server.ts";
import { perTarget } from "./per-target.ts";
import { keepStyles } from "./pictures/met-styles.ts";
import { readPlanFile, contextOf } from "./plan-files.ts";

const applyCommand: WritingCommand = {
  command: "apply",
  plan: planEstate,
  agree: agreeToApply,
  done: "Applied: the catalog is in sync.",
  donePart: "Applied: the selected objects are in sync.",
};

/** Plans and applies, on each selected target. */
export function runApply(given: Given<ApplyFlags>): Promise<CommandResult> {
  const run = (own: typeof given) => runWritingCommand(own, applyCommand, prepare);
  return perTarget(given, run, { writes: true });
}

export interface Prepared extends ServerSettings {
  readonly file: PlanFile | undefined;
}

export async function runWritingCommand<Flags extends ApplyFlags>(
  given: Given<Flags>,
  command: WritingCommand,
  prepare: (given: Given<Flags>) => Promise<Prepared | CommandResult>,
): Promise<CommandResult> {
  const { flags, context } = given;
  const kept = keepStyles(context.outputOptions);
  const reporter = openReporter(context, kept);
  const result = await failingAt(flags.url ?? "", async () => {
    const prepared = await prepare(given);
    if ("code" in prepared) return prepared;
    const { project } = prepared.settings;
    const { accounts, diagnostics } =
      flags.verify === true
        ? await findVerifyAccounts(project, prepared.target.user, context.environment)
        : NO_ACCOUNTS;
    if (diagnostics.length > 0) return failure(diagnostics);
    const connect = () => connectForWriting(prepared, context, { onUpload: reporter.uploading });
    return connected(prepared, connect, (server) => {
      const connection = { ...server.connection, met: kept?.met };
      return planAndRun({ ...prepared, accounts, flags, context, connection, command, reporter });
    });
  });
  return reporter.end(result);
}

const NO_ACCOUNTS = { accounts: [], diagnostics: [] } as const;

async function prepare(given: Given<ApplyFlags>): Promise<Prepared | CommandResult> {
  const { plan: place } = given.flags;
  const server = await findServer(given);
  if ("code" in server) return server;
  const { settings, target } = server;
  const now = given.context.now();
  if (place === undefined) return { settings: asOf(settings, now), target, file: undefined };
  const { file, diagnostics } = await readPlanFile(place);
  if (file === undefined) return failure(diagnostics);
  const unfit = checkPlanFile(file, place, contextOf(settings, target, now));
  if (unfit.length > 0) return failure(unfit);
  const selection = file.selection ? selectionFrom(file.selection, settings.project) : undefined;
  const other = otherSelection(settings, selection, place);
  if (other !== undefined) return failure([other]);
  // The terms and the time of the approval apply.
  const replace = addressSet(file.replace?.flatMap((text) => parseAddress(text) ?? []));
  const terms = { prune: file.prune, allow: new Set(file.allow), selection, replace };
  const estate = { ...settings.estate, ...terms };
  return { settings: asOf({ ...settings, estate }, Date.parse(file.created)), target, file };
}

/** The plan file defines the selection; flags may repeat it. */
function otherSelection(
  { estate: { selection: given, input } }: Settings,
  approved: Selection | undefined,
  place: string,
): Diagnostic | undefined {
  const textOf = (one: Selection | undefined) => (one === undefined ? "" : selectionFlags(one));
  const needsInput = approved?.paths.some(({ given: path }) => path === STANDARD_INPUT) === true;
  if (needsInput && input === undefined)
    return stale(
      place,
      "The plan was made with manifests from standard input: give them again with -f -",
    );
  if (given === undefined || textOf(given) === textOf(approved)) return undefined;
  const about = approved === undefined ? "the whole estate" : textOf(approved);
  return stale(place, `The plan is about ${about}, and not about ${textOf(given)}`);
}

/** Fixes the clock: a second plan must use the same time windows. */
export function asOf(settings: Settings, now: number): Settings {
  return { ...settings, estate: { ...settings.estate, clock: () => now } };
}

async function planAndRun(job: Job): Promise<CommandResult> {
  const { connection, context, flags, reporter } = job;
  const session = await openSession({
    store: connection.lock,
    holder: thisProcess(context.environment),
    waitMs: flags.lockTimeout ?? 0,
    onLock: reporter.lock,
  });
  const first = await preparePlan(job, job.file, undefined);
  if ("code" in first) return first;
  const runs = await approve(first, job);
  if ("code" in runs) return runs;
  return withSignals(context, (interrupted) => run(runs, job, session, interrupted));
}

async function run(
  first: ApprovedPlan,
  job: Job,
  session: Session,
  interrupted: () => boolean,
): Promise<CommandResult> {
  const { connection, settings, command, reporter, context } = job;
  const current: { approved: ApprovedPlan | CommandResult } = { approved: first };
  const ran = await session.run(first, {
    connection,
    interrupted,
    again: async () => {
      current.approved = await planAgain(first, job);
      return "code" in current.approved ? undefined : current.approved;
    },
    by: () => runBy(command.command, settings.estate.paths, context.environment),
    listen: reporter.begin,
  });
  const { approved } = current;
  if ("code" in approved) return approved;
  const maps = ran === undefined ? {} : await lookAfter(approved, job, interrupted);
  return conclude(approved, { ...job, maps }, ran?.result, interrupted());
}

interface MapsSeen {
  readonly health?: HealthDocument;
  /** Why there was no look. */
  readonly problem?: Diagnostic;
}

/** Looks at what the plan changed; a look that fails leaves the run as it is. */
async function lookAfter(
  { plan, desired: { state: declared } }: ApprovedPlan,
  job: Job,
  interrupted: () => boolean,
): Promise<MapsSeen> {
  if (job.flags.verify !== true || interrupted()) return {};
  const looking = { declared, addresses: changedBy(plan), now: job.context.now(), interrupted };
  try {
    const health = await lookAtMaps({ ...job, ...looking });
    await keepHealth(job.connection.inventory.state, health, shownNames(declared.resources));
    return { health };
  } catch (error) {
    return { problem: diagnosed(error, (message) => warning("not-verified", message)) };
  }
}

function conclude(
  { plan, desired }: ApprovedPlan,
  { flags, command, reporter, target, maps }: Job & { readonly maps: MapsSeen },
  result: ApplyResult | undefined,
  isInterrupted: boolean,
): CommandResult {
  const { health, problem } = maps;
  const seen = result && { ...result, diagnostics: [...result.diagnostics, problem ?? []].flat() };
  const end = { plan, desired, target, result: seen, command, health };
  if (result?.converged !== true) {
    const [outcome, code] = isInterrupted
      ? (["interrupted", exitCodes.interrupted] as const)
      : (["partial", exitCodes.partial] as const);
    return reporter.ran({ ...end, outcome, code });
  }
  const isChanged = hasChanges(plan);
  const ended = flags.detailedExitcode && isChanged ? exitCodes.changes : exitCodes.success;
  const code = health !== undefined && isUnhealthy(health.verdict) ? exitCodes.unhealthy : ended;
  return reporter.ran({ ...end, outcome: isChanged ? "applied" : "nothing", code });
}
