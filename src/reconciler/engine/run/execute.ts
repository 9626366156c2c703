/**
 * Runs a plan. This is the only file that writes to a catalog. One failure stops what depends on
 * it and nothing else; refused credentials, and a server that does not answer any more, stop
 * everything. A request without a clear answer is looked after by reading back, never by sending it
 * again blindly (docs/decisions/0026-journal.md).
 */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressesOf,
  type AddressMap,
  type FillingAddressMap,
} from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { client as limits } from "../../../model/limits.ts";
import {
  refusalText,
  succeeded,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../../wire/request.ts";
import { answerOf } from "../../../wire/clear-write.ts";
import { isBusy, pauseMs } from "../../../wire/retry.ts";
import type { AnyKind, KindContext, CascadeEffect, Resource, Step } from "../../kind.ts";
import { waysOf, type DetourInput } from "./detours.ts";
import type { Plan, PlannedStep } from "../plan/plan.ts";
import type { ExecuteEvent, StepReport } from "./events.ts";
import { openPace } from "./pace.ts";
import { openWriteVerification, type WriteVerification } from "./verify-write.ts";
import { rollback } from "./rollback.ts";

/** What running a plan needs. */
export interface ExecuteInput {
  readonly plan: Plan;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  /** What is declared. */
  readonly resources: AddressMap<Resource>;
  readonly send: Transport;
  /** Writes that may be under way together; as many as the server takes well when absent. */
  readonly writes?: number | undefined;
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
  /** Requests beyond the plan that put deleted objects back after a failure. */
  readonly rollbacks: readonly StepReport[];
  /** What is missing in spite of that. */
  readonly unrestored: readonly CascadeEffect[];
  readonly credentialsRefused: boolean;
  /** Why nothing could be written any more. */
  readonly stopped: Diagnostic | undefined;
}

/** A run under way. */
interface Run extends ExecuteInput {
  readonly verification: WriteVerification;
  readonly revivals: FillingAddressMap<readonly Step[]>;
  /** What led to requests that were taken in the place of planned ones. */
  readonly accepted: DetourInput["accepted"];
  /** What ends everything. */
  readonly end: { credentialsRefused: boolean; stopped: Diagnostic | undefined };
}

/**
 * Runs the requests of a plan. They begin in order; the included server is sent several at a time
 * where nothing depends on their order, any other one is sent one after the other unless told otherwise.
 */
export async function execute(input: ExecuteInput): Promise<Execution> {
  const { plan } = input;
  const pace = openPace(mostWrites(input));
  const run: Run = {
    ...input,
    send: (request) => pace.heed(() => input.send(request)),
    verification: openWriteVerification(input),
    revivals: addressMap(),
    accepted: new Map(),
    end: { credentialsRefused: false, stopped: undefined },
  };
  const reports: StepReport[] = [];
  const underWay = new Map<number, Promise<unknown>>();
  const failures: unknown[] = [];
  let anyEnd = Promise.withResolvers<void>();
  let turn = Promise.resolve();
  for (const [index, step] of plan.steps.entries()) {
    const isNext = step.wave !== plan.steps[index - 1]?.wave;
    const waits = () => isNext || step.after.some((before) => underWay.has(before));
    while (underWay.size > 0 && (underWay.size >= pace.most() || waits())) await anyEnd.promise;
    if (failures.length > 0) break;
    const { promise: sent, resolve: onSent } = Promise.withResolvers<void>();
    const send = inTurn(run.send, turn, onSent);
    const work = conduct({ ...run, send }, { step, index, reports });
    const ended = work
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        onSent();
        underWay.delete(index);
        anyEnd.resolve();
        anyEnd = Promise.withResolvers();
      });
    underWay.set(index, ended);
    turn = sent;
  }
  await Promise.all(underWay.values());
  // What a request, its answer or a look can be is a report: this is a fault of the program.
  if (failures.length > 0) throw failures[0];
  const { rollbacks, unrestored } = await putBack(run, reports);
  return { reports, rollbacks, unrestored, ...run.end };
}

/** A stock server has one lock for its catalog, and what some of them do with two writes at once is not known. */
function mostWrites({ writes, context: { server } }: ExecuteInput): number {
  return writes ?? (server.software === "plumbline" ? limits.writes : 1);
}

/** Sends a first request only after those of the steps before it: requests begin in the plan's order. */
function inTurn(send: Transport, turn: Promise<void>, onSent: () => void): Transport {
  return async (request) => {
    await turn;
    const answer = send(request);
    onSent();
    return answer;
  };
}

/** One request of the plan, with everything that may keep it from being sent. */
async function conduct(
  run: Run,
  at: { readonly step: PlannedStep; readonly index: number; readonly reports: StepReport[] },
): Promise<void> {
  const { step, index, reports } = at;
  const total = run.plan.steps.length;
  const blocked = step.after.some((before) => reports[before]?.outcome !== "done");
  run.onEvent({ type: "started", index, total, step });
  const stop = blocked || run.interrupted() || !(await mayGoOn(run));
  const report = stop ? skipped(step) : await carryOut(run, step);
  reports[index] = report;
  run.onEvent({ type: "ended", index, total, report });
}

async function mayGoOn(run: Run): Promise<boolean> {
  if (run.end.credentialsRefused || run.end.stopped !== undefined) return false;
  run.end.stopped = await run.mayWrite();
  return run.end.stopped === undefined;
}

function skipped(step: PlannedStep): StepReport {
  return { step, outcome: "skipped", status: undefined, message: undefined };
}

/** A step that was not sent for what became of an object. */
function unsent(step: PlannedStep, address: Address, became: string): StepReport {
  const message = `${formatAddress(address)} ${became}; plan again`;
  return { step, outcome: "refused", status: undefined, message };
}

/** One request of the plan, after a recheck of what it is about to change. */
async function carryOut(run: Run, step: PlannedStep): Promise<StepReport> {
  try {
    const touched = step.isRechecked ? await run.verification.findTouched(step) : undefined;
    if (touched !== undefined)
      return unsent(step, touched, "was changed by somebody else meanwhile");
    await rememberWhatGoes(run, step);
  } catch (error) {
    stopUnreachable(run, error as Error);
    return skipped(step);
  }
  return exchange(run, step);
}

/** What is deleted to be recreated is read first, so that it can be made again as it was. */
async function rememberWhatGoes(run: Run, { leaves, addresses }: PlannedStep): Promise<void> {
  if (leaves !== "gone") return;
  for (const address of addresses) {
    const change = run.plan.changes.find((one) => isSameAddress(one.address, address));
    if (change?.action !== "replace") continue;
    const steps = await run.kinds.get(address.kind)?.recovery?.recreate?.(address, run.context);
    if (steps !== undefined) run.revivals.set(address, steps);
  }
}

type Answer = WireResponse | Error;

/** Sends a request until its outcome is clear, or nothing more can be done about it. */
async function exchange(run: Run, step: PlannedStep): Promise<StepReport> {
  for (let attempt = 0; ; attempt++) {
    const without = await withoutExpected(run, step);
    if (without !== undefined) return without;
    const answer = await answerOf(() => sendStep(run, step));
    const report = await evaluateAnswer(run, step, { answer, attempt });
    if (report.outcome === "done" || !isDoubtful(answer) || run.end.stopped !== undefined)
      return report;
    if (attempt >= limits.retries || !(await mayRepeat(run, step, answer))) return report;
    const pause = pauseMs(attempt, answer instanceof Error ? undefined : answer);
    reportRetry(run, report, { attempt: attempt + 2, pauseMs: pause });
    await run.wait(pause);
    if (run.interrupted() || !(await mayGoOn(run))) return report;
  }
}

/** What becomes of a step where something is gone without which it must not be sent. */
async function withoutExpected(run: Run, step: PlannedStep): Promise<StepReport | undefined> {
  const { expects = [] } = step;
  if (expects.length === 0) return undefined;
  const live = await ifReachable(run, () => run.verification.observe(expects));
  if (live === undefined) return skipped(step);
  const gone = expects.find((address) => !live.has(address));
  return gone && unsent(step, gone, "is not there any more");
}

/** Requests beyond the plan have no number in it, and are reported when all is over. */
function reportRetry(
  { plan, onEvent }: Run,
  { step, message }: StepReport,
  next: { readonly attempt: number; readonly pauseMs: number },
): void {
  const index = plan.steps.indexOf(step);
  const total = plan.steps.length;
  if (index !== -1) onEvent({ type: "retrying", index, total, step, message, ...next });
}

/** What an answer means, after reading back where it does not say. */
async function evaluateAnswer(
  run: Run,
  step: PlannedStep,
  { answer, attempt }: { readonly answer: Answer; readonly attempt: number },
): Promise<StepReport> {
  if (!(answer instanceof Error)) {
    const isGone = attempt > 0 && step.request.method === "DELETE" && answer.status === 404;
    if (succeeded(answer) || isGone)
      return (await stillThere(run, step, answer)) ?? done(run, step, answer);
  }
  const report = failed(run, step, answer);
  if (!isDoubtful(answer)) return report;
  const isDone = await ifReachable(run, () => run.verification.isAsPlanned(step));
  return isDone === true ? { ...report, outcome: "done" } : report;
}

/**
 * What is to be recreated and is there in spite of an answer that says it is gone: what is made on top of
 * it would be a mixture of both that no fact shows.
 */
async function stillThere(
  run: Run,
  step: PlannedStep,
  { status }: WireResponse,
): Promise<StepReport | undefined> {
  if (step.leaves !== "gone") return undefined;
  const again = run.plan.changes.filter(({ action }) => action === "replace");
  const keys = addressesOf(again);
  const remade = step.addresses.filter((address) => keys.has(address));
  if (remade.length === 0) return undefined;
  const live = await ifReachable(run, () => run.verification.observe(remade));
  const left = remade.find((address) => live?.has(address));
  if (left === undefined) return undefined;
  const message = `${formatAddress(left)} is still there, although the server says that it is deleted`;
  return { step, outcome: "refused", status, message };
}

/** The answer to a look at the server; undefined when nobody answers, which stops everything. */
async function ifReachable<Found>(
  run: Run,
  look: () => Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await look();
  } catch (error) {
    stopUnreachable(run, error as Error);
    return undefined;
  }
}

/** Sends the request of a step, or another one to the same end where that is refused for how it is written. */
async function sendStep(run: Run, step: PlannedStep): Promise<WireResponse> {
  const ways = waysOf(run, step);
  for (let way = await ways.next(); ;) {
    if (way.done === true) throw new TypeError("a step has a request");
    const answer = await run.send(asWrite(way.value));
    way = await ways.next(answer);
    if (way.done === true || !(await mayGoOn(run))) return answer;
  }
}

/** Some servers answer writes as text only, and fail when the client accepts nothing else. */
function asWrite(request: WireRequest): WireRequest {
  return { ...request, headers: { accept: "text/plain, */*;q=0.5", ...request.headers } };
}

/** Whether the server may have done what was asked in spite of what it answered. */
function isDoubtful(answer: Answer): boolean {
  return answer instanceof Error || answer.status >= 500 || isBusy(answer);
}

/** What adds something is sent again only when everything is still as it was before. */
async function mayRepeat(run: Run, step: PlannedStep, answer: Answer): Promise<boolean> {
  if (!(answer instanceof Error) && !isBusy(answer)) return false;
  if (step.request.method !== "POST") return true;
  const isUntouched = async () => (await run.verification.findTouched(step)) === undefined;
  return (await ifReachable(run, isUntouched)) ?? false;
}

function done({ kinds }: Run, step: PlannedStep, answer: WireResponse): StepReport {
  const kind = kinds.get(step.addresses[0]?.kind ?? "");
  return { step, outcome: "done", status: answer.status, message: kind?.answers?.note?.(answer) };
}

function failed(run: Run, step: PlannedStep, answer: Answer): StepReport {
  if (answer instanceof Error)
    return { step, outcome: "unknown", status: undefined, message: answer.message };
  const { status, headers } = answer;
  // Some servers answer conflicts with 401; they do not ask for other credentials then.
  run.end.credentialsRefused ||= status === 401 && headers["www-authenticate"] !== undefined;
  return { step, outcome: "refused", status, message: refusalOf(run, step, answer) };
}

/** Nobody answers: every other request would only wait for the same. */
function stopUnreachable(run: Run, cause: Error): void {
  run.end.stopped ??= {
    code: "server-unreachable",
    severity: "error",
    message: `The server could not be asked any more: ${cause.message}`,
    hint: "Run apply again once it answers; that finds out what is done, and goes on.",
  };
}

/** What the server said, behind what its kind knows of it. */
function refusalOf({ kinds }: Run, step: PlannedStep, answer: WireResponse): string {
  const { addresses, request } = step;
  const shown = request.confidential
    ? "The answer is not repeated: it may quote the secret that was sent"
    : refusalText(answer);
  const meaning = kinds.get(addresses[0]?.kind ?? "")?.answers?.explain?.(request, answer);
  return meaning === undefined ? shown : `${meaning}\n${shown}`;
}

/** Puts back what deletions cascaded to, where the request that should have done it did not run. */
async function putBack(
  run: Run,
  reports: readonly StepReport[],
): Promise<Pick<Execution, "rollbacks" | "unrestored">> {
  const { plan, kinds, context, verification, revivals } = run;
  const rollbacks: StepReport[] = [];
  const effects = [...plan.resumes, ...plan.steps.flatMap(({ effects }) => effects)];
  const isWhole = reports.every(({ outcome }) => outcome === "done");
  if (effects.length + revivals.size === 0 || isWhole) return { rollbacks, unrestored: [] };
  const work = rollback({ plan, kinds, context, verification, reports, revivals });
  try {
    let next = await work.next();
    while (next.done !== true) {
      const report = (await mayGoOn(run)) ? await exchange(run, next.value) : skipped(next.value);
      rollbacks.push(report);
      next = await work.next(report);
    }
    return { rollbacks, unrestored: next.value };
  } catch (error) {
    stopUnreachable(run, error as Error);
    return { rollbacks, unrestored: effects };
  }
}
