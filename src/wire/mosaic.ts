/**
 * Reads a mosaic definition from its folder: `indexer.xml`, else `indexer.properties`, else the
 * properties of a built index; `datastore.properties`; collector patterns; the auxiliary file. All
 * problems are reported at once; an error rejects the mosaic.
 */
import { defined } from "../model/defined.ts";
import { compareText } from "../model/address.ts";
import { mosaicDefinition as limits } from "../model/limits.ts";
import { isGranulePath } from "../model/mosaic/granule-path.ts";
import type { MosaicDefinition, MosaicProblem, MosaicCoverage } from "../model/mosaic.ts";
import type { Secret } from "../model/secret.ts";
import { readIndex } from "./mosaic/datastore.ts";
import { defineMosaic } from "./mosaic/definition.ts";
import { readIndexerProperties } from "./mosaic/indexer-properties.ts";
import { readIndexerXml } from "./mosaic/indexer-xml.ts";
import type { Indexer, Report } from "./mosaic/indexer.ts";
import { propertyIn, readProperties } from "./mosaic/properties.ts";
import type { FileSet } from "./zip.ts";
import { posix } from "node:path";
import { writtenCoverage } from "./mosaic/coverages.ts";

/** Paths are relative to the folder, with `/`. */
export interface MosaicFiles {
  /** Contents of all files that end with .properties or .xml. */
  readonly files: FileSet;
  /** All other paths, including granules. */
  readonly others: readonly string[];
}

export interface ReadMosaic {
  readonly definition: MosaicDefinition;
  /** Password of the index database; never part of the definition. */
  readonly password: Secret | undefined;
  readonly problems: readonly MosaicProblem[];
}

/** `name` is used if the files contain none. */
export function readMosaic(
  { files, others }: MosaicFiles,
  { name, harvestedLater }: { readonly name: string; readonly harvestedLater?: boolean },
): ReadMosaic {
  const problems: MosaicProblem[] = [];
  const reportOn = (file: string) => reporter(file, problems);
  const readable = withinBounds(files, problems);
  const indexer = readIndexer(readable, reportOn);
  const { index, password } = readIndex(readable.get(DATASTORE), reportOn(DATASTORE));
  const auxiliaryFile = propertyIn(indexer.parameters, "AuxiliaryFile");
  const report = reportOn(indexer.file);
  const definition = defineMosaic(indexer, {
    name: builtName(readable, others) ?? name,
    index,
    auxiliary: readAuxiliary(auxiliaryFile, readable, { report, reportOn }),
    report,
  });
  const all = [...files.keys(), ...others];
  if (!definition.canBeEmpty && !all.some((path) => isGranulePath(path, definition)))
    report(
      "error",
      `There are no granules that fit ${definition.wildcard}; ${harvestedLater === true ? LATER : ADD}`,
      // An existing index already has granules.
      { about: definition.useExistingSchema ? "included-server" : "format" },
    );
  return { definition, password, problems };
}

const DATASTORE = "datastore.properties";
const INDEXERS = ["indexer.xml", "indexer.properties"] as const;

function reporter(file: string, problems: MosaicProblem[]): Report {
  return (severity, message, place = {}) => {
    const { line, column, about = "format" } = place;
    problems.push({
      severity,
      about,
      message,
      file,
      ...defined({ line, column }),
    });
  };
}

function withinBounds(files: FileSet, problems: MosaicProblem[]): FileSet {
  return new Map(
    [...files].filter(([file, bytes]) => {
      if (bytes.byteLength <= limits.fileBytes) return true;
      const read = file.endsWith(".properties") || INDEXERS.some((indexer) => indexer === file);
      const message = `The file has ${bytes.byteLength} bytes; the limit is ${limits.fileBytes}`;
      reporter(file, problems)(read ? "error" : "warning", message);
      return false;
    }),
  );
}

function readIndexer(files: FileSet, reportOn: (file: string) => Report): Indexer {
  const [xml, properties] = INDEXERS;
  const bytes = files.get(xml);
  if (bytes !== undefined) {
    return readIndexerXml(xml, bytes, reportOn(xml)) ?? emptyIndexer(xml);
  }
  const file = files.has(properties) ? properties : builtFile(files);
  if (file === undefined) return emptyIndexer(properties);
  return readIndexerProperties(file, files, reportOn);
}

function emptyIndexer(file: string): Indexer {
  return {
    file,
    parameters: new Map(),
    schemas: [],
    domains: [],
    coverages: [],
    collectors: [],
  };
}

/** Written by GeoServer for a built index; undefined unless there is exactly one. */
function builtFile(files: FileSet): string | undefined {
  const found = [...files]
    .filter(([file, bytes]) => {
      if (file.includes("/") || !file.endsWith(".properties")) return false;
      return propertyIn(readProperties(bytes), "LevelsNum") !== undefined;
    })
    .map(([file]) => file)
    .toSorted(compareText);
  return found.length === 1 ? found[0] : undefined;
}

/** The name of a built index: a shapefile with its properties file. */
function builtName(files: FileSet, others: readonly string[]): string | undefined {
  const file = builtFile(files);
  const base = file?.slice(0, -".properties".length);
  const bytes = file === undefined ? undefined : files.get(file);
  if (bytes === undefined || !others.includes(`${base}.shp`)) return undefined;
  return propertyIn(readProperties(bytes), "Name") ?? base;
}

const ADD = "add some, or set CanBeEmpty=true and harvest them later";
const LATER =
  "those of granules.local are harvested after the upload, so set CanBeEmpty=true, or configure: onUpload in the manifest";

/** `report` is for the indexer that names the file. */
interface Reports {
  readonly report: Report;
  readonly reportOn: (file: string) => Report;
}

/** Reports a missing file. */
function readAuxiliary(
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
  // Its schemas describe the files, not the index, and are ignored.
  return indexer.coverages.map((coverage) =>
    writtenCoverage({ ...coverage, schema: undefined }, indexer, ofFile),
  );
}

/** A path outside the mosaic refers to the file of that name inside it. */
function fileOf(path: string, files: FileSet): string | undefined {
  const inside = posix.normalize(path.replaceAll("\\", "/"));
  return files.has(inside)
    ? inside
    : [...files.keys()].find((file) => file === posix.basename(inside));
}
