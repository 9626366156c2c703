/** The content of a report, independent of its format. */
import { healthSymbols } from "./health.ts";
import { besideRequests, driftWords, figuresOf, verdictOf } from "./verdict.ts";
import { formatPosition } from "../../model/diagnostic.ts";
import type {
  ApplyDocument,
  ChangeDocument,
  DiagnosticDocument,
  DifferenceDocument,
  DriftDocument,
  HealthDocument,
  PlanDocument,
  RehearsalDocument,
  RunDocument,
} from "./documents.ts";
import { byType, type PerDocument } from "./run-document.ts";
import { planSections, type Row } from "./sections.ts";
import { actionOrder, changeNotes, changeRows, changeSymbol, positionOf } from "./text.ts";

export interface Outline {
  readonly command: "plan" | "apply" | "drift" | "rehearse" | "validate" | "verify" | undefined;
  readonly estate: string | undefined;
  /** Without credentials. */
  readonly url: string | undefined;
  readonly verdict: string;
  /** Whether the run needs no attention. */
  readonly passed: boolean;
  /** Destructive changes first. */
  readonly objects: readonly OutlineObject[];
  readonly sections: readonly OutlineSection[];
  readonly stops: PlanDocument["blocks"];
  readonly diagnostics: readonly DiagnosticDocument[];
}

export interface OutlineObject {
  readonly address: string;
  readonly symbol: string;
  /** The action, or the drift. */
  readonly word: string;
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
  readonly differences: readonly DifferenceDocument[];
  /** Deleted or recreated. */
  readonly destructive: boolean;
  readonly state: "passed" | "failed" | "skipped";
  readonly message: string | undefined;
  readonly where: ChangeDocument["declared_at"];
}

export interface OutlineSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Makes the outline of a run's document. */
export function outlineOf(document: RunDocument): Outline {
  const { headline: verdict, passed } = verdictOf(document);
  const { diagnostics = [] } = document;
  return { ...EMPTY, ...byType(outlines, document), verdict, passed, diagnostics };
}

const EMPTY = {
  command: undefined,
  estate: undefined,
  url: undefined,
  objects: [],
  sections: [],
  stops: [],
} as const;

const outlines: PerDocument<[], Partial<Outline>> = {
  plan: (plan) => ({ command: "plan", ...ofPlan(plan, () => PASSED) }),
  apply: ofApply,
  drift: ofDrift,
  validation: () => ({ command: "validate" }),
  rehearsal: ofRehearsal,
  health: ofHealth,
  failure: () => ({}),
};

type Fate = Pick<OutlineObject, "state" | "message">;

const PASSED: Fate = { state: "passed", message: undefined };
const NOT_TRIED: Fate = { state: "skipped", message: undefined };

/** Sections of the run come before those of the plan. */
function ofPlan(
  plan: PlanDocument,
  fateOf: (address: string) => Fate,
  ran: readonly OutlineSection[] = [],
): Partial<Outline> {
  return {
    estate: plan.estate,
    url: plan.target.url,
    objects: objectsOf(plan, fateOf),
    sections: [...ran.filter(({ lines }) => lines.length > 0), ...planLines(plan)],
    stops: plan.blocks,
  };
}

const words = {
  create: "create",
  update: "update",
  replace: "recreate",
  delete: "delete",
  forget: "forget",
  none: "keep",
} as const;

function objectsOf(
  { changes }: PlanDocument,
  fateOf: (address: string) => Fate,
): readonly OutlineObject[] {
  return actionOrder.flatMap((action) =>
    changes
      .filter((change) => change.action === action)
      .map((change) => ({
        address: change.address,
        symbol: changeSymbol(change),
        word: change.formerly === null ? words[action] : "rename",
        notes: [...(change.unowned ? ["not made by this estate"] : []), ...changeNotes(change)],
        rows: changeRows(change),
        differences: change.differences ?? [],
        destructive: action === "delete" || action === "replace",
        where: change.declared_at,
        ...fateOf(change.address),
      })),
  );
}

function planLines(plan: PlanDocument): readonly OutlineSection[] {
  const sections = planSections(plan).map(({ title, lines }) => ({
    title,
    lines: lines.flatMap(({ address, text, rows }) => [
      text === "" ? address : `${address} ${text}`,
      ...rows.map(([label, said]) => `${address} ${label === "" ? "" : `${label}: `}${said}`),
    ]),
  }));
  const beside = besideRequests(plan);
  return beside.length === 0
    ? sections
    : [...sections, { title: "Beside the requests of the plan", lines: beside }];
}

function ofApply(document: ApplyDocument): Partial<Outline> {
  const { plan, requests, rescues, lost } = document;
  const { ran } = figuresOf(document);
  const restored = rescues.map(({ summary, outcome }) => `${summary} (${outcome})`);
  const fateOf = (address: string) => (ran ? fateAmong(requests, address) : NOT_TRIED);
  return {
    command: "apply",
    ...ofPlan(plan, fateOf, [
      { title: "Not restored, and brought back by the next apply", lines: lost },
      { title: "Put back after the failure", lines: restored },
      { title: "As map users see it", lines: healthLines(document.health) },
    ]),
  };
}

function healthLines(health: HealthDocument | undefined): readonly string[] {
  if (health === undefined) return [];
  const of = (objects: readonly string[]) =>
    objects.length === 0 ? "" : ` (${objects.join(", ")})`;
  return [
    verdictOf(health).headline,
    ...health.faults.map(({ text, objects }) => `${text}${of(objects)}`),
  ];
}

function fateAmong(requests: ApplyDocument["requests"], address: string): Fate {
  const own = requests.filter(({ serves }) => serves.includes(address));
  const failed = own.find(({ outcome }) => outcome === "refused" || outcome === "unknown");
  if (failed !== undefined) {
    const { status } = failed;
    return failure(failed, status === null ? "no clear answer" : `refused with ${status}`);
  }
  return own.some(({ outcome }) => outcome === "skipped") ? NOT_TRIED : PASSED;
}

function failure(
  {
    method,
    path,
    message,
  }: Pick<RehearsalDocument["calls"][number], "method" | "path" | "message">,
  answer: string,
): Fate {
  return { state: "failed", message: `${method} ${path}: ${answer}. ${message ?? ""}`.trim() };
}

function ofDrift({ estate, target, drifted }: DriftDocument): Partial<Outline> {
  return {
    command: "drift",
    estate,
    url: target.url,
    objects: drifted.map(({ address, gone, fields, differences = [], changed }) => ({
      address,
      ...driftWords({ gone, fields }),
      notes: changed ? [changed.text] : [],
      rows: fields.map(({ label, text }): Row => [label, text]),
      differences,
      destructive: gone,
      state: "failed",
      where: null,
    })),
  };
}

function ofRehearsal({
  plan,
  calls,
  lost,
  leftovers,
  ...document
}: RehearsalDocument): Partial<Outline> {
  const untried = new Set(document.not_tried.flatMap(({ addresses }) => addresses));
  const unknown = new Map(document.not_rehearsed.map((one) => [one.address, one.reason]));
  const fateOf = (address: string): Fate => {
    const failed = calls.find(
      ({ addresses, outcome }) =>
        addresses.includes(address) && outcome !== null && outcome !== "done",
    );
    if (failed !== undefined) return failure(failed, String(failed.status ?? "no answer"));
    const reason = unknown.get(address);
    if (reason !== undefined) return { state: "skipped", message: reason };
    return untried.has(address) ? NOT_TRIED : PASSED;
  };
  return {
    command: "rehearse",
    ...ofPlan(plan, fateOf, [
      {
        title: "Not rehearsed",
        lines: document.not_rehearsed.map((one) => `${one.address}: ${one.reason}`),
      },
      { title: "Not restored", lines: lost },
      {
        title: "A plan after it would still change",
        lines: leftovers.map(({ address, action }) => `${address}: ${action}`),
      },
    ]),
  };
}

function ofHealth({ estate, target, objects, faults }: HealthDocument): Partial<Outline> {
  const everyone = faults.filter((fault) => fault.objects.length === 0);
  return {
    command: "verify",
    estate,
    url: target.url,
    objects: objects
      .filter(({ health }) => health !== "healthy")
      .map(({ address, health, findings, declared_at: where }) => ({
        address,
        symbol: healthSymbols[health],
        word: health,
        notes: [],
        rows: findings.map((one): Row => [one.account ?? "", one.text]),
        differences: [],
        destructive: false,
        state: health === "unknown" ? "skipped" : "failed",
        message: findings[0]?.text,
        where,
      })),
    sections:
      everyone.length === 0
        ? []
        : [{ title: "Concerns every client", lines: everyone.map((one) => one.text) }],
  };
}

/** `file:line:column`; undefined without a file. */
export function placeOf(
  at: Pick<DiagnosticDocument, "file" | "line" | "column">,
): string | undefined {
  const where = positionOf(at);
  return where && formatPosition(where);
}
