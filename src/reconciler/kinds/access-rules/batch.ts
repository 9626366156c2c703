/**
 * Changes all rules of a domain in the fewest requests, never granting more than before or after
 * (docs/decisions/0006-access-rules.md).
 */
import { isGroupRule } from "../../../model/access-rule.ts";
import { ifMatch } from "../../../wire/request.ts";
import { ruleGrammars, type RuleDomain } from "../../../model/rule-domain.ts";
import { renderAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import { mediaTypes } from "../../../wire/media.ts";
import type { BatchChange, ServerProfile, Step } from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
import { domains, rolesOf } from "./domains.ts";
import { closingFirst, rulesBetween } from "./exposure.ts";

interface DomainChange extends BatchChange {
  readonly domain: RuleDomain;
  readonly server: ServerProfile;
}

/** Keys are in stable order. */
interface RuleChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export function changeRules(
  domain: RuleDomain,
  { before, after, etag }: BatchChange,
  server: ServerProfile,
): readonly Step[] {
  const change: DomainChange = { before, after, etag, domain, server };
  const { compare } = ruleGrammars[domain];
  const same = (key: string) => rolesOf(before, key).join() === rolesOf(after, key).join();
  const sorted = (keys: readonly string[]) => keys.toSorted(compare);
  const changes: RuleChanges = {
    added: sorted([...after.keys()].filter((key) => !before.has(key))),
    changed: sorted([...after.keys()].filter((key) => before.has(key) && !same(key))),
    removed: sorted([...before.keys()].filter((key) => !after.has(key))),
  };
  return server.dialect === "documented" ? besideFile(change, changes) : oneByOne(change, changes);
}

/** Rules on global layer groups are not in the list: additions go before it, deletions after it. */
function besideFile(change: DomainChange, changes: RuleChanges): readonly Step[] {
  const own = (keys: readonly string[]) => keys.filter((key) => isOfFile(change, key));
  const [set, gone] = [own([...changes.added, ...changes.changed]), own(changes.removed)];
  if (set.length + gone.length === 0) return replaceAll(change, changes);
  const others = (keys: readonly string[]) => keys.filter((key) => !isOfFile(change, key));
  const { added, changed, removed } = changes;
  const unconditional = { ...change, etag: undefined };
  return [
    ...(set.length === 0 ? [] : [put(unconditional, set)]),
    ...replaceAll(unconditional, {
      added: others(added),
      changed: others(changed),
      removed: others(removed),
    }),
    ...gone.map((key) => remove(unconditional, key)),
  ];
}

function isOfFile({ domain }: DomainChange, key: string): boolean {
  return domain === "layers" && isGroupRule(key);
}

/** Where a POST sets a new list, one request is enough; the smallest one is taken. */
function replaceAll(change: DomainChange, changes: RuleChanges): readonly Step[] {
  const { added, changed, removed } = changes;
  const [first, ...others] = removed;
  if (added.length + changed.length + removed.length === 0) return [];
  if (added.length + removed.length === 0) return [put(change, changed)];
  if (added.length + changed.length === 0 && others.length === 0 && first !== undefined) {
    return [remove(change, first)];
  }
  const summary = `set the list of ${domains[change.domain].many}: ${describe(changes)}`;
  const keys = [...change.after.keys()].filter((key) => !isOfFile(change, key));
  return [rulesRequest(change, { method: "POST", summary, keys })];
}

/**
 * Where a POST only adds: additions, changes, deletions, with the rule that is tried last first,
 * so that every request is decided by its old or its new rule at any time. Two rules decide
 * access to a layer, so what closes goes before what opens; where one request does both, the
 * intermediate rules go first.
 */
function oneByOne(change: DomainChange, { added, changed, removed }: RuleChanges): readonly Step[] {
  const { domain, before, after, server } = change;
  const gone = domains[domain].deletions(removed, [...before.keys()]);
  const requests: readonly RuleRequest[] = [
    { method: "POST" as const, keys: added },
    { method: "PUT" as const, keys: changed },
    ...[...Map.groupBy(gone, domain === "layers" ? modeOf : () => "").values()].map((keys) => ({
      method: "DELETE" as const,
      keys,
    })),
  ].filter(({ keys }) => keys.length > 0);
  const ordered = domain === "layers" ? closingFirst(change, requests) : requests;
  if (ordered === undefined) {
    const between = rulesBetween("layers", change);
    return [
      ...changeRules(domain, { before, after: between, etag: undefined }, server),
      ...changeRules(domain, { before: between, after, etag: undefined }, server),
    ];
  }
  // The list changes with each request, so its ETag fits none of them.
  const unconditional = { ...change, etag: undefined };
  return ordered.flatMap((request) => stepsOf(unconditional, request));
}

/** One request for all keys, or one for each deleted key. */
interface RuleRequest {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly keys: readonly string[];
}

function stepsOf(change: DomainChange, { method, keys }: RuleRequest): readonly Step[] {
  if (method === "DELETE") return keys.map((key) => remove(change, key));
  if (method === "PUT") return [put(change, keys)];
  const summary = `add ${domains[change.domain].many} ${keys.join(", ")}`;
  return [rulesRequest(change, { method, summary, keys })];
}

function modeOf(key: string): string {
  return key.slice(-1);
}

function put(change: DomainChange, keys: readonly string[]): Step {
  const summary = `change ${domains[change.domain].many} ${keys.join(", ")}`;
  return rulesRequest(change, { method: "PUT", summary, keys });
}

function rulesRequest(
  { domain, after, etag }: DomainChange,
  about: {
    readonly method: "POST" | "PUT";
    readonly summary: string;
    readonly keys: readonly string[];
  },
): Step {
  const { method, summary, keys } = about;
  const rules = new Map(keys.map((key) => [key, rolesOf(after, key)]));
  const { text } = renderAccessRules(rules, domain, "xml");
  const request = { method, path: rulesPath(domain), mediaType: mediaTypes.xml, ...ifMatch(etag) };
  return { summary, request: { ...request, body: { kind: "text", text } } };
}

function remove({ domain, etag, server }: DomainChange, key: string): Step {
  const { one, path } = domains[domain];
  return deletion(`delete ${one} ${key}`, path(key, server), { etag });
}

function describe({ added, changed, removed }: RuleChanges): string {
  const part = (sign: string, keys: readonly string[]) => keys.map((key) => `${sign}${key}`);
  return [...part("+", added), ...part("~", changed), ...part("-", removed)].join(" ");
}
