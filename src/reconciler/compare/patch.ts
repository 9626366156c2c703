/** Two texts as a unified patch. The only place that knows the library for it. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { compare as limits } from "../../model/limits.ts";

/** The patch from one text to another; undefined when one is missing, or it would take too long. */
export function patchOf(
  path: string,
  before: string | undefined,
  after: string | undefined,
): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  return createTwoFilesPatch(`old/${path}`, `new/${path}`, before, after, undefined, undefined, {
    context: 3,
    timeout: limits.patchMs,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
