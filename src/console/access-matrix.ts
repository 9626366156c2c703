/** Access to layers by the layer rules (docs/compatibility.md, "Who sees what"). */
import { parseRoles } from "../model/access-rule.ts";
import { rolesOfAllOrNone } from "../model/effective-access.ts";
import { compileRules, mayAccess } from "../model/rule-tree.ts";

export type Access = "nothing" | "read" | "write" | "read and write";

export interface AccessMatrix {
  /** Accounts with this single role; the first column has none. */
  readonly columns: readonly string[];
  readonly rows: readonly AccessRow[];
}

export interface AccessRow {
  /** `workspace:name`. */
  readonly layer: string;
  readonly values: readonly Access[];
}

const EVERYBODY = "everybody";

/** Responses of the REST interface. */
export interface AccessSources {
  /** Roles by rule key, separated by commas. */
  readonly rules: Readonly<Record<string, string>>;
  readonly roles: readonly string[];
  /** As `workspace:name`. */
  readonly layers: readonly string[];
}

/** The matrix of the layers. Roles in rules are columns even if they do not exist. */
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
