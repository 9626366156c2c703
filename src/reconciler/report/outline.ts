/** What a report says, whatever its form: a verdict, what became of each object, and what is wrong. */
import { formatPosition } from "../../model/diagnostic.ts";
import type {
  ApplyDocument,
  ChangeDocument,
  DiagnosticDocument,
  DriftDocument,
  PlanDocument,
  RehearsalDocument,
  RunDocument,
  ValidationDocument,
} from "./documents.ts";
import { planSections, type Row } from "./sections.ts";
import {
  actionOrder,
  changeNotes,
  changeRows,
  changeSymbol,
  count,
  positionOf,
  renderSummary,
} from "./text.ts";

/** What a report says. */
export interface Outline {
  /** The command that was run. */
  readonly command: "plan" | "apply" | "drift" | "rehearse" | "validate" | undefined;
  readonly estate: string | undefined;
  /** Address of the server without credentials. */
  readonly url: string | undefined;
  readonly verdict: string;
  /** Whether nobody has to look at it. */
  readonly passed: boolean;
  /** Objects that something is to be said of, what destroys first. */
  readonly items: readonly OutlineItem[];
  readonly sections: readonly OutlineSection[];
  /** What keeps a plan from being applied. */
  readonly stops: PlanDocument["blocks"];
  readonly diagnostics: readonly DiagnosticDocument[];
}

/** One object in a report. */
export interface OutlineItem {
  readonly address: string;
  readonly symbol: string;
  /** What happens to it, or happened. */
  readonly word: string;
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
  /** Whether something is lost or made anew. */
  readonly destructive: boolean;
  readonly state: "passed" | "failed" | "skipped";
  /** Why it failed. */
  readonly message: string | undefined;
  readonly where: ChangeDocument["declared_at"];
}

/** Sentences or names under a title. */
export interface OutlineSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The outline of the document of a run. */
export function outlineOf(document: RunDocument): Outline {
  if (document.type === "plan") return ofPlan(document);
  if (document.type === "apply") return ofApply(document);
  if (document.type === "drift") return ofDrift(document);
  if (document.type === "validation") return ofValidation(document);
  if (document.type === "rehearsal") return ofRehearsal(document);
  const verdict = "Failed: the reasons are below.";
  const { diagnostics } = document;
  return { ...EMPTY, command: undefined, verdict, passed: false, diagnostics };
}

const EMPTY = {
  estate: undefined,
  url: undefined,
  items: [],
  sections: [],
  stops: [],
  diagnostics: [],
} as const;

function ofPlan(plan: PlanDocument): Outline {
  const { estate, target, blocks, diagnostics = [] } = plan;
  return {
    command: "plan",
    estate,
    url: target.url,
    verdict: renderSummary(plan),
    passed: blocks.length === 0 && !hasErrors(diagnostics),
    items: itemsOf(plan, () => ({ state: "passed", message: undefined })),
    sections: planLines(plan),
    stops: blocks,
    diagnostics,
  };
}

type Fate = Pick<OutlineItem, "state" | "message">;

const words = {
  create: "create",
  update: "update",
  replace: "recreate",
  delete: "delete",
  forget: "forget",
  none: "keep",
} as const;

function itemsOf(
  { changes }: PlanDocument,
  fateOf: (address: string) => Fate,
): readonly OutlineItem[] {
  return actionOrder.flatMap((action) =>
    changes
      .filter((change) => change.action === action)
      .map((change) => ({
        address: change.address,
        symbol: changeSymbol(change),
        word: change.formerly === null ? words[action] : "rename",
        notes: [...(change.unowned ? ["not made by this estate"] : []), ...changeNotes(change)],
        rows: changeRows(change),
        destructive: action === "delete" || action === "replace",
        where: change.declared_at,
        ...fateOf(change.address),
      })),
  );
}

/** What a plan says besides, each line whole. */
function planLines(plan: PlanDocument): readonly OutlineSection[] {
  return planSections(plan).map(({ title, lines }) => ({
    title,
    lines: lines.map(({ address, said }) => (said === "" ? address : `${address} ${said}`)),
  }));
}

function sections(
  given: readonly (readonly [title: string, lines: readonly string[]])[],
): readonly OutlineSection[] {
  return given.flatMap(([title, lines]) => (lines.length === 0 ? [] : [{ title, lines }]));
}

const verdicts = {
  nothing: "Nothing to do: the catalog is as declared.",
  applied: "Applied: the catalog is as declared.",
  partial: "Not finished: run apply again once the reasons are gone.",
  interrupted: "Interrupted: the requests in flight were finished, the rest was not tried.",
  blocked: "Stopped: nothing was changed.",
  declined: "Not applied: nothing was changed.",
} as const;

function ofApply({ plan, requests, rescues, lost, outcome, diagnostics }: ApplyDocument): Outline {
  const done = requests.filter((request) => request.outcome === "done").length;
  const ran = outcome !== "blocked" && outcome !== "declined";
  const tally = `${done} of ${count(plan.requests.length, "request")} done.`;
  return {
    command: "apply",
    estate: plan.estate,
    url: plan.target.url,
    verdict: ran ? `${verdicts[outcome]} ${tally}` : verdicts[outcome],
    passed: outcome === "nothing" || outcome === "applied",
    items: itemsOf(plan, (address) => (ran ? fateAmong(requests, address) : NOT_TRIED)),
    sections: [
      ...sections([
        ["Lost, and brought back by the next apply", lost],
        [
          "Put back after the failure",
          rescues.map((rescue) => `${rescue.summary} (${rescue.outcome})`),
        ],
      ]),
      ...planLines(plan),
    ],
    stops: plan.blocks,
    diagnostics,
  };
}

const NOT_TRIED: Fate = { state: "skipped", message: undefined };

/** What became of an object, from the requests that serve it. */
function fateAmong(requests: ApplyDocument["requests"], address: string): Fate {
  const own = requests.filter(({ serves }) => serves.includes(address));
  const failed = own.find(({ outcome }) => outcome === "refused" || outcome === "unknown");
  if (failed !== undefined) {
    const { method, path, status, message } = failed;
    const answer = status === null ? "no clear answer" : `refused with ${status}`;
    return { state: "failed", message: `${method} ${path}: ${answer}. ${message ?? ""}`.trim() };
  }
  if (own.some(({ outcome }) => outcome === "skipped")) return NOT_TRIED;
  return { state: "passed", message: undefined };
}

/** Before anything is owned nothing can have drifted, and nobody is to be reassured. */
export function nothingOwned({ estate }: Pick<DriftDocument, "estate">): string {
  return `Nothing to compare: the estate ${estate} owns nothing on this server yet. Apply it first; plan shows what differs.`;
}

function driftVerdict(document: DriftDocument): string {
  const { checked, drifted } = document;
  if (checked === 0) return nothingOwned(document);
  const objects = count(checked, "owned object");
  return drifted.length === 0
    ? `No drift. ${objects} checked.`
    : `Drift in ${drifted.length} of ${objects}.`;
}

function ofDrift(document: DriftDocument): Outline {
  const { estate, target, drifted, diagnostics } = document;
  return {
    ...EMPTY,
    command: "drift",
    estate,
    url: target.url,
    verdict: driftVerdict(document),
    passed: drifted.length === 0,
    items: drifted.map(({ address, gone, fields }) => ({
      address,
      symbol: gone ? "-" : "~",
      word: gone ? "gone" : "changed",
      notes: [],
      rows: fields.map(({ label, text }): Row => [label, text]),
      destructive: gone,
      state: "failed",
      message: gone
        ? "is gone from the server"
        : `changed: ${fields.map(({ label }) => label).join(", ")}`,
      where: null,
    })),
    diagnostics,
  };
}

function ofValidation({ valid, manifests, objects, diagnostics }: ValidationDocument): Outline {
  const of = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted).length;
  const figures = `${count(manifests, "manifest")}, ${count(objects, "object")}`;
  const faults = `${count(of("error"), "error")}, ${count(of("warning"), "warning")}`;
  const verdict = `${valid ? "Valid" : "Not valid"}: ${figures}, ${faults}.`;
  return { ...EMPTY, command: "validate", verdict, passed: valid, diagnostics };
}

function ofRehearsal(document: RehearsalDocument): Outline {
  const { plan, calls, diagnostics } = document;
  const untried = new Set(document.not_tried.flatMap(({ addresses }) => addresses));
  const unknown = new Map(document.not_rehearsed.map((one) => [one.address, one.reason]));
  const fateOf = (address: string): Fate => {
    const failed = calls.find(
      (call) =>
        call.addresses.includes(address) && call.outcome !== null && call.outcome !== "done",
    );
    if (failed !== undefined) {
      const answer = failed.status ?? "no answer";
      const message = `${failed.method} ${failed.path}: ${answer}. ${failed.message ?? ""}`.trim();
      return { state: "failed", message };
    }
    const reason = unknown.get(address);
    if (reason !== undefined) return { state: "skipped", message: reason };
    return untried.has(address) ? NOT_TRIED : { state: "passed", message: undefined };
  };
  const passed = document.foretold.exit_code === 0;
  const told = passed ? "every request would work" : "an apply would not end well";
  return {
    command: "rehearse",
    estate: plan.estate,
    url: plan.target.url,
    verdict: `Foretold: ${told}. ${renderSummary(plan)}`,
    passed,
    items: itemsOf(plan, fateOf),
    sections: [
      ...sections([
        ["Not rehearsed", document.not_rehearsed.map((one) => `${one.address}: ${one.reason}`)],
        ["Lost", document.lost],
        [
          "A plan after it would still change",
          document.leftovers.map(({ address, action }) => `${address}: ${action}`),
        ],
      ]),
      ...planLines(plan),
    ],
    stops: plan.blocks,
    diagnostics,
  };
}

function hasErrors(diagnostics: readonly DiagnosticDocument[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** `file:line:column` of a diagnostic's document; undefined without a file. */
export function placeOf(
  at: Pick<DiagnosticDocument, "file" | "line" | "column">,
): string | undefined {
  const where = positionOf(at);
  return where && formatPosition(where);
}
