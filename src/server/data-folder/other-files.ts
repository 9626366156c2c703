/** The operator's files in a data folder, which backups contain too. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LinkedFiles } from "../mosaics/link-files.ts";

const LEFT_OUT: readonly string[] = [
  ".orphans",
  "catalog.",
  "keystore-password",
  "lost+found",
  "staging",
];

/** Whether backup and copy skip a top-level name. */
export function isLeftOut(name: string): boolean {
  return LEFT_OUT.some((start) => name.startsWith(start));
}

export interface OtherFiles {
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

/** Lists unlinked files; symbolic links and the like are only reported. */
export async function listOthers(folder: string, linked: LinkedFiles): Promise<OtherFiles> {
  const known = new Set([...linked.paths, ...linked.left]);
  const paths: string[] = [];
  const odd: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (below === "" && isLeftOut(entry.name)) continue;
      if (known.has(path)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) paths.push(path);
      else odd.push(path);
    }
  };
  await walk("");
  const notes = odd.map((path) => `${path} is not in it: it is neither file nor folder`);
  return { paths: paths.toSorted(), notes };
}
