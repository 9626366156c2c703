/** `plumbline lock`. */
import type { CommandSpec } from "./command.ts";
import { output, paths } from "./shared.ts";
import { parseDuration } from "./duration.ts";
import { server, type EstateFlags } from "./estate.ts";

/** Flags of `lock`. */
export interface LockFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly take?: boolean;
  readonly reason?: string;
  /** Milliseconds. */
  readonly for?: number;
}

/** The command. */
export const lock: CommandSpec = {
  about: "show who holds the lock of the estate, or take it manually to prevent writes",
  takes: paths,
  flags: {
    ...output,
    ...server,
    "--take": "take the lock; requires --reason",
    "--reason <text>": "shown to others while the lock is held",
    "--for <time>": {
      about:
        "how long the lock is held unless plumbline unlock ends it, such as 30m or 2h; 1h by default",
      parse: parseDuration,
    },
  },
  examples: ["plumbline lock", 'plumbline lock --take --reason "storage is being moved" --for 2h'],
};
