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
      "clean or rebuild the document database schemas of a store; they are not state, and no manifest declares them",
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
      "--internal-store <id>": "one document database of the store; all by default",
      "--ids <ids>": {
        about: "rebuild: object ids of documents to read first, separated by commas",
        parse: (text) => text.split(",").map((one) => one.trim()),
      },
      "--max <number>": {
        about: "rebuild: maximum number of documents to read",
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
    examples: [
      "plumbline lock",
      'plumbline lock --take --reason "storage is being moved" --for 2h',
    ],
  },
  unlock: {
    about: "remove the lock of a run that has certainly ended",
    takes: paths,
    flags: {
      ...output,
      ...server,
      "--force <id>": { about: "id of the lock, as shown by apply", isRequired: true },
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
