/** Finds objects by name: reads the whole tree once, then filters it. */
import { readable, readEach } from "./reading.ts";
import type { TreeNode } from "./tree.ts";

/** `inside` holds the names of the containing objects. */
export interface Found {
  readonly path: string;
  readonly name: string;
  readonly noun: string;
  readonly inside: readonly string[];
}

interface Waiting {
  readonly node: TreeNode;
  readonly inside: readonly string[];
}

/** All objects below some nodes, except lists that the account may not read. */
export async function everyObject(roots: readonly TreeNode[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  let level: readonly Waiting[] = roots.map((node) => ({ node, inside: [] }));
  while (level.length > 0) {
    for (const { node, inside } of level)
      if (node.path !== undefined)
        found.push({ path: node.path, name: node.label, noun: node.noun ?? "", inside });
    level = await below(level);
  }
  return found;
}

/** The children of a level, in order. */
async function below(level: readonly Waiting[]): Promise<readonly Waiting[]> {
  const lists = await readEach(level, async ({ node, inside }): Promise<readonly Waiting[]> => {
    if (node.children === undefined) return [];
    const within = node.path === undefined ? inside : [...inside, node.label];
    const children = (await readable(node.children())) ?? [];
    return children.map((child) => ({ node: child, inside: within }));
  });
  return lists.flat();
}

/** Name, noun or containers hold every word. Names beginning with the last word come first. */
export function matching(objects: readonly Found[], words: string): readonly Found[] {
  const asked = words
    .toLowerCase()
    .split(/[\s:/]+/)
    .filter((word) => word !== "");
  if (asked.length === 0) return [];
  const textOf = ({ name, noun, inside }: Found) => [...inside, name, noun].join(" ").toLowerCase();
  const rank = ({ name }: Found) => (name.toLowerCase().startsWith(asked.at(-1) ?? "") ? 0 : 1);
  return objects
    .filter((one) => asked.every((word) => textOf(one).includes(word)))
    .toSorted((a, b) => rank(a) - rank(b));
}
