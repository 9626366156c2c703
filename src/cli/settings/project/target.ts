/** Targets of a project file: servers with their connection and settings. */
import { z } from "zod";
import { dialects } from "../../../model/dialect.ts";
import { client as limits } from "../../../model/limits.ts";
import { prunes } from "../../../reconciler/engine/plan/scope.ts";
import { dangerNames } from "../../../reconciler/kind.ts";
import { secretReference } from "../../../reconciler/kinds/secrets/reference.ts";
import { DURATION } from "../../flags/shared.ts";
import { guardsSchema } from "./guards.ts";

export const referenceSchema = secretReference.describe(
  "A secret by reference: fromEnv names an environment variable, fromFile a file beside the project file, fromExec a command that prints it, where allowExec is true.",
);

/** A duration, with an example for the message. */
export function duration(example: string) {
  return z
    .string()
    .regex(DURATION, `must be a number with ms, s, m, h or d, for example ${example}`);
}

/** Fields at the top level for all targets, and of each target. */
export const targetFields = {
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of the map server, with or without /rest."),
  credentials: z
    .strictObject({
      user: z.union([z.string().min(1), referenceSchema]),
      password: referenceSchema,
    })
    .optional(),
  dialect: z
    .enum(dialects)
    .optional()
    .describe("The dialect that the server must have; another one ends the command."),
  tls: z
    .strictObject({
      ca: z
        .string()
        .min(1)
        .describe("A PEM file with the authorities that certify the server, beside this file."),
    })
    .optional(),
  limits: z
    .strictObject({
      connections: z
        .int()
        .min(1)
        .max(64)
        .optional()
        .describe(
          `Requests under way at the same time; when left out ${limits.connections} that read, and as many that write as writes says.`,
        ),
      writes: z
        .int()
        .min(1)
        .max(limits.mostWrites)
        .optional()
        .describe(
          `Writes under way together, where nothing depends on their order; when left out up to ${limits.writes} at Plumbline's own server, as long as it answers quickly, and one at any other.`,
        ),
      timeout: duration("30s").optional().describe("How long a read may take, such as 30s."),
      settle: duration("5s")
        .optional()
        .describe(
          "For how long an apply reads again what the server does not show as it was sent, such as 5s where several servers answer; not at all when left out.",
        ),
    })
    .optional(),
  allow: z.array(z.enum(dangerNames)).optional().describe("Dangers that are accepted."),
  guards: guardsSchema.optional(),
  appSchemaProperties: z
    .string()
    .min(1)
    .optional()
    .describe("A .properties file with values for ${name} in mappings, as the server has them."),
};

export const targetSchema = z.strictObject({
  ...targetFields,
  prune: z.enum(prunes).optional().describe("As at the top, for this target."),
  overlays: z
    .array(
      z
        .string()
        .regex(
          /^\w[\w.-]*$/,
          "must begin with a letter, digit or underscore and hold only those, dots and dashes",
        ),
    )
    .optional()
    .describe("Folders below overlays/ that are laid over the manifests, in this order."),
  variables: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe("Values of variables at this target."),
});

/** A parsed target. */
export type TargetSettings = z.infer<typeof targetSchema>;

/** Pattern and error text. */
export const SIMPLE_NAME = [
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  "must begin with a letter or digit and hold only letters, digits, dots, dashes and underscores",
] as const;
