/** The command line: names, flags and help. What commands do is in the files beside this one. */
import { delimiter } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { prunes } from "../reconciler/engine/scope.ts";
import { dangerNames, type DangerName } from "../reconciler/kind.ts";
import { VERSION } from "../version.ts";
import { parseDuration } from "./duration.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import type { EstateFlags } from "./settings.ts";

const DEFAULT_PATHS = ["manifests/"];

/** Flags of commands about an estate, as they come from the command line. */
interface CommonFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly detailedExitcode?: boolean;
  readonly yes?: boolean;
  readonly out?: string;
  readonly expires?: number;
  readonly plan?: string;
  readonly lockTimeout?: number;
}

/** Builds the command line; `finish` takes the exit code of the command that ran. */
export function buildProgram(finish: (code: ExitCode) => void): Command {
  const program = new Command("plumbline")
    .description("Keeps a map server's catalog true to Git.")
    .version(VERSION, "-V, --version", "print the version")
    .showSuggestionAfterError()
    .exitOverride();
  addServe(program, finish);
  addEstateCommands(program, finish);
  addUnlock(program, finish);
  addSchema(program, finish);
  program
    .command("version")
    .description("print the version")
    .addOption(outputOption())
    .action(async ({ output }: CommonFlags) =>
      finish((await import("./version.ts")).runVersion(output)),
    );
  return program;
}

function outputOption(): Option {
  return new Option("-o, --output <format>", "form of the output")
    .choices(["text", "json"])
    .default("text")
    .env("PLUMBLINE_OUTPUT");
}

function addServe(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command("serve")
    .description("run the included catalog server")
    .addOption(
      new Option("--host <address>", "address to listen on")
        .default("127.0.0.1")
        .env("PLUMBLINE_HOST"),
    )
    .addOption(
      new Option("--port <number>", "port to listen on; 0 picks a free one")
        .default(8600)
        .argParser(parsePort)
        .env("PLUMBLINE_PORT"),
    )
    .addOption(
      new Option("--data <folder>", "folder of the catalog; made when it is missing")
        .makeOptionMandatory()
        .env("PLUMBLINE_DATA"),
    )
    .addOption(
      new Option(
        "--dialect <name>",
        "how to answer where the published interface and a stock server differ",
      )
        .choices(["documented", "geoserver"])
        .default("documented")
        .env("PLUMBLINE_DIALECT"),
    )
    .addOption(
      new Option("--app-schema-properties <file>", "values for ${name} in mappings").env(
        "PLUMBLINE_APP_SCHEMA_PROPERTIES",
      ),
    )
    .addOption(
      new Option(
        "--granule-root <folder>",
        "folder whose rasters may be harvested, besides the data folder; may be given again, and the variable holds several as PATH does",
      )
        .argParser((folder: string, before?: readonly string[]) => [...(before ?? []), folder])
        .env("PLUMBLINE_GRANULE_ROOTS"),
    )
    .addOption(
      new Option("--no-masterpw-read", "do not let administrators read the keystore password").env(
        "PLUMBLINE_NO_MASTERPW_READ",
      ),
    )
    .addOption(
      new Option("--log-level <level>", "what goes to the log on stderr")
        .choices(["debug", "info", "warn", "error"])
        .default("info")
        .env("PLUMBLINE_LOG_LEVEL"),
    )
    .addHelpText(
      "after",
      "\nThe administrator is PLUMBLINE_ADMIN_USER (admin) with PLUMBLINE_ADMIN_PASSWORD (or _FILE).\nThe keystore password is PLUMBLINE_MASTER_PASSWORD (or _FILE).\n\nExample:\n  plumbline serve --data ./catalog --port 8600",
    )
    .action(
      async (flags: Parameters<typeof import("./serve.ts").runServe>[0], command: Command) => {
        const isVariable = command.getOptionValueSource("granuleRoot") === "env";
        const given = flags.granuleRoot ?? [];
        const granuleRoot = isVariable ? given.flatMap(foldersOf) : given;
        finish(await (await import("./serve.ts")).runServe({ ...flags, granuleRoot }));
      },
    );
}

/** Folders in a variable, separated as those of PATH are. */
function foldersOf(text: string): readonly string[] {
  return text.split(delimiter).filter((folder) => folder !== "");
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
}

function addEstateCommands(program: Command, finish: (code: ExitCode) => void): void {
  const paths = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .argument("[paths...]", "manifest files and folders", DEFAULT_PATHS)
      .addOption(outputOption());
  paths("validate", "check manifests and the files they name, without a server")
    .addHelpText("after", "\nExample:\n  plumbline validate manifests/")
    .action(async (given: string[], flags: CommonFlags) =>
      finish(await (await import("./validate.ts")).runValidate(given, flags)),
    );
  withServer(paths("plan", "show what apply would do"))
    .addOption(new Option("--detailed-exitcode", "end with 2 when there is something to do"))
    .addOption(new Option("--out <file>", "also write the plan to a file, for apply --plan"))
    .addOption(
      new Option(
        "--expires <time>",
        "how long the file may be applied, such as 30m or 7d; 24h when left out",
      )
        .argParser(parseDuration)
        .env("PLUMBLINE_EXPIRES"),
    )
    .addHelpText("after", "\nExample:\n  plumbline plan manifests/ --url http://localhost:8600")
    .action(async (given: string[], flags: CommonFlags) =>
      finish(await (await import("./plan.ts")).runPlan(given, flags)),
    );
  addRehearse(finish, paths);
  withServer(paths("apply", "make the catalog what the manifests say"))
    .addOption(new Option("--detailed-exitcode", "end with 2 when something was done"))
    .addOption(new Option("--yes", "do not ask").env("PLUMBLINE_YES"))
    .addOption(
      new Option(
        "--plan <file>",
        "run the plan in a file, without a question, if it is still what would be done",
      ),
    )
    .addOption(
      new Option("--lock-timeout <time>", "how long to wait for somebody else's lock, such as 30s")
        .argParser(parseDuration)
        .env("PLUMBLINE_LOCK_TIMEOUT"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  plumbline apply manifests/ --prune=owned --yes\n  plumbline apply manifests/ --plan plan.json",
    )
    .action(async (given: string[], flags: CommonFlags, command: Command) => {
      if (flags.plan !== undefined) refuseTerms(command);
      finish(await (await import("./apply.ts")).runApply(given, flags));
    });
  withUrl(
    paths(
      "drift",
      "show what changed on the server since the last apply; ends with 2 when something did",
    ),
  )
    .addHelpText("after", "\nExample:\n  plumbline drift manifests/")
    .action(async (given: string[], flags: CommonFlags) =>
      finish(await (await import("./drift.ts")).runDrift(given, flags)),
    );
}

function addRehearse(
  finish: (code: ExitCode) => void,
  paths: (name: string, description: string) => Command,
): void {
  withServer(
    paths(
      "rehearse",
      "run the plan on a copy of what it reaches and tell what an apply would do; the server is only read",
    ),
  )
    .addHelpText(
      "after",
      "\nExamples:\n  plumbline rehearse manifests/ --url http://localhost:8600\n  plumbline rehearse manifests/ --prune=owned -o json",
    )
    .action(async (given: string[], flags: CommonFlags) =>
      finish(await (await import("./rehearse.ts")).runRehearse(given, flags)),
    );
}

/** What a plan may do is in its file; variables that are set for all commands do no harm. */
function refuseTerms(command: Command): void {
  const given = ["prune", "allow"].find((name) => command.getOptionValueSource(name) === "cli");
  if (given === undefined) return;
  const message = `error: --${given} is said when the plan is made, not with --plan`;
  command.error(message, { exitCode: exitCodes.usage });
}

function withUrl(command: Command): Command {
  return command.addOption(
    new Option("--url <address>", "address of the map server").env("PLUMBLINE_URL"),
  );
}

function withServer(command: Command): Command {
  return withUrl(command)
    .addOption(
      new Option(
        "--prune <what>",
        "what becomes of objects that are not declared: none keeps them, owned deletes those that this estate made, scope also all others in the workspaces that the project file names",
      )
        .choices(prunes)
        .env("PLUMBLINE_PRUNE"),
    )
    .addOption(
      new Option("--allow <name...>", `accept a danger: ${dangerNames.join(", ")}`)
        .argParser(parseDanger)
        .env("PLUMBLINE_ALLOW"),
    );
}

function parseDanger(
  text: string,
  before: readonly DangerName[] | undefined,
): readonly DangerName[] {
  const names = text.split(",").map((part) => {
    const name = dangerNames.find((candidate) => candidate === part.trim());
    if (name === undefined) throw new InvalidArgumentError(`Known are ${dangerNames.join(", ")}.`);
    return name;
  });
  return [...(before ?? []), ...names];
}

function addUnlock(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command("unlock")
    .description("end the lock of a run that is certainly over")
    .argument("[paths...]", "manifest files and folders, for their project file", DEFAULT_PATHS)
    .addOption(outputOption())
    .addOption(
      new Option("--force <id>", "the lock to end, as apply names it").makeOptionMandatory(),
    );
  withUrl(command)
    .addHelpText(
      "after",
      "\nExample:\n  plumbline unlock --force 0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11",
    )
    .action(async (given: string[], flags: CommonFlags & { readonly force: string }) =>
      finish(await (await import("./unlock.ts")).runUnlock(given, flags)),
    );
}

function addSchema(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command("schema")
    .description("print the JSON Schema of a kind, of the project file, or of any manifest")
    .argument("[kind]", "a kind, or project", "manifest")
    .addHelpText("after", "\nExample:\n  plumbline schema Style")
    .action(async (kind: string) => finish((await import("./schema.ts")).runSchema(kind)));
}
