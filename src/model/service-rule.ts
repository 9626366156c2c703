/**
 * Rules on services: which roles may call which operation. Keys are `service.method`, with `*` for
 * any (docs/compatibility.md, "Rules on services").
 */
import { dottedParts, type RuleSet } from "./access-rule.ts";
import { compareText } from "./address.ts";

/** Rules of a new catalog. */
export const freshServiceRules: RuleSet = new Map([
  ["wfs.CreateStoredQuery", ["ADMIN", "GROUP_ADMIN"]],
  ["wfs.DropStoredQuery", ["ADMIN", "GROUP_ADMIN"]],
]);

/** Why a text is not a key, in GeoServer's wording. */
export function serviceRuleProblem(text: string): string | undefined {
  const parts = dottedParts(text);
  const [service, method] = parts;
  if (parts.length !== 2 || !service || !method) {
    return `Invalid rule ${text}, the expected format is service.method=role1,role2,...`;
  }
  if (service === "*" && method !== "*") {
    return `Invalid rule ${text}, when namespace is * then also layer must be *.`;
  }
  return undefined;
}

/** The canonical key; invalid keys stay. */
export function canonicalServiceRuleKey(text: string): string {
  return serviceRuleProblem(text) === undefined ? dottedParts(text).join(".") : text;
}

/** Generic before specific, then by name. */
export function compareServiceRuleKeys(a: string, b: string): number {
  return compareText(orderOf(a), orderOf(b));
}

function orderOf(key: string): string {
  return dottedParts(key)
    .map((part) => (part === "*" ? "0" : `1${part}`))
    .join("\u0000");
}

/** Specificity: 0 for all services, 1 for a service, 2 for an operation. */
export function serviceRuleDepth(key: string): number {
  return dottedParts(key).filter((part) => part !== "*").length;
}

/**
 * Whether a key is in a scope `service.method`, with `*` for any. `*.*` is in no scope: it changes
 * only if listed by name.
 */
export function inServiceScope(key: string, scope: string): boolean {
  const [service, method] = dottedParts(key);
  const [scopeService, scopeMethod] = dottedParts(scope);
  if (service === "*") return false;
  return isPart(service, scopeService) && isPart(method, scopeMethod);
}

function isPart(part: string | undefined, pattern: string | undefined): boolean {
  return pattern === "*" || pattern === part;
}

/** Why a text is not a scope. */
export function serviceScopeProblem(scope: string): string | undefined {
  return serviceRuleProblem(scope) === undefined
    ? undefined
    : "is not of the form service.method, for example wfs.*";
}
