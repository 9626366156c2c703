/**
 * What a non-admin account may read of the catalog: pure decisions from the
 * rules on layers, by kind of record and by file (docs/compatibility.md, "Who sees what").
 */
import { readership, type Readership, type RecordKind } from "./records.ts";
import {
  mayAccess,
  readsWholeWorkspace,
  seesWorkspace,
  type AccessTarget,
  type RuleTree,
} from "../../model/rule-tree.ts";

/** Who asks: the rules and the roles they are asked for. */
export interface Caller {
  readonly tree: RuleTree;
  readonly roles: ReadonlySet<string>;
}

type Decision = (caller: Caller, target: AccessTarget) => boolean;

/** Anybody who may read at all. */
const readers: Decision = () => true;

/** Nobody but administrators. */
const administrators: Decision = () => false;

/** Who sees the workspace of its name. */
const workspace: Decision = ({ tree, roles }, { name }) => seesWorkspace(tree, roles, name);

/** Who sees the workspace it lies in; global ones are the readers'. */
const contents: Decision = ({ tree, roles }, target) =>
  target.workspace === null || seesWorkspace(tree, roles, target.workspace);

/** Whom the rules for its name let read; of a group, what it is made of is checked on its own. */
const ruled: Decision = ({ tree, roles }, target) =>
  mayAccess(tree, roles, { ...target, mode: "r" });

/** Decisions by who reads a kind of record. */
const decisions: Readonly<Record<Readership, Decision>> = {
  readers,
  administrators,
  workspace,
  contents,
  ruled,
};

/** Whether records of a kind are out of reach for all but administrators, whatever the rules. */
export function isAdministrative(kind: RecordKind): boolean {
  return readership[kind] === "administrators";
}

/** Whether a record may be read; of a layer group, what it is made of is left aside. */
export function mayRead(
  caller: Caller,
  { kind, ...target }: AccessTarget & { readonly kind: RecordKind },
): boolean {
  return decisions[readership[kind]](caller, target);
}

/**
 * Whether a file of the data directory may be read. The files of a store name all it publishes,
 * so they are for those who may read the whole workspace.
 */
export function mayReadFile({ tree, roles }: Caller, path: string): boolean {
  const [root, name = "", folder] = path.split("/");
  if (root === "styles") return true;
  if (root === "workspaces") return folder === "styles" && seesWorkspace(tree, roles, name);
  return root === "data" && readsWholeWorkspace(tree, roles, name);
}
