/** Flags of `plumbline destroy`. */
import type { ApplyFlags } from "./apply.ts";
import { runCommand, withCache, withDangers, withSelection, withServer } from "./estate.ts";
import {
  allOption,
  option,
  withExamples,
  type AddCommand,
  lockTimeoutOption,
  parallelWritesOption,
  settleOption,
} from "./option.ts";

/** Flags of `destroy`. */
export interface DestroyFlags extends ApplyFlags {
  /** The typed name of the estate or its target. */
  readonly confirm?: string;
  readonly planOnly?: boolean;
}

/** Adds `destroy`. */
export const addDestroy: AddCommand = (program) => {
  const command = withDangers(
    withServer(
      runCommand(program, "destroy", "delete what the estate owns, and nothing that it does not"),
    ),
  )
    .addOption(
      option("--confirm <name>", "the name of the estate or of its target, typed: it is deleted"),
    )
    .addOption(option("--plan-only", "show what would be deleted, and end"))
    .addOption(
      option(
        "--detailed-exitcode",
        "end with 2 when there is or was something to delete, with --plan-only with 3 when something stops it",
      ),
    )
    .addOption(allOption())
    .addOption(lockTimeoutOption())
    .addOption(parallelWritesOption())
    .addOption(settleOption());
  withSelection(command);
  withCache(command);
  return withExamples(
    command,
    "plumbline destroy manifests/ --plan-only",
    "plumbline destroy manifests/ --confirm roads --allow workspace-delete",
  );
};
