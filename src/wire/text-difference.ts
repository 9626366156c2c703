/** Compares texts line by line, and makes patches. Only this file uses the diff library. */
import { createTwoFilesPatch, diffLines, FILE_HEADERS_ONLY } from "diff";
import { compare as limits } from "../model/limits.ts";
import { kept, openDifferences, type Difference } from "./difference.ts";

/** Undefined with too many differences. Line ends are ignored. */
export function textDifferences(before: string, after: string): readonly Difference[] | undefined {
  const options = { maxEditLength: limits.textEdits, stripTrailingCr: true };
  const pieces = diffLines(before, after, options);
  if (pieces === undefined) return undefined;
  const found = openDifferences();
  let [old, now, removed]: [number, number, readonly string[]] = [1, 1, []];
  const close = (added: readonly string[]) => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      found.add(lineDifference([old + index, now + index], [removed[index], added[index]]));
    [old, now, removed] = [old + removed.length, now + added.length, []];
  };
  for (const piece of pieces) {
    const lines = linesOf(piece.value);
    if (piece.removed) {
      close([]);
      removed = lines;
    } else if (piece.added) close(lines);
    else {
      close([]);
      [old, now] = [old + lines.length, now + lines.length];
    }
  }
  close([]);
  return found.all();
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Lines are numbered as in the new text, removed ones as in the old text. */
function lineDifference(
  [old, now]: readonly [number, number],
  [before, after]: readonly [string | undefined, string | undefined],
): Difference {
  const shown = kept(before?.trim(), after?.trim());
  if (after === undefined)
    return { place: [`line ${old}`], sort: "removed", ...shown, pathBefore: `line ${old}` };
  const place = [`line ${now}`];
  if (before === undefined) return { place, sort: "added", ...shown, pathAfter: `line ${now}` };
  const paths = { pathBefore: `line ${old}`, pathAfter: `line ${now}` };
  const isLayout = before.replaceAll(/\s+/g, " ").trim() === after.replaceAll(/\s+/g, " ").trim();
  return isLayout
    ? { place, sort: "layout", ...paths }
    : { place, sort: "changed", ...shown, ...paths };
}

/** Undefined when a text is missing, or when the patch takes too long. */
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
