/** REST rules (docs/compatibility.md, "Rules on requests"). */
import {
  bindKind,
  type KindContext,
  type GuardFinding,
  type SetChange,
  type Facts,
} from "../kind.ts";
import { domains, rolesOf } from "./access-rules/domains.ts";
import { guardOpenings } from "./access-rules/openings.ts";
import { restRuleDetour } from "./access-rules/rest-rule-detours.ts";
import { rulesKind } from "./access-rules/rules-kind.ts";
import { grants } from "../../model/access-rule.ts";
import { coversPath, segmentsOf } from "../../model/ant-pattern.ts";
import { parseRestRuleKey } from "../../model/rest-rule.ts";
import { administratorRoles } from "../../model/role.ts";

export const restRulesKind = bindKind({
  ...rulesKind("rest"),
  access: {
    guard: (change) => guardOpenings("rest", change),
    hardGuard: async (changes, context) => {
      const change = changes(domains.rest.kind);
      return [...lockOuts(change, context), ...unreadableRules(change, context)];
    },
  },
  answers: {
    detour: restRuleDetour,
  },
});

/**
 * New rules that a stock server cannot read again: it stores them with `;` in place of the `:` of
 * keys, so a pattern with either is split wrongly. The first request after each reading gets 500,
 * and nothing shows which rules are in force (docs/compatibility.md, "Plumbline against a stock
 * server").
 */
function unreadableRules(
  { before, after }: SetChange,
  { server }: KindContext,
): readonly GuardFinding[] {
  if (server.software !== "geoserver") return [];
  const torn = [...after.keys()].filter((key) => !before.has(key) && /[:;]/.test(patternOf(key)));
  return torn.map((key) => ({
    message: `The rule on requests ${key} has a colon or semicolon in its pattern: the server takes it, but fails (500) each time it reads its rules again`,
    hint: "Write ? or * in the place of that character.",
  }));
}

function patternOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf(":")));
}

/** Requests that every deployment makes, and those that repair the rules. */
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

/**
 * Requests that administrators surely may make before a change and not after. Our own servers
 * always let administrators pass; a stock server tries the rules in an order that REST neither
 * shows nor sets.
 */
function lockOuts({ before, after }: SetChange, { server }: KindContext): readonly GuardFinding[] {
  if (server.software !== "geoserver") return [];
  const lost = NEEDED.filter((needed) => passes(before, needed) && !passes(after, needed));
  if (lost.length === 0) return [];
  const named = lost.map(([method, path]) => `${method} ${path}`).join(", ");
  const message = `With these rules on requests administrators could be refused ${named}`;
  const hint =
    "Name ROLE_ADMINISTRATOR in every rule that covers such a request: the server may try any of them first.";
  return [{ message, hint }];
}

/** Whether rules cover the request and each of them lets administrators pass. */
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
