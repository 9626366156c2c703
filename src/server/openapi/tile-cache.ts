/** Operations of the tile cache, below a root of its own. */
import type { Operations } from "./operation.ts";

/** The descriptions. */
export const tileCacheOperations: Operations = {
  tileCacheReload: {
    POST: {
      summary: "Read the settings of the tile cache again",
      takes: ["application/x-www-form-urlencoded"],
      answers: { 200: "Done" },
      refuses: ["form-field-missing"],
    },
  },
};
