/** Flags of commands about an estate: manifests, server, allowed changes. */
import { InvalidArgumentError } from "commander";
import { client as limits, targets as most } from "../../model/limits.ts";
import { prunes } from "../../reconciler/engine/plan/scope.ts";
import { type DangerName, dangerNames } from "../../reconciler/kind.ts";
import { type Flags, type FlagsOf, headed } from "./command.ts";
import { collect, many, parseDuration, parseNumber, writing } from "./shared.ts";

/** The text of standard input, or its problem. */
export type StandardInput = { readonly text: string } | { readonly problem: string };

/** File flags with a separate file per target (`fileOfTarget`). */
export const filesOfTargets = ["out", "plan"] as const;

export const target = {
  "-p, --project <path>":
    "the project file or its folder; by default plumbline.yaml in the manifest folder or beside it",
  "-t, --target <name>": many("a target of the project file; repeatable"),
  "--overlay <name>": many(
    "a folder below overlays/ to lay over manifests, instead of the target's overlays; repeatable",
  ),
  "--var <name=value>": many("the value of a variable; repeatable"),
  "--var-file <file>": many("a YAML file with values of variables; repeatable"),
} as const satisfies Flags;

/** For commands that load manifests. */
export const cache = {
  "--no-cache":
    "parse every manifest and file, and do not use the cache in .plumbline/cache/ beside the project file",
} as const satisfies Flags;

export const files = {
  "-f, --file <path>": many(
    "a manifest file or folder, like an argument; - is standard input; repeatable",
  ),
} as const satisfies Flags;

export const selection = headed("Which objects:", {
  ...files,
  "--only <pattern>": many(
    "only objects whose address matches; * matches any text, as in 'Style/*'; repeatable",
  ),
  "--exclude <pattern>": many(
    "exclude objects whose address matches, even if another flag selects them; repeatable",
  ),
  "-l, --selector <labels>": {
    about:
      "only objects whose manifests have all these labels, as in 'team=roads,tier=1'; repeatable",
    parse: collect(parseSelector),
  },
});

export const server = headed("Server:", {
  ...target,
  "--url <address>": "address of the map server",
  "--timeout <time>": {
    about: `timeout of a read, such as 5m; by default limits.timeout of the project file, or ${limits.readTimeoutMs / 1_000}s`,
    parse: parseDuration,
  },
});

export const allTargets = {
  "--all-targets": "all targets of the project file, wave by wave; without targets its only server",
} as const satisfies Flags;

export const targets = headed("Server:", {
  ...allTargets,
  "--parallel <n>": {
    about: "number of targets of a wave to process concurrently; 1 by default",
    parse: parseNumber(1, most.parallel),
  },
});

export const dangers = {
  "--allow <name...>": {
    about: "allow a dangerous change by its name",
    choices: dangerNames,
    parse: parseDanger,
  },
} as const satisfies Flags;

export const terms = headed("What a plan may do:", {
  "--prune <what>": {
    about:
      "what to do with objects that are not declared: none keeps them, owned deletes those that this estate owns, scope also deletes all others in the workspaces that the project file lists",
    choices: prunes,
  },
  ...dangers,
  "--max-deletes <n>": {
    about:
      "how many objects a plan may delete at most, or a share of a kind in a workspace, such as 20%",
    parse: parseChangeLimit,
  },
  "--max-recreates <n>": {
    about: "how many objects a plan may recreate at most, or a share",
    parse: parseChangeLimit,
  },
  "--max-updates <n>": {
    about: "how many objects a plan may update at most, or a share",
    parse: parseChangeLimit,
  },
});

export const replace = headed("What a plan may do:", {
  "--replace <address>": many(
    "delete this object and create it again, although nothing differs; repeatable",
  ),
});

/** Flags that select objects. */
export interface SelectionFlags extends Partial<FlagsOf<typeof selection>> {
  /** The content of standard input, which the file `-` stands for. */
  readonly input?: StandardInput;
  /** How a path to a part of an estate is treated; absent loads only that path. */
  readonly parts?: "selected" | "refused";
}

/** Common flags of commands about an estate; each command has some of them. Times are milliseconds. */
export interface EstateFlags
  extends
    SelectionFlags,
    Partial<
      FlagsOf<
        typeof server &
          typeof targets &
          typeof terms &
          typeof replace &
          typeof writing &
          typeof cache
      >
    > {
  /** Whether the project file is from a Git branch. */
  readonly isForeign?: boolean;
}

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
