/** What differs inside the files of an object: as documents, and as the lines that people read. Pure. */
import { compare, report as limits } from "../../model/limits.ts";
import { differenceText, placeText, type Difference } from "../../wire/difference.ts";
import type { UnlikeFile } from "../kind.ts";
import type { DifferenceDocument } from "./documents.ts";

/** A difference of two contents as a document. */
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

/** Every difference inside the files of an object, in their order. */
export function differenceDocuments(files: readonly UnlikeFile[]): readonly DifferenceDocument[] {
  return files.flatMap(({ path: file, state, differences }): readonly DifferenceDocument[] => {
    if (state !== "changed") {
      const whole = { place: [], change: state, text: `is ${state}`, path: null };
      return [{ file, ...whole, before: null, after: null }];
    }
    return differences.map((one) => ({ file, ...contentDifferenceDocument(one) }));
  });
}

/** How many of them are shown. */
export interface Shown {
  readonly all?: boolean | undefined;
}

/** The first of them as lines, and the number of the others. */
export function differenceLines(
  differences: readonly DifferenceDocument[] = [],
  { all = false }: Shown = {},
): readonly string[] {
  return firstOf(differences, { all }, lineOf);
}

/** The same as lines of a unified diff: what goes, what comes, and what is only so. */
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

/** The only file of an object needs no name. */
const ONLY = /^content(?:\.\w+)?$/;

/** A difference as one line, no longer than the bound. */
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
