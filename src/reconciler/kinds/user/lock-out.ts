/** Changes of accounts after which the one that makes them could not go on. */
import { administratorRoles } from "../../../model/role.ts";
import type { Facts, KindContext, GuardFinding, SetChange } from "../../kind.ts";
import { readRolesOfGroup } from "./read.ts";
import { setOf } from "./steps.ts";

/**
 * Why the account at work could not go on after a change of accounts. Its password may not change
 * either, since the next request would still come with the old one.
 */
export async function lockOuts(
  { before, after }: SetChange,
  context: KindContext,
): Promise<readonly GuardFinding[]> {
  const { account } = context;
  const [was, will] = [before.get(account), after.get(account)];
  if (was === undefined) return [];
  const found = will === undefined ? ["deletes it"] : await harms(was, will, context);
  return found.map((what) => ({
    message: `The account ${account} makes these requests; the plan ${what}`,
    hint: "Leave it as it is, or make the change as another administrator.",
  }));
}

async function harms(was: Facts, will: Facts, context: KindContext): Promise<readonly string[]> {
  const found: string[] = [];
  if (was["enabled"] !== false && will["enabled"] === false) found.push("switches it off");
  if ((await administrates(was, context)) && !(await administrates(will, context)))
    found.push("takes away what makes it an administrator");
  if (was["password"] !== will["password"]) found.push("sets its password");
  return found;
}

/** Whether an account administrates by a role of its own or of one of its groups. */
async function administrates(facts: Facts, { read }: KindContext): Promise<boolean> {
  const isGiven = (roles: readonly string[]) => roles.some((role) => administratorRoles.has(role));
  if (isGiven(setOf(facts, "roles"))) return true;
  for (const group of setOf(facts, "groups")) {
    if (isGiven(await readRolesOfGroup(read, group))) return true;
  }
  return false;
}
