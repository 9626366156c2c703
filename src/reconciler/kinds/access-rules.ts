/**
 * Access rules. One manifest declares many rules; a plan changes all of them together, in the
 * fewest requests and in an order that never shows more to anybody than before or after
 * (docs/decisions/0006-access-rules.md).
 */
import { z } from "zod";
import {
  compareRuleKeys,
  inScope,
  normaliseRoles,
  parseRuleKey,
  ruleAddress,
  ruleDepth,
  scopeFault,
  type RuleSet,
} from "../../model/access-rule.ts";
import { accessGains, gainText } from "../../model/effective-access.ts";
import type { Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { rules as limits } from "../../model/limits.ts";
import { readAccessRules, renderAccessRules } from "../../wire/access-rules.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathOf } from "../../wire/paths.ts";
import {
  bindKind,
  type BatchChange,
  type Facts,
  type Judgement,
  type Kind,
  type KindContext,
  type Manifest,
  type Resolution,
  type Resource,
  type Step,
  type Sweep,
} from "../kind.ts";

const role = z
  .string()
  .min(1)
  .refine((name) => !/[\s,]/.test(name), "must not hold blanks or commas")
  .refine(
    (name) => Buffer.byteLength(name) <= limits.roleBytes,
    `must not have more than ${limits.roleBytes} bytes`,
  );

const spec = z.strictObject({
  scope: z
    .array(z.string())
    .default([])
    .describe(
      "Parts of the catalog, as workspace.layer with * for any. Required for mode exclusive.",
    ),
  mode: z
    .enum(["exclusive", "merge"])
    .describe(
      "exclusive owns every rule in scope: others in it are deleted. merge owns the rules it lists.",
    ),
  rules: z
    .record(z.string(), z.array(role).max(limits.roles))
    .describe(
      "Rule key (workspace.layer.mode, mode r, w or a) to roles; * is everybody, an empty list nobody.",
    ),
});

type Spec = z.infer<typeof spec>;

const kind: Kind<Spec, undefined> = {
  name: "AccessRule",
  manifest: {
    kind: "AccessRules",
    description: "Who may read, write or administer which layers.",
    workspace: "none",
    spec,
  },
  weight: 10,
  fields: { roles: { onChange: "update", label: "roles" } },
  resolve: async (manifest) => resolve(manifest),
  observe: async ({ read }) => {
    const { rules, etag } = await readAccessRules(read);
    return [...rules].map(([key, roles]) => ({
      address: ruleAddress(key),
      facts: { roles },
      requires: [],
      etag,
    }));
  },
  batch,
  judge,
};

function resolve(manifest: Manifest<Spec>): Resolution<undefined> {
  const { scope, mode, rules } = manifest.spec;
  const resources = Object.entries(rules).map(([key, roles]): Resource<undefined> => {
    const where = manifest.locate(["spec", "rules", key]);
    return {
      address: ruleAddress(key),
      facts: { roles: normaliseRoles(roles) },
      payload: undefined,
      requires: [],
      where,
    };
  });
  const owner: Address = { kind: "AccessRules", workspace: null, name: manifest.name };
  const covers = (address: Address) => scope.some((part) => inScope(address.name, part));
  const where = manifest.locate(["spec", "scope"]);
  const sweeps: Sweep[] = mode === "exclusive" ? [{ owner, where, kind: kind.name, covers }] : [];
  return { resources, sweeps, diagnostics: [...scopeFaults(manifest), ...ruleFaults(manifest)] };
}

function scopeFaults({ spec: { scope, mode }, locate }: Manifest<Spec>): readonly Diagnostic[] {
  const faults: Diagnostic[] = scope.flatMap((part, index) => {
    const fault = scopeFault(part);
    if (fault === undefined) return [];
    const message = `The scope ${JSON.stringify(part)} ${fault}`;
    return [
      { code: "rule-invalid", severity: "error", message, where: locate(["spec", "scope", index]) },
    ];
  });
  if (mode === "exclusive" && scope.length === 0) {
    const hint = 'For example scope: ["geology.*"]; or choose mode: merge.';
    const message = "Exclusive rules need a scope: it says which undeclared rules are deleted";
    faults.push({
      code: "rule-invalid",
      severity: "error",
      message,
      hint,
      where: locate(["spec"]),
    });
  }
  return faults;
}

function ruleFaults({ spec: { scope, rules }, locate }: Manifest<Spec>): readonly Diagnostic[] {
  return Object.keys(rules).flatMap((key): readonly Diagnostic[] => {
    const where = locate(["spec", "rules", key]);
    const parsed = parseRuleKey(key);
    if (typeof parsed === "string")
      return [{ code: "rule-invalid", severity: "error", message: parsed, where }];
    if (scope.length === 0 || scope.some((part) => inScope(key, part))) return [];
    const message = `The rule ${key} lies outside the scope ${scope.join(", ")}`;
    const hint =
      "Widen the scope, or declare the rule in an AccessRules of mode merge without a scope.";
    return [{ code: "rule-outside-scope", severity: "error", message, hint, where }];
  });
}

/** Sentences beyond this number are counted. */
const GAINS_SHOWN = 20;

/** Whoever may do more afterwards is named; a plan that lets everybody do more has to be allowed. */
function judge({ before, after }: Pick<BatchChange, "before" | "after">): Judgement {
  const gains = accessGains(ruleSet(before), ruleSet(after));
  const texts = gains.map(gainText);
  const more = texts.length - GAINS_SHOWN;
  const shown = more > 1 ? [...texts.slice(0, GAINS_SHOWN), `and ${more} gains more`] : texts;
  const [first, ...others] = gains.filter(({ roles }) => roles === undefined).map(gainText);
  if (first === undefined) return { dangers: [], consequences: shown };
  const rest = others.length === 0 ? "" : `, and ${others.length} more of that sort`;
  const message = `Access widens for every account: ${first}${rest}`;
  return { dangers: [{ name: "public-access", message }], consequences: shown };
}

function ruleSet(facts: ReadonlyMap<string, Facts>): RuleSet {
  return new Map([...facts.keys()].map((key) => [key, rolesOf(facts, key)]));
}

/** Differences between two rule sets, keys in stable order. */
interface RuleChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

function batch(change: BatchChange, { server }: KindContext): readonly Step[] {
  const { before, after } = change;
  const same = (key: string) => rolesOf(before, key).join() === rolesOf(after, key).join();
  const sorted = (keys: readonly string[]) => keys.toSorted(compareRuleKeys);
  const changes: RuleChanges = {
    added: sorted([...after.keys()].filter((key) => !before.has(key))),
    changed: sorted([...after.keys()].filter((key) => before.has(key) && !same(key))),
    removed: sorted([...before.keys()].filter((key) => !after.has(key))),
  };
  return server.dialect === "documented" ? replaceAll(change, changes) : oneByOne(change, changes);
}

/** Where a POST sets a new list, one request is always enough; the smallest one is taken. */
function replaceAll(change: BatchChange, changes: RuleChanges): readonly Step[] {
  const { added, changed, removed } = changes;
  const [first, ...others] = removed;
  if (added.length + changed.length + removed.length === 0) return [];
  if (added.length + removed.length === 0) return [put(change, changed, change.etag)];
  if (added.length + changed.length === 0 && others.length === 0 && first !== undefined) {
    return [remove(first, change.etag)];
  }
  const summary = `set the list of access rules: ${describe(changes)}`;
  return [rulesRequest("POST", summary, { ...change, keys: [...change.after.keys()] })];
}

/**
 * Where a POST only adds: additions, then changes, then deletions from the generic to the
 * specific. Every layer is then decided either by its old rule or by its new one at all times.
 */
function oneByOne(change: BatchChange, { added, changed, removed }: RuleChanges): readonly Step[] {
  const deletions = removed.toSorted(
    (a, b) => ruleDepth(a) - ruleDepth(b) || compareRuleKeys(a, b),
  );
  return [
    ...(added.length === 0
      ? []
      : [
          rulesRequest("POST", `add access rules ${added.join(", ")}`, {
            after: change.after,
            keys: added,
            etag: undefined,
          }),
        ]),
    ...(changed.length === 0 ? [] : [put(change, changed, undefined)]),
    ...deletions.map((key) => remove(key, undefined)),
  ];
}

function put({ after }: BatchChange, keys: readonly string[], etag: string | undefined): Step {
  return rulesRequest("PUT", `change access rules ${keys.join(", ")}`, { after, keys, etag });
}

function rulesRequest(
  method: "POST" | "PUT",
  summary: string,
  { after, keys, etag }: Pick<BatchChange, "after" | "etag"> & { readonly keys: readonly string[] },
): Step {
  const { text } = renderAccessRules(
    new Map(keys.map((key) => [key, rolesOf(after, key)])),
    "layers",
    "xml",
  );
  const headers = etag === undefined ? {} : { headers: { "if-match": etag } };
  const request = { method, path: pathOf("layerRules", {}), mediaType: mediaTypes.xml, ...headers };
  return { summary, request: { ...request, body: { kind: "text", text } } };
}

function remove(key: string, etag: string | undefined): Step {
  const headers = etag === undefined ? {} : { headers: { "if-match": etag } };
  const path = pathOf("layerRule", { rule: key });
  return { summary: `delete access rule ${key}`, request: { method: "DELETE", path, ...headers } };
}

function describe({ added, changed, removed }: RuleChanges): string {
  const part = (sign: string, keys: readonly string[]) => keys.map((key) => `${sign}${key}`);
  return [...part("+", added), ...part("~", changed), ...part("-", removed)].join(" ");
}

function rolesOf(rules: ReadonlyMap<string, Facts>, key: string): readonly string[] {
  const roles = rules.get(key)?.["roles"];
  return Array.isArray(roles) ? (roles as readonly string[]) : [];
}

/** The kind `AccessRule`, declared by manifests of kind `AccessRules`. */
export const accessRulesKind = bindKind(kind);
