/**
 * The Warning header with skipped files of an upload, whose body describes the store
 * (docs/compatibility.md, "Deviations", harvest-told). Texts are percent-encoded to ASCII.
 */
import { harvest as limits } from "../model/limits.ts";
import type { SkippedFile } from "../model/harvest.ts";

/** `files` is the number of examined files. */
export interface LeftOut {
  readonly files: number;
  readonly skipped: readonly SkippedFile[];
}

/** Undefined without skipped files and notes. */
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

/** Undefined for another header. */
export function parseWarning(header: string | undefined): string | undefined {
  const text = /^299 - "([^"]*)"$/.exec(header ?? "")?.[1];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
