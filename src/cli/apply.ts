/** `plumbline apply`: plans, asks or is given an approved plan, and runs it under the lock. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { hasChanges } from "../reconciler/engine/plan/plan.ts";
import { holderText } from "../reconciler/lock/lease.ts";
import { openLock, type HeldLock, type Lock } from "../reconciler/lock/lock.ts";
import { applyPlan, planEstate, writesNothing, type ApplyResult } from "../reconciler/reconcile.ts";
import { STANDARD_INPUT } from "../reconciler/manifest/load.ts";
import type { Selection } from "../reconciler/engine/plan/selection.ts";
import { checkPlanFile, stale } from "../reconciler/report/plan-file.ts";
import { openTeller } from "./apply-report.ts";
import { connectForWriting } from "./connect.ts";
import { ending, endRun, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { readPlanFile, situationOf } from "./plan-files.ts";
import {
  agreeToApply,
  makeReady,
  planAgain,
  refuse,
  type ApplyFlags,
  type Job,
  type Ready,
  type Work,
} from "./ready.ts";
import { findUnwritable } from "./reports.ts";
import { runBy } from "./run-by.ts";
import { findSettings, type Settings } from "./settings.ts";
import { askedText, selectionFrom } from "./selection.ts";
import { withSignals } from "./signals.ts";
import { thisProcess } from "./this-process.ts";

const work: Work = {
  command: "apply",
  plan: planEstate,
  agree: agreeToApply,
  done: "Applied: the catalog is as declared.",
  donePart: "Applied: what was selected is as declared.",
};

/** Plans and applies. */
export function runApply(paths: readonly string[], flags: ApplyFlags): Promise<ExitCode> {
  return runWork(flags, work, () => prepare(paths, flags));
}

/** What a command that writes works with, what is wrong with that, or the exit code it ends with. */
export type Prepared =
  | Pick<Job, "settings" | "target" | "file">
  | { readonly target?: undefined; readonly diagnostics: readonly Diagnostic[] }
  | ExitCode;

/** Runs a command that writes, from its settings to its report. */
export function runWork(
  flags: ApplyFlags,
  work: Work,
  prepare: () => Promise<Prepared>,
): Promise<ExitCode> {
  let url = flags.url ?? "";
  const teller = openTeller(flags);
  return ending(
    teller.fail,
    () => url,
    async () => {
      const unwritable = findUnwritable(flags);
      if (unwritable.length > 0) return endRun({ output: flags.output }, unwritable);
      const prepared = await prepare();
      if (typeof prepared === "number") return prepared;
      if (prepared.target === undefined) return teller.fail(prepared.diagnostics);
      const { settings, target } = prepared;
      url = target.url;
      const connection = await connectForWriting(settings, target, { onUpload: teller.uploading });
      try {
        return await planAndRun({ ...prepared, flags, connection, work, teller });
      } finally {
        await connection.close();
      }
    },
  );
}

/** Settings and plan file, or what is wrong with them. */
async function prepare(paths: readonly string[], flags: ApplyFlags): Promise<Prepared> {
  const { settings, diagnostics } = await findSettings(paths, flags, true);
  if (settings?.target === undefined) return { diagnostics };
  const { target } = settings;
  const now = Date.now();
  if (flags.plan === undefined) return { settings: asOf(settings, now), target, file: undefined };
  const { file, diagnostics: faults } = await readPlanFile(flags.plan);
  if (file === undefined) return { diagnostics: faults };
  const unfit = checkPlanFile(file, flags.plan, situationOf(settings, target, now));
  if (unfit.length > 0) return { diagnostics: unfit };
  const selection = file.selection ? selectionFrom(file.selection, settings.project) : undefined;
  const other = otherSelection(settings, selection, flags.plan);
  if (other !== undefined) return { diagnostics: [other] };
  // What the plan may do, and the moment that windows of time end at, are those of the approval.
  const terms = { prune: file.prune, allow: new Set(file.allow), selection };
  const estate = { ...settings.estate, ...terms };
  return { settings: asOf({ ...settings, estate }, Date.parse(file.created)), target, file };
}

/** What an approved plan is about is said in its file; to say it again does no harm. */
function otherSelection(
  { estate: { selection: given, input } }: Settings,
  approved: Selection | undefined,
  place: string,
): Diagnostic | undefined {
  const textOf = (one: Selection | undefined) => (one === undefined ? "" : askedText(one));
  const needsInput = approved?.paths.some(({ said }) => said === STANDARD_INPUT) === true;
  if (needsInput && input === undefined)
    return stale(
      place,
      "The plan was made with manifests from standard input: give them again with -f -",
    );
  if (given === undefined || textOf(given) === textOf(approved)) return undefined;
  const about = approved === undefined ? "the whole estate" : textOf(approved);
  return stale(place, `The plan is about ${about}, and not about ${textOf(given)}`);
}

/** Settings as of a moment: planning again must mean the same windows of time. */
export function asOf(settings: Settings, now: number): Settings {
  return { ...settings, estate: { ...settings.estate, clock: () => now } };
}

/** Plans, shows the plan, has it agreed to, and runs it under the lock. */
async function planAndRun(job: Job): Promise<ExitCode> {
  const seen = await lockOf(job).look();
  const first = await makeReady(job, job.file, undefined);
  if (typeof first === "number") return first;
  const refusal = await refuse(first, job);
  if (refusal !== undefined) return refusal;
  return withSignals(async (interrupted) => {
    if (writesNothing(first.planned)) return conclude(await run(first, job, { interrupted }), job);
    const held = await lockOf(job, interrupted).take(seen);
    const ran = await runLocked(first, job, { held, interrupted });
    return typeof ran === "number" ? ran : conclude(ran, job);
  });
}

function lockOf({ connection, flags, teller }: Job, interrupted?: () => boolean): Lock {
  return openLock({
    store: connection.lock,
    holder: thisProcess(),
    waitMs: flags.lockTimeout ?? 0,
    onWait: (lease) => teller.lock("waiting", `Waiting for the lock of ${holderText(lease)}.`),
    ...(interrupted === undefined ? {} : { interrupted }),
  });
}

/** A run and what it ran. */
interface Ran {
  readonly ready: Ready;
  readonly result: ApplyResult;
  readonly interrupted: boolean;
}

/** How a run can be made to stop. */
interface Stops {
  readonly held?: HeldLock;
  readonly interrupted: () => boolean;
}

/** Runs under the lock, and releases it however the run ends. */
async function runLocked(
  first: Ready,
  job: Job,
  stops: Stops & { readonly held: HeldLock },
): Promise<Ran | ExitCode> {
  const { held } = stops;
  job.teller.lock("taken", held.notice);
  let ran: Ran;
  try {
    const ready = held.undisturbed ? first : await planAgain(first, job);
    if (typeof ready === "number") return ready;
    ran = await run(ready, job, stops);
  } finally {
    const left = await held.release();
    if (left === undefined) job.teller.lock("released");
    else tell([left]);
  }
  const bookkeeping = ran.result.bookkeeping + held.writes();
  return { ...ran, result: { ...ran.result, bookkeeping } };
}

async function run(ready: Ready, job: Job, stops: Stops): Promise<Ran> {
  const { connection, settings, work, teller } = job;
  const progress = teller.begin();
  const { held, interrupted } = stops;
  const { send, inventory } = connection;
  try {
    const result = await applyPlan(ready.planned, {
      send,
      inventory,
      ...(writesNothing(ready.planned)
        ? {}
        : { by: await runBy(work.command, settings.estate.paths) }),
      onEvent: progress.show,
      interrupted,
      ...(held === undefined ? {} : { mayWrite: held.mayWrite }),
    });
    return { ready, result, interrupted: interrupted() };
  } finally {
    progress.close();
  }
}

function conclude({ ready: { plan }, result, interrupted }: Ran, job: Job): Promise<ExitCode> {
  const { flags, work, teller, target } = job;
  const end = { plan, target, result, work };
  if (!result.converged) {
    const [outcome, code] = interrupted
      ? (["interrupted", exitCodes.interrupted] as const)
      : (["partial", exitCodes.partial] as const);
    return teller.end({ ...end, outcome, code });
  }
  const isChanged = hasChanges(plan);
  const code = flags.detailedExitcode && isChanged ? exitCodes.changes : exitCodes.success;
  return teller.end({ ...end, outcome: isChanged ? "applied" : "nothing", code });
}
