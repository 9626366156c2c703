/**
 * What an account should see of a layer in map services, by rules and catalog mode
 * (docs/compatibility.md, "What map services answer").
 */
import { AUTHENTICATED, dottedParts, grants, type RuleSet } from "./access-rule.ts";
import type { CatalogMode } from "./catalog-mode.ts";
import { administratorRoles } from "./role.ts";
import { compileRules, mayAccess, type AccessTarget } from "./rule-tree.ts";

/** Rules and mode of a catalog. */
export interface MapRules {
  readonly layers: RuleSet;
  readonly services: RuleSet;
  readonly mode: CatalogMode;
}

/** Who asks; without roles nobody in particular, who has not logged in. */
export interface MapAccount {
  readonly isNobody: boolean;
  readonly roles: readonly string[];
}

/** An operation of a service, such as GetMap of wms. */
export interface MapOperation {
  readonly service: "wms" | "wfs" | "wcs" | "gwc";
  readonly method: string;
}

/**
 * What the account gets: the layer; a word that there is no such layer; a refusal of the layer; or
 * a refusal of the operation, whatever the layer.
 */
export type MapView = "served" | "hidden" | "challenged" | "refused";

/** What an account should get of one layer or group. */
export type Views = (account: MapAccount, target: AccessTarget, operation: MapOperation) => MapView;

/** Compiles rules once for many questions. */
export function viewsOf({ layers, services, mode }: MapRules): Views {
  const trees = {
    nobody: compileRules(withoutAuthenticated(layers)),
    others: compileRules(layers),
  };
  return (account, target, operation) => {
    if (!mayCall(services, account, operation)) return "refused";
    if (account.roles.some((role) => administratorRoles.has(role))) return "served";
    const tree = account.isNobody ? trees.nobody : trees.others;
    if (mayAccess(tree, new Set(account.roles), { ...target, mode: "r" })) return "served";
    return mode === "HIDE" ? "hidden" : "challenged";
  };
}

/** Whether a layer that an account gets so is in its capabilities documents. */
export function isListed(view: MapView, mode: CatalogMode): boolean {
  return view === "served" || (view === "challenged" && mode === "CHALLENGE");
}

/** Nobody has not logged in. */
function withoutAuthenticated(rules: RuleSet): RuleSet {
  return new Map([...rules].map(([key, roles]) => [key, withoutRole(roles)]));
}

/** The most specific rule decides; a rule on a service shuts out administrators, too. */
function mayCall(rules: RuleSet, account: MapAccount, { service, method }: MapOperation): boolean {
  const parsed = [...rules].map(([key, roles]) => ({
    parts: dottedParts(key.toLowerCase()),
    roles,
  }));
  const wanted = [
    [service, method.toLowerCase()],
    [service, "*"],
    ["*", "*"],
  ];
  const found = wanted
    .map((parts) => parsed.find((rule) => rule.parts.join(".") === parts.join(".")))
    .find((rule) => rule !== undefined);
  if (found === undefined) return true;
  const roles = account.isNobody ? withoutRole(found.roles) : found.roles;
  return grants(roles, new Set(account.roles));
}

function withoutRole(roles: readonly string[]): readonly string[] {
  return roles.filter((role) => role !== AUTHENTICATED);
}
