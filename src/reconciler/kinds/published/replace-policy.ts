/** The field of manifests that says what happens where a store could only be deleted and recreated. */
import { z } from "zod";
import { replacePolicies } from "../../kind.ts";

/** `spec.replacePolicy`; the engine acts by it (docs/opinions.md, "Recreation"). */
export const replacePolicy = z
  .enum(replacePolicies)
  .default("recreate")
  .describe(
    "Where the object can only be deleted and recreated. recreate: it is done, and what is deleted with it is brought back. fail: the plan is stopped. manual: it is left as it is and reported, and everything else goes on.",
  );
