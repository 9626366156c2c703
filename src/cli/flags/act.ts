/** The commands that act on a server beside plans: its lock, and operations. */
import { documentDatabase as limits } from "../../model/limits.ts";
import type { SchemaOperation } from "../../reconciler/operations/document-schemas.ts";
import type { CommandSpec } from "./command.ts";
import { type EstateFlags, server } from "./estate.ts";
import { lockTimeout, output, parseDuration, parseNumber, paths } from "./shared.ts";

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

/** The commands beside plans. */
export const acting = {
  operation: {
    about:
      "clean or rebuild the schemas that a store keeps of its document databases: what is no state, and in no manifest",
    takes: {
      "<verb>": {
        about: "what to do",
        choices: ["clean-schemas", "rebuild-schemas"] satisfies Verb[],
      },
      "<store>": "the app-schema store, as WORKSPACE:STORE",
    },
    flags: {
      ...output,
      ...server,
      "--internal-store <id>": "one document database of the store; all when left out",
      "--ids <ids>": {
        about: "rebuild: documents that count first, by object id, with commas",
        parse: (text) => text.split(",").map((one) => one.trim()),
      },
      "--max <number>": {
        about: "rebuild: how many documents are read",
        parse: parseNumber(1, limits.max),
      },
      "--yes": "do not ask",
      ...lockTimeout,
    },
    examples: [
      "plumbline operation rebuild-schemas geology:boreholes --max 1000",
      "plumbline operation clean-schemas geology:boreholes --internal-store db --yes",
    ],
  },
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

/** The help does not load the command, so they are listed. */
type Verb = SchemaOperation["verb"];

/** Flags of `operation`. */
export interface OperationFlags extends EstateFlags {
  readonly internalStore?: string;
  readonly ids?: readonly string[];
  readonly max?: number;
  readonly yes?: boolean;
  /** Milliseconds to wait for the lock. */
  readonly lockTimeout?: number;
}
