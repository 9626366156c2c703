/** What an indexer says, before it is put together, whichever of its two formats it is in. */
import type { MosaicCollector, MosaicDomain, ProblemAbout } from "../../model/mosaic.ts";
import type { Properties } from "./properties.ts";

/** A schema as it is written. */
export interface WrittenSchema {
  readonly name: string | undefined;
  readonly text: string;
  readonly line: number | undefined;
}

/** A coverage as it is written, references resolved. */
export interface WrittenCoverage {
  readonly name: string | undefined;
  readonly originName: string | undefined;
  /** Name of the collector that shows its name. */
  readonly nameCollector: string | undefined;
  readonly schema: WrittenSchema | undefined;
  readonly domains: readonly MosaicDomain[];
  readonly parameters: Properties;
  readonly line: number | undefined;
}

/** A collector as it can be used, and where it is written. */
export interface NamedCollector extends MosaicCollector {
  /** Undefined for those of indexer.properties, which have no names. */
  readonly name: string | undefined;
  readonly line: number | undefined;
}

/** An indexer. */
export interface Indexer {
  readonly file: string;
  readonly parameters: Properties;
  readonly schemas: readonly WrittenSchema[];
  /** Of every coverage that says nothing else. */
  readonly domains: readonly MosaicDomain[];
  readonly coverages: readonly WrittenCoverage[];
  readonly collectors: readonly NamedCollector[];
}

/** Takes a problem of one file, about the format where nothing else is said; an error of that refuses the mosaic. */
export type Report = (
  severity: "error" | "warning",
  message: string,
  place?: {
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    readonly about?: ProblemAbout;
  },
) => void;

/** A dimension from its attributes, of which the first two count; undefined without any. */
export function domainOf(name: string, attributes: readonly string[]): MosaicDomain | undefined {
  const [start, end] = attributes;
  if (start === undefined) return undefined;
  return end === undefined ? { name, start } : { name, start, end };
}
