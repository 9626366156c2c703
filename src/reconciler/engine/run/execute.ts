/**
 * Runs a plan. This is the only file that writes to a catalog. One failure stops what depends on
 * it and nothing else; refused credentials, and a server that does not answer any more, stop
 * everything. A request without a clear answer is looked after by reading back, never by sending it
 * again blindly (docs/decisions/0026-journal.md).
 */
import { formatAddress, isSameAddress } from "../../../model/address.ts";
import {
  addressMap,
  addressesOf,
  type AddressMap,
  type FillingAddressMap,
} from "../../../model/address-map.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { bugDiagnostic, isBug, reasonOf } from "../../../model/failure.ts";
import { client as limits } from "../../../model/limits.ts";
import {
  succeeded,
  TransportError,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../../wire/request.ts";
import { answerOf } from "../../../wire/clear-write.ts";
import { isOfAll } from "../../../wire/reading.ts";
import { isBusy, isPutOff, openPatience, type Patience } from "../../../wire/retry.ts";
import type { AnyKind, KindContext, CascadeEffect, Resource, Step } from "../../kind.ts";
import { waysOf, type DetourInput } from "./detours.ts";
import type { Plan, PlannedStep } from "../plan/plan.ts";
import type { ExecuteEvent, StepReport } from "./events.ts";
import { done, notSent, outdated, refused, skipped, unknown } from "./outcomes.ts";
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
  let anyEnd = Promise.withResolvers<void>();
  let turn = Promise.resolve();
  for (const [index, step] of plan.steps.entries()) {
    const isNext = step.wave !== plan.steps[index - 1]?.wave;
    const waits = () => isNext || step.after.some((before) => underWay.has(before));
    while (underWay.size > 0 && (underWay.size >= pace.most() || waits())) await anyEnd.promise;
    const { promise: sent, resolve: onSent } = Promise.withResolvers<void>();
    const send = inTurn(run.send, turn, onSent);
    const work = conduct({ ...run, send }, { step, index, reports });
    const ended = work
      .catch((error: unknown) => void (reports[index] ??= broken(run, step, error)))
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
  const report = stop
    ? skipped(step)
    : await carryOut(run, step).catch((error: unknown) => broken(run, step, error));
  reports[index] = report;
  run.onEvent({ type: "ended", index, total, report });
}

async function mayGoOn(run: Run): Promise<boolean> {
  if (run.end.credentialsRefused || run.end.stopped !== undefined) return false;
  const why = await run.mayWrite();
  // Meanwhile another request may have ended everything.
  run.end.stopped ??= why;
  return run.end.stopped === undefined;
}

/**
 * A step that could not be sent, such as one whose file has changed. Where the program itself failed nobody knows what
 * came of it, and nothing more is sent.
 */
function broken({ end }: Run, step: PlannedStep, error: unknown): StepReport {
  if (!isBug(error)) return notSent(step, reasonOf(error));
  const fault = bugDiagnostic(error);
  end.stopped ??= fault;
  return unknown(step, fault.message);
}

/** One request of the plan, after a recheck of what it is about to change. */
async function carryOut(run: Run, step: PlannedStep): Promise<StepReport> {
  const before = await look(run, async () => {
    const touched = step.isRechecked ? await run.verification.findTouched(step) : undefined;
    if (touched === undefined) await rememberWhatGoes(run, step);
    return touched;
  });
  if ("failed" in before) return unread(run, step, before.failed);
  if (before.found !== undefined)
    return outdated(step, before.found, "was changed by somebody else meanwhile");
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

type Answer = WireResponse | TransportError;

/** Sends a request until its outcome is clear, or nothing more can be done about it. */
async function exchange(run: Run, step: PlannedStep): Promise<StepReport> {
  const patience = openPatience();
  for (let attempt = 0; ; attempt++) {
    const without = await withoutExpected(run, step);
    if (without !== undefined) return without;
    const answer = await answerOf(() => sendStep(run, step));
    const tried = { answer, isRepeated: attempt > 0, patience };
    const { report, pause } = await conclude(run, step, tried);
    if (pause === undefined) return report;
    reportRetry(run, report, { attempt: attempt + 2, pauseMs: pause });
    await run.wait(pause);
    if (run.interrupted() || !(await mayGoOn(run))) return report;
  }
}

/** What a try came to, and the milliseconds until the next one; undefined where it was the last. */
async function conclude(
  run: Run,
  step: PlannedStep,
  { patience, ...tried }: Tried & { readonly patience: Patience },
): Promise<{ readonly report: StepReport; readonly pause: number | undefined }> {
  const { answer } = tried;
  const isUndone = isPutOff(answer);
  const later = isUndone ? patience(answer) : undefined;
  if (later !== undefined) return { report: failed(run, step, answer), pause: later };
  const report = await evaluateAnswer(run, step, tried);
  const isOver = isUndone || report.outcome === "done" || run.end.stopped !== undefined;
  const mayTry = !isOver && (await mayRepeat(run, step, answer));
  return { report, pause: mayTry ? patience(answer) : undefined };
}

/** A try to send a step; one that is repeated may meet what an earlier one did after all. */
interface Tried {
  readonly answer: Answer;
  readonly isRepeated: boolean;
}

/** What becomes of a step where something is gone without which it must not be sent. */
async function withoutExpected(run: Run, step: PlannedStep): Promise<StepReport | undefined> {
  const { expects = [] } = step;
  if (expects.length === 0) return undefined;
  const live = await look(run, () => run.verification.observe(expects));
  if ("failed" in live) return unread(run, step, live.failed);
  const gone = expects.find((address) => !live.found.has(address));
  return gone && outdated(step, gone, "is not there any more");
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
  { answer, isRepeated }: Tried,
): Promise<StepReport> {
  if (!(answer instanceof TransportError)) {
    const isGone = isRepeated && step.request.method === "DELETE" && answer.status === 404;
    if (succeeded(answer) || isGone)
      return (await stillThere(run, step, answer)) ?? done(run.kinds, step, answer);
  }
  const report = failed(run, step, answer);
  const mayBeDone = isDoubtful(step, answer) || (isRepeated && !run.end.credentialsRefused);
  if (!mayBeDone) return report;
  const isDone = await look(run, () => run.verification.isAsPlanned(step));
  return "found" in isDone && isDone.found ? { ...report, outcome: "done" } : report;
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
  const live = await look(run, () => run.verification.observe(remade));
  if ("failed" in live) {
    return unknown(step, `Whether it is deleted cannot be seen: ${live.failed}`, status);
  }
  const left = remade.find((address) => live.found.has(address));
  if (left === undefined) return undefined;
  const message = `${formatAddress(left)} is still there, although the server says that it is deleted`;
  return { ...notSent(step, message), status };
}

/** What a look at the server found, or why it found nothing. */
type Look<Found> = { readonly found: Found } | { readonly failed: string };

/** Looks at the server; one that does not answer, or fails over all, ends everything. Rejects with faults of the program. */
async function look<Found>(run: Run, read: () => Promise<Found>): Promise<Look<Found>> {
  try {
    return { found: await read() };
  } catch (error) {
    const failed = reasonOf(error);
    if (error instanceof TransportError || isOfAll(error)) run.end.stopped ??= unreachable(failed);
    return { failed };
  }
}

/** A step whose objects cannot be read: where that ends everything, the end says why. */
function unread({ end }: Run, step: PlannedStep, reason: string): StepReport {
  if (end.stopped !== undefined) return skipped(step);
  return notSent(step, `Nothing was sent, as what is there cannot be read: ${reason}`);
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

/** Whether what was asked may be done in spite of the answer: a deletion that came twice is refused for what is gone. */
function isDoubtful({ request: { method } }: PlannedStep, answer: Answer): boolean {
  if (answer instanceof TransportError || answer.status >= 500 || isBusy(answer)) return true;
  return method === "DELETE" && answer.status !== 401;
}

/** What adds something is sent again only when everything is still as it was before. */
async function mayRepeat(run: Run, step: PlannedStep, answer: Answer): Promise<boolean> {
  if (!(answer instanceof TransportError) && !isBusy(answer)) return false;
  if (step.request.method !== "POST") return true;
  const touched = await look(run, () => run.verification.findTouched(step));
  return "found" in touched && touched.found === undefined;
}

function failed(run: Run, step: PlannedStep, answer: Answer): StepReport {
  if (answer instanceof TransportError) return unknown(step, answer.message);
  const { status, headers } = answer;
  // Some servers answer conflicts with 401; they do not ask for other credentials then.
  run.end.credentialsRefused ||= status === 401 && headers["www-authenticate"] !== undefined;
  return refused(run, step, answer);
}

/** Every other request would only wait for the same. */
function unreachable(reason: string): Diagnostic {
  return fault("server-unreachable", `The server could not be asked any more: ${reason}`, {
    hint: "Run apply again once it answers; that finds out what is done, and goes on.",
  });
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
  const putAll = async () => {
    let next = await work.next();
    while (next.done !== true) {
      const report = (await mayGoOn(run)) ? await exchange(run, next.value) : skipped(next.value);
      rollbacks.push(report);
      next = await work.next(report);
    }
    return next.value;
  };
  try {
    const back = await look(run, putAll);
    if ("found" in back) return { rollbacks, unrestored: back.found };
    run.end.stopped ??= unrestorable(back.failed);
  } catch (error) {
    run.end.stopped ??= bugDiagnostic(error);
  }
  return { rollbacks, unrestored: effects };
}

function unrestorable(reason: string): Diagnostic {
  const message = `What was deleted could not be put back, as what is there cannot be read: ${reason}`;
  const hint = "Apply again once that can be read: it brings back what is missing.";
  return fault("server-refused", message, { hint });
}
