/**
 * What rules on layers mean for everybody: who may do more after a change of them than before
 * (docs/compatibility.md, "Who sees what"). Rules name workspaces, layers and roles; whatever
 * none of them names is alike, so one stand-in for all of it is enough to know of every layer.
 */
import { compareText } from "./address.ts";
import { parseRuleKey, type AccessMode, type RuleSet } from "./access-rule.ts";
import { compileRules, mayAccess, type AccessTarget, type RuleTree } from "./rule-tree.ts";

/** Access that somebody has after a change and did not have before. */
export interface AccessGain {
  readonly mode: AccessMode;
  /** Undefined for every workspace that no rule names, null for global layer groups. */
  readonly workspace: string | null | undefined;
  /** A layer or layer group; undefined for every one of the workspace that no rule names. */
  readonly layer: string | undefined;
  /** Roles that gained it; undefined when everybody did. */
  readonly roles: readonly string[] | undefined;
}

/** Stands for everything that no rule names; no name can be like it. */
const OTHERS = "\u0000";

/** Roles that mean every account, and those that may do everything anyway. */
export const rolesOfAllOrNone: ReadonlySet<string> = new Set([
  "*",
  "ROLE_AUTHENTICATED",
  "ROLE_ADMINISTRATOR",
  "ADMIN",
]);

/** All gains of a change, in order of workspace, layer and mode. */
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

/** Workspaces and layers that rules name, with the stand-ins for all others; generic ones first. */
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

/** A gain as a sentence without its end: `everybody may now read geo.wells`. */
export function gainText(gain: AccessGain): string {
  const { mode, roles } = gain;
  const who = roles === undefined ? "everybody" : roles.join(", ");
  return `${who} may now ${verbs[mode]} ${placeText(gain)}`;
}

/** A loss as a sentence without its end, found as what going back would gain. */
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
