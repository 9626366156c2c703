/** The `watch` block of the project file: intervals and drift policy. */
import { z } from "zod";
import { driftPolicies } from "../../../reconciler/watch/drift.ts";

const duration = z
  .string()
  .regex(/^\d{1,6}(?:ms|[smhd])$/, "must be a number with ms, s, m, h or d, for example 30s");

/** Flags take precedence over the block. */
export const watchSchema = z
  .strictObject({
    poll: duration
      .optional()
      .describe("How often the server is asked whether anything changed; 15s when left out."),
    resync: duration
      .optional()
      .describe("How often everything is compared whatever was heard; 5m when left out."),
    debounce: duration
      .optional()
      .describe(
        "How long nothing may change in the folder before it is applied; 300ms when left out.",
      ),
    drift: z
      .enum(driftPolicies)
      .optional()
      .describe(
        "What becomes of what others change on the server: report only reports it, correct undoes it, ignore does neither; report when left out.",
      ),
  })
  .describe("How watch mode works.");

/** A parsed block. */
export type WatchSettings = z.infer<typeof watchSchema>;
