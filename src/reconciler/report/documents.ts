/**
 * Schemas of saved run documents, as far as reports use them. Unknown members are dropped, so
 * additions do not break older readers.
 */
import { z } from "zod";
import { diagnosticCodes } from "../../model/diagnostic.ts";
import { healths } from "../../model/health.ts";

const text = z.string();
const texts = z.array(text).readonly();
const count = z.int().min(0);
const value = z.union([text, z.number(), z.boolean(), z.null(), texts]);
const version = text.startsWith("1.");

const position = z.object({
  file: text,
  line: z.int().exactOptional(),
  column: z.int().exactOptional(),
});

const diagnostic = z.object({
  code: z.enum(Object.keys(diagnosticCodes) as (keyof typeof diagnosticCodes)[]),
  severity: z.enum(["error", "warning", "info"]),
  message: text,
  hint: text.nullable(),
  file: text.nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  address: text.nullable(),
});
const diagnostics = z.array(diagnostic).readonly();

const field = z.object({
  field: text,
  label: text,
  before: value,
  after: value,
  text: text.nullable(),
});

/** A difference inside a file. In a plan, `before` is the live and `after` the declared content. */
const difference = z.object({
  file: text,
  place: texts,
  change: text,
  text,
  path: text.nullable(),
  before: text.nullable(),
  after: text.nullable(),
});
const differences = z.array(difference).readonly();

/** What a change affects. */
const reach = z.object({
  users: z
    .array(z.object({ address: text, how: text.nullable(), through: text.nullable() }))
    .readonly(),
  stale: texts,
  services: texts,
  scales: z.object({ from: z.number(), to: z.number().nullable() }).nullable(),
});

const change = z.object({
  address: text,
  action: z.enum(["none", "create", "update", "replace", "delete", "forget"]),
  formerly: text.nullable(),
  adopts: z.boolean(),
  owner: text.nullable(),
  unowned: z.boolean(),
  fields: z.array(field).readonly(),
  differences: differences.optional(),
  reach: reach.nullish(),
  because: text.nullable(),
  goes_with: text.nullable(),
  takes_along: texts,
  comes_back: texts,
  cannot_come_back: texts,
  declared_at: position.nullable(),
});

const request = z.object({ method: text, path: text, summary: text, serves: texts });

/** A secret that had no value when the plan was made. */
const secret = z.object({
  address: text,
  secret: text,
  reason: text,
  needed: z.boolean(),
  declared_at: position,
});

const block = z.object({
  allow: text.nullable(),
  message: text,
  hint: text,
  about: texts.optional(),
  excess: z.object({ action: text, kind: text.nullable(), workspace: text.nullable() }).nullish(),
});

const target = z.object({
  name: text.nullable().exactOptional(),
  url: text,
  software: text,
  version: text,
});

const selection = z.object({
  only: texts,
  exclude: texts,
  labels: texts,
  paths: texts,
  objects: count,
  of: count,
  along: z.array(z.object({ address: text, needed_by: text })).readonly(),
});

const plan = z.object({
  type: z.literal("plan"),
  format_version: version,
  estate: text,
  target,
  selection: selection.nullish(),
  changes: z.array(change).readonly(),
  takeovers: z.array(z.object({ address: text, estate: text })).readonly(),
  adopted: texts.optional(),
  requests: z.array(request).readonly(),
  state_requests: count.optional(),
  orphans: texts,
  footprints: z
    .array(z.object({ address: text, name: text, box: z.array(z.number()).readonly() }))
    .readonly()
    .optional(),
  consequences: texts,
  left_alone: z
    .array(
      z.object({
        address: text,
        text,
        fields: z.array(field).readonly(),
        differences: differences.optional(),
      }),
    )
    .readonly(),
  recovers: z.array(z.object({ address: text, went_with: text })).readonly(),
  secrets: z.array(secret).readonly().optional(),
  blocks: z.array(block).readonly(),
  summary: z.object({
    create: count,
    update: count,
    replace: count,
    delete: count,
    forget: count,
    unchanged: count,
    adopt: count,
    requests: count,
  }),
  digest: text,
  diagnostics: diagnostics.optional(),
});

const outcome = z.enum(["done", "refused", "unknown", "skipped"]);

const report = z.object({
  ...request.shape,
  outcome,
  status: z.int().nullable(),
  message: text.nullable(),
});

const verdict = z.enum(healths);

const finding = z.object({
  health: verdict,
  text,
  cause: text.nullable(),
  account: text.nullable(),
});

const health = z.object({
  type: z.literal("health"),
  format_version: version,
  estate: text,
  target: target.pick({ url: true }),
  at: text,
  verdict,
  draws: z.boolean(),
  objects: z
    .array(
      z.object({
        address: text,
        health: verdict,
        findings: z.array(finding).readonly(),
        declared_at: position.nullable(),
      }),
    )
    .readonly(),
  faults: z.array(finding.extend({ objects: texts })).readonly(),
  summary: z.object({ exposed: count, degraded: count, unknown: count, healthy: count }),
  left: count,
  looks_left: count,
  accounts: texts,
  requests: count,
  milliseconds: count,
  diagnostics,
});

const apply = z.object({
  type: z.literal("apply"),
  format_version: version,
  run_id: text,
  plan,
  requests: z.array(report).readonly(),
  rescues: z.array(report).readonly(),
  lost: texts,
  outcome: z.enum(["nothing", "applied", "partial", "interrupted", "blocked", "declined"]),
  health: health.optional(),
  diagnostics,
});

const changed = z.object({ account: text.nullable(), at: text, text });

const drift = z.object({
  type: z.literal("drift"),
  format_version: version,
  estate: text,
  target: target.pick({ url: true }),
  checked: count,
  drifted: z
    .array(
      z.object({
        address: text,
        gone: z.boolean(),
        fields: z
          .array(z.object({ field: text, label: text, live: value, applied: value, text }))
          .readonly(),
        differences: differences.optional(),
        changed: changed.nullish(),
      }),
    )
    .readonly(),
  diagnostics,
});

const validation = z.object({
  type: z.literal("validation"),
  format_version: version,
  valid: z.boolean(),
  manifests: count,
  objects: count,
  targets: z
    .array(z.object({ name: text, manifests: count, objects: count }))
    .readonly()
    .exactOptional(),
  diagnostics,
});

const rehearsal = z.object({
  type: z.literal("rehearsal"),
  format_version: version,
  plan,
  calls: z
    .array(
      z.object({
        method: text,
        path: text,
        status: z.int().nullable(),
        milliseconds: z.number(),
        bookkeeping: z.boolean(),
        summary: text.nullable(),
        addresses: texts,
        outcome: outcome.nullable(),
        message: text.nullable(),
      }),
    )
    .readonly(),
  not_tried: z.array(z.object({ summary: text, addresses: texts })).readonly(),
  not_rehearsed: z.array(z.object({ address: text, requests: count, reason: text })).readonly(),
  lost: texts,
  leftovers: z.array(z.object({ address: text, action: text })).readonly(),
  foretold: z.object({ converged: z.boolean(), exit_code: z.int(), done: count, verdict: text }),
  diagnostics,
});

const failure = z.object({
  format_version: version,
  complete: z.literal(false),
  diagnostics,
});

const saved = z.discriminatedUnion("type", [plan, apply, drift, validation, rehearsal, health]);

export const runDocuments = {
  plan,
  apply,
  drift,
  validation,
  rehearsal,
  health,
  failure,
} as const;

/** The document of a plan. */
export type PlanDocument = z.infer<typeof plan>;
export type ChangeDocument = PlanDocument["changes"][number];
/** What a change affects: objects, tiles, services and scales. */
export type ReachDocument = z.infer<typeof reach>;
export type DifferenceDocument = z.infer<typeof difference>;
export type ApplyDocument = z.infer<typeof apply>;
export type DriftDocument = z.infer<typeof drift>;
/** The document of `validate`. */
export type ValidationDocument = z.infer<typeof validation>;
export type RehearsalDocument = z.infer<typeof rehearsal>;
/** What a look at map services found. */
export type HealthDocument = z.infer<typeof health>;
/** A run that ended before it could report anything else. */
export type FailureDocument = z.infer<typeof failure> & { readonly type: "failure" };
export type DiagnosticDocument = z.infer<typeof diagnostic>;

/** The document of any run. */
export type RunDocument = z.infer<typeof saved> | FailureDocument;

/**
 * Reads the document of a run; undefined for anything else, or a format with another major number.
 */
export function readRunDocument(value: unknown): RunDocument | undefined {
  const known = saved.safeParse(value);
  if (known.success) return known.data;
  const failed = failure.safeParse(value);
  return failed.success ? { ...failed.data, type: "failure" } : undefined;
}
