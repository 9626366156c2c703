/** What imports itself through others: files, and folders where some are built on others. */
import { dirname, posix } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, importsOf } from "./support/project/sources.ts";

const sources = filesBelow("src", /\.ts$/);
const known = new Set(sources);
const imported = new Map(
  sources.map((file) => {
    const own = importsOf(file).filter((target) => target.startsWith("."));
    const paths = own.map((target) => posix.normalize(posix.join(dirname(file), target)));
    return [file, paths.filter((path) => known.has(path))] as const;
  }),
);

test("no file imports itself through others, types included", () => {
  expect(circleIn(imported)).toEqual([]);
});

test.for(["src/reconciler/kinds", "src/reconciler/engine"])("nor does a folder of %s", (home) => {
  const folders = new Map<string, string[]>();
  for (const [file, targets] of imported)
    if (file.startsWith(`${home}/`))
      folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), ...targets]);
  const others = [...folders].map(([folder, targets]) => {
    const own = new Set(targets.map((target) => dirname(target)));
    return [folder, [...own].filter((one) => one !== folder && folders.has(one))] as const;
  });
  expect(others.length).toBeGreaterThan(4);
  expect(circleIn(new Map(others))).toEqual([]);
});

/** Files of which each imports the next, and the last the first; none where there is no circle. */
function circleIn(imported: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const search = (file: string, path: readonly string[]): readonly string[] => {
    const from = path.indexOf(file);
    if (from >= 0) return path.slice(from);
    if (done.has(file)) return [];
    for (const target of imported.get(file) ?? []) {
      const circle = search(target, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of imported.keys()) {
    const circle = search(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
