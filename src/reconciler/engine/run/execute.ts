/**
 * Runs a plan: the only file that writes to a catalog. A failure stops only its dependents; refused
 * credentials or an unreachable server stop everything. An unclear response is resolved by reading
 * back (docs/decisions/0026-journal.md).
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
  type WireResponse,
} from "../../../wire/request.ts";
import { answerOf } from "../../../wire/clear-write.ts";
import { isOfAll } from "../../../wire/reading.ts";
import { isBusy, isDeferred, openPatience, type Patience } from "../../../wire/retry.ts";
import type { AnyKind, KindContext, CascadeEffect, Resource, Step } from "../../kind.ts";
import { waysOf, type DetourInput } from "./detours.ts";
import type { Plan, PlannedStep } from "../plan/plan.ts";
import type { ExecuteEvent, StepReport } from "./events.ts";
import { done, notSent, outdated, refused, skipped, unknown } from "./outcomes.ts";
import { openPace } from "./pace.ts";
import { openWriteVerification, type WriteVerification } from "./verify-write.ts";
import { rollback } from "./rollback.ts";

export interface ExecuteInput {
  readonly plan: Plan;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly resources: AddressMap<Resource>;
  readonly send: Transport;
  /** Concurrent writes; what the server handles well when absent. */
  readonly writes?: number | undefined;
  readonly onEvent: (event: ExecuteEvent) => void;
  readonly interrupted: () => boolean;
  /** Called before each writing request: a diagnostic forbids it. */
  readonly mayWrite: () => Promise<Diagnostic | undefined>;
  readonly wait: (ms: number) => Promise<void>;
}

/** The outcome of a plan. */
export interface Execution {
  readonly reports: readonly StepReport[];
  /** Requests beyond the plan that restore deleted objects after a failure. */
  readonly rollbacks: readonly StepReport[];
  /** What is missing after the rollback. */
  readonly unrestored: readonly CascadeEffect[];
  readonly credentialsRefused: boolean;
  /** Why no more writes were allowed. */
  readonly stopped: Diagnostic | undefined;
}

interface Run extends ExecuteInput {
  readonly verification: WriteVerification;
  readonly revivals: FillingAddressMap<readonly Step[]>;
  /** Statuses that led to accepted alternative requests. */
  readonly accepted: DetourInput["accepted"];
  readonly end: { credentialsRefused: boolean; stopped: Diagnostic | undefined };
}

/**
 * Runs the requests in order. The included server gets several at a time where dependencies allow
 * it, other servers one by default.
 */
export async function execute(input: ExecuteInput): Promise<Execution> {
  const { plan } = input;
  // A stock server locks its whole catalog; concurrent writes are untested on some.
  const usual = input.context.server.software === "plumbline" ? limits.writes : 1;
  const pace = openPace(input.writes ?? usual);
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
    const work = conduct({ ...run, send }, step, index, reports);
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

/** Starts requests in the plan's order. */
function inTurn(send: Transport, turn: Promise<void>, onSent: () => void): Transport {
  return async (request) => {
    await turn;
    const answer = send(request);
    onSent();
    return answer;
  };
}

async function conduct(
  run: Run,
  step: PlannedStep,
  index: number,
  reports: StepReport[],
): Promise<void> {
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
  // Another request may have ended the run in the meantime.
  run.end.stopped ??= why;
  return run.end.stopped === undefined;
}

/**
 * A step that could not be sent, for example because its file changed. After a bug nothing more is
 * sent.
 */
function broken({ end }: Run, step: PlannedStep, error: unknown): StepReport {
  if (!isBug(error)) return notSent(step, reasonOf(error));
  const fault = bugDiagnostic(error);
  end.stopped ??= fault;
  return unknown(step, fault.message);
}

async function carryOut(run: Run, step: PlannedStep): Promise<StepReport> {
  const before = await look(run, async () => {
    const touched = step.isRechecked ? await run.verification.findTouched(step) : undefined;
    if (touched === undefined) await rememberWhatGoes(run, step);
    return touched;
  });
  if ("failed" in before) return unread(run, step, before.failed);
  if (before.found !== undefined)
    return outdated(step, before.found, "was changed by someone else in the meantime");
  return exchange(run, step);
}

/** Reads an object before it is deleted for recreation, so a rollback can restore it. */
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

/** Sends a request until its outcome is clear or no attempt is left. */
async function exchange(run: Run, step: PlannedStep): Promise<StepReport> {
  const patience = openPatience();
  for (let attempt = 0; ; attempt++) {
    const without = await withoutExpected(run, step);
    if (without !== undefined) return without;
    const answer = await answerOf(() => sendStep(run, step));
    const tried = { answer, isRepeated: attempt > 0 };
    const { report, pause } = await conclude(run, step, tried, patience);
    if (pause === undefined) return report;
    const { steps } = run.plan;
    const about = { index: steps.indexOf(step), total: steps.length, step };
    const next = { message: report.message, attempt: attempt + 2, pauseMs: pause };
    // Rollback requests have no index, and are reported at the end.
    if (about.index !== -1) run.onEvent({ type: "retrying", ...about, ...next });
    await run.wait(pause);
    if (run.interrupted() || !(await mayGoOn(run))) return report;
  }
}

/** The milliseconds until the next attempt; undefined after the last. */
async function conclude(
  run: Run,
  step: PlannedStep,
  tried: Tried,
  patience: Patience,
): Promise<{ readonly report: StepReport; readonly pause: number | undefined }> {
  const { answer } = tried;
  const isUndone = isDeferred(answer);
  const later = isUndone ? patience(answer) : undefined;
  if (later !== undefined) return { report: failed(run, step, answer), pause: later };
  const report = await evaluateAnswer(run, step, tried);
  const isOver = isUndone || report.outcome === "done" || run.end.stopped !== undefined;
  const mayTry = !isOver && (await mayRepeat(run, step, answer));
  return { report, pause: mayTry ? patience(answer) : undefined };
}

/** A repeated attempt can find that an earlier one succeeded. */
interface Tried {
  readonly answer: Answer;
  readonly isRepeated: boolean;
}

async function withoutExpected(run: Run, step: PlannedStep): Promise<StepReport | undefined> {
  const { expects = [] } = step;
  if (expects.length === 0) return undefined;
  const live = await look(run, () => run.verification.observe(expects));
  if ("failed" in live) return unread(run, step, live.failed);
  const gone = expects.find((address) => !live.found.has(address));
  return gone && outdated(step, gone, "is not there any more");
}

/** Reads back where a response is unclear. */
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
 * A creation on top of an object whose deletion only seemed to succeed would leave a mixture that
 * no fact shows.
 */
async function stillThere(
  run: Run,
  step: PlannedStep,
  { status }: WireResponse,
): Promise<StepReport | undefined> {
  if (step.leaves !== "gone") return undefined;
  const again = addressesOf(run.plan.changes.filter(({ action }) => action === "replace"));
  const remade = step.addresses.filter(again.has);
  if (remade.length === 0) return undefined;
  const live = await look(run, () => run.verification.observe(remade));
  if ("failed" in live)
    return unknown(step, `Whether it is deleted cannot be seen: ${live.failed}`, status);
  const left = remade.find((address) => live.found.has(address));
  if (left === undefined) return undefined;
  const message = `${formatAddress(left)} is still there, although the server says that it is deleted`;
  return { ...notSent(step, message), status };
}

type Look<Found> = { readonly found: Found } | { readonly failed: string };

/** An unreachable server ends the run. Rejects with bugs. */
async function look<Found>(run: Run, read: () => Promise<Found>): Promise<Look<Found>> {
  try {
    return { found: await read() };
  } catch (error) {
    const failed = reasonOf(error);
    if (error instanceof TransportError || isOfAll(error)) run.end.stopped ??= unreachable(failed);
    return { failed };
  }
}

/** Where the read ended the run, the run reports why. */
function unread({ end }: Run, step: PlannedStep, reason: string): StepReport {
  if (end.stopped !== undefined) return skipped(step);
  return notSent(step, `Nothing was sent, because the object cannot be read: ${reason}`);
}

/** Sends a step's request, or an alternative where that is refused as written. */
async function sendStep(run: Run, step: PlannedStep): Promise<WireResponse> {
  const ways = waysOf(run, step);
  for (let way = await ways.next(); ;) {
    if (way.done === true) throw new TypeError("a step has a request");
    // Some servers answer writes only as text, and fail when the client accepts nothing else.
    const headers = { accept: "text/plain, */*;q=0.5", ...way.value.headers };
    const answer = await run.send({ ...way.value, headers });
    way = await ways.next(answer);
    if (way.done === true || !(await mayGoOn(run))) return answer;
  }
}

/** Whether the request may have succeeded: a repeated DELETE is refused for a deleted object. */
function isDoubtful({ request: { method } }: PlannedStep, answer: Answer): boolean {
  if (answer instanceof TransportError || answer.status >= 500 || isBusy(answer)) return true;
  return method === "DELETE" && answer.status !== 401;
}

/** A POST is repeated only when all its objects are unchanged. */
async function mayRepeat(run: Run, step: PlannedStep, answer: Answer): Promise<boolean> {
  if (!(answer instanceof TransportError) && !isBusy(answer)) return false;
  if (step.request.method !== "POST") return true;
  const touched = await look(run, () => run.verification.findTouched(step));
  return "found" in touched && touched.found === undefined;
}

function failed(run: Run, step: PlannedStep, answer: Answer): StepReport {
  if (answer instanceof TransportError) return unknown(step, answer.message);
  const { status, headers } = answer;
  // Some servers answer conflicts with 401, without a request for credentials.
  run.end.credentialsRefused ||= status === 401 && headers["www-authenticate"] !== undefined;
  return refused(run, step, answer);
}

/** Every other request would time out too. */
function unreachable(reason: string): Diagnostic {
  return fault("server-unreachable", `The server could not be asked any more: ${reason}`, {
    hint: "Run apply again when it answers; it finds out what is done, and continues.",
  });
}

/** Restores losses whose planned restore did not run. */
async function putBack(
  run: Run,
  reports: readonly StepReport[],
): Promise<Pick<Execution, "rollbacks" | "unrestored">> {
  const { plan, revivals } = run;
  const rollbacks: StepReport[] = [];
  const effects = [...plan.resumes, ...plan.steps.flatMap(({ effects }) => effects)];
  const isWhole = reports.every(({ outcome }) => outcome === "done");
  if (effects.length + revivals.size === 0 || isWhole) return { rollbacks, unrestored: [] };
  const work = rollback({ ...run, reports });
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
  const message = `What was deleted could not be restored, because the object cannot be read: ${reason}`;
  const hint = "Apply again when it can be read: it restores what is missing.";
  return fault("server-refused", message, { hint });
}
