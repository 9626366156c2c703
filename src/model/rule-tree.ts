/**
 * Layer rules as a tree: catalog, workspaces, layers, and separate global layer groups. The deepest
 * node with roles for a mode decides (docs/compatibility.md, "Who sees what").
 */
import {
  grants,
  parseRuleKey,
  type AccessMode,
  type RuleKey,
  type RuleSet,
} from "./access-rule.ts";

interface Node {
  readonly roles: Partial<Record<AccessMode, readonly string[]>>;
  readonly children: Map<string, Node>;
}

/** Compiled rules. */
export interface RuleTree {
  readonly root: Node;
  /** By name. */
  readonly groups: ReadonlyMap<string, Node>;
}

/** A layer or group. */
export interface AccessTarget {
  readonly workspace: string | null;
  readonly name: string;
}

/** Compiles rules; invalid keys are dropped. */
export function compileRules(rules: RuleSet): RuleTree {
  const root = newNode();
  const groups = new Map<string, Node>();
  for (const [key, roles] of rules) {
    const parsed = parseRuleKey(key);
    if (typeof parsed !== "string") nodeOf({ root, groups }, parsed).roles[parsed.mode] = roles;
  }
  return { root, groups };
}

function nodeOf(
  { root, groups }: { readonly root: Node; readonly groups: Map<string, Node> },
  { workspace, layer }: RuleKey,
): Node {
  if (workspace === null) return childOf(groups, layer);
  const above = workspace === "*" ? root : childOf(root.children, workspace);
  return layer === "*" ? above : childOf(above.children, layer);
}

function newNode(): Node {
  return { roles: {}, children: new Map() };
}

function childOf(children: Map<string, Node>, name: string): Node {
  const found = children.get(name) ?? newNode();
  children.set(name, found);
  return found;
}

/**
 * Access to a layer or group. Without rules, everyone may read and write, and nobody may
 * administer. Administration implies both.
 */
export function mayAccess(
  tree: RuleTree,
  roles: ReadonlySet<string>,
  { workspace, name, mode }: AccessTarget & { readonly mode: AccessMode },
): boolean {
  const above = workspace === null ? undefined : tree.root.children.get(workspace);
  const own = workspace === null ? tree.groups.get(name) : above?.children.get(name);
  return decides([tree.root, above, own], roles, mode);
}

function decides(
  path: readonly (Node | undefined)[],
  roles: ReadonlySet<string>,
  mode: AccessMode,
): boolean {
  const deepest = (asked: AccessMode) =>
    path.findLast((node) => node?.roles[asked] !== undefined)?.roles[asked];
  const open = mode === "a" ? [] : ["*"];
  return grants(deepest(mode) ?? open, roles) || grants(deepest("a") ?? [], roles);
}

/** Read access to a workspace, ignoring rules of layers. */
function readsAtLarge(tree: RuleTree, roles: ReadonlySet<string>, workspace: string): boolean {
  return decides([tree.root, tree.root.children.get(workspace)], roles, "r");
}

/** Whether a workspace, or something that rules name in it, is readable. */
export function seesWorkspace(
  tree: RuleTree,
  roles: ReadonlySet<string>,
  workspace: string,
): boolean {
  const reads = (name: string) => mayAccess(tree, roles, { workspace, name, mode: "r" });
  return readsAtLarge(tree, roles, workspace) || ruledNames(tree, workspace).some(reads);
}

/** Whether a workspace and everything in it is readable. */
export function readsWholeWorkspace(
  tree: RuleTree,
  roles: ReadonlySet<string>,
  workspace: string,
): boolean {
  const reads = (name: string) => mayAccess(tree, roles, { workspace, name, mode: "r" });
  return readsAtLarge(tree, roles, workspace) && ruledNames(tree, workspace).every(reads);
}

function ruledNames(tree: RuleTree, workspace: string): readonly string[] {
  return [...(tree.root.children.get(workspace)?.children.keys() ?? [])];
}
