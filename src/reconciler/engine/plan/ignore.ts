/**
 * Ignored objects, neither changed nor reported, and ignored fields (docs/opinions.md,
 * "Lifecycles"). Pure.
 */
import { formatAddress, type Address } from "../../../model/address.ts";
import { coversSegment } from "../../../model/ant-pattern.ts";
import { fault, formatPosition, type Diagnostic } from "../../../model/diagnostic.ts";
import type { Resource } from "../../kind.ts";

/** Patterns of address texts, and names of facts. */
export interface IgnoreRule {
  readonly objects: readonly string[];
  /** The whole object when absent. */
  readonly fields?: readonly string[] | undefined;
}

/** Whether a rule ignores the whole object. */
export function isIgnored(address: Address, rules: readonly IgnoreRule[]): boolean {
  return rules.some((rule) => rule.fields === undefined && covers(rule, address));
}

/** Fields whose differences do not count. */
export function ignoredFields(address: Address, rules: readonly IgnoreRule[]): ReadonlySet<string> {
  const own = rules.filter((rule) => covers(rule, address));
  return new Set(own.flatMap(({ fields = [] }) => fields));
}

function covers({ objects }: IgnoreRule, address: Address): boolean {
  const text = formatAddress(address);
  return objects.some((pattern) => coversSegment(pattern, text));
}

/** Resources without their ignored facts. */
export function withoutIgnored(
  resources: readonly Resource[],
  rules: readonly IgnoreRule[],
): readonly Resource[] {
  if (rules.length === 0) return resources;
  return resources.map((resource) => {
    const ignored = ignoredFields(resource.address, rules);
    if (ignored.size === 0) return resource;
    const kept = Object.entries(resource.facts).filter(([field]) => !ignored.has(field));
    return { ...resource, facts: Object.fromEntries(kept) };
  });
}

/** Errors for objects that are both declared and ignored. */
export function declaredAndIgnored(
  resources: readonly Resource[],
  rules: readonly IgnoreRule[],
): readonly Diagnostic[] {
  if (rules.length === 0) return [];
  return resources
    .filter(({ address }) => isIgnored(address, rules))
    .map(({ address, where }) => {
      const name = formatAddress(address);
      const message = `${name} is declared here, and the project file ignores it`;
      const hint = `Take the manifest at ${formatPosition(where)} away, or the rule under ignore.`;
      return fault("declared-and-ignored", message, { hint, where, address: name });
    });
}
