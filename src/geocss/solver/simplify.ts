/**
 * Simplifies conditions and finds impossible ones. The result holds for the same features. Some
 * impossible conditions are not found.
 */
import { always, isAlways, isNever, junction, never, type Literal, type Node } from "./node.ts";
import {
  decide,
  learn,
  literalsOf,
  nothingIn,
  type Known,
  type ComparisonCounter,
} from "./known.ts";
import { relate } from "./relate.ts";
import { narrowed } from "./values.ts";

/** Simplifies a condition as far as possible. */
export function simplify(node: Node, counter: ComparisonCounter): Node {
  return simplified(node, nothingIn(undefined), counter);
}

/** Whether a condition is known to be impossible; tries its alternatives. */
export function isImpossible(node: Node, counter: ComparisonCounter): boolean {
  return isImpossibleWithin(simplify(node, counter), { left: 64 }, counter);
}

/**
 * Whether a condition is known to hold wherever another does. An impossible negation does not
 * suffice, because the condition may be unknown.
 */
export function follows(node: Node, from: Node, counter: ComparisonCounter): boolean {
  if (isAlways(node)) return true;
  const parts = from.type === "and" ? from.nodes : [from];
  const known = nothingIn(undefined);
  for (const part of parts)
    if (part.type === "literal" && !learn(part, known, counter)) return true;
  if (isAlways(simplified(node, known, counter))) return true;
  const choice = narrowest(parts);
  if (choice === undefined) return false;
  return choice.nodes.every((alternative) => {
    const within = nothingIn(known);
    const own = alternative.type === "and" ? alternative.nodes : [alternative];
    for (const part of own)
      if (part.type === "literal" && !learn(part, within, counter)) return true;
    return isAlways(simplified(node, within, counter));
  });
}

function isImpossibleWithin(
  node: Node,
  tries: { left: number },
  counter: ComparisonCounter,
): boolean {
  if (isNever(node)) return true;
  const choice = node.type === "and" ? narrowest(node.nodes) : undefined;
  if (choice === undefined || node.type !== "and") return false;
  const others = node.nodes.filter((other) => other !== choice);
  return choice.nodes.every((alternative) => {
    if (--tries.left < 0) return false;
    const tried = simplify(junction("and", [...others, alternative]), counter);
    return isImpossibleWithin(tried, tries, counter);
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

function simplified(node: Node, outer: Known, counter: ComparisonCounter): Node {
  if (node.type === "literal") {
    const decided = decide(node, outer, counter);
    if (decided === undefined) return node;
    return decided ? always : never;
  }
  counter.tick(node.nodes.length);
  return node.type === "and"
    ? simplifiedAnd(node.nodes, outer, counter)
    : simplifiedOr(node.nodes, outer, counter);
}

/** Literals come first, because they can decide alternatives. */
function simplifiedAnd(nodes: readonly Node[], outer: Known, counter: ComparisonCounter): Node {
  const known = nothingIn(outer);
  let waiting = nodes;
  for (;;) {
    const alternatives: Node[] = [];
    for (const node of waiting) {
      if (node.type !== "literal") alternatives.push(node);
      else if (!learn(node, known, counter)) return never;
    }
    const next: Node[] = [];
    for (const node of narrowed(alternatives)) {
      const simpler = simplified(node, known, counter);
      if (isNever(simpler)) return never;
      if (!isAlways(simpler)) next.push(...(simpler.type === "and" ? simpler.nodes : [simpler]));
    }
    if (!next.some(({ type }) => type === "literal"))
      return junction("and", [...literalsOf(known, next), ...next]);
    waiting = next;
  }
}

function simplifiedOr(nodes: readonly Node[], outer: Known, counter: ComparisonCounter): Node {
  const kept: Node[] = [];
  for (const node of nodes) {
    const simpler = simplified(node, outer, counter);
    if (isAlways(simpler)) return always;
    if (!isNever(simpler)) kept.push(simpler);
  }
  return junction("or", withoutImplying(kept, counter));
}

/** Drops alternatives that imply another one. */
function withoutImplying(nodes: readonly Node[], counter: ComparisonCounter): readonly Node[] {
  const bySubject = new Map<string, Literal[]>();
  for (const node of nodes) {
    if (node.type !== "literal" || node.test.type !== "compare") continue;
    if (node.test.operator === "=") continue;
    const others = bySubject.get(node.subject);
    if (others === undefined) bySubject.set(node.subject, [node]);
    else others.push(node);
  }
  if (bySubject.size === 0) return nodes;
  return nodes.filter((node) =>
    node.type === "and"
      ? !node.nodes.some((part) => isStricter(part, bySubject, counter))
      : node.type === "or" || !isStricter(node, bySubject, counter, node.key),
  );
}

/** Of two equivalent literals, one of them with `key`, the smaller key stays. */
function isStricter(
  node: Node,
  bySubject: ReadonlyMap<string, readonly Literal[]>,
  counter: ComparisonCounter,
  key?: string,
): boolean {
  if (node.type !== "literal") return false;
  return (bySubject.get(node.subject) ?? []).some((other) => {
    counter.tick();
    if (!relate(node, other).implies) return false;
    return key === undefined || !relate(other, node).implies || other.key < key;
  });
}
