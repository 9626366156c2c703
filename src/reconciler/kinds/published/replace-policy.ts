/** The field of manifests that says what happens where a store could only be deleted and created anew. */
import { z } from "zod";
import { replacePolicies } from "../../kind.ts";

/** `spec.replacePolicy`; the engine acts by it (docs/opinions.md, "Recreation"). */
export const replacePolicy = z
  .enum(replacePolicies)
  .default("recreate")
  .describe(
    "Where only deletion and creation anew would do. recreate: it is done, and what goes along is brought back. fail: the plan is stopped. manual: it is left as it is and told, and everything else goes on.",
  );
