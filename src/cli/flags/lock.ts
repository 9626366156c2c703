/** `plumbline lock` and `plumbline unlock`. */
import type { CommandSpec } from "./command.ts";
import { output, parseDuration, paths } from "./shared.ts";
import { type EstateFlags, server } from "./estate.ts";

/** Flags of `lock`. */
export interface LockFlags extends EstateFlags {
  readonly take?: boolean;
  readonly reason?: string;
  /** Milliseconds. */
  readonly for?: number;
}

/** Flags of `unlock`. */
export interface UnlockFlags extends EstateFlags {
  readonly force: string;
}

/** The commands about the lock of an estate. */
export const locking = {
  lock: {
    about:
      "show who holds the lock of the estate, or take it by hand so that nothing is written meanwhile",
    takes: paths,
    flags: {
      ...output,
      ...server,
      "--take": "take it; it needs a reason",
      "--reason <text>": "what others see while it is held",
      "--for <time>": {
        about:
          "how long it holds unless plumbline unlock ends it, such as 30m or 2h; 1h when left out",
        parse: parseDuration,
      },
    },
    examples: [
      "plumbline lock",
      'plumbline lock --take --reason "storage is being moved" --for 2h',
    ],
  },
  unlock: {
    about: "end the lock of a run that is certainly over",
    takes: paths,
    flags: {
      ...output,
      ...server,
      "--force <id>": { about: "the lock to end, as apply names it", isRequired: true },
    },
    examples: ["plumbline unlock --force 0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11"],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
