/** Types of a parsed indexer, independent of its format. */
import type { MosaicCollector, MosaicDomain, ProblemAbout } from "../../model/mosaic.ts";
import type { Properties } from "./properties.ts";

export interface WrittenSchema {
  readonly name: string | undefined;
  readonly text: string;
  readonly line: number | undefined;
}

/** References are resolved. */
export interface WrittenCoverage {
  readonly name: string | undefined;
  readonly originName: string | undefined;
  /** Name of the collector that gives the coverage's name. */
  readonly nameCollector: string | undefined;
  readonly schema: WrittenSchema | undefined;
  readonly domains: readonly MosaicDomain[];
  readonly parameters: Properties;
  readonly line: number | undefined;
}

export interface NamedCollector extends MosaicCollector {
  /** Undefined in indexer.properties, where collectors have no names. */
  readonly name: string | undefined;
  readonly line: number | undefined;
}

/** A parsed indexer. */
export interface Indexer {
  readonly file: string;
  readonly parameters: Properties;
  readonly schemas: readonly WrittenSchema[];
  /** Defaults for coverages. */
  readonly domains: readonly MosaicDomain[];
  readonly coverages: readonly WrittenCoverage[];
  readonly collectors: readonly NamedCollector[];
}

/** The default of `about` is the format; an error of the format rejects the mosaic. */
export type Report = (
  severity: "error" | "warning",
  message: string,
  place?: {
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    readonly about?: ProblemAbout;
  },
) => void;

/** The first two attributes count; undefined without any. */
export function domainOf(name: string, attributes: readonly string[]): MosaicDomain | undefined {
  const [start, end] = attributes;
  if (start === undefined) return undefined;
  return end === undefined ? { name, start } : { name, start, end };
}
