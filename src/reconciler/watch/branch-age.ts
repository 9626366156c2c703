/**
 * Whether the folder of a watch is as new as its branch. Several watches may follow one branch, and each looks at it
 * when it is due: one that has not fetched a commit yet would take back what another has applied of it.
 */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import type { Convergence } from "../inventory/convergence.ts";
import type { Plan } from "../engine/plan/plan.ts";

/** What another look at the branch found: what was known, a later commit (now in the folder), or nothing. */
export type BranchLook = "same" | "moved" | "away";

/** What is known before a plan is acted upon. */
interface BeforeActing {
  readonly plan: Plan | undefined;
  /** Digest of what this folder declares. */
  readonly declared: string;
  /** What the catalog last agreed with, as it stands now, and as this watch left it; undefined before its first pass. */
  readonly agreed: Convergence;
  readonly left: string | undefined;
  /** Looks at the branch; undefined where a folder is watched. */
  readonly look: (() => Promise<BranchLook>) | undefined;
}

/**
 * "current" where the plan may be acted upon, "moved" where it is worth nothing any more; else why it has to be left
 * alone. The look comes after that at the lock: what another run applies before that was in the branch, and one that
 * begins later is noticed when the lock is taken.
 */
export async function ageOfPlan({
  plan,
  declared,
  agreed,
  left,
  look,
}: BeforeActing): Promise<"current" | "moved" | Diagnostic> {
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
