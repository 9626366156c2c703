/** The parts of a staging folder: what is to be moved, and what was in its place. */
import { join } from "node:path";
import type { FileMark } from "./ownership.ts";

/** A staging folder with its parts. */
export interface StagedParts {
  readonly whole: string;
  /** What is to be moved. */
  readonly files: string;
  /** What was in its place. */
  readonly aside: string;
  /** What is in the files to be moved, by path, as far as it was looked at when they came. */
  readonly marks: Map<string, FileMark>;
}

/** The parts of a staging folder. */
export function partsOf(whole: string): StagedParts {
  return { whole, files: join(whole, "files"), aside: join(whole, "aside"), marks: new Map() };
}
