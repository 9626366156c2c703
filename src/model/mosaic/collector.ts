/**
 * Collectors as definitions name them: `TimestampFileNameExtractorSPI[timeregex](time)`, and the
 * options of their patterns: `[0-9]{10},format=yyyyMMddHH,useHighTime=true`.
 */
import type { CollectorConfiguration, CollectorType } from "../mosaic.ts";

/** The collector that says by its value what it collects. */
const RUNTIME = "runtimeextractorspi";

const types: Readonly<Record<string, CollectorType>> = {
  timestampfilenameextractorspi: "timestamp",
  stringfilenameextractorspi: "string",
  integerfilenameextractorspi: "integer",
  longfilenameextractorspi: "long",
  shortfilenameextractorspi: "short",
  bytefilenameextractorspi: "byte",
  floatfilenameextractorspi: "float",
  doublefilenameextractorspi: "double",
  crsextractorspi: "crs",
  resolutionextractorspi: "resolution",
  resolutionxextractorspi: "resolution-x",
  resolutionyextractorspi: "resolution-y",
  dateextractorspi: "date",
  fsdateextractorspi: "file-date",
  currentdateextractorspi: "current-date",
  [RUNTIME]: "file-date",
};

/** The type of a collector by the name of its class, in any case; undefined for unknown ones. */
export function collectorTypeOf(spi: string): CollectorType | undefined {
  const short = shortName(spi);
  return Object.hasOwn(types, short) ? types[short] : undefined;
}

/** Class and package in small letters, without the package. */
function shortName(spi: string): string {
  const name = spi.trim().toLowerCase();
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * Whether a collector of this name finds nothing with this value: the one that can be asked for
 * several things knows when a file was changed, and nothing else (interface 2.5, `updated`).
 */
export function findsNothing(spi: string, value: string | undefined): boolean {
  return shortName(spi) === RUNTIME && !/^(?:regex=\s*)?modify_time$/i.test((value ?? "").trim());
}

/** Whether collectors of a type read names of files, so that they need a pattern. */
export function readsNames(type: CollectorType): boolean {
  return !/^(?:crs|resolution.*|.*date)$/.test(type);
}

/** One collector as it is written in a list. */
export interface WrittenCollector {
  readonly spi: string;
  /** Name of the file with the pattern, without `.properties`; undefined when there is none. */
  readonly file: string | undefined;
  readonly attributes: readonly string[];
}

/** Splits a list of collectors; entries that are none are given back as text. */
export function parseCollectors(
  text: string,
): readonly (WrittenCollector | { readonly unreadable: string })[] {
  return entriesOf(text)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const match = /^([^[\]()]+)(?:\[([^[\]()]*)\]\s*)?\(([^[\]()]+)\)$/.exec(entry);
      const attributes = splitList(match?.[3] ?? "");
      if (match === null || attributes.length === 0) return { unreadable: entry };
      const file = match[2]?.trim();
      return {
        spi: (match[1] ?? "").trim(),
        file: file === undefined || file === "" ? undefined : file,
        attributes,
      };
    });
}

/** What stands between commas that are in no brackets; what opens and never closes is one with all that follows. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let [start, at] = [0, 0];
  const closing = (sign: string) => (sign === "[" ? "]" : ")");
  for (const { 0: sign, index } of text.matchAll(/[,[(]/g)) {
    if (index < at) continue;
    at = sign === "," ? index + 1 : text.indexOf(closing(sign), index) + 1;
    if (at === 0) break;
    if (sign !== ",") continue;
    entries.push(text.slice(start, index));
    start = at;
  }
  return [...entries, text.slice(start)];
}

/** Names between commas or semicolons, without blanks and empty ones. */
export function splitList(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * The configuration in the value of a pattern, in which options may ride behind commas. `others`
 * gives options that are written as keys of their own; those in the value win. Undefined when there
 * is no pattern.
 */
export function parseConfiguration(
  value: string | undefined,
  others: ReadonlyMap<string, string> = new Map(),
): CollectorConfiguration | undefined {
  const [regex = "", ...options] = (value ?? "")
    .trim()
    .replace(/^regex=/, "")
    .split(/,(?=(?:format|useHighTime|fullPath)=)/);
  if (regex.trim() === "") return undefined;
  const given = new Map(others);
  for (const option of options) {
    const at = option.indexOf("=");
    given.set(option.slice(0, at), option.slice(at + 1));
  }
  const yes = (key: string) => given.get(key)?.trim().toLowerCase() === "true";
  const format = given.get("format")?.trim();
  return {
    regex: regex.trim(),
    format: format === undefined || format === "" ? undefined : format,
    fullPath: yes("fullPath"),
    useHighTime: yes("useHighTime"),
  };
}
