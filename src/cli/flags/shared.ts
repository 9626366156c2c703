/** Flags that several commands have. */
import { InvalidArgumentError } from "commander";
import { endpointAddress } from "../../endpoints/address.ts";
import { client as limits } from "../../model/limits.ts";
import { formatOf } from "../process/forms.ts";
import { type Flag, type Flags, headed } from "./command.ts";

/** The default manifest paths. */
export const DEFAULT_PATHS = ["manifests/"];

/** The manifests of an estate, as arguments. */
export const paths = {
  "[paths...]": { about: "manifest files and folders", usual: DEFAULT_PATHS },
} as const;

/** The data folder of a server. */
export function dataFlag(about: string) {
  return { "--data <folder>": { about, isRequired: true } } as const;
}

/** A data directory. Only one command has a variable for it: the others do another thing with it. */
export function fromFlag(more: string, rest: Pick<Flag, "variable" | "conflicts"> = {}) {
  const about = `a GeoServer data directory or an archive of it, ${more}`;
  return { "--from <path>": { about, variable: null, ...rest } } as const;
}

const OUTPUT = "Output:";

/** The output format; the first one is the default. */
export function outputFlag<const Forms extends readonly string[]>(...forms: Forms) {
  const flag = { about: "format", choices: forms, usual: forms[0], heading: OUTPUT } as const;
  return { "-o, --output <format>": flag } as const;
}

export const output = outputFlag("text", "json");

/** Forms of run reports. */
export const reports = {
  ...outputFlag("text", "json", "markdown", "html", "junit", "sarif"),
  "--report <file>": {
    heading: OUTPUT,
    about:
      "also write a report; its extension selects the format: .md, .html, .json, .junit.xml or .sarif; repeatable",
    parse: collect(parseReport),
  },
} as const satisfies Flags;

/** Disables folding of long plans. */
export const all = headed(OUTPUT, {
  "--all": "show every object and request of a long plan, instead of folding similar ones",
});

/** What writing commands have. */
export const lockTimeout = {
  "--lock-timeout <time>": {
    about: "how long to wait for a lock that another run holds, such as 30s",
    parse: parseDuration,
  },
} as const satisfies Flags;

export const writing = {
  "--parallel-writes <n>": {
    about: `maximum concurrent writes, where their order does not matter; by default up to ${limits.writes} on Plumbline's own server while it responds quickly, and 1 on any other server`,
    parse: parseNumber(1, limits.mostWrites),
  },
  "--settle <time>": {
    about:
      "how long to read again what is not as sent, such as 5s behind a load balancer; by default values are read once",
    parse: parseDuration,
  },
} as const satisfies Flags;

function parseReport(file: string): string {
  if (formatOf(file) !== undefined) return file;
  throw new InvalidArgumentError("Its name must end with .md, .html, .json, .junit.xml or .sarif.");
}

/** A flag that may be given again. */
export function many(about: string) {
  return { about, parse: collect(String) };
}

/** Adds the value to those of the same flag given earlier. */
export function collect<Value>(parse: (text: string) => Value) {
  return (text: string, before: readonly Value[] | undefined): readonly Value[] => [
    ...(before ?? []),
    parse(text),
  ];
}

/** Parses an integer in a range. Throws InvalidArgumentError. */
export function parseNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
    return number;
  };
}

/** Parses PORT, HOST:PORT or [ADDRESS]:PORT. Throws InvalidArgumentError. */
export function parseEndpointAddress(text: string): {
  readonly host: string;
  readonly port: number;
} {
  const address = endpointAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError("It must be PORT or HOST:PORT, for example 127.0.0.1:9600.");
}

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The syntax of durations. */
export const DURATION = /^(\d{1,6})(ms|[smhd])$/;

/** Milliseconds; NaN when invalid. */
export function durationMs(text: string): number {
  const [, number, unit = ""] = DURATION.exec(text) ?? [];
  return Number(number) * (UNITS_MS[unit] ?? Number.NaN);
}

/** Milliseconds. Throws InvalidArgumentError when invalid. */
export function parseDuration(text: string): number {
  const ms = durationMs(text);
  if (!Number.isNaN(ms)) return ms;
  throw new InvalidArgumentError("It must be a number with ms, s, m, h or d, for example 30s.");
}
