/** Names and flags of `plumbline lock`. */
import { parseDuration } from "./duration.ts";
import type { LockFlags } from "../commands/lock.ts";
import { estateCommand, withServer } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Adds `lock`. */
export const addLock: AddCommand = (program, finish) => {
  const command = withServer(
    estateCommand(
      program,
      "lock",
      "show who holds the lock of the estate, or take it by hand so that nothing is written meanwhile",
    ),
  )
    .addOption(option("--take", "take it; it needs a reason"))
    .addOption(option("--reason <text>", "what others are told who come while it is held"))
    .addOption(
      option(
        "--for <time>",
        "how long it holds unless plumbline unlock ends it, such as 30m or 2h; 1h when left out",
      ).argParser(parseDuration),
    );
  withExamples(
    command,
    "plumbline lock",
    'plumbline lock --take --reason "storage is being moved" --for 2h',
  ).action(async (paths: string[], flags: LockFlags) =>
    finish(await (await import("../commands/lock.ts")).runLock(paths, flags)),
  );
};
