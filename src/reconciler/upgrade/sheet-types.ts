/** The types of features that a style sheet names. */
import { readSheet } from "../../geocss/read-sheet.ts";

/** Their names; empty where there are none, or the sheet cannot be read. */
export function typesIn(sheet: string): string {
  const names = (readSheet(sheet).styling?.levels ?? []).flatMap(({ typeName }) => typeName ?? []);
  return [...new Set(names)].join(", ");
}
