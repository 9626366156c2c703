/** Differences inside files, as documents and as text. Pure. */
import { compare, report as limits } from "../../model/limits.ts";
import { differenceText, placeText, type Difference } from "../../wire/difference.ts";
import type { UnlikeFile } from "../kind.ts";
import type { DifferenceDocument } from "./documents.ts";

export function contentDifferenceDocument(
  difference: Difference,
): Omit<DifferenceDocument, "file"> {
  const { place, sort, before, after, pathBefore, pathAfter } = difference;
  const isSaid = sort !== "unexplained";
  return {
    place,
    change: sort,
    text: differenceText(difference),
    path: pathAfter ?? pathBefore ?? null,
    before: isSaid ? (before ?? null) : null,
    after: isSaid ? (after ?? null) : null,
  };
}

/** All differences inside the files of an object. */
export function differenceDocuments(files: readonly UnlikeFile[]): readonly DifferenceDocument[] {
  return files.flatMap(({ path: file, state, differences }): readonly DifferenceDocument[] => {
    if (state !== "changed") {
      const whole = { place: [], change: state, text: `is ${state}`, path: null };
      return [{ file, ...whole, before: null, after: null }];
    }
    return differences.map((one) => ({ file, ...contentDifferenceDocument(one) }));
  });
}

/** Whether all differences are shown. */
export interface Shown {
  readonly all?: boolean | undefined;
}

/** The first differences as lines, and the number of the rest. */
export function differenceLines(
  differences: readonly DifferenceDocument[] = [],
  { all = false }: Shown = {},
): readonly string[] {
  return firstOf(differences, { all }, lineOf);
}

/** The same as lines of a unified diff; `!` marks neither an addition nor a removal. */
export function diffLines(differences: readonly DifferenceDocument[] = []): readonly string[] {
  return firstOf(differences, {}, (one) => diffOf(one).join("\n")).flatMap((text) =>
    text.split("\n"),
  );
}

function firstOf(
  differences: readonly DifferenceDocument[],
  { all }: Shown,
  textOf: (one: DifferenceDocument) => string,
): readonly string[] {
  const shown = all === true ? differences : differences.slice(0, limits.differences);
  const more = differences.length - shown.length;
  return [...shown.map(textOf), ...(more === 0 ? [] : [`and ${more} more`])];
}

/** The only file of an object; its name is omitted. */
const ONLY = /^content(?:\.\w+)?$/;

/** Renders a difference as one line within the length limit. */
export function lineOf(difference: DifferenceDocument): string {
  return linePlaced(difference, difference.text);
}

function linePlaced({ file, place, change }: DifferenceDocument, text: string): string {
  const whole = ONLY.test(file) ? place : [file, ...place];
  if (whole.length === 0) return text;
  const isWhole = ["added", "removed", "order"].includes(change);
  const rest = `${isWhole ? " " : ": "}${text}`;
  return `${placeText(whole, compare.lineCharacters - rest.length)}${rest}`;
}

function diffOf(difference: DifferenceDocument): readonly string[] {
  const { change, text } = difference;
  const line = lineOf(difference);
  if (change === "added") return [`+ ${line}`];
  if (change === "removed") return [`- ${line}`];
  const [before, after, ...more] = change === "changed" ? text.split(" → ") : [];
  if (before === undefined || after === undefined || more.length > 0) return [`! ${line}`];
  return [`- ${linePlaced(difference, before)}`, `+ ${linePlaced(difference, after)}`];
}
