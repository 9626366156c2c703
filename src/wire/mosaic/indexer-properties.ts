/** Parses `indexer.properties`, and the properties of a built index, which share some keys. */
import { mosaicDefinition as limits } from "../../model/limits.ts";
import { parseCollectors, splitList } from "../../model/mosaic/collector.ts";
import type { MosaicDomain } from "../../model/mosaic.ts";
import type { FileSet } from "../zip.ts";
import { usableCollector } from "./collectors.ts";
import { domainOf, type Indexer, type NamedCollector, type Report } from "./indexer.ts";
import { propertyIn, readProperties, type Properties } from "./properties.ts";

export type ReportOn = (file: string) => Report;

/** Collector patterns are in separate files. */
export function readIndexerProperties(file: string, files: FileSet, reportOn: ReportOn): Indexer {
  const properties = readProperties(files.get(file) ?? new Uint8Array());
  const schema = propertyIn(properties, "Schema");
  const line = properties.get("schema")?.line;
  return {
    file,
    parameters: properties,
    schemas: schema === undefined ? [] : [{ name: undefined, text: schema, line }],
    domains: readDomains(properties, reportOn(file)),
    coverages: [],
    collectors: readCollectors(properties, files, { report: reportOn(file), reportOn }),
  };
}

function readDomains(properties: Properties, report: Report): readonly MosaicDomain[] {
  const usual = [
    ["time", "TimeAttribute"],
    ["elevation", "ElevationAttribute"],
  ].flatMap(([name = "", key = ""]) => {
    const value = propertyIn(properties, key);
    return value === undefined ? [] : (domainOf(name, splitList(value)) ?? []);
  });
  const key = "AdditionalDomainAttributes";
  const domains = [...usual, ...additionalDomains(propertyIn(properties, key))];
  if (domains.length <= limits.domains) return domains;
  report("error", `There are ${domains.length} dimensions; the limit is ${limits.domains}`, {
    line: properties.get(key.toLowerCase())?.line,
  });
  return usual;
}

/** Comma-separated: `attribute`, `dimension(attribute)` or `dimension(low;high)`. */
function additionalDomains(text = ""): readonly MosaicDomain[] {
  return text.split(",").flatMap((part) => {
    const match = /^([^()]+)(?:\(([^()]*)\))?$/.exec(part.trim());
    if (match === null) return [];
    const [, name = "", attributes = name] = match;
    return domainOf(name.trim(), splitList(attributes)) ?? [];
  });
}

function readCollectors(
  properties: Properties,
  files: FileSet,
  { report, reportOn }: { readonly report: Report; readonly reportOn: ReportOn },
): readonly NamedCollector[] {
  const written = properties.get("propertycollectors");
  if (written === undefined) return [];
  const { line } = written;
  const entries = parseCollectors(written.value);
  if (entries.length > limits.collectors) {
    report("error", `There are ${entries.length} collectors; the limit is ${limits.collectors}`, {
      line,
    });
    return [];
  }
  return entries.flatMap((entry) => {
    if ("unreadable" in entry) {
      report("warning", `${entry.unreadable} is no collector: write SPI[file](attribute)`, {
        line,
      });
      return [];
    }
    const { spi, attributes } = entry;
    const settings = { name: undefined, spi, attributes, line };
    if (entry.file === undefined)
      return usableCollector({ ...settings, value: undefined }, report) ?? [];
    const file = `${entry.file}.properties`;
    const bytes = files.get(file);
    if (bytes === undefined) report("warning", `The file ${file} is not there`, { line });
    const found = readProperties(bytes ?? new Uint8Array());
    const pattern = { report: reportOn(file), line: found.get("regex")?.line };
    const value = propertyIn(found, "regex");
    return (
      usableCollector({ ...settings, value, options: optionsIn(found), pattern }, report) ?? []
    );
  });
}

function optionsIn(properties: Properties): ReadonlyMap<string, string> {
  return new Map(
    ["format", "useHighTime", "fullPath"].flatMap((key) => {
      const value = propertyIn(properties, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
