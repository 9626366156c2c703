/**
 * Parses collectors (`TimestampFileNameExtractorSPI[timeregex](time)`) and their pattern options
 * (`[0-9]{10},format=yyyyMMddHH,useHighTime=true`).
 */
import type { CollectorConfiguration, CollectorType } from "../mosaic.ts";

/** The collector whose value says what it collects. */
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

/** A collector's type by class name, ignoring case. */
export function collectorTypeOf(spi: string): CollectorType | undefined {
  const short = shortName(spi);
  return Object.hasOwn(types, short) ? types[short] : undefined;
}

function shortName(spi: string): string {
  const name = spi.trim().toLowerCase();
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * Whether a collector with this value finds nothing: the runtime collector supports only a file's
 * modification time (interface 2.5, `updated`).
 */
export function findsNothing(spi: string, value: string | undefined): boolean {
  return shortName(spi) === RUNTIME && !/^(?:regex=\s*)?modify_time$/i.test((value ?? "").trim());
}

/** Whether a type parses file names, and so needs a pattern. */
export function readsNames(type: CollectorType): boolean {
  return !/^(?:crs|resolution.*|.*date)$/.test(type);
}

/** One collector of a list. */
export interface WrittenCollector {
  readonly spi: string;
  /** Name of the pattern file without `.properties`. */
  readonly file: string | undefined;
  readonly attributes: readonly string[];
}

/** Splits a list; invalid entries are returned as text. */
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

/** Splits at commas outside of brackets; unclosed brackets take the rest. */
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

/** Names between commas or semicolons. */
export function splitList(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Parses a pattern with options after commas, which override `others` (from separate keys). */
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
