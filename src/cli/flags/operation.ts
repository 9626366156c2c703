/** Flags of `plumbline operation`. */
import { Argument } from "commander";
import { documentDatabase as limits } from "../../model/limits.ts";
import type { SchemaOperation } from "../../reconciler/operations/document-schemas.ts";
import { withServer, type EstateFlags } from "./estate.ts";
import {
  option,
  outputOption,
  parseNumber,
  withExamples,
  type AddCommand,
  lockTimeoutOption,
} from "./option.ts";

/** A literal list, so that the help does not load the command. */
const verbs = [
  "clean-schemas",
  "rebuild-schemas",
] as const satisfies readonly SchemaOperation["verb"][];

/** Flags of `operation`. */
export interface OperationFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly internalStore?: string;
  readonly ids?: readonly string[];
  readonly max?: number;
  readonly yes?: boolean;
  /** Milliseconds to wait for the lock. */
  readonly lockTimeout?: number;
}

/** Adds `operation`. */
export const addOperation: AddCommand = (program) => {
  const description =
    "clean or rebuild the schemas that a store keeps of its document databases: what is no state, and in no manifest";
  const command = withServer(
    program
      .command("operation")
      .description(description)
      .addArgument(new Argument("<verb>", "what to do").choices(verbs))
      .argument("<store>", "the app-schema store, as WORKSPACE:STORE")
      .addOption(outputOption()),
  )
    .addOption(
      option("--internal-store <id>", "one document database of the store; all when left out"),
    )
    .addOption(
      option(
        "--ids <ids>",
        "rebuild: documents that count first, by object id, with commas",
      ).argParser((text: string) => text.split(",").map((one) => one.trim())),
    )
    .addOption(
      option("--max <number>", "rebuild: how many documents are read").argParser(
        parseNumber(1, limits.max),
      ),
    )
    .addOption(option("--yes", "do not ask"))
    .addOption(lockTimeoutOption());
  return withExamples(
    command,
    "plumbline operation rebuild-schemas geology:boreholes --max 1000",
    "plumbline operation clean-schemas geology:boreholes --internal-store db --yes",
  );
};
