/** Forms of reports, and which of them the name of a file says. */

/** Forms of a report. */
export type Format = "text" | "json" | "markdown" | "junit" | "sarif";

/** Forms of a report in a file. */
export type FileFormat = Exclude<Format, "text">;

const endings: readonly (readonly [ending: string, format: FileFormat])[] = [
  [".md", "markdown"],
  [".json", "json"],
  [".junit.xml", "junit"],
  [".sarif", "sarif"],
];

/** The form that the name of a report file says; undefined when it says none. */
export function formatOf(file: string): FileFormat | undefined {
  return endings.find(([ending]) => file.endsWith(ending))?.[1];
}

/** The report file of one of several targets: `plan.md` becomes `plan.TARGET.md`. */
export function reportOf(file: string, target: string): string {
  const ending = endings.find(([one]) => file.endsWith(one))?.[0] ?? "";
  return `${file.slice(0, file.length - ending.length)}.${target}${ending}`;
}
