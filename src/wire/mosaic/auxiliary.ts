/** The auxiliary file of a mosaic: which variable of its files is which coverage. */
import { posix } from "node:path";
import type { MosaicCoverage } from "../../model/mosaic.ts";
import type { FileSet } from "../zip.ts";
import { writtenCoverage } from "./coverages.ts";
import { readIndexerXml } from "./indexer-xml.ts";
import type { Report } from "./indexer.ts";

/** How problems are reported: of the indexer that names the file, and of any file. */
export interface Reports {
  readonly report: Report;
  readonly reportOn: (file: string) => Report;
}

/** The variables that the file describes; none, reported, when it is not there. */
export function readAuxiliary(
  path: string | undefined,
  files: FileSet,
  { report, reportOn }: Reports,
): readonly MosaicCoverage[] {
  if (path === undefined) return [];
  const file = fileOf(path, files);
  const bytes = file === undefined ? undefined : files.get(file);
  if (file === undefined || bytes === undefined) {
    report(
      "warning",
      `The auxiliary file ${path} is not there; the variables speak for themselves`,
    );
    return [];
  }
  const ofFile = reportOn(file);
  const indexer = readIndexerXml(file, bytes, ofFile);
  if (indexer === undefined) return [];
  // Its schemas describe the files, not the index, so a bad one does no harm.
  return indexer.coverages.map((coverage) =>
    writtenCoverage({ ...coverage, schema: undefined }, indexer, ofFile),
  );
}

/** A path outside the mosaic means the file of that name inside it. */
function fileOf(path: string, files: FileSet): string | undefined {
  const inside = posix.normalize(path.replaceAll("\\", "/"));
  return files.has(inside)
    ? inside
    : [...files.keys()].find((file) => file === posix.basename(inside));
}
