/**
 * Runs a plan. This is the only file that writes to a catalog. One failure stops what depends on
 * it and nothing else; refused credentials stop everything. What a deletion took along and the
 * plan could not put back any more is put back before the end.
 */
import { compareAddresses, formatAddress, type Address } from "../../model/address.ts";
import {
  bodyText,
  succeeded,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../wire/request.ts";
import type { AnyKind, Facts, KindContext } from "../kind.ts";
import type { Plan, PlannedStep } from "./plan.ts";

/** What became of a request: done, refused by the server, no answer, or not tried. */
export type Outcome = "done" | "refused" | "unknown" | "skipped";

/** A request with what became of it. */
export interface StepReport {
  readonly step: PlannedStep;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  /** What the server said, or why there was no answer. */
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
}

/** What became of a plan. */
export interface Execution {
  readonly reports: readonly StepReport[];
  /** Requests beyond the plan that put lost objects back after a failure. */
  readonly rescues: readonly StepReport[];
  /** What is lost in spite of that. */
  readonly lost: readonly Address[];
  readonly credentialsRefused: boolean;
}

/** Runs the requests of a plan in order. */
export async function execute(input: ExecuteInput): Promise<Execution> {
  const { plan, onEvent } = input;
  const total = plan.steps.length;
  const reports: StepReport[] = [];
  let credentialsRefused = false;
  for (const [index, step] of plan.steps.entries()) {
    const blocked = step.after.some((before) => reports[before]?.outcome !== "done");
    const stop: boolean = blocked || credentialsRefused || input.interrupted();
    onEvent({ type: "started", index, total, step });
    const report: StepReport = stop ? skipped(step) : await run(input.send, step);
    credentialsRefused ||= report.status === 401;
    reports.push(report);
    onEvent({ type: "ended", index, total, report });
  }
  const { rescues, lost } = await rescue(input, reports);
  return { reports, rescues, lost, credentialsRefused };
}

function skipped(step: PlannedStep): StepReport {
  return { step, outcome: "skipped", status: undefined, message: undefined };
}

async function run(send: Transport, step: PlannedStep): Promise<StepReport> {
  let response: WireResponse;
  try {
    response = await send(asWrite(step.request));
  } catch (error) {
    return { step, outcome: "unknown", status: undefined, message: (error as Error).message };
  }
  const { status } = response;
  if (succeeded(response)) return { step, outcome: "done", status, message: undefined };
  return { step, outcome: "refused", status, message: bodyText(response).trim().slice(0, 2_000) };
}

/** Some servers answer writes as text only, and fail when the client accepts nothing else. */
function asWrite(request: WireRequest): WireRequest {
  return { ...request, headers: { accept: "text/plain, */*;q=0.5", ...request.headers } };
}

/** Puts back what deletions took along, where the request that should have done it did not run. */
async function rescue(
  input: ExecuteInput,
  reports: readonly StepReport[],
): Promise<{ rescues: readonly StepReport[]; lost: readonly Address[] }> {
  const missing = new Map<string, { address: Address; facts: Facts }>();
  for (const { step, outcome } of reports) {
    if (outcome !== "done") continue;
    for (const loss of step.loses) missing.set(formatAddress(loss.address), loss);
    if (step.loses.length === 0)
      for (const address of step.addresses) missing.delete(formatAddress(address));
  }
  const rescues: StepReport[] = [];
  for (const [name, losses] of Map.groupBy(missing.values(), ({ address }) => address.kind)) {
    const kind = input.kinds.get(name);
    if (kind?.batch === undefined) continue;
    const found = await kind.observe(input.context, []);
    const before = new Map(found.map(({ address, facts }) => [address.name, facts]));
    const after = new Map([
      ...before,
      ...losses.map(({ address, facts }) => [address.name, facts] as const),
    ]);
    for (const step of kind.batch({ before, after, etag: undefined }, input.context)) {
      const addresses = losses.map(({ address }) => address);
      const report = await run(input.send, { ...step, addresses, after: [], loses: [] });
      rescues.push(report);
      if (report.outcome === "done")
        for (const address of addresses) missing.delete(formatAddress(address));
    }
  }
  return {
    rescues,
    lost: [...missing.values()].map(({ address }) => address).toSorted(compareAddresses),
  };
}
