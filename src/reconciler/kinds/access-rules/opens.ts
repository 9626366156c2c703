/** Whether a change of rules can only grant more, so that it may wait until everything else is done. */
import type { RuleDomain } from "../../../model/rule-domain.ts";
import { administratorRoles } from "../../../model/role.ts";
import { parseRestRuleKey } from "../../../model/rest-rule.ts";
import type { SetChange } from "../../kind.ts";
import { rolesOf } from "./domains.ts";

/**
 * Whether nobody may do less after a change of rules than before. Decided by what the rules name, so
 * it says no where only a look at every request could show.
 */
export function onlyOpens(domain: RuleDomain, { before, after }: SetChange): boolean {
  if ([...before.keys()].some((key) => !after.has(key))) return false;
  return [...after.keys()].every((key) => {
    const roles = rolesOf(after, key);
    if (before.has(key)) return includes(roles, rolesOf(before, key));
    // Where no rule stands in the way of a map service everybody may call it.
    return domain === "rest" ? opensRequests(key, { before, after }) : roles.includes("*");
  });
}

/**
 * Whether a new rule on requests is for all that any rule it may come before is for. Where a method
 * has no rule at all, servers differ in what they do.
 */
function opensRequests(key: string, { before, after }: SetChange): boolean {
  const rule = parseRestRuleKey(key);
  if (typeof rule === "string") return false;
  const others = [...before.keys()].flatMap((other) => {
    const parsed = parseRestRuleKey(other);
    return typeof parsed === "string" ? [] : [{ ...parsed, roles: rolesOf(before, other) }];
  });
  const roles = rolesOf(after, key);
  return rule.methods.every((method) => {
    const own = others.filter(({ methods }) => methods.includes(method));
    const isDecided = own.some(({ pattern }) => pattern.length === 1 && pattern[0] === "**");
    return isDecided && own.every((other) => includes(roles, other.roles));
  });
}

function includes(roles: readonly string[], others: readonly string[]): boolean {
  return (
    roles.includes("*") ||
    others.every((role) => administratorRoles.has(role) || roles.includes(role))
  );
}
