/** The parts of a staging folder. */
import { join } from "node:path";
import type { FileMark } from "./ownership.ts";

export interface StagedParts {
  readonly whole: string;
  readonly files: string;
  /** Files that were replaced. */
  readonly aside: string;
  /** Marks of the files to move, if they were read on arrival. */
  readonly marks: Map<string, FileMark>;
}

export function partsOf(whole: string): StagedParts {
  return { whole, files: join(whole, "files"), aside: join(whole, "aside"), marks: new Map() };
}
