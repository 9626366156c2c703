/** Report formats, their file name extensions, and file names per target. */
import { basename, extname } from "node:path";

export type Format = "text" | "json" | "markdown" | "junit" | "sarif" | "html";

/** Report formats for files. */
export type FileFormat = Exclude<Format, "text">;

/** Output options of a command. */
export interface OutputOptions {
  /** A report format, or a format specific to the command. */
  readonly output: string;
  /** Additional report files; the extension gives the format. */
  readonly report: readonly string[];
  /** Disables folding of plans. */
  readonly all: boolean;
}

const endings: readonly (readonly [ending: string, format: FileFormat])[] = [
  [".md", "markdown"],
  [".html", "html"],
  [".json", "json"],
  [".junit.xml", "junit"],
  [".sarif", "sarif"],
];

/** The formats for files. */
export const fileForms: readonly FileFormat[] = endings.map(([, format]) => format);

/** The format of a report file by its extension; undefined for an unknown one. */
export function formatOf(file: string): FileFormat | undefined {
  return endings.find(([ending]) => file.endsWith(ending))?.[1];
}

/** The file of one of several targets: `plan.md` becomes `plan.TARGET.md`. */
export function fileOfTarget(file: string, target: string): string {
  const ending = endings.find(([one]) => file.endsWith(one))?.[0] ?? extname(basename(file));
  return `${file.slice(0, file.length - ending.length)}.${target}${ending}`;
}
