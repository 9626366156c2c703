/**
 * What a mosaic is: its index, its coverages, where the values of its granules come from. Plain
 * data, so that it can be kept as JSON. `src/wire/mosaic.ts` reads it from the files of a mosaic's
 * folder; `src/model/mosaic/` holds the rules.
 */
import type { Box } from "./geometry.ts";
import type { IndexAttribute } from "./granule.ts";

/** What kinds of values a collector finds, and where. */
export type CollectorType =
  | "timestamp"
  | "string"
  | "integer"
  | "long"
  | "short"
  | "byte"
  | "float"
  | "double"
  /** Of the raster: its coordinate system, the larger, horizontal or vertical size of its pixels. */
  | "crs"
  | "resolution"
  | "resolution-x"
  | "resolution-y"
  /** The date in a TIFF file, the date of the file, the current date. */
  | "date"
  | "file-date"
  | "current-date";

/** How a collector reads a name or path. */
export interface CollectorConfiguration {
  /** In the syntax of Java. */
  readonly regex: string;
  /** Of SimpleDateFormat; undefined for ISO 8601. */
  readonly format: string | undefined;
  /** Whether the whole path is looked at instead of the name without its extension. */
  readonly fullPath: boolean;
  /** Whether a time of reduced precision means its end instead of its start. */
  readonly useHighTime: boolean;
}

/** Fills attributes of a granule: the first one with the first match, and so on. */
export interface MosaicCollector {
  readonly type: CollectorType;
  /** Undefined for the types that read no name. */
  readonly configuration: CollectorConfiguration | undefined;
  readonly attributes: readonly string[];
}

/** A dimension and the attributes that hold its positions, or starts and ends. */
export interface MosaicDomain {
  /** `time`, `elevation`, or the name of a dimension of its own. */
  readonly name: string;
  readonly start: string;
  readonly end?: string;
}

/** An explicit schema of an index. */
export interface MosaicSchema {
  /** Name of the attribute with the footprint. */
  readonly geometry: string;
  /** In order; exactly one of type geometry. */
  readonly attributes: readonly IndexAttribute[];
}

/** A coverage that the definition names. */
export interface MosaicCoverage {
  /** Undefined where the names of the files say it. */
  readonly name: string | undefined;
  /** Name of the variable inside the files, where it differs. */
  readonly originName: string | undefined;
  readonly nameCollector: CollectorConfiguration | undefined;
  readonly schema: MosaicSchema | undefined;
  readonly domains: readonly MosaicDomain[];
  readonly locationAttribute: string | undefined;
}

/** Where the index lies. `parameters` are further connection parameters, without secrets. */
export type MosaicIndex =
  | {
      readonly type: "embedded";
      /** The factory that the definition asked for; undefined when it asked for none. */
      readonly requested: string | undefined;
      /** Where it lies on servers that can open it, in words: this one keeps an index of its own instead. */
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

/** Whether an index lies in a database, or behind a service like one, where it can be empty. */
export function isInDatabase(index: MosaicIndex): boolean {
  return index.type === "postgis" || index.elsewhere !== undefined;
}

/** What a problem is about (docs/decisions/0088-format-or-included-server.md). */
export type ProblemAbout = "format" | "included-server";

/** How locations of granules are written. */
export type PathType = "RELATIVE" | "ABSOLUTE" | "URL";

/** Everything that the files of a mosaic's folder say. */
export interface MosaicDefinition {
  /** Base name of the index, and of the coverage where there is only one. */
  readonly name: string;
  /** Whether the files give that name; else it comes from outside. */
  readonly isNamed: boolean;
  /** First part of the ids of granules; undefined for the name of the coverage. */
  readonly typeName: string | undefined;
  /** Undefined where the rasters decide. */
  readonly schema: MosaicSchema | undefined;
  readonly domains: readonly MosaicDomain[];
  readonly collectors: readonly MosaicCollector[];
  readonly coverages: readonly MosaicCoverage[];
  /** Finds the coverage of a file by its name; undefined when nothing does. */
  readonly nameCollector: CollectorConfiguration | undefined;
  /** What the auxiliary file says of the variables; empty without one. */
  readonly auxiliary: readonly MosaicCoverage[];
  readonly auxiliaryFile: string | undefined;
  readonly canBeEmpty: boolean;
  readonly useExistingSchema: boolean;
  readonly caching: boolean;
  readonly recursive: boolean;
  /** Which names of files are granules: `*` any characters, `?` one, in any case. */
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
  /** Names of classes. */
  readonly granuleAcceptors: readonly string[];
  readonly index: MosaicIndex;
  /** All other keys as they were written, without secrets. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Something wrong with a mosaic's files; an error that is wrong everywhere refuses the mosaic. */
export interface MosaicProblem {
  readonly severity: "error" | "warning";
  /** Of what it is a fault: of the format, wrong everywhere, or what the included server alone does not do. */
  readonly about: ProblemAbout;
  readonly message: string;
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}
