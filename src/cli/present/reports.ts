/** The document of a run in the forms of reports, and the files that they are written to. */
import { writeFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunDocument } from "../../reconciler/report/documents.ts";
import { isRun } from "../../reconciler/report/run-document.ts";
import { VERSION } from "../../version.ts";
import { formatOf, type OutputOptions, type FileFormat } from "../process/forms.ts";
import { unwritableFile, writing } from "../process/writing.ts";
import type { CommandResult } from "./result.ts";

/** What a page shows beside the document of its run. */
type ShownInPages = Pick<CommandResult, "graph" | "pictures" | "coming">;

/** Writes the report files of a run. */
export async function writeReports(
  { document, saved, ...shown }: Pick<CommandResult, "document" | "saved"> & ShownInPages,
  { report }: OutputOptions,
): Promise<void> {
  if (document === undefined || !isRun(document)) return;
  for (const file of report) {
    const format = formatOf(file) ?? "json";
    const text =
      format === "json" ? asJson(saved ?? document) : await renderForm(document, format, shown);
    await writing(file, () => writeFile(file, text));
  }
}

/** A document as JSON. */
export function asJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The document of a run in one of the forms for programs, and as a page, which shows more than the document says. */
export async function renderForm(
  document: RunDocument,
  format: Exclude<FileFormat, "json">,
  { graph, pictures, coming }: ShownInPages,
): Promise<string> {
  const { outlineOf } = await import("../../reconciler/report/outline.ts");
  const outline = outlineOf(document);
  if (format === "html") {
    const { renderPage } = await import("../../reconciler/report/page/page.ts");
    const order = outline.objects.map(({ address }) => address);
    return renderPage(document, {
      version: VERSION,
      graph: graph?.(),
      pictures: await pictures?.(order),
      coming: await coming?.(order),
    });
  }
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

/** Report files that could not be written at the end, found before anything is done. */
export function findUnwritable(report: readonly string[]): readonly Diagnostic[] {
  return report.flatMap((file) => unwritableFile(file) ?? []);
}
