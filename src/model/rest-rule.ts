/**
 * Rules on requests: which roles may send which methods to which paths. A rule is known by its
 * key, `pattern:METHOD,METHOD` (docs/compatibility.md, "Rules on requests").
 */
import type { RuleSet } from "./access-rule.ts";
import { compareText } from "./address.ts";
import { comparePatterns, coversPath, segmentsOf } from "./ant-pattern.ts";

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"];
const ANY_METHOD = `(${methods.join("|")})`;
const SHAPE = `\\S+:${ANY_METHOD}(,${ANY_METHOD})*`;

/** The parts of a rule's key. */
export interface RestRuleKey {
  /** Segments of the pattern. */
  readonly pattern: readonly string[];
  readonly methods: readonly string[];
}

/** The rules of a new catalog: administrators only. */
export const freshRestRules: RuleSet = new Map([
  ["/**:GET,HEAD,OPTIONS", ["ROLE_ADMINISTRATOR"]],
  ["/**:POST,DELETE,PUT", ["ROLE_ADMINISTRATOR"]],
]);

/** Those of a new catalog of a stock server. */
export const stockRestRules: RuleSet = new Map([
  ["/**:GET,HEAD", ["ADMIN"]],
  ["/**:POST,DELETE,PUT", ["ADMIN"]],
]);

/** Reads a key; a string is the reason why it is none. */
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
 * Why a pattern could cover no request, or not the ones it seems to; undefined when it can.
 * Deviation: rest-rule-patterns.
 */
function patternProblem(path: string): string | undefined {
  if (!path.startsWith("/")) return "does not start with /";
  if (path !== "/" && /\/(?:\/|$)/.test(path)) return "has an empty segment, which no path has";
  const wrong = /[%\\\u0000-\u001f\u007f]/.exec(path)?.[0];
  if (wrong === undefined) return undefined;
  return `holds ${JSON.stringify(wrong)}; paths are compared decoded`;
}

/** The order in which rules are listed and tried: special before general, then fewer methods. */
export function compareRestRuleKeys(a: string, b: string): number {
  const [one, other] = [parseRestRuleKey(a), parseRestRuleKey(b)];
  if (typeof one === "string" || typeof other === "string") return compareText(a, b);
  return (
    comparePatterns(one.pattern, other.pattern) ||
    one.methods.length - other.methods.length ||
    compareText(a, b)
  );
}

/** A request as rules see it: the path below the REST root as decoded segments. */
interface RuledRequest {
  readonly method: string;
  readonly path: readonly string[];
}

/** Rules in the order in which they are tried. */
export type RestRules = readonly (RestRuleKey & { readonly roles: readonly string[] })[];

/** Makes rules ready to be tried; keys that are none are left out. Deviation: rest-rule-order. */
export function compileRestRules(rules: RuleSet): RestRules {
  return [...rules]
    .toSorted(([a], [b]) => compareRestRuleKeys(a, b))
    .flatMap(([key, roles]) => {
      const parsed = parseRestRuleKey(key);
      return typeof parsed === "string" ? [] : [{ ...parsed, roles }];
    });
}

/** Roles of the first rule that covers a request; undefined when none does. */
export function rolesForRequest(
  rules: RestRules,
  { method, path }: RuledRequest,
): readonly string[] | undefined {
  // Patterns of this family may or may not write down the first part of the path.
  const below = ["rest", ...path];
  return rules.find(
    ({ methods: own, pattern }) =>
      own.includes(method) && (coversPath(pattern, path) || coversPath(pattern, below)),
  )?.roles;
}

/**
 * Whether a key lies in a scope, the names of a path with `/**` behind them: its pattern begins with
 * these names. The rules for all requests (`/**`) are in no scope: they are changed only where they
 * are listed by name.
 */
export function inRestScope(key: string, scope: string): boolean {
  const parsed = parseRestRuleKey(key);
  if (typeof parsed === "string" || parsed.pattern[0] === "**") return false;
  return segmentsOf(scope)
    .slice(0, -1)
    .every((name, index) => parsed.pattern[index] === name);
}

/** Why a text is no scope; undefined when it is one. */
export function restScopeProblem(scope: string): string | undefined {
  const names = segmentsOf(scope).slice(0, -1);
  const isScope =
    scope.endsWith("/**") && patternProblem(scope) === undefined && !/[*?\s]/.test(names.join(""));
  return isScope ? undefined : "is not a path with /** behind it, for example /workspaces/**";
}
