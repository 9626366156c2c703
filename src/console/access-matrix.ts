/** Who may do what to which layer by the rules on layers (docs/compatibility.md, "Who sees what"). */
import { parseRoles } from "../model/access-rule.ts";
import { rolesOfAllOrNone } from "../model/effective-access.ts";
import { compileRules, mayAccess } from "../model/rule-tree.ts";

/** What an account may do to a layer. */
export type Access = "nothing" | "read" | "write" | "read and write";

/** A row for each layer, with a value for each column. */
export interface AccessMatrix {
  /** Accounts by the one role that they have; the first have none. */
  readonly columns: readonly string[];
  readonly rows: readonly AccessRow[];
}

/** One layer. */
export interface AccessRow {
  /** `workspace:name`. */
  readonly layer: string;
  readonly values: readonly Access[];
}

/** The column of accounts without a role. */
const EVERYBODY = "everybody";

/** What the matrix is made of, as the interface has it. */
export interface AccessSources {
  /** Roles by key of the rule, separated by commas. */
  readonly rules: Readonly<Record<string, string>>;
  readonly roles: readonly string[];
  /** `workspace:name` each. */
  readonly layers: readonly string[];
}

/** The matrix of some layers. Roles that rules name are columns, too, if nobody has made them. */
export function accessMatrix({ rules, roles, layers }: AccessSources): AccessMatrix {
  const parsed = Object.entries(rules).map(([key, text]) => [key, parseRoles(text)] as const);
  const tree = compileRules(new Map(parsed));
  const named = [...roles, ...parsed.flatMap(([, granted]) => granted)];
  const columns = [...new Set(named)].filter((role) => !rolesOfAllOrNone.has(role)).toSorted();
  const held = [[], ...columns.map((role) => [role])].map((own) => new Set<string>(own));
  const rows = layers.map((layer) => {
    const at = layer.indexOf(":");
    const target = { workspace: layer.slice(0, at), name: layer.slice(at + 1) };
    const may = (own: ReadonlySet<string>, mode: "r" | "w") =>
      mayAccess(tree, own, { ...target, mode });
    return { layer, values: held.map((own) => accessOf(may(own, "r"), may(own, "w"))) };
  });
  return { columns: [EVERYBODY, ...columns], rows };
}

function accessOf(reads: boolean, writes: boolean): Access {
  if (reads) return writes ? "read and write" : "read";
  return writes ? "write" : "nothing";
}
