/** What a run tells, in the form that was asked for, and again in each report file. */
import { writeFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunDocument } from "../../reconciler/report/documents.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import type { Folding } from "../../reconciler/report/fold.ts";
import { wrapLines } from "../../reconciler/report/wrap.ts";
import { VERSION } from "../../version.ts";
import { columnsOf, document, paintFor } from "../process/output.ts";
import { formatOf, type FileFormat, type Format } from "../flags/report-files.ts";
import { unwritableFile, writing } from "../process/writing.ts";

/** What a command was asked to tell, and where. */
export interface Asked {
  readonly output: Format;
  /** Files that are written besides; their names say the form. */
  readonly report?: readonly string[];
  /** Other files that the command writes at its end. */
  readonly writes?: readonly string[];
  /** Whether a plan as text shows each object. */
  readonly all?: boolean;
}

/** How much of a plan as text is told one by one. */
export function foldingFor({ all }: Pick<Asked, "all">): Folding {
  return { all, hint: "--all shows each" };
}

/** A document and the same for people. */
export interface Telling {
  readonly document: RunDocument;
  /** The document as it is written, where it holds more than is known of it. */
  readonly saved?: unknown;
  readonly text: (paint: Paint) => string;
}

/** Prints what a run tells in the form that was asked for, and writes its report files. */
export async function tellRun(asked: Asked, telling: Telling): Promise<void> {
  if (asked.output === "text") document(fitted(telling.text));
  else document(await rendered(telling, asked.output));
  await writeReports(asked, telling);
}

/** Text for people as wide as the terminal it goes to. */
export function fitted(
  text: (paint: Paint) => string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return wrapLines(text(paintFor(stream)), columnsOf(stream));
}

/** Writes the report files of a run. */
export async function writeReports(
  { report = [] }: Asked,
  telling: Pick<Telling, "document" | "saved">,
): Promise<void> {
  for (const file of report) {
    const format = formatOf(file) ?? "json";
    const text = await rendered(telling, format);
    await writing(file, () => writeFile(file, text));
  }
}

/** The document of a run in one of the forms for programs. */
async function rendered(
  { document: told, saved = told }: Pick<Telling, "document" | "saved">,
  format: FileFormat,
): Promise<string> {
  if (format === "json") return `${JSON.stringify(saved, null, 2)}\n`;
  const { outlineOf } = await import("../../reconciler/report/outline.ts");
  const outline = outlineOf(told);
  if (format === "markdown") {
    const { renderMarkdown } = await import("../../reconciler/report/markdown.ts");
    return renderMarkdown(outline);
  }
  if (format === "junit") {
    const { renderJunit } = await import("../../reconciler/report/junit.ts");
    return renderJunit(outline);
  }
  const { renderSarif } = await import("../../reconciler/report/sarif.ts");
  return renderSarif(outline, { version: VERSION, locate: uriOf });
}

/** A file as a URI reference from the working folder, or an absolute URI when it is not below it. */
export function uriOf(file: string): string {
  const encode = (path: string) => path.toWellFormed().split(sep).map(encodeURIComponent).join("/");
  const below = relative(process.cwd(), resolve(file));
  if (below !== "" && !below.startsWith("..")) return encode(below);
  return `file://${encode(resolve(file))}`;
}

/** Files that could not be written at the end, found before anything is done. */
export function findUnwritable({
  report = [],
  writes = [],
}: Pick<Asked, "report" | "writes">): readonly Diagnostic[] {
  return [...report, ...writes].flatMap((file) => unwritableFile(file) ?? []);
}
