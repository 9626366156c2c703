/**
 * Mosaics as plain data for JSON: index, coverages, and sources of granule values.
 * `src/wire/mosaic.ts` parses it; `src/model/mosaic/` has the rules.
 */
import type { Box } from "./geometry.ts";
import type { IndexAttribute } from "./granule.ts";

/** What a collector extracts, and from where. */
export type CollectorType =
  | "timestamp"
  | "string"
  | "integer"
  | "long"
  | "short"
  | "byte"
  | "float"
  | "double"
  /** CRS, and larger, horizontal or vertical pixel size of the raster. */
  | "crs"
  | "resolution"
  | "resolution-x"
  | "resolution-y"
  /** TIFF date, file date, current date. */
  | "date"
  | "file-date"
  | "current-date";

/** How a collector parses a name or path. */
export interface CollectorConfiguration {
  /** Java syntax. */
  readonly regex: string;
  /** SimpleDateFormat syntax; undefined for ISO 8601. */
  readonly format: string | undefined;
  /** Applies to the whole path instead of the base name. */
  readonly fullPath: boolean;
  /** Times of reduced precision mean their end instead of their start. */
  readonly useHighTime: boolean;
}

/** Fills attributes with matches, in order. */
export interface MosaicCollector {
  readonly type: CollectorType;
  /** Undefined for types that parse no name. */
  readonly configuration: CollectorConfiguration | undefined;
  readonly attributes: readonly string[];
}

/** A dimension with attributes of positions, or starts and ends. */
export interface MosaicDomain {
  /** `time`, `elevation`, or the name of a custom dimension. */
  readonly name: string;
  readonly start: string;
  readonly end?: string;
}

/** The explicit schema of an index. */
export interface MosaicSchema {
  /** The footprint's attribute. */
  readonly geometry: string;
  /** In order; exactly one is of type geometry. */
  readonly attributes: readonly IndexAttribute[];
}

/** A coverage that the definition describes. */
export interface MosaicCoverage {
  /** Undefined where file names determine it. */
  readonly name: string | undefined;
  /** Variable inside the files, if different. */
  readonly originName: string | undefined;
  readonly nameCollector: CollectorConfiguration | undefined;
  readonly schema: MosaicSchema | undefined;
  readonly domains: readonly MosaicDomain[];
  readonly locationAttribute: string | undefined;
}

/** The index's location. `parameters` contain no secrets. */
export type MosaicIndex =
  | {
      readonly type: "embedded";
      /** The factory that the definition requests, if any. */
      readonly requested: string | undefined;
      /** Describes the location on other servers; this server has its own index instead. */
      readonly elsewhere?: string;
    }
  | {
      readonly type: "postgis";
      readonly host: string;
      readonly port: number;
      readonly database: string;
      readonly schema: string;
      readonly user: string;
      readonly parameters: Readonly<Record<string, string>>;
    };

/** In a database or similar service, where it can be empty. */
export function isInDatabase(index: MosaicIndex): boolean {
  return index.type === "postgis" || index.elsewhere !== undefined;
}

/** What a problem concerns (docs/decisions/0088-format-or-included-server.md). */
export type ProblemAbout = "format" | "included-server";

/** Form of granule locations. */
export type PathType = "RELATIVE" | "ABSOLUTE" | "URL";

/** Everything in the files of a mosaic's folder. */
export interface MosaicDefinition {
  /** Base name of the index, and of a sole coverage. */
  readonly name: string;
  /** False if the caller gives the name. */
  readonly isNamed: boolean;
  /** First part of granule ids; by default the coverage's name. */
  readonly typeName: string | undefined;
  /** Undefined where the rasters determine it. */
  readonly schema: MosaicSchema | undefined;
  readonly domains: readonly MosaicDomain[];
  readonly collectors: readonly MosaicCollector[];
  readonly coverages: readonly MosaicCoverage[];
  /** Determines a file's coverage from its name. */
  readonly nameCollector: CollectorConfiguration | undefined;
  /** Variables of the auxiliary file; empty without one. */
  readonly auxiliary: readonly MosaicCoverage[];
  readonly auxiliaryFile: string | undefined;
  readonly canBeEmpty: boolean;
  readonly useExistingSchema: boolean;
  readonly caching: boolean;
  readonly recursive: boolean;
  /** Names of granule files: `*` any characters, `?` one, ignoring case. */
  readonly wildcard: string;
  readonly pathType: PathType;
  readonly locationAttribute: string;
  readonly indexingDirectories: readonly string[];
  readonly harvestingDirectory: string | undefined;
  readonly mosaicCrs: string | undefined;
  readonly heterogeneousCrs: boolean;
  readonly envelope: Box | undefined;
  readonly crsAttribute: string | undefined;
  readonly resolutionAttribute: string | undefined;
  readonly resolutionXAttribute: string | undefined;
  readonly resolutionYAttribute: string | undefined;
  /** Class names. */
  readonly granuleAcceptors: readonly string[];
  readonly index: MosaicIndex;
  /** All other keys as written, without secrets. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A fault in the files; errors about the format refuse the mosaic. */
export interface MosaicProblem {
  readonly severity: "error" | "warning";
  /** Invalid everywhere, or unsupported by the included server only. */
  readonly about: ProblemAbout;
  readonly message: string;
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}
