/**
 * Rules on map services: which roles may call which operation. A rule is known by its key,
 * `service.method`, `*` standing for any (docs/compatibility.md, "Rules on services").
 */
import type { RuleSet } from "./access-rule.ts";
import { compareText } from "./address.ts";

/** The rules of a new catalog. */
export const freshServiceRules: RuleSet = new Map([
  ["wfs.CreateStoredQuery", ["ADMIN", "GROUP_ADMIN"]],
  ["wfs.DropStoredQuery", ["ADMIN", "GROUP_ADMIN"]],
]);

/** Why a text is no key, in the words clients know; undefined when it is one. */
export function serviceRuleFault(text: string): string | undefined {
  const parts = text.split(".");
  const [service, method] = parts;
  if (parts.length !== 2 || !service || !method || /[\s,=]/.test(text)) {
    return `Invalid rule ${text}, the expected format is service.method=role1,role2,...`;
  }
  if (service === "*" && method !== "*") {
    return `Invalid rule ${text}, when namespace is * then also layer must be *.`;
  }
  return undefined;
}

/** Generic before specific, then by name. */
export function compareServiceRuleKeys(a: string, b: string): number {
  return compareText(orderOf(a), orderOf(b));
}

function orderOf(key: string): string {
  return key
    .split(".")
    .map((part) => (part === "*" ? "0" : `1${part}`))
    .join("\u0000");
}
