/**
 * Which roles gain access by a change of layer rules (docs/compatibility.md, "Who sees what"). All
 * names that no rule names behave alike, so one placeholder represents them.
 */
import { compareText } from "./address.ts";
import { parseRuleKey, type AccessMode, type RuleSet } from "./access-rule.ts";
import { compileRules, mayAccess, type AccessTarget, type RuleTree } from "./rule-tree.ts";

/** Access that exists only after a change. */
export interface AccessGain {
  readonly mode: AccessMode;
  /** Undefined for all that no rule names, null for global layer groups. */
  readonly workspace: string | null | undefined;
  /** Undefined for all layers that no rule names. */
  readonly layer: string | undefined;
  /** Undefined for everyone. */
  readonly roles: readonly string[] | undefined;
}

/** Placeholder for names without rules; never a valid name. */
const OTHERS = "\u0000";

/** Roles of every account, and roles that always have full access. */
export const rolesOfAllOrNone: ReadonlySet<string> = new Set([
  "*",
  "ROLE_AUTHENTICATED",
  "ROLE_ADMINISTRATOR",
  "ADMIN",
]);

/** Gains, ordered by workspace, layer and mode. */
export function accessGains(before: RuleSet, after: RuleSet): readonly AccessGain[] {
  const [old, next] = [compileRules(before), compileRules(after)];
  const sets = [before, after];
  const roles = [...new Set(sets.flatMap((rules) => [...rules.values()].flat()))]
    .filter((role) => !rolesOfAllOrNone.has(role))
    .toSorted(compareText);
  return targetsOf(sets).flatMap(([workspace, layer]) =>
    (layer === OTHERS ? (["r", "w", "a"] as const) : (["r", "w"] as const)).flatMap((mode) => {
      const gained = (held: readonly string[]) => {
        const asked = { workspace, name: layer, mode };
        return !holds(old, held, asked) && holds(next, held, asked);
      };
      const everybody = gained([]);
      const named = everybody ? [] : roles.filter((role) => gained([role]));
      if (!everybody && named.length === 0) return [];
      return [
        {
          mode,
          workspace: workspace === OTHERS ? undefined : workspace,
          layer: layer === OTHERS ? undefined : layer,
          roles: everybody ? undefined : named,
        },
      ];
    }),
  );
}

function holds(
  tree: RuleTree,
  roles: readonly string[],
  asked: AccessTarget & { readonly mode: AccessMode },
): boolean {
  return mayAccess(tree, new Set(roles), asked);
}

/** Names of rules, plus placeholders, generic ones first. */
function targetsOf(
  sets: readonly RuleSet[],
): readonly (readonly [workspace: string | null, layer: string])[] {
  const layers = new Map<string, Set<string>>([[OTHERS, new Set([OTHERS])]]);
  const groups = new Set<string>();
  for (const key of sets.flatMap((rules) => [...rules.keys()])) {
    const parsed = parseRuleKey(key);
    if (typeof parsed === "string" || parsed.workspace === "*") continue;
    if (parsed.workspace === null) {
      groups.add(parsed.layer);
      continue;
    }
    const own = layers.get(parsed.workspace) ?? new Set([OTHERS]);
    layers.set(parsed.workspace, own.add(parsed.layer === "*" ? OTHERS : parsed.layer));
  }
  const inWorkspaces = [...layers]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([workspace, own]) =>
      [...own].toSorted(compareText).map((layer) => [workspace, layer] as const),
    );
  return [
    ...inWorkspaces,
    ...[...groups].toSorted(compareText).map((name) => [null, name] as const),
  ];
}

const verbs: Readonly<Record<AccessMode, string>> = {
  r: "read",
  w: "write",
  a: "administer",
};

/** Such as `everybody may now read geo.wells`. */
export function gainText(gain: AccessGain): string {
  const { mode, roles } = gain;
  const who = roles === undefined ? "everybody" : roles.join(", ");
  return `${who} may now ${verbs[mode]} ${placeText(gain)}`;
}

/** The text of a loss; losses are gains of the reverse change. */
export function lossText(gain: AccessGain): string {
  const { mode, roles } = gain;
  const place = `${verbs[mode]} ${placeText(gain)}`;
  if (roles === undefined) return `not everybody may ${place} any more`;
  return `${roles.join(", ")} may no longer ${place}`;
}

function placeText({ workspace, layer }: AccessGain): string {
  if (workspace === null) return `the global layer group ${layer}`;
  if (workspace === undefined) return "every workspace that no rule names";
  return layer === undefined
    ? `every layer of ${workspace} that no rule names`
    : `${workspace}.${layer}`;
}
