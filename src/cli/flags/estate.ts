/** Flags of commands about an estate: manifests, server, allowed changes. */
import { InvalidArgumentError, type Command, type Option } from "commander";
import { client as limits, targets } from "../../model/limits.ts";
import { parseDuration } from "./duration.ts";
import { parseLabels } from "./labels.ts";
import { prunes, type Prune } from "../../reconciler/engine/plan/scope.ts";
import { dangerNames, type DangerName } from "../../reconciler/kind.ts";
import {
  collect,
  DEFAULT_PATHS,
  option,
  outputOption,
  parseNumber,
  withReports,
} from "./option.ts";

/** The text of standard input, or its problem. */
export type StandardInput = { readonly text: string } | { readonly problem: string };

/** Flags that select objects. */
export interface SelectionFlags {
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly selector?: readonly Readonly<Record<string, string>>[];
  /** `-` is standard input. */
  readonly file?: readonly string[];
  /** The content of standard input. */
  readonly input?: StandardInput;
  /** How a path to a part of an estate is treated; absent loads only that path. */
  readonly parts?: "selected" | "refused";
}

/** Common flags of commands about an estate. */
export interface EstateFlags extends SelectionFlags {
  readonly project?: string;
  readonly target?: readonly string[];
  readonly allTargets?: boolean;
  /** Concurrent targets of a wave. */
  readonly parallel?: number;
  /** Concurrent writes. */
  readonly parallelWrites?: number;
  /** Milliseconds for which a value that differs from the sent one is read again. */
  readonly settle?: number;
  readonly overlay?: readonly string[];
  /** As `NAME=VALUE`. */
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
  readonly url?: string;
  /** Milliseconds per read. */
  readonly timeout?: number;
  readonly prune?: Prune;
  readonly allow?: readonly DangerName[];
  readonly maxDeletes?: string;
  readonly maxRecreates?: string;
  readonly maxUpdates?: string;
  /** Whether the project file is from a Git branch. */
  readonly isForeign?: boolean;
  readonly cache?: boolean;
}

/** File flags with a separate file per target (`fileOfTarget`). */
export const filesOfTargets = ["out", "plan"] as const;

export function estateCommand(
  program: Command,
  name: string,
  description: string,
  forms?: readonly string[],
): Command {
  return program
    .command(name)
    .description(description)
    .argument("[paths...]", "manifest files and folders", DEFAULT_PATHS)
    .addOption(outputOption(forms));
}

/** A command with run reports. */
export function runCommand(program: Command, name: string, description: string): Command {
  const command = program.command(name).description(description);
  return withReports(command.argument("[paths...]", "manifest files and folders", DEFAULT_PATHS));
}

export function withTarget(command: Command): Command {
  return command
    .addOption(
      option(
        "-p, --project <path>",
        "the project file or its folder; plumbline.yaml in the folder of the manifests or beside it when left out",
      ),
    )
    .addOption(
      option("-t, --target <name>", "a target of the project file").argParser(collect(String)),
    )
    .addOption(
      option(
        "--overlay <name>",
        "a folder below overlays/ to lay over the manifests, instead of those of the target; may be given again",
      ).argParser(collect(String)),
    )
    .addOption(
      option("--var <name=value>", "the value of a variable; may be given again").argParser(
        collect(String),
      ),
    )
    .addOption(
      option("--var-file <file>", "a YAML file with values of variables").argParser(
        collect(String),
      ),
    );
}

/** Adds --no-cache, for commands that load manifests. */
export function withCache(command: Command): Command {
  return command.addOption(
    option(
      "--no-cache",
      "read every manifest and file anew, and keep nothing of them in .plumbline/cache/ beside the project file",
    ),
  );
}

export function withFiles(command: Command): Command {
  return command.addOption(
    option(
      "-f, --file <path>",
      "a manifest file or folder, as an argument is; - is standard input; may be given again",
    ).argParser(collect(String)),
  );
}

export function withSelection(command: Command): Command {
  return withFiles(command)
    .addOption(
      option(
        "--only <pattern>",
        "only objects with such an address, * for anything, as in 'Style/*'; may be given again",
      ).argParser(collect(String)),
    )
    .addOption(
      option(
        "--exclude <pattern>",
        "no object with such an address, whatever else selects it; may be given again",
      ).argParser(collect(String)),
    )
    .addOption(
      option(
        "-l, --selector <labels>",
        "only objects whose manifests have these labels, as in 'team=roads,tier=1'; may be given again",
      ).argParser(collect(parseSelector)),
    );
}

function parseSelector(text: string): Readonly<Record<string, string>> {
  try {
    return parseLabels(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

export function withServer(command: Command): Command {
  return withTarget(command)
    .addOption(option("--url <address>", "address of the map server"))
    .addOption(
      option(
        "--timeout <time>",
        `how long a read may take, such as 5m; limits.timeout of the project file when left out, or ${limits.readTimeoutMs / 1_000}s`,
      ).argParser(parseDuration),
    );
}

export function allTargetsOption(): Option {
  return option(
    "--all-targets",
    "every target of the project file, wave by wave; without targets its only server",
  );
}

export function withTargets(command: Command): Command {
  return command
    .addOption(allTargetsOption())
    .addOption(
      option(
        "--parallel <n>",
        "targets of a wave that are worked on together; one after the other when left out",
      ).argParser(parseNumber(1, targets.parallel)),
    );
}

export function withDangers(command: Command): Command {
  return command.addOption(
    option("--allow <name...>", "accept a danger").choices(dangerNames).argParser(parseDanger),
  );
}

export function withTerms(command: Command): Command {
  return withDangers(
    command.addOption(
      option(
        "--prune <what>",
        "what becomes of objects that are not declared: none keeps them, owned deletes those that this estate made, scope also all others in the workspaces that the project file names",
      ).choices(prunes),
    ),
  )
    .addOption(
      option(
        "--max-deletes <n>",
        "objects that one plan may delete: a number, or a share of a kind in a workspace, such as 20%",
      ).argParser(parseChangeLimit),
    )
    .addOption(
      option("--max-recreates <n>", "objects that it may recreate, as above").argParser(
        parseChangeLimit,
      ),
    )
    .addOption(
      option("--max-updates <n>", "objects that it may change, as above").argParser(
        parseChangeLimit,
      ),
    );
}

function parseChangeLimit(text: string): string {
  if (/^\d+(?:\.\d+)?%?$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a number such as 5, or a share such as 20%.");
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
