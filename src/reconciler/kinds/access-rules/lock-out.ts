/**
 * Rules on requests after which administrators could not go on. Servers of our own let them pass
 * whatever the rules say; a stock server does not, and tries the rules in an order that REST neither
 * shows nor sets (docs/compatibility.md, "Plumbline against a stock server").
 */
import { grants } from "../../../model/access-rule.ts";
import { coversPath, segmentsOf } from "../../../model/ant-pattern.ts";
import { parseRestRuleKey } from "../../../model/rest-rule.ts";
import { administratorRoles } from "../../../model/role.ts";
import type { Facts, KindContext, GuardFinding, SetChange } from "../../kind.ts";
import { rolesOf } from "./domains.ts";

/** Requests of which every deployment makes some, and those that would put the rules right again. */
const NEEDED = [
  ["GET", "/about/version"],
  ["GET", "/workspaces/any"],
  ["POST", "/workspaces"],
  ["PUT", "/workspaces/any/datastores/any"],
  ["DELETE", "/workspaces/any/datastores/any"],
  ["GET", "/security/acl/rest"],
  ["POST", "/security/acl/rest"],
  ["PUT", "/security/acl/rest"],
  ["GET", "/resource/plumbline/any"],
  ["PUT", "/resource/plumbline/any"],
] as const;

type Needed = (typeof NEEDED)[number];

/** Requests that administrators may make for certain before a change of the rules and not after. */
export function lockOuts(
  { before, after }: SetChange,
  { server }: KindContext,
): readonly GuardFinding[] {
  if (server.software !== "geoserver") return [];
  const lost = NEEDED.filter((needed) => passes(before, needed) && !passes(after, needed));
  if (lost.length === 0) return [];
  const named = lost.map(([method, path]) => `${method} ${path}`).join(", ");
  const message = `With these rules on requests administrators could be refused ${named}`;
  const hint =
    "Name ROLE_ADMINISTRATOR in every rule that covers such a request: the server may try any of them first.";
  return [{ message, hint }];
}

/** Whether administrators are let through by whatever rule comes first, and there is one. */
function passes(rules: ReadonlyMap<string, Facts>, [method, path]: Needed): boolean {
  const covering = [...rules.keys()].filter((key) => covers(key, method, path));
  return (
    covering.length > 0 && covering.every((key) => grants(rolesOf(rules, key), administratorRoles))
  );
}

function covers(key: string, method: string, path: string): boolean {
  const rule = parseRestRuleKey(key);
  if (typeof rule === "string" || !rule.methods.includes(method)) return false;
  const segments = segmentsOf(path);
  return coversPath(rule.pattern, segments) || coversPath(rule.pattern, ["rest", ...segments]);
}
