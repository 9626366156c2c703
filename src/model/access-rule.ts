/**
 * Access rules: who may read (r), write (w) or administer (a) what. A rule is known by its key,
 * `workspace.layer.mode`, and grants to a set of roles (docs/interface.md, 2.9).
 */
import { compareText, type Address } from "./address.ts";

/** Access modes in the order in which rules are listed. */
const accessModes = ["r", "w", "a"] as const;

/** One of the modes. */
export type AccessMode = (typeof accessModes)[number];

/** The parts of a rule key; `*` stands for any. */
export interface RuleKey {
  readonly workspace: string;
  readonly layer: string;
  readonly mode: AccessMode;
}

/** Key text to roles. */
export type RuleSet = ReadonlyMap<string, readonly string[]>;

/** The rules of a new catalog (docs/compatibility.md, "Access rules"). */
export const freshRules: RuleSet = new Map([
  ["*.*.r", ["*"]],
  ["*.*.w", ["ADMIN", "GROUP_ADMIN"]],
]);

/** Address of the rule with a key. */
export function ruleAddress(key: string): Address {
  return { kind: "AccessRule", workspace: null, name: key };
}

/** Reads a key; a string is the reason why it is none, in the words clients know. */
export function parseRuleKey(text: string): RuleKey | string {
  const parts = text.split(".");
  const [workspace, layer, mode] = parts;
  if (parts.length !== 3 || !workspace || !layer || !mode || /[\s,=]/.test(text)) {
    return `Invalid rule ${text}, the expected format is workspace.layer.mode=role1,role2,...`;
  }
  const known = accessModes.find((candidate) => candidate === mode);
  if (known === undefined) return `Unknown access mode ${mode} in ${text}`;
  if (workspace === "*" && layer !== "*") {
    return `Invalid rule ${text}, when namespace is * then also layer must be *.`;
  }
  if (known === "a" && layer !== "*") {
    return (
      `Invalid rule ${text}, admin (a) privileges may only be applied globally to a workspace, ` +
      "layer must be *."
    );
  }
  return { workspace, layer, mode: known };
}

/** Reads roles separated by commas or blanks; repeated ones fall together, `*` swallows the others. */
export function parseRoles(text: string): readonly string[] {
  return normaliseRoles(text.split(/[\s,]+/).filter((role) => role !== ""));
}

/** The roles as a set in stable order; `*` swallows the others. */
export function normaliseRoles(roles: readonly string[]): readonly string[] {
  if (roles.includes("*")) return ["*"];
  return [...new Set(roles)].toSorted(compareText);
}

/** Role that every account holds in the eyes of rules. */
const AUTHENTICATED = "ROLE_AUTHENTICATED";

/** Whether a rule for some roles is for an account with others; `*` is for every account. */
export function grants(rule: readonly string[], roles: ReadonlySet<string>): boolean {
  return rule.some((role) => role === "*" || role === AUTHENTICATED || roles.has(role));
}

/** Generic before specific, then by name, read before write before administer. */
export function compareRuleKeys(a: string, b: string): number {
  return compareText(orderOf(a), orderOf(b));
}

function orderOf(key: string): string {
  const [workspace = "", layer = "", mode = ""] = key.split(".");
  const rank = (part: string) => (part === "*" ? "0" : `1${part}`);
  const modeRank = (accessModes as readonly string[]).indexOf(mode);
  return [rank(workspace), rank(layer), String(modeRank)].join("\u0000");
}

/** How specific a key is: 0 for the whole catalog, 1 for a workspace, 2 for a layer. */
export function ruleDepth(key: string): number {
  return key
    .split(".")
    .slice(0, 2)
    .filter((part) => part !== "*").length;
}

/** Whether the removal of a layer takes the rule along; names are compared ignoring case. */
export function ruleHangsOnLayer(key: string, workspace: string, layer: string): boolean {
  const parts = key.split(".");
  return (
    parts.length === 3 && sameIgnoringCase(parts[0], workspace) && sameIgnoringCase(parts[1], layer)
  );
}

/**
 * Whether the removal of a layer group takes the rule along; names are compared ignoring case.
 * The rules of a global group have two parts, `group.mode`.
 */
export function ruleHangsOnGroup(key: string, workspace: string | null, group: string): boolean {
  if (workspace !== null) return ruleHangsOnLayer(key, workspace, group);
  const parts = key.split(".");
  return parts.length === 2 && sameIgnoringCase(parts[0], group);
}

/** Whether the removal of a workspace takes the rule along; names are compared ignoring case. */
export function ruleHangsOnWorkspace(key: string, workspace: string): boolean {
  const parts = key.split(".");
  return parts.length === 3 && sameIgnoringCase(parts[0], workspace);
}

function sameIgnoringCase(a: string | undefined, b: string): boolean {
  return a !== undefined && a.toLowerCase() === b.toLowerCase();
}

/**
 * Whether a key lies in a scope `workspace.layer`, `*` meaning any. The rules for the whole
 * catalog (`*.*.*`) are in no scope: they are changed only where they are listed by name.
 */
export function inScope(key: string, scope: string): boolean {
  const [workspace, layer] = key.split(".");
  const [scopeWorkspace, scopeLayer] = scope.split(".");
  if (workspace === "*") return false;
  const matches = (part: string | undefined, pattern: string | undefined) =>
    pattern === "*" || pattern === part;
  return matches(workspace, scopeWorkspace) && matches(layer, scopeLayer);
}

/** Why a text is no scope; undefined when it is one. */
export function scopeProblem(scope: string): string | undefined {
  const parts = scope.split(".");
  if (parts.length !== 2 || parts.some((part) => part === "") || /[\s,=]/.test(scope)) {
    return "is not of the form workspace.layer, for example geology.*";
  }
  if (parts[0] === "*" && parts[1] !== "*") return "names a layer of any workspace";
  return undefined;
}
