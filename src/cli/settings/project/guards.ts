/** Guards and ignore rules of a project file. */
import { z } from "zod";
import { fault, type Diagnostic, type Position } from "../../../model/diagnostic.ts";
import { didYouMean } from "../../../model/nearest.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";

const changeLimit = z
  .union([
    z.int().min(0),
    z.string().regex(/^\d{1,3}(?:\.\d+)?%$/, "must be a number, or a share such as 20%"),
  ])
  .optional();

/** Limits on the changes of one plan. */
export const guardsSchema = z
  .strictObject({
    deletes: changeLimit.describe(
      "Objects that one plan may delete: a share of a kind in a workspace, such as 20%, or a number of all.",
    ),
    recreates: changeLimit.describe("Objects that one plan may recreate, as above."),
    updates: changeLimit.describe("Objects that one plan may change, as above."),
  })
  .describe("How much one plan may change before it stops.");

export const ignoreSchema = z
  .array(
    z.strictObject({
      objects: z
        .array(z.string().min(1))
        .min(1)
        .describe("Addresses such as Style/roads:*; * matches any text."),
      fields: z
        .array(z.string().min(1))
        .min(1)
        .optional()
        .describe("Fields whose differences do not count; the whole object when left out."),
    }),
  )
  .describe(
    "Objects that are neither changed nor reported, or fields whose differences do not count.",
  );

interface IgnoringProject {
  readonly settings: { readonly ignore?: z.infer<typeof ignoreSchema> | undefined };
  readonly locate: (path: readonly string[]) => Position | undefined;
}

/** Reports unknown fields: a rule with a typo would ignore nothing. */
export function ignoreDiagnostics(project: IgnoringProject | undefined): readonly Diagnostic[] {
  const { ignore = [] } = project?.settings ?? {};
  if (ignore.length === 0) return [];
  const known = [...new Set([...kinds.values()].flatMap(({ fields }) => Object.keys(fields)))];
  return ignore.flatMap(({ fields = [] }, rule) =>
    fields.flatMap((field, index): readonly Diagnostic[] => {
      if (known.includes(field)) return [];
      const message = `No kind has a field ${field}`;
      const hint = didYouMean(field, known) ?? "Fields are named as in plan -o json.";
      const where = project?.locate(["ignore", String(rule), "fields", String(index)]);
      return [fault("project-invalid", message, { hint, where })];
    }),
  );
}
