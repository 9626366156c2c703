/** Helpers for flags: every flag has an environment variable, and every help has examples. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { endpointAddress } from "../../endpoints/address.ts";
import { client as limits } from "../../model/limits.ts";
import { formatOf } from "../process/forms.ts";
import { parseDuration } from "./duration.ts";

/** Registers a command without its action. */
export type AddCommand = (program: Command) => Command;

/** The default manifest paths. */
export const DEFAULT_PATHS = ["manifests/"];

/**
 * An option whose environment variable follows from its flag: `--log-level`, `PLUMBLINE_LOG_LEVEL`.
 */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  return made.env(`PLUMBLINE_${(made.long ?? flags).slice(2).replaceAll("-", "_").toUpperCase()}`);
}

/** A data directory; `from` reads no variable where a command does another thing with it. */
export function fromOption(more: string): Option {
  return new Option("--from <path>", `a GeoServer data directory or an archive of it, ${more}`);
}

export function dataOption(description: string): Option {
  return option("--data <folder>", description).makeOptionMandatory();
}

/** The output option; the first format is the default. */
export function outputOption(forms: readonly string[] = ["text", "json"]): Option {
  return option("-o, --output <format>", "form of the output").choices(forms).default(forms[0]);
}

const reportForms = ["text", "json", "markdown", "html", "junit", "sarif"] as const;

export function withReports(command: Command): Command {
  return command
    .addOption(outputOption(reportForms))
    .addOption(
      option(
        "--report <file>",
        "also write a report; the form is that of the name, .md, .html, .json, .junit.xml or .sarif; may be given again",
      ).argParser(collect(parseReport)),
    );
}

/** Disables folding of long plans. */
export function allOption(): Option {
  return option("--all", "show each object and request of a long plan, also those that repeat");
}

function parseReport(file: string): string {
  if (formatOf(file) !== undefined) return file;
  throw new InvalidArgumentError("Its name must end with .md, .html, .json, .junit.xml or .sarif.");
}

export function lockTimeoutOption(): Option {
  return option(
    "--lock-timeout <time>",
    "how long to wait for somebody else's lock, such as 30s",
  ).argParser(parseDuration);
}

export function parallelWritesOption(): Option {
  return option(
    "--parallel-writes <n>",
    `writes under way together, where nothing depends on their order; when left out up to ${limits.writes} at Plumbline's own server, as long as it answers quickly, and one at any other`,
  ).argParser(parseNumber(1, limits.mostWrites));
}

export function settleOption(): Option {
  return option(
    "--settle <time>",
    "for how long to read again what the server does not show as it was sent, such as 5s where several servers answer; not at all when left out",
  ).argParser(parseDuration);
}

export function withExamples(command: Command, ...lines: readonly string[]): Command {
  const heading = lines.length === 1 ? "Example" : "Examples";
  return command.addHelpText(
    "after",
    `\n${heading}:\n${lines.map((one) => `  ${one}`).join("\n")}`,
  );
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

export function collect<Value>(
  parse: (text: string) => Value,
): (text: string, before: readonly Value[] | undefined) => readonly Value[] {
  return (text, before) => [...(before ?? []), parse(text)];
}
