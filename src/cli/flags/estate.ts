/** Flags of commands about an estate: manifests, server, allowed changes. */
import { InvalidArgumentError } from "commander";
import { client as limits, targets as most } from "../../model/limits.ts";
import { type Prune, prunes } from "../../reconciler/engine/plan/scope.ts";
import { type DangerName, dangerNames } from "../../reconciler/kind.ts";
import type { Flags } from "./command.ts";
import { many, parseDuration, parseNumber } from "./shared.ts";

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

export const target: Flags = {
  "-p, --project <path>":
    "the project file or its folder; plumbline.yaml in the folder of the manifests or beside it when left out",
  "-t, --target <name>": many("a target of the project file"),
  "--overlay <name>": many(
    "a folder below overlays/ to lay over the manifests, instead of those of the target; may be given again",
  ),
  "--var <name=value>": many("the value of a variable; may be given again"),
  "--var-file <file>": many("a YAML file with values of variables"),
};

/** For commands that load manifests. */
export const cache: Flags = {
  "--no-cache":
    "read every manifest and file anew, and keep nothing of them in .plumbline/cache/ beside the project file",
};

export const files: Flags = {
  "-f, --file <path>": many(
    "a manifest file or folder, as an argument is; - is standard input; may be given again",
  ),
};

export const selection: Flags = {
  ...files,
  "--only <pattern>": many(
    "only objects with such an address, * for anything, as in 'Style/*'; may be given again",
  ),
  "--exclude <pattern>": many(
    "no object with such an address, whatever else selects it; may be given again",
  ),
  "-l, --selector <labels>": many(
    "only objects whose manifests have these labels, as in 'team=roads,tier=1'; may be given again",
    parseSelector,
  ),
};

export const server: Flags = {
  ...target,
  "--url <address>": "address of the map server",
  "--timeout <time>": {
    about: `how long a read may take, such as 5m; limits.timeout of the project file when left out, or ${limits.readTimeoutMs / 1_000}s`,
    parse: parseDuration,
  },
};

export const allTargets: Flags = {
  "--all-targets":
    "every target of the project file, wave by wave; without targets its only server",
};

export const targets: Flags = {
  ...allTargets,
  "--parallel <n>": {
    about: "targets of a wave that are worked on together; one after the other when left out",
    parse: parseNumber(1, most.parallel),
  },
};

export const dangers: Flags = {
  "--allow <name...>": { about: "accept a danger", choices: dangerNames, parse: parseDanger },
};

export const terms: Flags = {
  "--prune <what>": {
    about:
      "what becomes of objects that are not declared: none keeps them, owned deletes those that this estate made, scope also all others in the workspaces that the project file names",
    choices: prunes,
  },
  ...dangers,
  "--max-deletes <n>": {
    about:
      "objects that one plan may delete: a number, or a share of a kind in a workspace, such as 20%",
    parse: parseChangeLimit,
  },
  "--max-recreates <n>": {
    about: "objects that it may recreate, as above",
    parse: parseChangeLimit,
  },
  "--max-updates <n>": { about: "objects that it may change, as above", parse: parseChangeLimit },
};

function parseSelector(text: string): Readonly<Record<string, string>> {
  try {
    return parseLabels(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
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

/** Parses `a=1,b=2`, sorted by name. Throws Error. */
export function parseLabels(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new Error("It must be LABEL=VALUE.");
    return [name, value.trim()] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new Error("Each label has one value: to have any of several, give the flag again.");
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
