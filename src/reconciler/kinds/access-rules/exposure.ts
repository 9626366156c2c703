/**
 * What a change of rules shows and hides, and the rules between: all that a change hides is hidden by them, and nothing
 * that it shows is shown.
 */
import { dottedParts, parseRuleKey, ruleKeyOf } from "../../../model/access-rule.ts";
import { NO_EFFECT, type Effect, type Scope, type ScopedEffect } from "../../../model/exposure.ts";
import { administratorRoles } from "../../../model/role.ts";
import type { RuleDomain } from "../../../model/rule-domain.ts";
import { parseRestRuleKey } from "../../../model/rest-rule.ts";
import type { Facts, SetChange } from "../../kind.ts";
import { rolesOf } from "./domains.ts";

type Rules = ReadonlyMap<string, Facts>;

/** What decides for the same as a rule where that is not there, the nearest first, and what holds without any. */
interface Fallback {
  readonly keys: readonly string[];
  readonly open: readonly string[];
}

const EVERYBODY = ["*"];
/** Administrators do everything, whatever rules say. */
export const NOBODY: readonly string[] = ["ROLE_ADMINISTRATOR"];

/** The domains in which one rule alone decides, the most specific one. */
const decisions: Readonly<Record<Exclude<RuleDomain, "rest">, (key: string) => Fallback>> = {
  layers: (key) => {
    const parsed = parseRuleKey(key);
    if (typeof parsed === "string") return { keys: [`*.*.${key.slice(-1)}`], open: EVERYBODY };
    const { workspace, mode } = parsed;
    const wider = workspace === null ? undefined : ruleKeyOf({ workspace, layer: "*", mode });
    const keys = [wider ?? key, `*.*.${mode}`].filter((one) => one !== key);
    return { keys, open: mode === "a" ? [] : EVERYBODY };
  },
  services: (key) => {
    const keys = [`${dottedParts(key)[0]}.*`, "*.*"].filter((one) => one !== key);
    return { keys, open: EVERYBODY };
  },
};

/** Who is let in by the rules for what a rule of that key is for. */
function decided(domain: keyof typeof decisions, rules: Rules, key: string): readonly string[] {
  const { keys, open } = decisions[domain](key);
  const deciding = [key, ...keys].find((one) => rules.has(one));
  return deciding === undefined ? open : rolesOf(rules, deciding);
}

/** What becomes of those who are let in. */
function effectOn(before: readonly string[], after: readonly string[]): Effect {
  return { narrows: !includes(after, before), widens: !includes(before, after) };
}

/** Whether all of the others are among the roles. */
function includes(roles: readonly string[], others: readonly string[]): boolean {
  return (
    roles.includes("*") ||
    others.every((role) => administratorRoles.has(role) || roles.includes(role))
  );
}

/** What a change of rules does, by the parts that its rules are for. */
export function effectsOfRules(domain: RuleDomain, change: SetChange): readonly ScopedEffect[] {
  if (domain === "rest") {
    const back = { before: change.after, after: change.before };
    const effect = { narrows: !onlyOpens(change), widens: !onlyOpens(back) };
    return [{ ...effect, scope: { door: "rest" } }];
  }
  const { before, after } = change;
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const scopeOf = domain === "layers" ? layerScopes(keys) : serviceScope;
  return keys.map((key) => ({
    ...effectOn(decided(domain, before, key), decided(domain, after, key)),
    scope: scopeOf(key),
  }));
}

/** All services are meant where a rule names none; that of one operation is taken for its service. */
function serviceScope(key: string): Scope {
  const [service = "*"] = dottedParts(key);
  return { door: "maps", ...(service !== "*" && { service }) };
}

/** What rules on layers are for, but for what more specific ones of the same mode are for. */
function layerScopes(keys: readonly string[]): (key: string) => Scope {
  const workspaces = new Map<string, Set<string>>();
  const layers = new Map<string, Set<string>>();
  const into = (map: Map<string, Set<string>>, at: string, name: string) =>
    map.set(at, (map.get(at) ?? new Set()).add(name));
  for (const key of keys) {
    const parsed = parseRuleKey(key);
    if (typeof parsed === "string" || parsed.workspace === "*" || parsed.workspace === null)
      continue;
    const { workspace, layer, mode } = parsed;
    if (layer === "*") into(workspaces, mode, workspace);
    else into(layers, `${workspace}.${mode}`, layer);
  }
  return (key) => {
    const parsed = parseRuleKey(key);
    if (typeof parsed === "string") return {};
    const { workspace, layer, mode } = parsed;
    // Who administers may read and write, too.
    const of = mode === "a" ? {} : { mode };
    // What lies in no workspace has an empty text for it.
    if (workspace === null) return { ...of, workspace: "", layer };
    if (workspace === "*") return { ...of, workspace: workspaces.get(mode) ?? new Set() };
    if (layer !== "*") return { ...of, workspace, layer };
    return { ...of, workspace, layer: layers.get(`${workspace}.${mode}`) ?? new Set() };
  };
}

/**
 * Requests that change rules on layers, in an order in which nobody who reads and writes a layer can do more in between than
 * before or after; the first such order, undefined where there is none. Each request brings the rules of its keys from
 * what they were to what they will be.
 */
export function closingFirst<Request extends { readonly keys: readonly string[] }>(
  { before, after }: SetChange,
  requests: readonly Request[],
): readonly Request[] | undefined {
  if (requests.length < 2) return requests;
  const places = placesIn([...before.keys(), ...after.keys()]);
  const isHarmless = (state: Rules) =>
    places.every((place) =>
      [before, after].some((end) =>
        MODES.every((mode) => {
          const [most, now] = [end, state].map((rules) => [
            ...decided("layers", rules, place + mode),
            ...administering(rules, place + mode),
          ]);
          return includes(most ?? [], now ?? []);
        }),
      ),
    );
  const from = (state: Rules, left: readonly Request[]): readonly Request[] | undefined => {
    for (const request of left) {
      const others = left.filter((one) => one !== request);
      const next = withChanged(state, after, request.keys);
      if (others.length > 0 && !isHarmless(next)) continue;
      const rest = others.length === 0 ? [] : from(next, others);
      if (rest !== undefined) return [request, ...rest];
    }
    return undefined;
  };
  return from(before, requests);
}

const MODES = ["r", "w"] as const;

/** Who administers the workspace that a rule is for, and so may read and write it, too. */
function administering(rules: Rules, key: string): readonly string[] {
  const parsed = parseRuleKey(key);
  const workspace = typeof parsed === "string" ? undefined : parsed.workspace;
  const keys = [...new Set([workspace ?? "*", "*"])].map((one) =>
    ruleKeyOf({ workspace: one, layer: "*", mode: "a" }),
  );
  const deciding = keys.find((one) => one !== undefined && rules.has(one));
  return deciding === undefined ? [] : rolesOf(rules, deciding);
}

/** All places that rules decide for in another way than for others: what they name, and what they do not name beside it. */
function placesIn(keys: readonly string[]): readonly string[] {
  const named = new Set(keys.map((key) => key.slice(0, -1)));
  return [...named, "*.*."];
}

function withChanged(rules: Rules, after: Rules, keys: readonly string[]): Rules {
  const changed = new Map(rules);
  for (const key of keys) {
    const facts = after.get(key);
    if (facts === undefined) changed.delete(key);
    else changed.set(key, facts);
  }
  return changed;
}

/** The rules between those before and those after a change. */
export function rulesBetween(
  domain: Exclude<RuleDomain, "rest">,
  { before, after }: SetChange,
): Rules {
  const keys = new Set([...before.keys(), ...after.keys()]);
  const between = [...keys].flatMap((key): readonly (readonly [string, Facts])[] => {
    const [was, is] = [before, after].map((rules) => decided(domain, rules, key));
    const { narrows, widens } = was && is ? effectOn(was, is) : NO_EFFECT;
    if (narrows && widens) {
      const kept = (was ?? []).filter((role) => includes(is ?? [], [role]));
      return [[key, { roles: kept.length === 0 ? NOBODY : kept }]];
    }
    const facts = (widens ? before : after).get(key);
    return facts === undefined ? [] : [[key, facts]];
  });
  return new Map(between);
}

/**
 * Whether nobody may send less after a change of rules on requests than before. Decided by what the rules name, so
 * it says no where only a look at every request could show.
 */
function onlyOpens({ before, after }: SetChange): boolean {
  if ([...before.keys()].some((key) => !after.has(key))) return false;
  return [...after.keys()].every((key) =>
    before.has(key)
      ? includes(rolesOf(after, key), rolesOf(before, key))
      : opensRequests(key, { before, after }),
  );
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
