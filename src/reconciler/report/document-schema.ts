/** Full schemas of the documents that commands print: the parts that reports use, and the rest. */
import { z } from "zod";
import { dangerNames } from "../kind.ts";
import { runDocuments } from "./documents.ts";

const { plan, apply, drift, validation, rehearsal, health, failure } = runDocuments;

const text = z.string();
const texts = z.array(text).readonly();
const count = z.int().min(0);
const tool = z.object({ name: z.literal("plumbline"), version: text });

const field = plan.shape.changes.unwrap().element.shape.fields.unwrap().element;
const differences = plan.shape.changes
  .unwrap()
  .element.shape.differences.unwrap()
  .describe("All differences inside files, from the live to the wanted content.");
const change = plan.shape.changes.unwrap().element.extend({
  kind: text,
  differences,
  reach: plan.shape.changes
    .unwrap()
    .element.shape.reach.unwrap()
    .unwrap()
    .nullable()
    .describe(
      "Objects that show the change, as far as the plan knows: layers and groups, stale tiles, services, scale denominators.",
    ),
  lifecycle: z.enum(["protect", "ignore", "orphan", "observe"]).nullable(),
});
const request = plan.shape.requests.unwrap().element.extend({
  media_type: text.nullable(),
  body_sha256: text
    .nullable()
    .describe("Null where there is no body, or it is put together later."),
  bytes: count,
  after: z.array(count).readonly().describe("Indexes of requests without which it must not run."),
});
const excess = z.object({
  action: z.enum(["update", "delete", "replace"]),
  kind: text.nullable(),
  workspace: text.nullable(),
  count,
  total: count.nullable(),
  limit: count,
});
const skipped = plan.shape.left_alone.unwrap().element.extend({
  kind: text,
  reason: z.enum(["observed", "by-hand", "unreadable", "held", "waits"]),
  fields: z.array(field).readonly(),
  differences,
  declared_at: change.shape.declared_at,
});

/** The document of `plan -o json`. */
export const planDocumentSchema = plan
  .extend({
    tool,
    target: plan.shape.target.extend({ dialect: z.enum(["documented", "geoserver"]) }),
    changes: z.array(change).readonly(),
    requests: z.array(request).readonly(),
    state_requests: count
      .optional()
      .describe(
        "Writes that keep the state of the estate, at most, beside one a minute for its lock.",
      ),
    adopted: texts.describe("Objects that are as declared already and become owned."),
    footprints: plan.shape.footprints
      .unwrap()
      .describe("Boxes around granules that go: left, bottom, right, top in units of their index."),
    left_alone: z.array(skipped).readonly(),
    secrets: plan.shape.secrets
      .unwrap()
      .describe("Secrets that were not given: needed says whether a request holds it."),
    blocks: z
      .array(
        plan.shape.blocks.unwrap().element.extend({
          allow: z.enum(dangerNames).nullable(),
          about: texts.describe("Objects that it is about; none where it is the plan as a whole."),
          excess: excess.nullable(),
        }),
      )
      .readonly(),
    summary: plan.shape.summary.extend({ orphans: count }),
    fingerprint: text.describe("Digest of the live state the plan was made from."),
    digest: text.describe("Digest of what the plan shows, which does not depend on secrets."),
    sealed_digest: text
      .nullable()
      .optional()
      .describe(
        "Digest of its requests with their secrets; null where one is not given, or none is sent.",
      ),
    complete: z.literal(true).optional(),
  })
  .describe("A plan: what an apply would do, and why.");

/** A plan as it is printed. */
export type WholePlan = z.infer<typeof planDocumentSchema>;

const answered = request.extend(apply.shape.requests.unwrap().element.shape);

const applyDocumentSchema = apply
  .extend({
    plan: planDocumentSchema,
    requests: z.array(answered).readonly(),
    rescues: z.array(answered).readonly(),
    tool,
    bookkeeping: count.describe("Writes of state documents, counted apart from the catalog's."),
    converged: z.boolean(),
    exit_code: count,
  })
  .describe("A run that wrote, or was kept from it.");

/** An apply as it is printed, also one that was blocked or declined. */
export type WholeApply = z.infer<typeof applyDocumentSchema>;

const driftDocumentSchema = drift
  .extend({
    drifted: z
      .array(
        drift.shape.drifted.unwrap().element.extend({
          differences: differences.describe(
            "All differences inside files, from the applied to the live content.",
          ),
          changed: drift.shape.drifted
            .unwrap()
            .element.shape.changed.unwrap()
            .unwrap()
            .nullable()
            .describe("Who changed the object, and when, if the server tells."),
        }),
      )
      .readonly(),
    complete: z.literal(true),
  })
  .describe("Differences from what was last applied.");

/** A drift check as it is printed. */
export type WholeDrift = z.infer<typeof driftDocumentSchema>;

const rehearsalDocumentSchema = rehearsal
  .extend({
    plan: planDocumentSchema,
    complete: z.boolean(),
    not_copied: z
      .array(z.object({ address: text, reason: text }))
      .readonly()
      .describe("Objects of the catalog that could not be copied."),
  })
  .describe("A plan that ran on a copy.");

/** A rehearsal as it is printed. */
export type WholeRehearsal = z.infer<typeof rehearsalDocumentSchema>;

/** The document that `-o json` of the other commands and `--report FILE.json` write. */
export const reportDocumentSchema = z
  .union([
    planDocumentSchema,
    applyDocumentSchema,
    driftDocumentSchema,
    validation.describe("Findings of the offline validation."),
    rehearsalDocumentSchema,
    health.describe("What map users get of what was applied."),
    failure
      .extend({ type: z.literal("failure").optional() })
      .describe("A run that ended before it had anything else to report."),
  ])
  .describe("Everything about a run, in one document.");
