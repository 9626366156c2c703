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
} from "./rule-tree.ts";

/** What decides on a record of a kind. */
type Scope =
  /** Anybody who may read at all. */
  | "readers"
  /** Nobody but administrators. */
  | "administrators"
  /** Whether the workspace of its name is seen. */
  | "workspace"
  /** Whether the workspace it lies in is seen; global ones are the readers'. */
  | "contents"
  /** The rules for its name. */
  | "layer"
  /** The rules for its name, and its members. */
  | "layer-group";

/** Every kind of record, so that none is added without a decision on who reads it. */
const scopes: Readonly<Record<RecordKind | "layer-group" | "coverage" | "coverage-store", Scope>> =
  {
    workspace: "workspace",
    "data-store": "contents",
    "coverage-store": "contents",
    "feature-type": "layer",
    coverage: "layer",
    layer: "layer",
    "layer-group": "layer-group",
    style: "contents",
    setting: "readers",
    "access-rule": "administrators",
    "service-rule": "administrators",
    "rest-rule": "administrators",
    account: "administrators",
    "account-group": "administrators",
  };

/** Whether records of a kind are out of reach for all but administrators, whatever the rules. */
export function isAdministrative(kind: RecordKind): boolean {
  return scopes[kind] === "administrators";
}

/** Who asks: the rules and the roles they are asked for. */
export interface Caller {
  readonly tree: RuleTree;
  readonly roles: ReadonlySet<string>;
}

/** A record as decisions see it. */
interface Candidate extends AccessTarget {
  readonly kind: RecordKind;
}

/** Whether a record may be read; of a layer group, what it is made of is left aside. */
export function mayRead({ tree, roles }: Caller, { kind, workspace, name }: Candidate): boolean {
  switch (scopes[kind]) {
    case "readers":
      return true;
    case "administrators":
      return false;
    case "workspace":
      return seesWorkspace(tree, roles, name);
    case "contents":
      return workspace === null || seesWorkspace(tree, roles, workspace);
    case "layer":
    case "layer-group":
      return mayAccess(tree, roles, { workspace, name, mode: "r" });
  }
}

/**
 * Whether a file of the data directory may be read. The files of a store name all it publishes,
 * so they are for those who may read the whole workspace.
 */
export function mayReadFile({ tree, roles }: Caller, path: string): boolean {
  const [root, workspace = "", folder] = path.split("/");
  if (root === "styles") return true;
  if (root === "workspaces") return folder === "styles" && seesWorkspace(tree, roles, workspace);
  return root === "data" && readsWholeWorkspace(tree, roles, workspace);
}
