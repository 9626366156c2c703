/** Literals that hold wherever a condition does. */
import { isAlways, type Literal, type Node } from "./node.ts";
import { relate } from "./relate.ts";

/** Literals by subject. */
export interface Units {
  readonly bySubject: ReadonlyMap<string, readonly Literal[]>;
  /** Whether the condition holds nothing else. */
  readonly isAll: boolean;
}

/** The units of a condition. */
export function unitsOf(node: Node): Units {
  const nodes = node.type === "and" ? node.nodes : [node];
  const bySubject = new Map<string, Literal[]>();
  for (const one of nodes) {
    if (one.type !== "literal") continue;
    const others = bySubject.get(one.subject);
    if (others === undefined) bySubject.set(one.subject, [one]);
    else others.push(one);
  }
  return { bySubject, isAll: isAlways(node) || nodes.every(({ type }) => type === "literal") };
}

/** Whether a literal of one excludes one of the other. */
export function excludeEachOther(a: Units, b: Units): boolean {
  for (const [subject, literals] of a.bySubject) {
    const others = b.bySubject.get(subject);
    if (others === undefined) continue;
    for (const one of literals)
      for (const other of others) if (relate(one, other).excludes) return true;
  }
  return false;
}

/** Whether literals of `known` imply the whole condition. */
export function isImpliedBy(units: Units, known: Units): boolean {
  if (!units.isAll) return false;
  for (const [subject, literals] of units.bySubject) {
    const others = known.bySubject.get(subject) ?? [];
    if (!literals.every((one) => others.some((other) => relate(other, one).implies))) return false;
  }
  return true;
}
