/** Commands on access rules (docs/interface.md, 4.4). */
import { isGroupRule, noLayerRule, normaliseRoles, type RuleSet } from "../../model/access-rule.ts";
import { rules as limits } from "../../model/limits.ts";
import { ruleGrammars, type RuleDomain } from "../../model/rule-domain.ts";
import { unwritableIn, writableText } from "../../model/writable.ts";
import { CatalogError } from "./errors.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Kinds of records by domain. */
export const ruleRecords = {
  layers: "access-rule",
  services: "service-rule",
  rest: "rest-rule",
} as const satisfies Record<RuleDomain, string>;

/** Lists the rules of a domain. */
export async function listRules(reader: CatalogReader, domain: RuleDomain): Promise<RuleSet> {
  const stored = await reader.list(ruleRecords[domain], null);
  return new Map(stored.map((rule) => [rule.name, rule.value.roles]));
}

/** Replaces the rules of a domain; only a file replaces rules on global layer groups. */
export async function replaceRules(
  writer: CatalogWriter,
  domain: RuleDomain,
  rules: RuleSet,
  from: "request" | "file" = "request",
): Promise<void> {
  const wanted = from === "file" ? wellFormed(domain, rules) : checkedRules(domain, rules);
  for (const key of (await listRules(writer, domain)).keys()) {
    const isKept = from === "request" && domain === "layers" && isGroupRule(key);
    if (!wanted.has(key) && !isKept) await writer.remove(keyOf(domain, key));
  }
  await putRules(writer, domain, wanted);
}

/** Adds all rules, or none if one of them exists. */
export async function addRules(
  writer: CatalogWriter,
  domain: RuleDomain,
  rules: RuleSet,
): Promise<void> {
  const wanted = checkedRules(domain, rules);
  const known = await listRules(writer, domain);
  const existing = [...wanted.keys()].filter((key) => known.has(key));
  if (existing.length > 0) {
    const keys = existing.toSorted(ruleGrammars[domain].compare).join(",");
    throw new CatalogError("rules-exist", `Already existing rules: ${keys}`);
  }
  checkCount(domain, known.size + wanted.size);
  await putRules(writer, domain, wanted);
}

/** Changes the roles of all rules, or none if one of them is unknown. */
export async function modifyRules(
  writer: CatalogWriter,
  domain: RuleDomain,
  rules: RuleSet,
): Promise<void> {
  const wanted = checkedRules(domain, rules);
  const known = await listRules(writer, domain);
  const unknown = [...wanted.keys()].filter((key) => !known.has(key));
  if (unknown.length > 0) {
    const keys = unknown.toSorted(ruleGrammars[domain].compare).join(",");
    throw new CatalogError("rules-unknown", `Unknown rules: ${keys}`);
  }
  await putRules(writer, domain, wanted);
}

/** Removes one rule. */
export async function deleteRule(
  writer: CatalogWriter,
  domain: RuleDomain,
  text: string,
): Promise<void> {
  const [key = text] = checkedRules(domain, new Map([[text, []]])).keys();
  if ((await writer.get(ruleRecords[domain], null, key)) === undefined) {
    throw new CatalogError("not-found", `Rule not found: ${key}`);
  }
  await writer.remove(keyOf(domain, key));
}

/** Removes the rules of a deleted object (docs/compatibility.md, "Cascades"). */
export async function dropRules(
  writer: CatalogWriter,
  hangs: (key: string) => boolean,
): Promise<void> {
  for (const { name } of await writer.list("access-rule", null)) {
    if (hangs(name)) await writer.remove(keyOf("layers", name));
  }
}

/** Renames a rule on layers, replacing any rule of the new key. */
export async function moveRule(writer: CatalogWriter, from: string, to: string): Promise<void> {
  // Rules match names ignoring case, so the rule may have the new key already.
  if (from === to) return;
  if ((await writer.get("access-rule", null, to)) !== undefined)
    await writer.remove(keyOf("layers", to));
  await writer.rename(keyOf("layers", from), { workspace: null, name: to });
}

function checkedRules(domain: RuleDomain, rules: RuleSet): RuleSet {
  const group = domain === "layers" ? [...rules.keys()].find(isGroupRule) : undefined;
  if (group !== undefined) throw new CatalogError("rule-invalid", noLayerRule(group));
  return wellFormed(domain, rules);
}

function wellFormed(domain: RuleDomain, rules: RuleSet): RuleSet {
  checkCount(domain, rules.size);
  for (const [key, roles] of rules) {
    const problem = ruleGrammars[domain].problem(key);
    if (problem !== undefined) throw new CatalogError("rule-invalid", problem);
    if (unwritableIn([key, ...roles].join()) !== undefined) {
      const message = `The rule ${writableText(key)} holds a character that no document can hold`;
      throw new CatalogError("rule-invalid", message);
    }
    const bytes = Buffer.byteLength(key);
    if (bytes > limits.keyBytes) {
      throw new CatalogError(
        "too-large",
        `A rule's key has ${bytes} bytes; the limit is ${limits.keyBytes}`,
      );
    }
    if (roles.length > limits.roles) {
      throw new CatalogError(
        "too-large",
        `The rule ${key} names ${roles.length} roles; the limit is ${limits.roles}`,
      );
    }
    const long = roles.find((role) => Buffer.byteLength(role) > limits.roleBytes);
    if (long !== undefined) {
      throw new CatalogError(
        "too-large",
        `The rule ${key} names a role of more than ${limits.roleBytes} bytes`,
      );
    }
  }
  const { canonical } = ruleGrammars[domain];
  return new Map([...rules].map(([key, roles]) => [canonical(key), roles]));
}

function checkCount(domain: RuleDomain, count: number): void {
  const limit = ruleGrammars[domain].count;
  if (count <= limit) return;
  throw new CatalogError("too-large", `The list holds ${count} rules; the limit is ${limit}`);
}

async function putRules(writer: CatalogWriter, domain: RuleDomain, rules: RuleSet): Promise<void> {
  for (const [key, roles] of rules) {
    await writer.put(keyOf(domain, key), { roles: normaliseRoles(roles) });
  }
}

function keyOf(domain: RuleDomain, name: string) {
  return { kind: ruleRecords[domain], workspace: null, name } as const;
}
