/**
 * What rules on layers mean for everybody: who may do more after a change of them than before
 * (docs/compatibility.md, "Who sees what"). Rules name workspaces, layers and roles; whatever
 * none of them names is alike, so one stand-in for all of it is enough to know of every layer.
 */
import { compareText } from "./address.ts";
import { parseRuleKey, type AccessMode, type RuleSet } from "./access-rule.ts";
import { compileRules, mayAccess, type RuleTree } from "./rule-tree.ts";

/** Access that somebody has after a change and did not have before. */
export interface AccessGain {
  readonly mode: AccessMode;
  /** Undefined for every workspace that no rule names. */
  readonly workspace: string | undefined;
  /** Undefined for every layer of the workspace that no rule names. */
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
  asked: { readonly workspace: string; readonly name: string; readonly mode: AccessMode },
): boolean {
  return mayAccess(tree, new Set(roles), asked);
}

/** Workspaces and layers that rules name, with the stand-ins for all others; generic ones first. */
function targetsOf(sets: readonly RuleSet[]): readonly (readonly [string, string])[] {
  const layers = new Map<string, Set<string>>([[OTHERS, new Set([OTHERS])]]);
  for (const key of sets.flatMap((rules) => [...rules.keys()])) {
    const parsed = parseRuleKey(key);
    if (typeof parsed === "string" || parsed.workspace === "*") continue;
    const own = layers.get(parsed.workspace) ?? new Set([OTHERS]);
    layers.set(parsed.workspace, own.add(parsed.layer === "*" ? OTHERS : parsed.layer));
  }
  return [...layers]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([workspace, own]) =>
      [...own].toSorted(compareText).map((layer) => [workspace, layer] as const),
    );
}

const verbs: Readonly<Record<AccessMode, string>> = {
  r: "read",
  w: "write",
  a: "administer",
};

/** A gain as a sentence without its end: `everybody may now read geo.wells`. */
export function gainText({ mode, workspace, layer, roles }: AccessGain): string {
  const who = roles === undefined ? "everybody" : roles.join(", ");
  return `${who} may now ${verbs[mode]} ${placeText(workspace, layer)}`;
}

/** A loss as a sentence without its end, found as what going back would gain. */
export function lossText({ mode, workspace, layer, roles }: AccessGain): string {
  const place = `${verbs[mode]} ${placeText(workspace, layer)}`;
  if (roles === undefined) return `not everybody may ${place} any more`;
  return `${roles.join(", ")} may no longer ${place}`;
}

function placeText(workspace: string | undefined, layer: string | undefined): string {
  if (workspace === undefined) return "every workspace that no rule names";
  return layer === undefined
    ? `every layer of ${workspace} that no rule names`
    : `${workspace}.${layer}`;
}
