/** Deletes objects. */
import { ifMatch, type WireRequest } from "../../../wire/request.ts";
import type { Step } from "../../kind.ts";

/** The step that deletes what is at a path. */
export function deletion(
  summary: string,
  path: string,
  { etag, query }: Pick<WireRequest, "query"> & { readonly etag?: string | undefined } = {},
): Step {
  return {
    summary,
    request: { method: "DELETE", path, ...(query && { query }), ...ifMatch(etag) },
  };
}
