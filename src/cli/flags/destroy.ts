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
  about: "delete what the estate owns, and nothing that it does not",
  takes: paths,
  flags: {
    ...reports,
    ...server,
    ...dangers,
    "--confirm <name>": "the name of the estate or of its target, typed: it is deleted",
    "--plan-only": "show what would be deleted, and end",
    "--detailed-exitcode":
      "end with 2 when there is or was something to delete, with --plan-only with 3 when something stops it",
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
