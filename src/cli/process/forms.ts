/** Forms of what a run reports, which of them the name of a file says, and names of files per target. */
import { basename, extname } from "node:path";

/** Forms of a report. */
export type Format = "text" | "json" | "markdown" | "junit" | "sarif" | "html";

/** Forms of a report in a file. */
export type FileFormat = Exclude<Format, "text">;

/** What a command has to print, and where. */
export interface OutputOptions {
  /** The form of the document: one of those above, or one that the command alone knows. */
  readonly output: string;
  /** Files that a run is reported in besides; their names say the form. */
  readonly report: readonly string[];
  /** Whether a plan as text shows each object. */
  readonly all: boolean;
}

const endings: readonly (readonly [ending: string, format: FileFormat])[] = [
  [".md", "markdown"],
  [".html", "html"],
  [".json", "json"],
  [".junit.xml", "junit"],
  [".sarif", "sarif"],
];

/** The forms that files may have. */
export const fileForms: readonly FileFormat[] = endings.map(([, format]) => format);

/** The form that the name of a report file says; undefined when it says none. */
export function formatOf(file: string): FileFormat | undefined {
  return endings.find(([ending]) => file.endsWith(ending))?.[1];
}

/** The file of one of several targets: `plan.md` becomes `plan.TARGET.md`. */
export function fileOfTarget(file: string, target: string): string {
  const ending = endings.find(([one]) => file.endsWith(one))?.[0] ?? extname(basename(file));
  return `${file.slice(0, file.length - ending.length)}.${target}${ending}`;
}
