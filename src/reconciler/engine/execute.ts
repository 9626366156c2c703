/**
 * Runs a plan. This is the only file that writes to a catalog. One failure stops what depends on
 * it and nothing else; refused credentials stop everything. What a deletion took along and the
 * plan could not put back any more is put back before the end.
 */
import { compareAddresses, formatAddress, type Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import {
  refusalText,
  succeeded,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../wire/request.ts";
import type { AnyKind, Facts, KindContext } from "../kind.ts";
import { sameFact } from "./diff.ts";
import type { Plan, PlannedStep } from "./plan.ts";

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
  readonly send: Transport;
  readonly onEvent: (event: ExecuteEvent) => void;
  /** When it says true, no further request is started. */
  readonly interrupted: () => boolean;
  /** Asked before each request that writes: why there must be none any more. */
  readonly mayWrite: () => Promise<Diagnostic | undefined>;
}

/** What became of a plan. */
export interface Execution {
  readonly reports: readonly StepReport[];
  /** Requests beyond the plan that put lost objects back after a failure. */
  readonly rescues: readonly StepReport[];
  /** What is lost in spite of that. */
  readonly lost: readonly Address[];
  readonly credentialsRefused: boolean;
  /** Why nothing could be written any more, if `mayWrite` said so. */
  readonly stopped: Diagnostic | undefined;
}

/** Runs the requests of a plan in order. */
export async function execute(input: ExecuteInput): Promise<Execution> {
  const { plan, onEvent } = input;
  const total = plan.steps.length;
  const reports: StepReport[] = [];
  let credentialsRefused = false;
  let stopped: Diagnostic | undefined;
  for (const [index, step] of plan.steps.entries()) {
    const blocked = step.after.some((before) => reports[before]?.outcome !== "done");
    const stop: boolean = blocked || credentialsRefused || input.interrupted();
    onEvent({ type: "started", index, total, step });
    if (!stop) stopped ??= await input.mayWrite();
    const report: StepReport =
      stop || stopped !== undefined ? skipped(step) : await run(input, step);
    credentialsRefused ||= report.status === 401;
    reports.push(report);
    onEvent({ type: "ended", index, total, report });
  }
  const { rescues, lost } = await rescue(input, reports);
  return { reports, rescues, lost, credentialsRefused, stopped };
}

function skipped(step: PlannedStep): StepReport {
  return { step, outcome: "skipped", status: undefined, message: undefined };
}

async function run(
  { send, kinds }: Pick<ExecuteInput, "send" | "kinds">,
  step: PlannedStep,
): Promise<StepReport> {
  let response: WireResponse;
  try {
    response = await send(asWrite(step.request));
  } catch (error) {
    return { step, outcome: "unknown", status: undefined, message: (error as Error).message };
  }
  const { status } = response;
  if (succeeded(response)) {
    const kind = kinds.get(step.addresses[0]?.kind ?? "");
    return { step, outcome: "done", status, message: kind?.remark?.(response) };
  }
  return { step, outcome: "refused", status, message: refusalOf(step.request, response) };
}

function refusalOf({ confidential }: WireRequest, response: WireResponse): string {
  if (confidential) return "The answer is not repeated: it may quote the secret that was sent";
  return refusalText(response);
}

/** Some servers answer writes as text only, and fail when the client accepts nothing else. */
function asWrite(request: WireRequest): WireRequest {
  return { ...request, headers: { accept: "text/plain, */*;q=0.5", ...request.headers } };
}

/** A wanted object that a deletion took along. */
type Loss = PlannedStep["loses"][number];

/** Puts back what deletions took along, where the request that should have done it did not run. */
async function rescue(
  input: ExecuteInput,
  reports: readonly StepReport[],
): Promise<{ rescues: readonly StepReport[]; lost: readonly Address[] }> {
  const rescues: StepReport[] = [];
  const lost: Address[] = [];
  const byKind = Map.groupBy(openLosses(reports), ({ address }) => address.kind);
  for (const [name, losses] of byKind) {
    const kind = input.kinds.get(name);
    const missing = await stillMissing(input, kind, losses);
    const own = await putBack(input, kind, missing);
    rescues.push(...own);
    const isBack = own.length > 0 && own.every(({ outcome }) => outcome === "done");
    if (!isBack) lost.push(...missing.map(({ address }) => address));
  }
  return { rescues, lost: lost.toSorted(compareAddresses) };
}

/** Losses that no later request of the plan made good. */
function openLosses(reports: readonly StepReport[]): readonly Loss[] {
  const open = new Map<string, Loss>();
  for (const { step, outcome } of reports) {
    const { loses, addresses } = step;
    // A deletion without an answer may have happened all the same.
    const mayHaveHappened = outcome === "done" || (outcome === "unknown" && loses.length > 0);
    if (!mayHaveHappened) continue;
    for (const loss of loses) open.set(formatAddress(loss.address), loss);
    if (loses.length > 0) continue;
    for (const address of addresses) open.delete(formatAddress(address));
  }
  return [...open.values()];
}

/** Losses that the server really does not hold any more, or not as they were. */
async function stillMissing(
  { context }: ExecuteInput,
  kind: AnyKind | undefined,
  losses: readonly Loss[],
): Promise<readonly Loss[]> {
  const wanted = losses.map(({ address, facts }) => ({ address, facts, payload: undefined }));
  const found = (await kind?.observe(context, wanted)) ?? [];
  const live = new Map(found.map(({ address, facts }) => [formatAddress(address), facts]));
  return losses.filter(({ address, facts }) => {
    const now = live.get(formatAddress(address));
    const isThere = kind?.batch === undefined ? now !== undefined && sameFacts(now, facts) : now;
    return !isThere;
  });
}

function sameFacts(now: Facts, before: Facts): boolean {
  return Object.entries(before).every(([field, value]) => sameFact(now[field], value));
}

async function putBack(
  input: ExecuteInput,
  kind: AnyKind | undefined,
  missing: readonly Loss[],
): Promise<readonly StepReport[]> {
  if (kind?.batch === undefined || missing.length === 0) return [];
  const { context } = input;
  const found = await kind.observe(context, []);
  const before = new Map(found.map(({ address, facts }) => [address.name, facts]));
  const back = missing.map(({ address, facts }) => [address.name, facts] as const);
  const after = new Map([...before, ...back]);
  const addresses = missing.map(({ address }) => address);
  const reports: StepReport[] = [];
  for (const step of kind.batch({ before, after, etag: undefined }, context)) {
    const planned = { ...step, addresses, after: [], loses: [] };
    const stopped = await input.mayWrite();
    reports.push(stopped === undefined ? await run(input, planned) : skipped(planned));
  }
  return reports;
}
