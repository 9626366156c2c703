/**
 * Makes conditions simpler, and finds those that cannot be true. What comes out is true for the same
 * features as what goes in. It is not complete: a condition that is kept may be impossible.
 */
import { always, isAlways, isNever, junction, never, type Literal, type Node } from "./node.ts";
import { relate } from "./relate.ts";

/** Counts comparisons; throws when there are too many. */
export interface Work {
  readonly tick: (count?: number) => void;
}

/** Literals that are known to be true, by subject; what is known around them is in `outer`. */
interface Known {
  readonly own: Map<string, Literal[]>;
  readonly outer: Known | undefined;
}

/** A condition as simple as it is known to get. */
export function simplify(node: Node, work: Work): Node {
  return simplified(node, { own: new Map(), outer: undefined }, work);
}

/** Whether a condition can be told to be impossible, trying the alternatives in it one by one. */
export function isImpossible(node: Node, work: Work): boolean {
  return isImpossibleWithin(simplify(node, work), { left: 64 }, work);
}

function isImpossibleWithin(node: Node, tries: { left: number }, work: Work): boolean {
  if (isNever(node)) return true;
  const choice = node.type === "and" ? narrowest(node.nodes) : undefined;
  if (choice === undefined || node.type !== "and") return false;
  const others = node.nodes.filter((other) => other !== choice);
  return choice.nodes.every((alternative) => {
    if (--tries.left < 0) return false;
    const tried = simplify(junction("and", [...others, alternative]), work);
    return isImpossibleWithin(tried, tries, work);
  });
}

function narrowest(nodes: readonly Node[]) {
  let found: Exclude<Node, Literal> | undefined;
  for (const node of nodes) {
    if (node.type !== "or") continue;
    if (found === undefined || node.nodes.length < found.nodes.length) found = node;
  }
  return found;
}

function simplified(node: Node, outer: Known, work: Work): Node {
  if (node.type === "literal") return simplifiedLiteral(node, outer, work);
  return node.type === "and"
    ? simplifiedAnd(node.nodes, outer, work)
    : simplifiedOr(node.nodes, outer, work);
}

function simplifiedLiteral(literal: Literal, known: Known, work: Work): Node {
  for (let level: Known | undefined = known; level !== undefined; level = level.outer) {
    for (const other of level.own.get(literal.subject) ?? []) {
      work.tick();
      const { excludes, implies } = relate(other, literal);
      if (excludes) return never;
      if (implies) return always;
    }
  }
  return literal;
}

/** Takes literals in first: each alternative among the others is judged by what they say. */
function simplifiedAnd(nodes: readonly Node[], outer: Known, work: Work): Node {
  work.tick(nodes.length);
  const known: Known = { own: new Map(), outer };
  let waiting = nodes;
  for (;;) {
    const alternatives: Node[] = [];
    for (const node of waiting) {
      if (node.type !== "literal") alternatives.push(node);
      else if (!learn(node, known, work)) return never;
    }
    const next: Node[] = [];
    for (const node of alternatives) {
      const simpler = simplified(node, known, work);
      if (isNever(simpler)) return never;
      if (!isAlways(simpler)) next.push(...(simpler.type === "and" ? simpler.nodes : [simpler]));
    }
    if (!next.some(({ type }) => type === "literal")) {
      const literals = [...known.own.values()].flat();
      return junction("and", [...literals.filter((one) => !isSaid(one, next, work)), ...next]);
    }
    waiting = next;
  }
}

/** Whether a literal is true in every alternative of some of the nodes. */
function isSaid(literal: Literal, nodes: readonly Node[], work: Work): boolean {
  return nodes.some(
    (node) =>
      node.type === "or" &&
      node.nodes.every((alternative) => {
        work.tick();
        const parts = alternative.type === "and" ? alternative.nodes : [alternative];
        return parts.some((part) => part.type === "literal" && relate(part, literal).implies);
      }),
  );
}

/** Adds a literal to what is known, unless it is known; false when it cannot be. */
function learn(literal: Literal, known: Known, work: Work): boolean {
  const judged = simplifiedLiteral(literal, known, work);
  if (isNever(judged)) return false;
  if (isAlways(judged)) return true;
  const before = known.own.get(literal.subject) ?? [];
  work.tick(before.length);
  known.own.set(literal.subject, [
    ...before.filter((other) => !relate(literal, other).implies),
    literal,
  ]);
  return true;
}

function simplifiedOr(nodes: readonly Node[], outer: Known, work: Work): Node {
  const kept: Node[] = [];
  for (const node of nodes) {
    const simpler = simplified(node, outer, work);
    if (isAlways(simpler)) return always;
    if (!isNever(simpler)) kept.push(simpler);
  }
  return junction("or", withoutImplying(kept, work));
}

/** An alternative that is true only where another is says nothing new. */
function withoutImplying(nodes: readonly Node[], work: Work): readonly Node[] {
  const bySubject = new Map<string, Literal[]>();
  for (const node of nodes) {
    if (node.type !== "literal" || node.test.type !== "compare") continue;
    if (node.test.operator === "=") continue;
    bySubject.set(node.subject, [...(bySubject.get(node.subject) ?? []), node]);
  }
  return nodes.filter((node) =>
    node.type === "and"
      ? !node.nodes.some((part) => saysMore(part, bySubject, work))
      : node.type === "or" || !saysMore(node, bySubject, work, node.key),
  );
}

/** Whether a part is true only where one of the literals is; of two that imply each other, and of which `key` is one, the smaller stays. */
function saysMore(
  node: Node,
  bySubject: ReadonlyMap<string, readonly Literal[]>,
  work: Work,
  key?: string,
): boolean {
  if (node.type !== "literal") return false;
  return (bySubject.get(node.subject) ?? []).some((other) => {
    work.tick();
    if (!relate(node, other).implies) return false;
    return key === undefined || !relate(other, node).implies || other.key < key;
  });
}
