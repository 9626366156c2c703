/** One manifest for all files of a folder: an import of shared icons has thousands. */
import { isPortableName } from "../../../model/name.ts";
import type { Declaration, DeclarePlace } from "../../kind.ts";
import { fileAt } from "./stored.ts";

/** A folder below the styles folder, or one whose files are all declared; undefined elsewhere. */
export function folderOf(path: string): string | undefined {
  return /^(?:(?:workspaces\/[^/]+\/)?styles\/[^/]+|layouts|palettes|templates|www)(?=\/)/.exec(
    path,
  )?.[0];
}

/** Files that differ from most keep manifests of their own. */
export function byFolder(
  files: readonly Declaration[],
  place: DeclarePlace,
): readonly Declaration[] {
  return [...Map.groupBy(files, ({ name }) => folderOf(name))].flatMap(([folder, own]) => {
    const isAskedFor = folder !== undefined && (place.selects?.(fileAt(folder)) ?? true);
    return isAskedFor ? together(folder, own, place) : own;
  });
}

function together(
  folder: string,
  files: readonly Declaration[],
  { fileName }: DeclarePlace,
): readonly Declaration[] {
  const isFree = spelledOnce();
  const alike = Map.groupBy(files, ({ name, spec }) => {
    const inside = name.slice(folder.length + 1);
    const isPlain = spec["variables"] === undefined && isKeptInFolder(inside) && isFree(inside);
    return isPlain ? String(spec["after"]) : undefined;
  });
  const [most = []] = [...alike]
    .flatMap(([after, some]) => (after === undefined ? [] : [some]))
    .toSorted((a, b) => b.length - a.length);
  const [first] = most;
  if (first === undefined || most.length === 1) return files;
  const source = `${fileName(folder)}.d`;
  const artefacts = most.flatMap(({ name, artefacts: one }) =>
    [...(one?.values() ?? [])].map(
      (bytes) => [`${source}/${name.slice(folder.length + 1)}`, bytes] as const,
    ),
  );
  const declared: Declaration = {
    ...first,
    name: folder,
    spec: { ...first.spec, source: `./${source}/` },
    artefacts: new Map(artefacts),
  };
  const taken = new Set(most);
  return [declared, ...files.filter((file) => !taken.has(file))];
}

/** Whether a path is valid on every system, and is not read as a manifest. */
function isKeptInFolder(path: string): boolean {
  return path.split("/").every(isPortableName) && !/\.ya?ml$/i.test(path);
}

/** Refuses paths that differ from an earlier one only by case, which some systems ignore. */
function spelledOnce(): (path: string) => boolean {
  const spellings = new Map<string, string>();
  return (path) => {
    const parts = path.split("/");
    const prefixes = parts.map((_part, at) => parts.slice(0, at + 1).join("/"));
    const isFree = prefixes.every((one) => (spellings.get(one.toLowerCase()) ?? one) === one);
    if (isFree) for (const one of prefixes) spellings.set(one.toLowerCase(), one);
    return isFree;
  };
}
