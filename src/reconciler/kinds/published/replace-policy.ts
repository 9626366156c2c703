/** What a plan does where a store can only be deleted and recreated. */
import { z } from "zod";
import { replacePolicies } from "../../kind.ts";

/** `spec.replacePolicy`, applied by the engine (docs/opinions.md, "Recreation"). */
export const replacePolicy = z
  .enum(replacePolicies)
  .default("recreate")
  .describe(
    "Where the object can only be deleted and recreated. recreate: it is done, and what is deleted with it is brought back. fail: the plan is stopped. manual: it is left as it is and reported, and everything else goes on.",
  );
