/** The context of a command, made once from the process. */
import type { Readable, Writable } from "node:stream";
import type { Environment } from "../../model/environment.ts";
import { visibleLines } from "../../reconciler/report/visible.ts";
import { exitCodes } from "./exit-codes.ts";
import type { OutputOptions } from "./forms.ts";
import type { OpenInput } from "./read-input.ts";
import { type Output, type Screen, screenOf } from "./screen.ts";

/** What a process provides to commands. */
export interface Surroundings {
  readonly environment: Environment;
  readonly stdin: OpenInput;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined without an interactive terminal. */
  readonly people: () => People | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Streams for questions, which never go to stdout. */
export interface People {
  readonly input: Readable;
  readonly output: Writable;
}

/** The context of a command. */
export interface CommandContext extends Pick<
  Surroundings,
  "environment" | "stdin" | "people" | "now"
> {
  /** For the document. */
  readonly out: Screen;
  /** For all other output. */
  readonly err: Screen;
  /** Takes one event of JSON output; undefined where another form is wanted. */
  readonly event: ((event: object) => void) | undefined;
  /** Takes the document of JSON output. */
  readonly document: (document: unknown) => void;
  /** Whether only the document and errors are printed. */
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  /** Whether the surrounding run was interrupted; absent for a command on its own. */
  readonly interrupted?: () => boolean;
  readonly outputOptions: OutputOptions;
}

/** Flags for the amount and form of output. */
export interface OutputFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
  /** Whether long plans may be shown in a pager. */
  readonly pager: boolean;
}

/** Makes the context of a command. */
export function contextOf(
  { environment: given, stdout, stderr, ...rest }: Surroundings,
  { quiet, verbose, color, pager }: OutputFlags,
  outputOptions: OutputOptions,
): CommandContext {
  const { FORCE_COLOR: _force, ...others } = given;
  // Child processes inherit the settings.
  const coloured = color ? given : { ...others, NO_COLOR: "1" };
  const environment = pager ? coloured : { ...coloured, PLUMBLINE_PAGER: "" };
  const [out, err] = [screenOf(stdout, environment), screenOf(stderr, environment)];
  const json = (indent: number) => (value: unknown) =>
    out.write(`${JSON.stringify(value, null, indent)}\n`);
  return {
    ...rest,
    environment,
    // Both may be one terminal.
    out: { ...out, settle: err.settle, write: (text) => (err.settle(), out.write(text)) },
    err: { ...err, write: (text) => err.write(visibleLines(text)) },
    event: outputOptions.output === "json" ? json(0) : undefined,
    document: json(2),
    isQuiet: quiet === true || isSet(environment["PLUMBLINE_QUIET"]),
    isVerbose: verbose === true || isSet(environment["PLUMBLINE_VERBOSE"]),
    outputOptions,
  };
}

function isSet(value = ""): boolean {
  return !["", "0", "false", "no"].includes(value);
}

/** Prints a message that --quiet omits. */
export function printNotice(
  { isQuiet, err }: Pick<CommandContext, "isQuiet" | "err">,
  text: string,
): void {
  if (!isQuiet) err.write(text);
}

/** Runs interruptible work; nested calls share the outer handler. */
export async function withSignals<Result>(
  { err: { write }, interrupted: around }: Pick<CommandContext, "err" | "interrupted">,
  work: (interrupted: () => boolean) => Promise<Result>,
): Promise<Result> {
  if (around !== undefined) return work(around);
  let interrupted = false;
  const interrupt = () => {
    if (interrupted) process.exit(exitCodes.interrupted);
    interrupted = true;
    write("\nStopping after the requests in flight; once more stops at once.\n");
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    return await work(() => interrupted);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

/** Ends by an exit, which removes temporary files; a signal alone leaves them. */
export async function endingOnSignals<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = () => process.exit(exitCodes.interrupted);
  process.on("SIGINT", end).on("SIGTERM", end);
  try {
    return await work();
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}
