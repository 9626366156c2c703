/** `plumbline destroy`. */
import type { ApplyFlags } from "./apply.ts";
import type { CommandSpec } from "./command.ts";
import { all, lockTimeout, paths, reports, writing } from "./shared.ts";
import { cache, dangers, selection, server } from "./estate.ts";

/** Flags of `destroy`. */
export interface DestroyFlags extends ApplyFlags {
  /** The typed name of the estate or its target. */
  readonly confirm?: string;
  readonly planOnly?: boolean;
}

/** The command. */
export const destroy: CommandSpec = {
  about: "delete everything that the estate owns, and nothing else",
  takes: paths,
  flags: {
    ...reports,
    ...server,
    ...dangers,
    "--confirm <name>": "the name of the estate or target, to confirm its deletion",
    "--plan-only": "show what would be deleted, and exit",
    "--detailed-exitcode":
      "exit with 2 if there was something to delete; with --plan-only exit with 3 if a guard stops it",
    ...all,
    ...lockTimeout,
    ...writing,
    ...selection,
    ...cache,
  },
  examples: [
    "plumbline destroy manifests/ --plan-only",
    "plumbline destroy manifests/ --confirm roads --allow workspace-delete",
  ],
};
