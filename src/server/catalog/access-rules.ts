/** Commands on layer access rules (docs/interface.md, 4.4). */
import {
  compareRuleKeys,
  normaliseRoles,
  parseRuleKey,
  type RuleSet,
} from "../../model/access-rule.ts";
import { rules as limits } from "../../model/limits.ts";
import { CatalogError } from "./errors.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** All rules there are. */
export async function listRules(reader: CatalogReader): Promise<RuleSet> {
  const stored = await reader.list("access-rule", null);
  return new Map(stored.map((rule) => [rule.name, rule.value.roles]));
}

/** Sets a new list of rules. */
export async function replaceRules(writer: CatalogWriter, rules: RuleSet): Promise<void> {
  checkRules(rules);
  for (const key of (await listRules(writer)).keys()) {
    if (!rules.has(key)) await writer.remove(keyOf(key));
  }
  await putRules(writer, rules);
}

/** Adds rules; nothing is applied when one of them exists. */
export async function addRules(writer: CatalogWriter, rules: RuleSet): Promise<void> {
  checkRules(rules);
  const known = await listRules(writer);
  const existing = [...rules.keys()].filter((key) => known.has(key));
  if (existing.length > 0) {
    const keys = existing.toSorted(compareRuleKeys).join(",");
    throw new CatalogError("rules-exist", `Already existing rules: ${keys}`);
  }
  await putRules(writer, rules);
}

/** Changes the roles of rules; nothing is applied when one of them is unknown. */
export async function modifyRules(writer: CatalogWriter, rules: RuleSet): Promise<void> {
  checkRules(rules);
  const known = await listRules(writer);
  const unknown = [...rules.keys()].filter((key) => !known.has(key));
  if (unknown.length > 0) {
    const keys = unknown.toSorted(compareRuleKeys).join(",");
    throw new CatalogError("rules-unknown", `Unknown rules: ${keys}`);
  }
  await putRules(writer, rules);
}

/** Removes one rule. */
export async function deleteRule(writer: CatalogWriter, key: string): Promise<void> {
  checkRules(new Map([[key, []]]));
  if ((await writer.get("access-rule", null, key)) === undefined) {
    throw new CatalogError("not-found", `Rule not found: ${key}`);
  }
  await writer.remove(keyOf(key));
}

/** Removes the rules that hang on something that goes (docs/compatibility.md, "Cascades"). */
export async function dropRules(
  writer: CatalogWriter,
  hangs: (key: string) => boolean,
): Promise<void> {
  for (const { name } of await writer.list("access-rule", null)) {
    if (hangs(name)) await writer.remove(keyOf(name));
  }
}

function checkRules(rules: RuleSet): void {
  if (rules.size > limits.count) {
    throw new CatalogError(
      "too-large",
      `The list holds ${rules.size} rules; the limit is ${limits.count}`,
    );
  }
  for (const [key, roles] of rules) {
    const parsed = parseRuleKey(key);
    if (typeof parsed === "string") throw new CatalogError("rule-invalid", parsed);
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
}

async function putRules(writer: CatalogWriter, rules: RuleSet): Promise<void> {
  for (const [key, roles] of rules) await writer.put(keyOf(key), { roles: normaliseRoles(roles) });
}

function keyOf(name: string) {
  return { kind: "access-rule", workspace: null, name } as const;
}
