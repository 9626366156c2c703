/** `plumbline apply`. */
import { InvalidArgumentError, type Command } from "commander";
import { digitsOf, SHORTEST_DIGEST } from "../../model/digest.ts";
import { exitCodes } from "../process/exit-codes.ts";
import type { CommandSpec } from "./command.ts";
import { all, lockTimeout, paths, reports, writing } from "./shared.ts";
import { cache, selection, server, targets, terms } from "./estate.ts";
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

/** The command. */
export const apply: CommandSpec = {
  about: "make the catalog match the manifests",
  takes: paths,
  flags: {
    ...reports,
    ...server,
    ...targets,
    ...terms,
    "--detailed-exitcode": "exit with 2 if something was changed",
    ...all,
    "--yes": "do not ask",
    "--plan <file>":
      "run the plan in a file without asking, if it is still up to date; with several targets each has its own file, plan.TARGET.json for plan.json",
    "--expect <digest>": {
      about: "run the plan with this digest, as printed by plan, without asking; run no other plan",
      parse: parseDigest,
      conflicts: ["plan", "allTargets"],
    },
    ...lockTimeout,
    ...writing,
    ...selection,
    ...cache,
  },
  checks: [refuseTerms],
  examples: [
    "plumbline apply manifests/ --prune=owned --yes",
    "plumbline apply manifests/ --plan plan.json",
    "plumbline apply manifests/ --expect 9f2c61d4",
  ],
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
