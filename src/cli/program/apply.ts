/** Names and flags of `plumbline apply`. */
import type { Command } from "commander";
import { exitCodes } from "../exit-codes.ts";
import type { ApplyFlags } from "../ready.ts";
import { runCommand, withServer, withTargets, withTerms } from "./estate.ts";
import { option, withExamples, type AddCommand, lockTimeoutOption } from "./option.ts";

/** Adds `apply`. */
export const addApply: AddCommand = (program, finish) => {
  const command = withTerms(
    withTargets(
      withServer(runCommand(program, "apply", "make the catalog what the manifests say")),
    ),
  )
    .addOption(option("--detailed-exitcode", "end with 2 when something was done"))
    .addOption(option("--yes", "do not ask"))
    .addOption(
      option(
        "--plan <file>",
        "run the plan in a file, without a question, if it is still what would be done",
      ),
    )
    .addOption(lockTimeoutOption());
  withExamples(
    command,
    "plumbline apply manifests/ --prune=owned --yes",
    "plumbline apply manifests/ --plan plan.json",
  ).action(async (paths: string[], flags: ApplyFlags, own: Command) => {
    if (flags.plan !== undefined) refuseTerms(own);
    const { runApply } = await import("../apply.ts");
    const { perTarget } = await import("../per-target.ts");
    const run = (own: ApplyFlags) => runApply(paths, own);
    finish(await perTarget(paths, flags, run, { settles: true }));
  });
};

/** What a plan may do is in its file; variables that are set for all commands do no harm. */
function refuseTerms(command: Command): void {
  const given = ["prune", "allow"].find((name) => command.getOptionValueSource(name) === "cli");
  if (given === undefined) return;
  const message = `error: --${given} is said when the plan is made, not with --plan`;
  command.error(message, { exitCode: exitCodes.usage });
}
