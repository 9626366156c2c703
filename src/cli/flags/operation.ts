/** `plumbline operation`. */
import { documentDatabase as limits } from "../../model/limits.ts";
import type { SchemaOperation } from "../../reconciler/operations/document-schemas.ts";
import type { CommandSpec } from "./command.ts";
import { server, type EstateFlags } from "./estate.ts";
import { lockTimeout, output, parseNumber } from "./shared.ts";

/** A literal list, so that the help does not load the command. */
const verbs = [
  "clean-schemas",
  "rebuild-schemas",
] as const satisfies readonly SchemaOperation["verb"][];

/** Flags of `operation`. */
export interface OperationFlags extends EstateFlags {
  readonly internalStore?: string;
  readonly ids?: readonly string[];
  readonly max?: number;
  readonly yes?: boolean;
  /** Milliseconds to wait for the lock. */
  readonly lockTimeout?: number;
}

/** The command. */
export const operation: CommandSpec = {
  about:
    "clean or rebuild the schemas that a store keeps of its document databases: what is no state, and in no manifest",
  takes: {
    "<verb>": { about: "what to do", choices: verbs },
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
};
