/**
 * What an account that is no administrator may read of the catalog: pure decisions from the
 * rules on layers, by kind of record and by file (docs/compatibility.md, "Who sees what").
 */
import type { RecordKind } from "./records.ts";
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

/** Nobody who is no administrator. */
const administrators: Decision = () => false;

/** Who sees the workspace of its name. */
const workspace: Decision = ({ tree, roles }, { name }) => seesWorkspace(tree, roles, name);

/** Who sees the workspace it lies in; global ones are the readers'. */
const contents: Decision = ({ tree, roles }, target) =>
  target.workspace === null || seesWorkspace(tree, roles, target.workspace);

/** Whom the rules for its name let read; of a group, what it is made of is judged on its own. */
const ruled: Decision = ({ tree, roles }, target) =>
  mayAccess(tree, roles, { ...target, mode: "r" });

/** Every kind of record, so that none is added without a decision on who reads it. */
const decisions: Readonly<Record<RecordKind, Decision>> = {
  workspace,
  "data-store": contents,
  "coverage-store": contents,
  "feature-type": ruled,
  coverage: ruled,
  mosaic: contents,
  layer: ruled,
  "layer-group": ruled,
  style: contents,
  "document-schema": administrators,
  keystore: administrators,
  role: administrators,
  setting: readers,
  "global-settings": administrators,
  "access-rule": administrators,
  "service-rule": administrators,
  "rest-rule": administrators,
  account: administrators,
  "account-group": administrators,
};

/** Whether records of a kind are out of reach for all but administrators, whatever the rules. */
export function isAdministrative(kind: RecordKind): boolean {
  return decisions[kind] === administrators;
}

/** Whether a record may be read; of a layer group, what it is made of is left aside. */
export function mayRead(
  caller: Caller,
  { kind, ...target }: AccessTarget & { readonly kind: RecordKind },
): boolean {
  return decisions[kind](caller, target);
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
