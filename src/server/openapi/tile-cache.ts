/** Operations of the tile cache, below a root of its own. */
import { lists, reads, removes, updates, type Operation, type Operations } from "./operation.ts";

function puts(summary: string, more: Pick<Operation, "refuses">): Operation {
  return updates(summary, { answers: { 200: "Replaced", 201: "Made" }, ...more });
}

/** The descriptions. */
export const tileCacheOperations: Operations = {
  gridSets: { GET: lists("List the grid sets") },
  gridSet: {
    GET: reads("Read a grid set"),
    PUT: puts("Make a grid set, or replace it", {
      refuses: [
        "field-missing",
        "name-mismatch",
        "name-invalid",
        "grid-set-built-in",
        "grid-set-invalid",
      ],
    }),
    DELETE: removes("Remove a grid set", { refuses: ["grid-set-built-in"] }),
  },
  blobStores: { GET: lists("List the blob stores") },
  blobStore: {
    GET: reads("Read a blob store; its secrets are sealed"),
    PUT: puts("Make a blob store, or replace it", {
      refuses: ["bad-map-document", "field-missing", "name-mismatch", "name-invalid"],
    }),
    DELETE: removes("Remove a blob store; its tiles stay", { refuses: ["blob-store-default"] }),
  },
  tileCacheReload: {
    POST: {
      summary: "Read the settings of the tile cache again",
      takes: ["application/x-www-form-urlencoded"],
      answers: { 200: "Done" },
      refuses: ["form-field-missing"],
    },
  },
};
