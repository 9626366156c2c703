/** The command line in the process of the test: many cases cost less than a start of the executable each. */
import { Readable } from "node:stream";
import { CommanderError } from "commander";
import { exitCodes } from "../../../src/cli/process/exit-codes.ts";
import type { Surroundings } from "../../../src/cli/process/context.ts";
import { buildProgram } from "../../../src/cli/program.ts";
import { runCommand } from "../../../src/cli/run-command.ts";
import { PASSWORD, USER } from "../servers/catalog.ts";
import { cleanEnvironment, type Ran } from "./cli.ts";
import { inFolder } from "../run/working-folder.ts";

/** How a command is run. */
export interface RunHereOptions {
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder to run in; that of the tests when left out. */
  readonly cwd?: string;
  /** What standard input holds; nothing when left out. */
  readonly stdin?: string | Uint8Array;
  /** Whether somebody sees stderr, though nobody can be asked. */
  readonly isSeen?: boolean;
  /** The terminal that standard output is; none when left out. */
  readonly terminal?: { readonly columns: number; readonly rows: number };
  /** The time of the command; that of the machine when left out. */
  readonly now?: () => number;
}

/**
 * Runs one command with streams and variables of its own. Several may run at once; those in another folder
 * wait for each other, as the process has only one.
 */
export function runHere(args: readonly string[], options: RunHereOptions = {}): Promise<Ran> {
  return inFolder(options.cwd, () => run(args, options));
}

async function run(
  args: readonly string[],
  { url, env, stdin = "", isSeen, terminal, now = Date.now }: RunHereOptions,
): Promise<Ran> {
  const ran = { code: null as number | null, stdout: "", stderr: "" };
  const account = { PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };
  const target = url === undefined ? {} : { PLUMBLINE_URL: url, ...account };
  const own = { NO_COLOR: "1", ...target, ...env };
  const surroundings: Surroundings = {
    environment: { ...cleanEnvironment(), ...own },
    stdin: () => Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
    stdout: {
      write: (text) => void (ran.stdout += text),
      isTTY: terminal !== undefined,
      ...terminal,
    },
    stderr: { write: (text) => void (ran.stderr += text), isTTY: isSeen },
    people: () => undefined,
    now,
  };
  const program = buildProgram(
    async (invocation) => void (ran.code = await runCommand(invocation, surroundings)),
    undefined,
    {
      writeOut: (text) => void (ran.stdout += text),
      writeErr: (text) => void (ran.stderr += text),
    },
  );
  try {
    await parsed(() => program.parseAsync(args, { from: "user" }), own);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ran.code = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  }
  return ran;
}

/** Flags that are variables are read before anything is waited for, of the process and nothing else. */
function parsed<Result>(parse: () => Result, own: Readonly<Record<string, string>>): Result {
  const before = { ...process.env };
  Object.assign(process.env, own);
  try {
    return parse();
  } finally {
    for (const name of Object.keys(own)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
