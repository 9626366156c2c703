/**
 * Runs a plan. This is the only file that writes to a catalog. One failure stops what depends on
 * it and nothing else; refused credentials, and a server that does not answer any more, stop
 * everything. A request without a clear answer is looked after by reading back, never by sending it
 * again blindly (docs/decisions/0026-journal.md).
 */
import { formatAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { client as limits } from "../../model/limits.ts";
import {
  refusalText,
  succeeded,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../wire/request.ts";
import { isBusy, pauseMs } from "../../wire/retry.ts";
import type { AnyKind, KindContext, Loss, Resource, Step } from "../kind.ts";
import type { Plan, PlannedStep } from "./plan.ts";
import { openReadBack, type ReadBack } from "./read-back.ts";
import { rescue } from "./rescue.ts";

/** What became of a request: done, refused by the server, no answer, or not tried. */
export type Outcome = "done" | "refused" | "unknown" | "skipped";

/** A request with what became of it. */
export interface StepReport {
  readonly step: PlannedStep;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  /**
   * What the server said, or why there was no answer; of a request that worked, what its kind finds
   * worth telling.
   */
  readonly message: string | undefined;
}

/** What happens while a plan runs. */
export type ExecuteEvent =
  | {
      readonly type: "started";
      readonly index: number;
      readonly total: number;
      readonly step: PlannedStep;
    }
  | {
      readonly type: "ended";
      readonly index: number;
      readonly total: number;
      readonly report: StepReport;
    };

/** What running a plan needs. */
export interface ExecuteInput {
  readonly plan: Plan;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  /** What is declared, by text of its address. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly send: Transport;
  readonly onEvent: (event: ExecuteEvent) => void;
  /** When it says true, no further request is started. */
  readonly interrupted: () => boolean;
  /** Asked before each request that writes: why there must be none any more. */
  readonly mayWrite: () => Promise<Diagnostic | undefined>;
  /** Waits, in milliseconds, before a request is repeated. */
  readonly wait: (ms: number) => Promise<void>;
}

/** What became of a plan. */
export interface Execution {
  readonly reports: readonly StepReport[];
  /** Requests beyond the plan that put lost objects back after a failure. */
  readonly rescues: readonly StepReport[];
  /** What is missing in spite of that. */
  readonly lost: readonly Loss[];
  readonly credentialsRefused: boolean;
  /** Why nothing could be written any more. */
  readonly stopped: Diagnostic | undefined;
}

/** A run under way. */
interface Run extends ExecuteInput {
  readonly readBack: ReadBack;
  readonly revivals: Map<string, readonly Step[]>;
  credentialsRefused: boolean;
  stopped: Diagnostic | undefined;
}

/** Runs the requests of a plan in order. */
export async function execute(input: ExecuteInput): Promise<Execution> {
  const { plan, onEvent } = input;
  const total = plan.steps.length;
  const run: Run = {
    ...input,
    readBack: openReadBack(input),
    revivals: new Map(),
    credentialsRefused: false,
    stopped: undefined,
  };
  const reports: StepReport[] = [];
  for (const [index, step] of plan.steps.entries()) {
    const blocked = step.after.some((before) => reports[before]?.outcome !== "done");
    onEvent({ type: "started", index, total, step });
    const stop = blocked || input.interrupted() || !(await mayGoOn(run));
    const report = stop ? skipped(step) : await carryOut(run, step);
    reports.push(report);
    onEvent({ type: "ended", index, total, report });
  }
  const { credentialsRefused } = run;
  const { rescues, lost } = await putBack(run, reports);
  return { reports, rescues, lost, credentialsRefused, stopped: run.stopped };
}

async function mayGoOn(run: Run): Promise<boolean> {
  if (run.credentialsRefused || run.stopped !== undefined) return false;
  run.stopped = await run.mayWrite();
  return run.stopped === undefined;
}

function skipped(step: PlannedStep): StepReport {
  return { step, outcome: "skipped", status: undefined, message: undefined };
}

/** One request of the plan, after a last look at what it is about to change. */
async function carryOut(run: Run, step: PlannedStep): Promise<StepReport> {
  try {
    const touched = step.looksFirst ? await run.readBack.findTouched(step) : undefined;
    if (touched !== undefined) {
      const message = `${formatAddress(touched)} was changed by somebody else meanwhile; plan again`;
      return { step, outcome: "refused", status: undefined, message };
    }
    await rememberWhatGoes(run, step);
  } catch (error) {
    stopUnreachable(run, error as Error);
    return skipped(step);
  }
  return exchange(run, step);
}

/** What is deleted to be made anew is read first, so that it can be made again as it was. */
async function rememberWhatGoes(run: Run, { leaves, addresses }: PlannedStep): Promise<void> {
  if (leaves !== "gone") return;
  for (const address of addresses) {
    const key = formatAddress(address);
    const change = run.plan.changes.find((one) => formatAddress(one.address) === key);
    if (change?.action !== "replace") continue;
    const steps = await run.kinds.get(address.kind)?.revive?.(address, run.context);
    if (steps !== undefined) run.revivals.set(key, steps);
  }
}

type Answer = WireResponse | Error;

/** Sends a request until its outcome is clear, or nothing more can be done about it. */
async function exchange(run: Run, step: PlannedStep): Promise<StepReport> {
  for (let attempt = 0; ; attempt++) {
    const answer = await answerOf(() => run.send(asWrite(step.request)));
    if (!(answer instanceof Error) && succeeded(answer)) return done(run, step, answer);
    const isGone = !(answer instanceof Error) && answer.status === 404;
    if (isGone && attempt > 0 && step.request.method === "DELETE") return done(run, step, answer);
    const report = failed(run, step, answer);
    if (!isDoubtful(answer)) return report;
    try {
      if (await run.readBack.isAsPlanned(step)) return { ...report, outcome: "done" };
      const repeat = attempt < limits.retries && (await mayRepeat(run, step, answer));
      if (!repeat) return report;
    } catch (error) {
      stopUnreachable(run, error as Error);
      return report;
    }
    await run.wait(pauseMs(attempt, answer instanceof Error ? undefined : answer));
    if (run.interrupted() || !(await mayGoOn(run))) return report;
  }
}

async function answerOf(send: () => Promise<WireResponse>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    return error as Error;
  }
}

/** Whether the server may have done what was asked in spite of what it answered. */
function isDoubtful(answer: Answer): boolean {
  return answer instanceof Error || answer.status >= 500 || isBusy(answer);
}

/** What adds something is sent again only when everything is still as it was before. */
async function mayRepeat(run: Run, step: PlannedStep, answer: Answer): Promise<boolean> {
  if (!(answer instanceof Error) && !isBusy(answer)) return false;
  if (step.request.method !== "POST") return true;
  return (await run.readBack.findTouched(step)) === undefined;
}

function done({ kinds }: Run, step: PlannedStep, answer: WireResponse): StepReport {
  const kind = kinds.get(step.addresses[0]?.kind ?? "");
  return { step, outcome: "done", status: answer.status, message: kind?.remark?.(answer) };
}

function failed(run: Run, step: PlannedStep, answer: Answer): StepReport {
  if (answer instanceof Error)
    return { step, outcome: "unknown", status: undefined, message: answer.message };
  const { status, headers } = answer;
  // Some servers answer conflicts with 401; they do not ask for other credentials then.
  run.credentialsRefused ||= status === 401 && headers["www-authenticate"] !== undefined;
  return { step, outcome: "refused", status, message: refusalOf(step.request, answer) };
}

/** Nobody answers: every other request would only wait for the same. */
function stopUnreachable(run: Run, cause: Error): void {
  run.stopped ??= {
    code: "server-unreachable",
    severity: "error",
    message: `The server could not be asked any more: ${cause.message}`,
    hint: "Run apply again once it answers; that finds out what is done, and goes on.",
  };
}

function refusalOf({ confidential }: WireRequest, response: WireResponse): string {
  if (confidential) return "The answer is not repeated: it may quote the secret that was sent";
  return refusalText(response);
}

/** Some servers answer writes as text only, and fail when the client accepts nothing else. */
function asWrite(request: WireRequest): WireRequest {
  return { ...request, headers: { accept: "text/plain, */*;q=0.5", ...request.headers } };
}

/** Puts back what deletions took along, where the request that should have done it did not run. */
async function putBack(
  run: Run,
  reports: readonly StepReport[],
): Promise<Pick<Execution, "rescues" | "lost">> {
  const { plan, kinds, context, readBack, revivals } = run;
  const rescues: StepReport[] = [];
  const losses = [...plan.recovers, ...plan.steps.flatMap(({ loses }) => loses)];
  const isWhole = reports.every(({ outcome }) => outcome === "done");
  if (losses.length + revivals.size === 0 || isWhole) return { rescues, lost: [] };
  const work = rescue({ plan, kinds, context, readBack, reports, revivals });
  try {
    let next = await work.next();
    while (next.done !== true) {
      const report = (await mayGoOn(run)) ? await exchange(run, next.value) : skipped(next.value);
      rescues.push(report);
      next = await work.next(report);
    }
    return { rescues, lost: next.value };
  } catch (error) {
    stopUnreachable(run, error as Error);
    return { rescues, lost: losses };
  }
}
