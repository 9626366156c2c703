/**
 * Access rules: which roles may read (r), write (w) or administer (a). Keys are
 * `workspace.layer.mode`, or `group.mode` for a global layer group (docs/interface.md, 2.9). Names
 * escape dots with a backslash.
 */
import { compareText, type Address } from "./address.ts";

const accessModes = ["r", "w", "a"] as const;

/** A mode of access. */
export type AccessMode = (typeof accessModes)[number];

/** A parsed rule key; `*` stands for any workspace or layer. */
export interface RuleKey {
  /** Null for a global layer group. */
  readonly workspace: string | null;
  readonly layer: string;
  readonly mode: AccessMode;
}

/** Roles by rule key. */
export type RuleSet = ReadonlyMap<string, readonly string[]>;

/** The rules of a new catalog (docs/compatibility.md, "Access rules"). */
export const freshRules: RuleSet = new Map([
  ["*.*.r", ["*"]],
  ["*.*.w", ["ADMIN", "GROUP_ADMIN"]],
]);

/** The address of a rule. */
export function ruleAddress(key: string): Address {
  return { kind: "AccessRule", workspace: null, name: key };
}

/** Trimmed parts between dots, without empty parts at the end. */
export function dottedParts(text: string): readonly string[] {
  return withoutEmptyEnd(text.split(".").map(withoutBlanks));
}

function withoutEmptyEnd(parts: readonly string[]): readonly string[] {
  return parts.slice(0, parts.findLastIndex((part) => part !== "") + 1);
}

const SPACES = new Set(" \t\n\v\f\r");

/** Other white space can be part of a name. */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACES.has(text.charAt(start))) start++;
  while (start < end && SPACES.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Names in a key or scope; a backslash before a dot escapes it. */
function namesIn(text: string): readonly string[] {
  const names: string[] = [];
  let begun: string | undefined;
  for (const part of text.split(".").map(withoutBlanks)) {
    const name: string = begun === undefined ? part : `${begun}.${part}`;
    begun = name.endsWith("\\") ? name.slice(0, -1) : undefined;
    if (begun === undefined) names.push(name);
  }
  return withoutEmptyEnd(begun === undefined ? names : [...names, `${begun}\\`]);
}

/** Parses a key; a string is the error, in GeoServer's wording. */
export function parseRuleKey(text: string): RuleKey | string {
  const names = namesIn(text);
  const [mode, layer = "", workspace = null] = names.toReversed();
  if (names.includes("") || names.length > 3) return noLayerRule(text);
  const known = accessModes.find((candidate) => candidate === mode);
  if (workspace === null) return groupKey(layer, known) ?? noLayerRule(text);
  if (known === undefined) return `Unknown access mode ${mode} in ${text}`;
  if (layer === "*") return { workspace, layer, mode: known };
  if (workspace === "*") return `Invalid rule ${text}, ${ANY_WORKSPACE}`;
  return known === "a"
    ? `Invalid rule ${text}, ${ADMINISTRATION}`
    : { workspace, layer, mode: known };
}

function groupKey(layer: string, mode: AccessMode | undefined): RuleKey | undefined {
  const isGroup = mode !== undefined && mode !== "a" && layer !== "" && layer !== "*";
  return isGroup ? { workspace: null, layer, mode } : undefined;
}

const ANY_WORKSPACE = "when namespace is * then also layer must be *.";
const ADMINISTRATION =
  "admin (a) privileges may only be applied globally to a workspace, layer must be *.";

/** Error text for a malformed key, or for other keys than a layer's. */
export function noLayerRule(text: string): string {
  return `Invalid rule ${text}, the expected format is workspace.layer.mode=role1,role2,...`;
}

/** Whether a key belongs to a global layer group. */
export function isGroupRule(key: string): boolean {
  const parsed = parseRuleKey(key);
  return typeof parsed !== "string" && parsed.workspace === null;
}

/** The canonical key; malformed keys stay. */
export function canonicalRuleKey(text: string): string {
  const parsed = parseRuleKey(text);
  return typeof parsed === "string" ? text : keyText(parsed);
}

function keyText({ workspace, layer, mode }: RuleKey): string {
  const names = workspace === null ? [layer] : [workspace, layer];
  return [...names.map((name) => name.replaceAll(".", "\\.")), mode].join(".");
}

/** The key of a rule, if its names can be expressed. */
export function ruleKeyOf(wanted: RuleKey): string | undefined {
  const text = keyText(wanted);
  const parsed = parseRuleKey(text);
  const isSame =
    typeof parsed !== "string" &&
    parsed.workspace === wanted.workspace &&
    parsed.layer === wanted.layer;
  return isSame ? text : undefined;
}

/** The key after a rename of its workspace or layer, if it can be expressed. */
export function renamedRuleKey(
  key: string,
  names: { readonly workspace?: string; readonly layer?: string },
): string | undefined {
  const parsed = parseRuleKey(key);
  return typeof parsed === "string" ? undefined : ruleKeyOf({ ...parsed, ...names });
}

/**
 * Whether a stock server's REST interface accepts a key: it supports neither escaped dots nor rules
 * on global layer groups, but its file does (docs/compatibility.md, "Plumbline against a stock
 * server").
 */
export function isSaidByRequests(key: string): boolean {
  const parsed = parseRuleKey(key);
  return typeof parsed !== "string" && parsed.workspace !== null && !key.includes("\\.");
}

/** Parses roles separated by commas or spaces, without duplicates; `*` replaces all others. */
export function parseRoles(text: string): readonly string[] {
  return normaliseRoles(text.split(/[\s,]+/).filter((role) => role !== ""));
}

/** Sorted roles without duplicates; `*` replaces all others. */
export function normaliseRoles(roles: readonly string[]): readonly string[] {
  if (roles.includes("*")) return ["*"];
  return [...new Set(roles)].toSorted(compareText);
}

/** The role of every account that has logged in. */
export const AUTHENTICATED = "ROLE_AUTHENTICATED";

/** Whether a rule's roles include one of an account's. */
export function grants(rule: readonly string[], roles: ReadonlySet<string>): boolean {
  return rule.some((role) => role === "*" || role === AUTHENTICATED || roles.has(role));
}

/** Generic before specific, then by name, then read, write, administer. */
export function compareRuleKeys(a: string, b: string): number {
  return compareText(orderOf(a), orderOf(b));
}

function orderOf(key: string): string {
  const parsed = parseRuleKey(key);
  if (typeof parsed === "string") return `1${key}`;
  const { workspace, layer, mode } = parsed;
  const rank = (part: string) => (part === "*" ? "0" : `1${part}`);
  const names = workspace === null ? [rank(layer), ""] : [rank(workspace), rank(layer)];
  return [...names, String(accessModes.indexOf(mode))].join("\u0000");
}

/** Specificity: 0 for the whole catalog, 1 for a workspace, 2 for a layer or group. */
export function ruleDepth(key: string): number {
  const parsed = parseRuleKey(key);
  if (typeof parsed === "string" || parsed.workspace === null) return 2;
  return [parsed.workspace, parsed.layer].filter((part) => part !== "*").length;
}

/** Whether removing a layer or group removes the rule; ignores case. */
export function ruleTargetsLayer(key: string, workspace: string | null, layer: string): boolean {
  const parsed = parseRuleKey(key);
  return (
    typeof parsed !== "string" &&
    sameIgnoringCase(parsed.workspace, workspace) &&
    sameIgnoringCase(parsed.layer, layer)
  );
}

/** Whether removing a workspace removes the rule; ignores case. */
export function ruleHangsOnWorkspace(key: string, workspace: string): boolean {
  const parsed = parseRuleKey(key);
  return typeof parsed !== "string" && sameIgnoringCase(parsed.workspace, workspace);
}

function sameIgnoringCase(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && a.toLowerCase() === b.toLowerCase());
}

/**
 * Whether a key is in a scope `workspace.layer`, with `*` for any. Catalog-wide rules (`*.*.*`) and
 * rules on global layer groups are in no scope: they change only if listed by name.
 */
export function inScope(key: string, scope: string): boolean {
  const parsed = parseRuleKey(key);
  if (typeof parsed === "string" || parsed.workspace === null || parsed.workspace === "*")
    return false;
  const [workspace, layer] = namesIn(scope);
  const matches = (part: string, pattern: string | undefined) =>
    pattern === "*" || pattern === part;
  return matches(parsed.workspace, workspace) && matches(parsed.layer, layer);
}

/** Why a text is not a scope. */
export function scopeProblem(scope: string): string | undefined {
  const names = namesIn(scope);
  if (names.length !== 2 || names.includes("")) {
    return "is not of the form workspace.layer, for example geology.*";
  }
  if (names[0] === "*" && names[1] !== "*") return "names a layer of any workspace";
  return undefined;
}
