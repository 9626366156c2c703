/** Validates the collectors of an indexer: known types, readable patterns. */
import {
  collectorTypeOf,
  findsNothing,
  parseConfiguration,
  readsNames,
} from "../../model/mosaic/collector.ts";
import { parseDateFormat } from "../../model/mosaic/date-format.ts";
import { compilePattern } from "../../model/mosaic/pattern.ts";
import type { CollectorConfiguration } from "../../model/mosaic.ts";
import type { NamedCollector, Report } from "./indexer.ts";

/** A collector before its validation. */
export interface CollectorSettings {
  readonly name: string | undefined;
  readonly spi: string;
  readonly value: string | undefined;
  /** Options beside the value. */
  readonly options?: ReadonlyMap<string, string>;
  readonly attributes: readonly string[];
  readonly line: number | undefined;
  /** Location of the pattern, if it is in a separate file. */
  readonly pattern?: { readonly report: Report; readonly line: number | undefined };
}

/** Reports an unknown type or a missing pattern and returns undefined. */
export function usableCollector(
  settings: CollectorSettings,
  report: Report,
): NamedCollector | undefined {
  const { name, spi, attributes, line, pattern = { report, line } } = settings;
  const type = collectorTypeOf(spi);
  if (type === undefined) {
    const message = `There is no collector ${spi}; what it would fill stays empty`;
    report("warning", message, { line, about: "included-server" });
    return undefined;
  }
  if (findsNothing(spi, settings.value)) {
    const message = `${spi} can be asked for MODIFY_TIME alone; what it would fill stays empty`;
    report("warning", message, { line });
    return undefined;
  }
  if (!readsNames(type)) return { name, type, configuration: undefined, attributes, line };
  const configuration = parseConfiguration(settings.value, settings.options);
  if (configuration === undefined) {
    report("warning", `${spi} has no regex; what it would fill stays empty`, { line });
    return undefined;
  }
  checkConfiguration(configuration, pattern.report, pattern.line);
  return { name, type, configuration, attributes, line };
}

/** Reports an invalid pattern or format. */
export function checkConfiguration(
  { regex, format }: CollectorConfiguration,
  report: Report,
  line: number | undefined,
): void {
  const pattern = compilePattern(regex);
  if (pattern.problem !== undefined)
    report("error", `The regex ${regex} ${pattern.problem}`, { line, about: pattern.about });
  const date = format === undefined ? undefined : parseDateFormat(format);
  if (date?.problem !== undefined)
    report("error", `In the regex ${regex}, ${date.problem}`, { line, about: date.about });
}
