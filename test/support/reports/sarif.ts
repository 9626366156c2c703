/** The rules of SARIF 2.1.0 that reports have to keep, written down from the standard. */
import { z } from "zod";

const message = z.strictObject({ text: z.string() });

/** A URI reference (RFC 3986): no blank, no sign that has to be encoded; relative without a scheme. */
const uri = z.string().regex(/^(?:file:\/\/\/)?[A-Za-z0-9._~!$&'()*+,;=@%/-]*$/);

const region = z.strictObject({
  startLine: z.int().min(1),
  startColumn: z.int().min(1).optional(),
});

const location = z.strictObject({
  physicalLocation: z
    .strictObject({ artifactLocation: z.strictObject({ uri }), region: region.optional() })
    .optional(),
  logicalLocations: z.array(z.strictObject({ fullyQualifiedName: z.string() })).optional(),
});

const result = z.strictObject({
  ruleId: z.string().min(1),
  ruleIndex: z.int().min(0),
  level: z.enum(["none", "note", "warning", "error"]),
  message,
  locations: z.array(location).min(1).optional(),
});

const rule = z.strictObject({ id: z.string().min(1), shortDescription: message });

const run = z.strictObject({
  tool: z.strictObject({
    driver: z.strictObject({ name: z.string().min(1), version: z.string(), rules: z.array(rule) }),
  }),
  columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
  invocations: z.array(z.strictObject({ executionSuccessful: z.boolean() })).min(1),
  results: z.array(result),
});

const log = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(run).length(1),
});

/** What is wrong with a log; empty when nothing is. */
export function faultsOfSarif(value: unknown): readonly string[] {
  const parsed = log.safeParse(value);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message: text }) => `${path.join(".")}: ${text}`);
  return parsed.data.runs.flatMap(({ tool, results }) => {
    const ids = tool.driver.rules.map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    const unknown = results.filter(({ ruleId, ruleIndex }) => ids[ruleIndex] !== ruleId);
    return [
      ...twice.map((id) => `the rule ${id} is there twice`),
      ...unknown.map(({ ruleId }) => `${ruleId} is not the rule at its index`),
    ];
  });
}
