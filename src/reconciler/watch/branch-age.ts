/**
 * Checks that the folder of a watch is as new as its branch. Several watches may follow one
 * branch: one with an older commit would revert what another has applied.
 */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import type { Convergence } from "../inventory/convergence.ts";
import type { Plan } from "../engine/plan/plan.ts";

export type BranchLook = "same" | "moved" | "away";

interface BeforeActing {
  readonly plan: Plan | undefined;
  /** Digest of what this folder declares. */
  readonly declared: string;
  /** `agreed` is the stored state; `left` its digest after this watch's last pass. */
  readonly agreed: Convergence;
  readonly left: string | undefined;
  /** Fetches the branch; undefined where a plain folder is watched. */
  readonly look: (() => Promise<BranchLook>) | undefined;
}

/**
 * "current" if the plan may be applied, "moved" if it must be made again, else why not. The branch
 * is fetched after the lock was read: earlier runs of others are in it, later ones are noticed
 * when the lock is taken.
 */
export async function ageOfPlan(before: BeforeActing): Promise<"current" | "moved" | Diagnostic> {
  const { plan, declared, agreed, left, look } = before;
  const isToChange = plan?.changes.some(({ action }) => action !== "none") === true;
  if (look === undefined || (!isToChange && declared === agreed.declared)) return "current";
  const found = await look();
  if (found !== "away") return found === "same" ? "current" : "moved";
  const isOthers = agreed.declared !== declared && left !== undefined && agreed.declared !== left;
  return isOthers ? behind : "current";
}

const behind: Diagnostic = fault(
  "source-behind",
  "Another watch has applied something else since, and the branch cannot be fetched",
  { hint: "Nothing is changed until the branch can be fetched again." },
);
