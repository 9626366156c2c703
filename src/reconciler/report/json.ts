/** Plans, runs and diagnostics as documents for programs. */
import { formatAddress, type Address } from "../../model/address.ts";
import { FORMAT_VERSION } from "../../model/format-version.ts";
import { compareDiagnostics, type Diagnostic } from "../../model/diagnostic.ts";
import { digestOf } from "../../model/digest.ts";
import { pathWithQuery, type RequestBody } from "../../wire/request.ts";
import type { StepReport } from "../engine/run/events.ts";
import type {
  Action,
  Block,
  Change,
  FieldChange,
  SkippedObject,
  Plan,
  PlannedStep,
  SelectionOfPlan,
} from "../engine/plan/plan.ts";
import type { WholeApply, WholePlan } from "./document-schema.ts";
import type { DiagnosticDocument } from "./documents.ts";
import { fieldText } from "./field-text.ts";
import { reachDocument } from "./reach.ts";
import { differenceDocuments } from "./unlike.ts";

export { FORMAT_VERSION };

/** The target of a plan, and the version that made it. */
export interface PlanAbout {
  readonly name?: string | undefined;
  /** Without credentials. */
  readonly url: string;
  readonly version: string;
  /** Upper bound of the requests that write the estate's state, if known. */
  readonly stateRequests?: number | undefined;
}

/** Makes the document of a plan. */
export function planDocument(plan: Plan, about: PlanAbout): WholePlan {
  const { server, summary } = plan;
  return {
    type: "plan",
    format_version: FORMAT_VERSION,
    tool: { name: "plumbline", version: about.version },
    estate: plan.estate,
    target: {
      name: about.name ?? null,
      url: about.url,
      software: server.software,
      dialect: server.dialect,
      version: server.version,
    },
    selection: plan.selection === undefined ? null : selectionDocument(plan.selection),
    changes: plan.changes.filter(({ action }) => action !== "none").map(changeDocument),
    takeovers: plan.changes.flatMap(({ address, owner }) =>
      owner === undefined ? [] : [{ address: formatAddress(address), estate: owner }],
    ),
    adopted: plan.changes
      .filter(({ action, adopts, owner }) => action === "none" && adopts && owner === undefined)
      .map(({ address }) => formatAddress(address)),
    requests: plan.steps.map(requestDocument),
    ...(about.stateRequests === undefined ? {} : { state_requests: about.stateRequests }),
    orphans: plan.orphans.map(formatAddress),
    footprints: plan.footprints.map(({ address, name, box: { minx, miny, maxx, maxy } }) => ({
      address: formatAddress(address),
      name,
      box: [minx, miny, maxx, maxy],
    })),
    consequences: plan.consequences,
    left_alone: plan.skipped.map(skippedDocument),
    recovers: plan.resumes.map(({ live, by }) => ({
      address: formatAddress(live.address),
      went_with: formatAddress(by),
    })),
    secrets: plan.secretsNotGiven.map(({ address, what, reason, isNeeded, where }) => ({
      address: formatAddress(address),
      secret: what,
      reason,
      needed: isNeeded,
      declared_at: where,
    })),
    blocks: plan.blocks.map(blockDocument),
    summary,
    // Computed only when the document is written.
    get fingerprint() {
      return plan.fingerprint;
    },
    digest: plan.digest,
    sealed_digest: plan.sealedDigest ?? null,
  };
}

function selectionDocument({ along, ...selection }: SelectionOfPlan) {
  const documents = along.map(({ address, neededBy }) => ({
    address: formatAddress(address),
    needed_by: formatAddress(neededBy),
  }));
  return { ...selection, along: documents };
}

function changeDocument(change: Change) {
  const { address, action, formerly, adopts, owner, unowned, where, because, lifecycle } = change;
  const names = (addresses: readonly Address[]) => addresses.map(formatAddress);
  return {
    address: formatAddress(address),
    kind: address.kind,
    action,
    formerly: formerly === undefined ? null : formatAddress(formerly),
    adopts,
    owner: owner ?? null,
    unowned,
    fields: change.fields.map((field) => fieldOf(field, action)),
    differences: differenceDocuments(change.unlike),
    reach: change.reach === undefined ? null : reachDocument(change.reach),
    because: because ?? null,
    goes_with: change.deletedWith === undefined ? null : formatAddress(change.deletedWith),
    takes_along: names(change.alsoDeletes),
    comes_back: names(change.comesBack),
    cannot_come_back: change.cannotComeBack,
    lifecycle: lifecycle ?? null,
    declared_at: where ?? null,
  };
}

function skippedDocument(skipped: SkippedObject) {
  const { address, reason, text, fields, unlike = [], where } = skipped;
  return {
    address: formatAddress(address),
    kind: address.kind,
    reason,
    text,
    fields: fields.map((field) => fieldOf(field, "update")),
    differences: differenceDocuments(unlike),
    declared_at: where ?? null,
  };
}

function blockDocument({ name, message, hint, about = [], excess }: Block) {
  return {
    allow: name ?? null,
    message,
    hint,
    about: about.map(formatAddress),
    excess:
      excess === undefined
        ? null
        : {
            action: excess.action,
            kind: excess.kind ?? null,
            workspace: excess.scope ?? null,
            count: excess.count,
            total: excess.total ?? null,
            limit: excess.limit,
          },
  };
}

/** A changed fact as a document; null where the server shows no value. */
export function fieldDocument({ field, before, after }: FieldChange) {
  return { field, before: before ?? null, after: after ?? null };
}

/** A changed fact with its text, which is null where there is nothing to show. */
function fieldOf(field: FieldChange, action: Action) {
  return {
    ...fieldDocument(field),
    label: field.label,
    text: fieldText(field, action) ?? null,
  };
}

function requestDocument({ request, summary, addresses, after }: PlannedStep) {
  return {
    method: request.method,
    path: pathWithQuery(request),
    media_type: request.mediaType ?? null,
    ...bodyDocument(request.body),
    summary,
    serves: addresses.map(formatAddress),
    after,
  };
}

/** The digest is null for a body that is built when it is sent. */
function bodyDocument(body: RequestBody | undefined) {
  if (body === undefined) return { body_sha256: null, bytes: 0 };
  // Bytes read from the server may hold secrets, which could be guessed from a digest.
  if (body.kind === "base64")
    return { body_sha256: null, bytes: Buffer.byteLength(body.text, "base64") };
  const isText = body.kind === "text";
  const digest = isText ? digestOf(body.text) : body.digest;
  return {
    body_sha256: digest.startsWith("sha256-") ? digest.slice("sha256-".length) : null,
    bytes: isText ? Buffer.byteLength(body.text) : body.bytes,
  };
}

type Report = WholeApply["requests"][number];

/** Makes the document of a request's outcome. */
export function reportDocument({ step, outcome, status, message }: StepReport): Report {
  return { ...requestDocument(step), outcome, status: status ?? null, message: message ?? null };
}

/** Sorted by position. */
export function diagnosticDocuments(
  diagnostics: readonly Diagnostic[],
): readonly DiagnosticDocument[] {
  return diagnostics
    .toSorted(compareDiagnostics)
    .map(({ code, severity, message, hint, where, address }) => ({
      code,
      severity,
      message,
      hint: hint ?? null,
      file: where?.file ?? null,
      line: where?.line ?? null,
      column: where?.column ?? null,
      address: address ?? null,
    }));
}
