/** Renders the document of a run in the report formats and writes report files. */
import { writeFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunDocument } from "../../reconciler/report/documents.ts";
import { isRun } from "../../reconciler/report/run-document.ts";
import { VERSION } from "../../version.ts";
import { formatOf, type OutputOptions, type FileFormat } from "../process/forms.ts";
import { unwritableFile, writing } from "../process/writing.ts";
import type { CommandResult } from "./result.ts";

export async function writeReports(
  { document, saved, page }: Pick<CommandResult, "document" | "saved" | "page">,
  { report }: OutputOptions,
): Promise<void> {
  if (document === undefined || !isRun(document)) return;
  for (const file of report) {
    const format = formatOf(file) ?? "json";
    const text =
      format === "json"
        ? `${JSON.stringify(saved ?? document, null, 2)}\n`
        : await renderForm(document, format, page);
    await writing(file, () => writeFile(file, text));
  }
}

/** Renders a run as a report format; the HTML page shows more than the document. */
export async function renderForm(
  document: RunDocument,
  format: Exclude<FileFormat, "json">,
  page: CommandResult["page"],
): Promise<string> {
  const { outlineOf } = await import("../../reconciler/report/outline.ts");
  const outline = outlineOf(document);
  if (format === "html") {
    const { renderPage } = await import("../../reconciler/report/page/page.ts");
    const order = outline.objects.map(({ address }) => address);
    return renderPage(document, { version: VERSION, ...(await page?.(order)) });
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

/** A URI reference relative to the working folder, or an absolute URI outside of it. */
export function uriOf(file: string): string {
  const encode = (path: string) => path.toWellFormed().split(sep).map(encodeURIComponent).join("/");
  const below = relative(process.cwd(), resolve(file));
  if (below !== "" && !below.startsWith("..")) return encode(below);
  return `file://${encode(resolve(file))}`;
}

/** Checks before the run that the report files are writable. */
export function findUnwritable(report: readonly string[]): readonly Diagnostic[] {
  return report.flatMap((file) => unwritableFile(file) ?? []);
}
