/** What threads do with the contents of styles (reading-ahead.ts). */
import type { StyleFormat } from "../../../model/style.ts";
import { readingOf, type StyleReading } from "./reading.ts";

/** A content to be read. */
export interface ContentToRead {
  readonly bytes: Uint8Array;
  readonly format: StyleFormat;
}

/** Reads it. */
export function run({ bytes, format }: ContentToRead): StyleReading {
  return readingOf(bytes, format);
}
