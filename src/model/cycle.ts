/** Cycles in graphs. */

/** Yields reachable cycles as paths that end with their first node. Each node is expanded once. */
export function* findCycles<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => Iterable<Node>,
): Generator<readonly Node[], undefined> {
  const done = new Set<Node>();
  const path: Node[] = [];
  // One iterator for the start nodes, then one for each node of the path.
  const open = [nodes[Symbol.iterator]()];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { value: node, done: isEnd } = last.next();
    if (isEnd) {
      open.pop();
      const left = path.pop();
      if (left !== undefined) done.add(left);
      continue;
    }
    const from = path.indexOf(node);
    if (from >= 0) yield [...path.slice(from), node];
    if (from >= 0 || done.has(node)) continue;
    path.push(node);
    open.push(next(node)[Symbol.iterator]());
  }
}
