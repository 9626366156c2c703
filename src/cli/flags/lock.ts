/** Flags of `plumbline lock`. */
import { parseDuration } from "./duration.ts";
import { estateCommand, withServer, type EstateFlags } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Flags of `lock`. */
export interface LockFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly take?: boolean;
  readonly reason?: string;
  /** Milliseconds. */
  readonly for?: number;
}

/** Adds `lock`. */
export const addLock: AddCommand = (program) => {
  const command = withServer(
    estateCommand(
      program,
      "lock",
      "show who holds the lock of the estate, or take it by hand so that nothing is written meanwhile",
    ),
  )
    .addOption(option("--take", "take it; it needs a reason"))
    .addOption(option("--reason <text>", "what others see while it is held"))
    .addOption(
      option(
        "--for <time>",
        "how long it holds unless plumbline unlock ends it, such as 30m or 2h; 1h when left out",
      ).argParser(parseDuration),
    );
  return withExamples(
    command,
    "plumbline lock",
    'plumbline lock --take --reason "storage is being moved" --for 2h',
  );
};
