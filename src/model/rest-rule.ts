/**
 * Rules on requests: which roles may send which methods to which paths. Keys are
 * `pattern:METHOD,METHOD` (docs/compatibility.md, "Rules on requests").
 */
import type { RuleSet } from "./access-rule.ts";
import { compareText } from "./address.ts";
import { comparePatterns, coversPath, segmentsOf } from "./ant-pattern.ts";

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"];
const ANY_METHOD = `(${methods.join("|")})`;
const SHAPE = `\\S+:${ANY_METHOD}(,${ANY_METHOD})*`;

/** A parsed key. */
export interface RestRuleKey {
  /** Segments. */
  readonly pattern: readonly string[];
  readonly methods: readonly string[];
}

/** Rules of a new catalog: administrators only. */
export const freshRestRules: RuleSet = new Map([
  ["/**:GET,HEAD,OPTIONS", ["ROLE_ADMINISTRATOR"]],
  ["/**:POST,DELETE,PUT", ["ROLE_ADMINISTRATOR"]],
]);

/** Rules of a new stock catalog. */
export const stockRestRules: RuleSet = new Map([
  ["/**:GET,HEAD", ["ADMIN"]],
  ["/**:POST,DELETE,PUT", ["ADMIN"]],
]);

/** Parses a key; a text is the error. */
export function parseRestRuleKey(text: string): RestRuleKey | string {
  const colon = text.lastIndexOf(":");
  const path = text.slice(0, Math.max(0, colon));
  const named = text.slice(colon + 1).split(",");
  if (path === "" || /\s/.test(path) || !named.every((method) => methods.includes(method))) {
    return `Invalid '${text}' not matching ${SHAPE}`;
  }
  const problem = patternProblem(path);
  if (problem !== undefined) return `Invalid '${text}': the pattern ${problem}`;
  return { pattern: segmentsOf(path), methods: named };
}

/**
 * Why a pattern can never match, or matches other requests than it seems to.
 * Deviation: rest-rule-patterns.
 */
function patternProblem(path: string): string | undefined {
  if (!path.startsWith("/")) return "does not start with /";
  if (path !== "/" && /\/(?:\/|$)/.test(path)) return "has an empty segment, which no path has";
  const wrong = /[%\\\u0000-\u001f\u007f]/.exec(path)?.[0];
  if (wrong === undefined) return undefined;
  return `holds ${JSON.stringify(wrong)}; paths are compared decoded`;
}

/** Listing and matching order: specific first, then fewer methods. */
export function compareRestRuleKeys(a: string, b: string): number {
  const [one, other] = [parseRestRuleKey(a), parseRestRuleKey(b)];
  if (typeof one === "string" || typeof other === "string") return compareText(a, b);
  return (
    comparePatterns(one.pattern, other.pattern) ||
    one.methods.length - other.methods.length ||
    compareText(a, b)
  );
}

/** A request with the decoded path segments below the REST root. */
interface RuledRequest {
  readonly method: string;
  readonly path: readonly string[];
}

/** Rules in matching order. */
export type RestRules = readonly (RestRuleKey & { readonly roles: readonly string[] })[];

/** Compiles rules; invalid keys are dropped. Deviation: rest-rule-order. */
export function compileRestRules(rules: RuleSet): RestRules {
  return [...rules]
    .toSorted(([a], [b]) => compareRestRuleKeys(a, b))
    .flatMap(([key, roles]) => {
      const parsed = parseRestRuleKey(key);
      return typeof parsed === "string" ? [] : [{ ...parsed, roles }];
    });
}

/** Roles of the first matching rule. */
export function rolesForRequest(
  rules: RestRules,
  { method, path }: RuledRequest,
): readonly string[] | undefined {
  // GeoServer's patterns may omit the first path segment.
  const below = ["rest", ...path];
  return rules.find(
    ({ methods: own, pattern }) =>
      own.includes(method) && (coversPath(pattern, path) || coversPath(pattern, below)),
  )?.roles;
}

/**
 * Whether a key's pattern is in a scope (a path plus `/**`). Rules for all requests (`/**`) are in
 * no scope: they change only if listed by name.
 */
export function inRestScope(key: string, scope: string): boolean {
  const parsed = parseRestRuleKey(key);
  if (typeof parsed === "string" || parsed.pattern[0] === "**") return false;
  return segmentsOf(scope)
    .slice(0, -1)
    .every((name, index) => parsed.pattern[index] === name);
}

/** Why a text is not a scope. */
export function restScopeProblem(scope: string): string | undefined {
  const names = segmentsOf(scope).slice(0, -1);
  const isScope =
    scope.endsWith("/**") && patternProblem(scope) === undefined && !/[*?\s]/.test(names.join(""));
  return isScope ? undefined : "is not a path with /** behind it, for example /workspaces/**";
}
