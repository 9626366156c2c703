/** Alternatives that are values of one subject, such as those of IN. */
import { meaningOf, typeOf } from "./constant.ts";
import { junction, type Node } from "./node.ts";

export interface Values {
  readonly subject: string;
  /** Values with different meanings are never equal. */
  readonly meanings: ReadonlySet<string>;
  readonly type: "text" | "number" | "numeric text";
}

/** Undefined for other conditions, and where different-looking values may be equal. */
export function valuesOf(node: Node): Values | undefined {
  if (node.type !== "or") return undefined;
  const meanings = new Set<string>();
  const types = new Set<string>();
  let subject: string | undefined;
  for (const one of node.nodes) {
    if (one.type !== "literal" || one.test.type !== "compare" || one.test.operator !== "=")
      return undefined;
    if (subject !== undefined && subject !== one.subject) return undefined;
    subject = one.subject;
    meanings.add(meaningOf(one.test.constant));
    types.add(typeOf(one.test.constant));
  }
  const type = commonType(types);
  return subject === undefined || type === undefined ? undefined : { subject, meanings, type };
}

function commonType(types: ReadonlySet<string>): Values["type"] | undefined {
  if (types.has("other") || (types.has("text") && types.has("number"))) return undefined;
  if (types.has("text")) return "text";
  return types.has("number") ? "number" : "numeric text";
}

/** Removes values that another set of the same subject excludes. */
export function narrowed(nodes: readonly Node[]): readonly Node[] {
  const sets = nodes.map(valuesOf);
  if (sets.filter((values) => values !== undefined).length < 2) return nodes;
  return nodes.map((node, at) => {
    const own = sets[at];
    if (own === undefined || node.type !== "or") return node;
    const others = sets.filter(
      (other, index) => index !== at && other?.subject === own.subject && areComparable(own, other),
    );
    if (others.length === 0) return node;
    const kept = node.nodes.filter((one) => others.every((other) => mayBe(one, other)));
    return kept.length === node.nodes.length ? node : junction("or", kept);
  });
}

function areComparable(a: Values, b: Values): boolean {
  return a.type === b.type || a.type === "numeric text" || b.type === "numeric text";
}

function mayBe(node: Node, values: Values | undefined): boolean {
  if (values === undefined || node.type !== "literal" || node.test.type !== "compare") return true;
  return values.meanings.has(meaningOf(node.test.constant));
}
