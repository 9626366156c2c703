/** The commands that make plans, and those that run them. */
import { type Command, InvalidArgumentError } from "commander";
import { digitsOf, SHORTEST_DIGEST } from "../../model/digest.ts";
import { type CommandSpec, type FlagsOf, refuse } from "./command.ts";
import { cache, dangers, replace, selection, server, targets, terms } from "./estate.ts";
import { all, lockTimeout, output, parseDuration, paths, reports, writing } from "./shared.ts";

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
  const given = ["prune", "allow", "replace"].find(
    (name) => command.getOptionValueSource(name) === "cli",
  );
  if (given !== undefined)
    refuse(command, `--${given} is said when the plan is made, not with --plan`);
}

/** What people say of one plan; a watch, which goes on, takes no `--replace`. */
const termsOfPlan = { ...terms, ...replace };

/** The commands that make plans and run them. */
export const planning = {
  plan: {
    about: "show what apply would do",
    takes: paths,
    flags: {
      ...reports,
      ...server,
      ...targets,
      ...termsOfPlan,
      "--detailed-exitcode": "exit with 2 if there are changes, and with 3 if a guard stops them",
      ...all,
      "--live-reach":
        "also read all layers, groups and stores of the server, to list undeclared ones that a change affects",
      "--out <file>":
        "also write the plan to a file, for apply --plan; with several targets each has its own file, plan.TARGET.json for plan.json",
      "--expires <time>": {
        about: "how long the plan file is valid, such as 30m or 7d; 24h by default",
        parse: parseDuration,
      },
      ...selection,
      ...cache,
    },
    examples: [
      "plumbline plan manifests/ --url http://localhost:8600",
      "plumbline plan manifests/ --out plan.json --detailed-exitcode",
      "plumbline plan manifests/ --report plan.md --report plan.html",
      "plumbline plan manifests/ --replace ImageMosaic/weather:radar",
    ],
  },
  rehearse: {
    about:
      "run the plan on a copy of the affected objects, and show what an apply would do; the server is only read",
    takes: paths,
    flags: { ...reports, ...server, ...termsOfPlan, ...all, ...selection, ...cache },
    examples: [
      "plumbline rehearse manifests/ --url http://localhost:8600",
      "plumbline rehearse manifests/ --prune=owned -o json",
    ],
  },
  apply: {
    about: "make the catalog match the manifests",
    takes: paths,
    flags: {
      ...reports,
      ...server,
      ...targets,
      ...termsOfPlan,
      "--detailed-exitcode": "exit with 2 if something was changed",
      ...all,
      "--yes": "do not ask",
      "--plan <file>":
        "run the plan in a file without asking, if it is still up to date; with several targets each has its own file, plan.TARGET.json for plan.json",
      "--expect <digest>": {
        about:
          "run the plan with this digest, as printed by plan, without asking; run no other plan",
        parse: parseDigest,
        conflicts: ["plan", "allTargets"],
      },
      "--verify":
        "then request maps of what was changed, and of what shows it, and exit with 7 if they are not as declared",
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
  },
  approve: {
    about: "approve a plan that is waiting in a watch, or list the waiting plans",
    takes: { "[digest]": "digest of the plan; the first 8 digits are enough" },
    flags: { ...output, ...server, ...all, "--yes": "approve the plan without asking" },
    examples: [
      "plumbline approve",
      "plumbline approve 9f2c61d4",
      "plumbline approve 9f2c61d4 --yes",
    ],
  },
  destroy: {
    about: "delete everything that the estate owns, and nothing else",
    takes: paths,
    flags: {
      ...reports,
      ...server,
      ...dangers,
      "--confirm <name>": "the name of the estate or target, to confirm its deletion",
      "--plan-only": "show what would be deleted, and exit",
      "--detailed-exitcode":
        "exit with 2 if there was something to delete; with --plan-only exit with 3 if a guard stops it",
      ...all,
      ...lockTimeout,
      ...writing,
      ...selection,
      ...cache,
    },
    examples: [
      "plumbline destroy manifests/ --plan-only",
      "plumbline destroy manifests/ --confirm roads --allow workspace-delete",
    ],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Flags of `plan`. */
export type PlanFlags = FlagsOf<typeof planning.plan.flags>;

/** Flags of `apply`. */
export type ApplyFlags = FlagsOf<typeof planning.apply.flags>;

/** Flags of `approve`. */
export type ApproveFlags = FlagsOf<typeof planning.approve.flags>;

/** Flags of `destroy`. */
export type DestroyFlags = FlagsOf<typeof planning.destroy.flags>;
