/** The verdict on a run. Pure. */
import { capitalized, count } from "../../model/count.ts";
import { isUnhealthy } from "../../model/health.ts";
import { labelsText } from "../kind.ts";
import type {
  ApplyDocument,
  DiagnosticDocument,
  DriftDocument,
  HealthDocument,
  PlanDocument,
  RehearsalDocument,
  RunDocument,
  ValidationDocument,
} from "./documents.ts";
import { byType, type PerDocument } from "./run-document.ts";

export interface Verdict {
  /** Whether the run needs no attention. */
  readonly passed: boolean;
  /** The sentence at the top of a report. */
  readonly headline: string;
  /** The sentence for text output; its emphasized part is first. */
  readonly text: readonly [strong: string, rest: string];
}

export function verdictOf(document: RunDocument): Verdict {
  return byType(verdicts, document);
}

const verdicts: PerDocument<[], Verdict> = {
  plan: ofPlan,
  apply: ofApply,
  drift: ofDrift,
  validation: ofValidation,
  rehearsal: ofRehearsal,
  health: ofHealth,
  failure: () => ({ passed: false, headline: "Failed: the reasons are below.", text: ["", ""] }),
};

function ofPlan(plan: PlanDocument): Verdict {
  const { blocks, diagnostics = [] } = plan;
  const text = planSummary(plan);
  const passed = blocks.length === 0 && among(diagnostics, "error") === 0;
  return { passed, headline: text.join(""), text };
}

function planSummary({
  summary,
  requests,
  digest,
  changes,
  blocks,
}: PlanDocument): Verdict["text"] {
  const adopting = blocks.length === 0 ? "adopted" : "would be adopted";
  const adopted = summary.adopt === 0 ? "" : `, ${summary.adopt} ${adopting}`;
  if (requests.length === 0 && changes.length === 0)
    return ["No changes.", ` ${count(summary.unchanged, "object")} in sync${adopted}.`];
  const strange = changes.filter(({ unowned }) => unowned).length;
  const parts = [
    `${summary.create} create`,
    `${summary.update} update`,
    `${summary.replace} recreate`,
    `${summary.delete} delete${strange === 0 ? "" : ` (${strange} not made by this estate)`}`,
    `${summary.unchanged} unchanged`,
  ];
  if (summary.forget > 0) parts.push(`${summary.forget} forget`);
  const sent = count(summary.requests, "request");
  return ["Plan:", ` ${parts.join(", ")}${adopted}. ${sent}. Digest ${digest.slice(7, 15)}.`];
}

/** Describes requests that a run sends beside those of the plan; empty without changes. */
export function besideRequests({ state_requests: state = 0 }: PlanDocument): readonly string[] {
  if (state === 0) return [];
  const text = `up to ${state} requests that keep the state of this estate, and one a minute for its lock`;
  return [text];
}

/** Counts the planned, done and skipped requests of an apply. */
export function figuresOf({ plan, requests, outcome }: ApplyDocument) {
  const of = (wanted: ApplyDocument["requests"][number]["outcome"]) =>
    requests.filter((request) => request.outcome === wanted).length;
  const planned = plan.requests.length;
  const ran = outcome !== "blocked" && outcome !== "declined";
  return { ran, planned, done: of("done"), skipped: of("skipped") };
}

const outcomes: Readonly<
  Record<ApplyDocument["outcome"], readonly [headline: string, text: string]>
> = {
  nothing: ["Nothing to do: the catalog is in sync.", "The catalog was in sync."],
  applied: ["Applied: the catalog is in sync.", "Applied: the catalog is in sync."],
  partial: ["Not finished: run apply again once the reasons are gone.", unfinished("apply")],
  interrupted: [
    "Interrupted: the requests in flight were finished, the rest was not tried.",
    "Interrupted: run apply again.",
  ],
  blocked: ["Stopped: nothing was changed.", "Nothing was changed."],
  declined: ["Not applied: nothing was changed.", "Nothing was changed."],
};

function ofApply(document: ApplyDocument): Verdict {
  const { ran, planned, done } = figuresOf(document);
  const { outcome, requests } = document;
  const [headline, text] = outcomes[outcome];
  return {
    passed: outcome === "nothing" || outcome === "applied",
    headline: ran ? `${headline} ${done} of ${count(planned, "request")} done.` : headline,
    text: [text, requests.length === 0 ? "" : ` ${done} of ${requests.length} requests done.`],
  };
}

function unfinished(command: RunWords["command"]): string {
  return `Not finished: the reasons are above; run ${command} again once they are gone.`;
}

/** The name of a writing command, and its sentences for full and partial success. */
export interface RunWords {
  readonly command: "apply" | "destroy";
  readonly done: string;
  readonly donePart: string;
}

/** The last sentence of a command that applied a plan. */
export function endText(document: ApplyDocument, { command, done, donePart }: RunWords): string {
  const { plan, outcome } = document;
  const figures = figuresOf(document);
  const tally = `${figures.done} of ${figures.planned} requests done`;
  if (outcome === "interrupted")
    return `Interrupted: ${tally}, ${figures.skipped} not tried. Run ${command} again.`;
  if (outcome === "partial") return `${unfinished(command)} ${tally}.`;
  return `${plan.selection ? donePart : done} ${tally}.`;
}

function ofDrift({ estate, checked, drifted }: DriftDocument): Verdict {
  const passed = drifted.length === 0;
  // An estate that owns nothing cannot have drifted; "no drift" would be misleading.
  if (checked === 0) {
    const none = `Nothing to compare: the estate ${estate} owns nothing on this server yet. Apply it first; plan shows what differs.`;
    return { passed, headline: none, text: ["", none] };
  }
  const objects = count(checked, "owned object");
  if (passed) {
    const are = checked === 1 ? "is as it was" : "are as they were";
    const text = `No drift. ${objects} ${are} last applied.`;
    return { passed, headline: `No drift. ${objects} checked.`, text: ["", text] };
  }
  const found = `Drift in ${drifted.length} of ${objects}`;
  return { passed, headline: `${found}.`, text: ["", `${found}:`] };
}

function ofValidation(document: ValidationDocument): Verdict {
  const { valid, targets, diagnostics } = document;
  const head = valid ? "Valid" : "Not valid";
  const [errors, warnings] = [among(diagnostics, "error"), among(diagnostics, "warning")];
  const problems = `${count(errors, "error")}, ${count(warnings, "warning")}`;
  const headline =
    targets === undefined
      ? `${head}: ${loaded(document)}, ${problems}.`
      : `${head} ${byFigures(targets).join("; ")}; ${problems}.`;
  return { passed: valid, headline, text: ["", headline] };
}

/** Targets with equal figures are joined. */
function byFigures(targets: NonNullable<ValidationDocument["targets"]>): readonly string[] {
  const alike = Map.groupBy(targets, loaded);
  return [...alike].map(
    ([figures, ones]) => `for ${ones.map(({ name }) => name).join(", ")}: ${figures}`,
  );
}

function loaded({ manifests, objects }: Pick<ValidationDocument, "manifests" | "objects">): string {
  return `${count(manifests, "manifest")}, ${count(objects, "object")}`;
}

function ofRehearsal({ plan, foretold }: RehearsalDocument): Verdict {
  const passed = foretold.exit_code === 0;
  const expectation = passed ? "every request would work" : "an apply would not end well";
  const worked = `${foretold.done} of ${plan.requests.length} requests worked on the copy`;
  return {
    passed,
    headline: `Predicted: ${expectation}. ${planSummary(plan).join("")}`,
    text: [foretold.verdict, ` ${worked}; the server itself was only read.`],
  };
}

function ofHealth({ verdict, summary, objects, left, faults, draws }: HealthDocument): Verdict {
  const counts = (["healthy", "degraded", "exposed", "unknown"] as const).flatMap((one) =>
    summary[one] === 0 ? [] : [`${summary[one]} ${one}`],
  );
  const whole = faults.filter((fault) => fault.objects.length === 0).length;
  const more = [
    ...(whole === 0 ? [] : [`${count(whole, "fault")} for every client`]),
    ...(left === 0 ? [] : [`${left} not looked at`]),
    ...(draws ? [] : ["this server draws no maps: only rules and documents were looked at"]),
  ];
  const what = objects.length === 0 ? "nothing to look at" : counts.join(", ");
  const text = [`${capitalized(verdict)}:`, ` ${[what, ...more].join("; ")}.`] as const;
  return { passed: !isUnhealthy(verdict), headline: text.join(""), text };
}

function among(
  diagnostics: readonly DiagnosticDocument[],
  wanted: DiagnosticDocument["severity"],
): number {
  return diagnostics.filter(({ severity }) => severity === wanted).length;
}

export interface DriftWords {
  readonly symbol: string;
  readonly word: string;
  readonly message: string;
}

/**
 * The words for an object that is gone, was added outside of Plumbline (no fields), or was changed.
 */
export function driftWords({
  gone,
  fields,
}: Pick<DriftDocument["drifted"][number], "gone" | "fields">): DriftWords {
  if (gone) return { symbol: "-", word: "gone", message: "is gone" };
  if (fields.length === 0)
    return { symbol: "+", word: "added", message: "exists, but is not declared" };
  return { symbol: "~", word: "changed", message: `changed: ${labelsText(fields)}` };
}
