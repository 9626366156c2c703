/**
 * Files that an upload left out, as a Warning header: its body says what the store is (docs/compatibility.md,
 * "Deviations", harvest-told). In ASCII, so names of files are written as in addresses. Pure.
 */
import { harvest as limits } from "../model/limits.ts";
import type { SkippedFile } from "../model/harvest.ts";

/** How many files were looked at, and those that were left out. */
export interface LeftOut {
  readonly files: number;
  readonly skipped: readonly SkippedFile[];
}

/** The value of the header; undefined where nothing was left out and nothing else is to be said. */
export function renderWarning(
  { files, skipped }: LeftOut,
  notes: readonly string[] = [],
): string | undefined {
  if (skipped.length + notes.length === 0) return undefined;
  const named = skipped.slice(0, limits.warned).map(({ file, reason }) => `${file}: ${reason}`);
  const more = skipped.length - named.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  const leftOut = skipped.length === 0 ? [] : [`${skipped.length} of ${files} files were left out`];
  const text = [...notes, ...leftOut, ...named, ...rest].join("\n");
  return `299 - "${encodeURIComponent(text)}"`;
}

/** What such a header says; undefined for any other. */
export function parseWarning(header: string | undefined): string | undefined {
  const text = /^299 - "([^"]*)"$/.exec(header ?? "")?.[1];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
