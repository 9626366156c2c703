/** Flags of `plumbline apply`. */
import { InvalidArgumentError, type Command } from "commander";
import { digitsOf, SHORTEST_DIGEST } from "../../model/digest.ts";
import { exitCodes } from "../process/exit-codes.ts";
import {
  runCommand,
  withCache,
  withSelection,
  withServer,
  withTargets,
  withTerms,
} from "./estate.ts";
import {
  allOption,
  option,
  withExamples,
  type AddCommand,
  lockTimeoutOption,
  parallelWritesOption,
  settleOption,
} from "./option.ts";
import type { PlanFlags } from "./plan.ts";

/** Flags of `apply`. */
export interface ApplyFlags extends PlanFlags {
  readonly yes?: boolean;
  readonly plan?: string;
  /** Digest of the only plan to run, or its first digits. */
  readonly expect?: string;
  /** Milliseconds to wait for the lock. */
  readonly lockTimeout?: number;
}

/** Adds `apply`. */
export const addApply: AddCommand = (program) => {
  const command = withTerms(
    withTargets(
      withServer(runCommand(program, "apply", "make the catalog what the manifests say")),
    ),
  )
    .addOption(option("--detailed-exitcode", "end with 2 when something was done"))
    .addOption(allOption())
    .addOption(option("--yes", "do not ask"))
    .addOption(
      option(
        "--plan <file>",
        "run the plan in a file, without a question, if it is still what would be done; of several targets each has its own, plan.TARGET.json for plan.json",
      ),
    )
    .addOption(
      option(
        "--expect <digest>",
        "run the plan of this digest, which plan printed, without a question, and no other plan",
      )
        .argParser(parseDigest)
        .conflicts(["plan", "allTargets"]),
    )
    .addOption(lockTimeoutOption())
    .addOption(parallelWritesOption())
    .addOption(settleOption());
  withSelection(command);
  command.hook("preAction", refuseTerms);
  withCache(command);
  return withExamples(
    command,
    "plumbline apply manifests/ --prune=owned --yes",
    "plumbline apply manifests/ --plan plan.json",
    "plumbline apply manifests/ --expect 9f2c61d4",
  );
};

function parseDigest(given: string): string {
  const digits = digitsOf(given);
  if (/^[0-9a-f]+$/.test(digits) && digits.length >= SHORTEST_DIGEST) return given;
  throw new InvalidArgumentError(`Give at least ${SHORTEST_DIGEST} digits of the digest.`);
}

/**
 * The terms are in the plan file; environment variables are tolerated because they apply to all
 * commands.
 */
function refuseTerms(command: Command): void {
  if (command.opts<ApplyFlags>().plan === undefined) return;
  const given = ["prune", "allow"].find((name) => command.getOptionValueSource(name) === "cli");
  if (given === undefined) return;
  const message = `error: --${given} is said when the plan is made, not with --plan`;
  command.error(message, { exitCode: exitCodes.usage });
}
