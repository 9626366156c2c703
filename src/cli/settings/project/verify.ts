/** The block `verify` of the project file: as whom maps are looked at, and when a watch does. */
import { z } from "zod";
import { verify as limits } from "../../../model/limits.ts";
import { duration, referenceSchema, SIMPLE_NAME } from "./target.ts";

export const verifySchema = z
  .strictObject({
    after: z
      .enum(["apply", "never"])
      .optional()
      .describe("Whether a watch looks at what an apply changed; never when left out."),
    every: duration("1h")
      .optional()
      .describe("How often a watch looks at everything; not at all when left out."),
    accounts: z
      .array(
        z.strictObject({
          name: z
            .string()
            .regex(...SIMPLE_NAME)
            .describe("What the account is called in results."),
          user: z.string().min(1).describe("Its name on the server."),
          password: referenceSchema,
        }),
      )
      .max(limits.accounts)
      .optional()
      .describe(
        "Accounts that look at the maps beside the one that applies and nobody, who has not logged in.",
      ),
  })
  .describe("How `plumbline verify` looks at map services.");
