/** Flags of commands about an estate: manifests, server, allowed changes. */
import { InvalidArgumentError } from "commander";
import { client as limits, targets as most } from "../../model/limits.ts";
import { type Prune, prunes } from "../../reconciler/engine/plan/scope.ts";
import { type DangerName, dangerNames } from "../../reconciler/kind.ts";
import { type Flags, headed } from "./command.ts";
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
  /** Addresses of objects to recreate. */
  readonly replace?: readonly string[];
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
    "the project file or its folder; by default plumbline.yaml in the manifest folder or beside it",
  "-t, --target <name>": many("a target of the project file; repeatable"),
  "--overlay <name>": many(
    "a folder below overlays/ to apply over the manifests, instead of the target's overlays; repeatable",
  ),
  "--var <name=value>": many("the value of a variable; repeatable"),
  "--var-file <file>": many("a YAML file with values of variables; repeatable"),
};

/** For commands that load manifests. */
export const cache: Flags = {
  "--no-cache":
    "parse every manifest and file, and do not use the cache in .plumbline/cache/ beside the project file",
};

export const files: Flags = {
  "-f, --file <path>": many(
    "a manifest file or folder, like an argument; - is standard input; repeatable",
  ),
};

export const selection: Flags = headed("Which objects:", {
  ...files,
  "--only <pattern>": many(
    "only objects whose address matches; * matches any text, as in 'Style/*'; repeatable",
  ),
  "--exclude <pattern>": many(
    "exclude objects whose address matches, even if another flag selects them; repeatable",
  ),
  "-l, --selector <labels>": many(
    "only objects whose manifests have all these labels, as in 'team=roads,tier=1'; repeatable",
    parseSelector,
  ),
});

export const server: Flags = headed("Server:", {
  ...target,
  "--url <address>": "address of the map server",
  "--timeout <time>": {
    about: `timeout of a read, such as 5m; by default limits.timeout of the project file, or ${limits.readTimeoutMs / 1_000}s`,
    parse: parseDuration,
  },
});

export const allTargets: Flags = {
  "--all-targets": "all targets of the project file, wave by wave; without targets its only server",
};

export const targets: Flags = headed("Server:", {
  ...allTargets,
  "--parallel <n>": {
    about: "number of targets of a wave to process concurrently; 1 by default",
    parse: parseNumber(1, most.parallel),
  },
});

export const dangers: Flags = {
  "--allow <name...>": {
    about: "allow a dangerous change by its name",
    choices: dangerNames,
    parse: parseDanger,
  },
};

export const terms: Flags = headed("What a plan may do:", {
  "--prune <what>": {
    about:
      "what to do with objects that are not declared: none keeps them, owned deletes those that this estate owns, scope also deletes all others in the workspaces that the project file lists",
    choices: prunes,
  },
  ...dangers,
  "--max-deletes <n>": {
    about:
      "maximum number of objects that a plan may delete, or a share of a kind in a workspace, such as 20%",
    parse: parseChangeLimit,
  },
  "--max-recreates <n>": {
    about: "maximum number of objects that a plan may recreate, or a share",
    parse: parseChangeLimit,
  },
  "--max-updates <n>": {
    about: "maximum number of objects that a plan may update, or a share",
    parse: parseChangeLimit,
  },
});

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
