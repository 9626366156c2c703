/**
 * What a change of rules shows and hides. The intermediate rules hide all that it hides, and show
 * nothing that it shows.
 */
import { dottedParts, parseRuleKey, ruleKeyOf } from "../../../model/access-rule.ts";
import { NO_EFFECT, type Effect, type Scope, type ScopedEffect } from "../../../model/exposure.ts";
import { administratorRoles } from "../../../model/role.ts";
import type { RuleDomain } from "../../../model/rule-domain.ts";
import { parseRestRuleKey } from "../../../model/rest-rule.ts";
import type { Facts, SetChange } from "../../kind.ts";
import { rolesOf } from "./domains.ts";

type Rules = ReadonlyMap<string, Facts>;

/** Wider rules that decide where a rule is absent, nearest first, and the roles without any. */
interface Fallback {
  readonly keys: readonly string[];
  readonly open: readonly string[];
}

const EVERYBODY = ["*"];
/** Administrators may do everything, whatever the rules say. */
export const NOBODY: readonly string[] = ["ROLE_ADMINISTRATOR"];

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

/** The roles that the rules allow for what a key covers. */
function decided(domain: keyof typeof decisions, rules: Rules, key: string): readonly string[] {
  const { keys, open } = decisions[domain](key);
  const deciding = [key, ...keys].find((one) => rules.has(one));
  return deciding === undefined ? open : rolesOf(rules, deciding);
}

function effectOn(before: readonly string[], after: readonly string[]): Effect {
  return { narrows: !includes(after, before), widens: !includes(before, after) };
}

/** Whether the roles allow all of the others. */
function includes(roles: readonly string[], others: readonly string[]): boolean {
  return (
    roles.includes("*") ||
    others.every((role) => administratorRoles.has(role) || roles.includes(role))
  );
}

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

/** A rule without a service covers all services; a rule on an operation counts for its service. */
function serviceScope(key: string): Scope {
  const [service = "*"] = dottedParts(key);
  return { door: "maps", ...(service !== "*" && { service }) };
}

/** What rules on layers cover, without what more specific rules of the same mode cover. */
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
    // Administering includes reading and writing.
    const of = mode === "a" ? {} : { mode };
    // Global layer groups have the empty text as workspace.
    if (workspace === null) return { ...of, workspace: "", layer };
    if (workspace === "*") return { ...of, workspace: workspaces.get(mode) ?? new Set() };
    if (layer !== "*") return { ...of, workspace, layer };
    return { ...of, workspace, layer: layers.get(`${workspace}.${mode}`) ?? new Set() };
  };
}

/**
 * Orders requests so that no intermediate state allows more reading and writing of layers than
 * before or after; undefined where no such order exists.
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

/** The roles that administer the workspace of a rule, and so may read and write it. */
function administering(rules: Rules, key: string): readonly string[] {
  const parsed = parseRuleKey(key);
  const workspace = typeof parsed === "string" ? undefined : parsed.workspace;
  const keys = [...new Set([workspace ?? "*", "*"])].map((one) =>
    ruleKeyOf({ workspace: one, layer: "*", mode: "a" }),
  );
  const deciding = keys.find((one) => one !== undefined && rules.has(one));
  return deciding === undefined ? [] : rolesOf(rules, deciding);
}

/** Key prefixes with rules of their own, and `*.*.` for everything else. */
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

/** The intermediate rules of a change. */
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
 * Whether a change of REST rules takes no request from any role; false where only a check of
 * every request could tell.
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
 * Whether a new REST rule allows all that any rule it may precede allows. Servers differ where a
 * method has no rule.
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
