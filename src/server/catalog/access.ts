/** What a non-admin account may read (docs/compatibility.md, "Who sees what"). */
import type { Readership } from "../../model/noun.ts";
import { nouns } from "../../model/nouns.ts";
import type { RecordKind } from "./records.ts";
import {
  mayAccess,
  readsWholeWorkspace,
  seesWorkspace,
  type AccessTarget,
  type RuleTree,
} from "../../model/rule-tree.ts";

export interface Caller {
  readonly tree: RuleTree;
  readonly roles: ReadonlySet<string>;
}

type Decision = (caller: Caller, target: AccessTarget) => boolean;

const readers: Decision = () => true;

const administrators: Decision = () => false;

const workspace: Decision = ({ tree, roles }, { name }) => seesWorkspace(tree, roles, name);

/** Global records are readable by every reader. */
const contents: Decision = ({ tree, roles }, target) =>
  target.workspace === null || seesWorkspace(tree, roles, target.workspace);

/** Members of a layer group are checked separately. */
const ruled: Decision = ({ tree, roles }, target) =>
  mayAccess(tree, roles, { ...target, mode: "r" });

const decisions: Readonly<Record<Readership, Decision>> = {
  readers,
  administrators,
  workspace,
  contents,
  ruled,
};

export function isAdministrative(kind: RecordKind): boolean {
  return nouns[kind].readers === "administrators";
}

/** Tells whether a record may be read. Ignores the members of a layer group. */
export function mayRead(
  caller: Caller,
  { kind, ...target }: AccessTarget & { readonly kind: RecordKind },
): boolean {
  return decisions[nouns[kind].readers](caller, target);
}

/** Files of a store name all it publishes, so they require access to the whole workspace. */
export function mayReadFile({ tree, roles }: Caller, path: string): boolean {
  const [root, name = "", folder] = path.split("/");
  if (root === "styles") return true;
  if (root === "workspaces") return folder === "styles" && seesWorkspace(tree, roles, name);
  return root === "data" && readsWholeWorkspace(tree, roles, name);
}
