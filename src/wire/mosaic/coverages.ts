/** Resolves schemas and coverages of an indexer. */
import { parseSchema } from "../../model/mosaic/schema.ts";
import type { MosaicCoverage, MosaicSchema } from "../../model/mosaic.ts";
import type { Indexer, Report, WrittenCoverage, WrittenSchema } from "./indexer.ts";
import { propertyIn } from "./properties.ts";

/** Converts a coverage for the definition. */
export function writtenCoverage(
  coverage: WrittenCoverage,
  { collectors }: Indexer,
  report: Report,
): MosaicCoverage {
  const { name, originName, nameCollector: wanted, line } = coverage;
  const found = collectors.find((one) => one.name?.toLowerCase() === wanted?.toLowerCase());
  if (wanted !== undefined && found?.configuration === undefined) {
    report("warning", `There is no collector ${wanted} that gives the name of a coverage`, {
      line,
    });
  }
  return {
    name,
    originName,
    nameCollector: wanted === undefined ? undefined : found?.configuration,
    schema: readSchema(coverage.schema, report),
    domains: coverage.domains.filter(({ name: domain }) => isDimension(domain)),
    locationAttribute: propertyIn(coverage.parameters, "LocationAttribute"),
  };
}

/** False for properties of the rasters. */
export function isDimension(name: string): boolean {
  return !/^(?:crs|resolution[xy]?)$/.test(name);
}

/** Reports an invalid schema and returns undefined. */
export function readSchema(
  written: WrittenSchema | undefined,
  report: Report,
): MosaicSchema | undefined {
  if (written === undefined) return undefined;
  const { schema, problem } = parseSchema(written.text);
  if (problem === undefined) return schema;
  report("warning", `The schema is not used, the usual one is: ${problem}`, { line: written.line });
  return undefined;
}
