/** What a command works in. It is made once, of the process, and commands know no other. */
import { visibleLines } from "../../reconciler/report/visible.ts";
import type { Readable, Writable } from "node:stream";
import type { Environment } from "../../model/environment.ts";
import type { OutputOptions } from "./forms.ts";
import type { OpenInput } from "./read-input.ts";
import { screenOf, type Output, type Screen } from "./screen.ts";

/** What a process gives its commands. */
export interface Surroundings {
  readonly environment: Environment;
  readonly stdin: OpenInput;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined where nobody is there. */
  readonly people: () => People | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Where somebody can be asked; questions never go to stdout. */
export interface People {
  readonly input: Readable;
  readonly output: Writable;
}

/** What a command works in. */
export interface CommandContext extends Pick<
  Surroundings,
  "environment" | "stdin" | "people" | "now"
> {
  /** For the document that was asked for. */
  readonly out: Screen;
  /** For everything else. */
  readonly err: Screen;
  /** Takes one event of a stream of JSON lines. */
  readonly event: (event: object) => void;
  /** Whether only the document and what is wrong are wanted. */
  readonly isQuiet: boolean;
  /** Whether requests are reported. */
  readonly isVerbose: boolean;
  /** Whether somebody wants all of it to end, where this is a part of what runs; absent elsewhere. */
  readonly interrupted?: () => boolean;
  /** What the command reports, and where. */
  readonly outputOptions: OutputOptions;
}

/** Flags that say how much is reported, and how. */
export interface OutputFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
}

/** The context of a command. */
export function contextOf(
  { environment: given, stdout, stderr, ...rest }: Surroundings,
  { quiet, verbose, color }: OutputFlags,
  outputOptions: OutputOptions,
): CommandContext {
  const environment = color ? given : withoutColour(given);
  const [out, err] = [screenOf(stdout, environment), screenOf(stderr, environment)];
  return {
    ...rest,
    environment,
    out,
    err: { ...err, write: (text) => err.write(visibleLines(text)) },
    event: (event) => out.write(`${JSON.stringify(event)}\n`),
    isQuiet: quiet === true || isSet(environment["PLUMBLINE_QUIET"]),
    isVerbose: verbose === true || isSet(environment["PLUMBLINE_VERBOSE"]),
    outputOptions,
  };
}

/** Programs that a command starts go by the same. */
function withoutColour({ FORCE_COLOR: _force, ...environment }: Environment): Environment {
  return { ...environment, NO_COLOR: "1" };
}

/** Whether a variable says yes. */
function isSet(value = ""): boolean {
  return !["", "0", "false", "no"].includes(value);
}

/** Prints something for the user that may be missed: nothing with --quiet. */
export function printNotice(
  { isQuiet, err }: Pick<CommandContext, "isQuiet" | "err">,
  text: string,
): void {
  if (!isQuiet) err.write(text);
}
