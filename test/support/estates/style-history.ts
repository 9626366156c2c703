/** The history of a real estate of styles, commit by commit, as manifests. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { manifest, withoutLayout } from "../../replay/support.ts";
import { writeFiles } from "../run/folders.ts";
import { sample } from "../run/samples.ts";

interface Edit {
  readonly commit: number;
  readonly status: string;
  readonly path: string;
  readonly blob: string;
}

const HISTORY = "style-history/aodn-styles";

function edits(): readonly Edit[] {
  const [, ...rows] = readFileSync(sample(`${HISTORY}/changes.tsv`), "utf8")
    .trim()
    .split("\n");
  return rows.map((row) => {
    const [commit = "", , , status = "", path = "", blob = ""] = row.split("\t");
    return { commit: Number(commit), status, path, blob };
  });
}

/** A style of the estate: its scope and name, and its content. */
export interface Wanted {
  readonly workspace: string | null;
  readonly name: string;
  readonly content: Buffer;
}

/** Styles by workspace and name. */
export type Styles = ReadonlyMap<string, Wanted>;

/** The styles that a tree of files declares: an entry that names a file which is there. */
function stylesOf(tree: ReadonlyMap<string, Buffer>): Styles {
  const styles = new Map<string, Wanted>();
  for (const [path, bytes] of tree) {
    const match = /^(?:workspaces\/([^/]+)\/)?styles\/[^/]+\.xml$/.exec(path);
    if (match === null) continue;
    const text = bytes.toString("utf8");
    const name = /<name>([^<]+)<\/name>/.exec(text)?.[1] ?? "";
    const file = /<filename>([^<]+)<\/filename>/.exec(text)?.[1] ?? "";
    const content = tree.get(path.replace(/[^/]+$/, file));
    if (content !== undefined)
      styles.set(`${match[1] ?? ""}:${name}`, { workspace: match[1] ?? null, name, content });
  }
  return styles;
}

/** Writes the manifests of styles and of their workspaces in place of what is in a folder. */
export function writeStyles(folder: string, styles: Styles): void {
  rmSync(folder, { recursive: true, force: true });
  const files: Record<string, string | Buffer> = {};
  const workspaces = new Set(["imos", "aodn", "anchor"]);
  for (const workspace of workspaces)
    files[`${workspace}.yaml`] = manifest("Workspace", { name: workspace }, {});
  for (const [index, { workspace, name, content }] of [...styles.values()].entries()) {
    const metadata = workspace === null ? { name } : { workspace, name };
    files[`${index}.yaml`] = manifest("Style", metadata, { source: `./${index}.sld` });
    files[`${index}.sld`] = content;
  }
  writeFiles(folder, files);
}

const DEFAULTS = new Set([":point", ":line", ":polygon", ":raster", ":generic"]);

/** How many styles differ between two commits, and how many of them in layout alone. */
export function compareStyles(before: Styles, after: Styles): { changed: number; layout: number } {
  let changed = 0;
  let layout = 0;
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key)?.content, after.get(key)?.content];
    if (now === undefined && DEFAULTS.has(key)) continue;
    if (old !== undefined && now !== undefined && old.equals(now)) continue;
    if (
      old !== undefined &&
      now !== undefined &&
      withoutLayout(old.toString("latin1")) === withoutLayout(now.toString("latin1"))
    )
      layout++;
    else changed++;
  }
  return { changed, layout };
}

/** The styles after each commit, in order. */
export function* styleCommits(): Generator<Styles, void, void> {
  const tree = new Map<string, Buffer>();
  for (const [, changes] of Map.groupBy(edits(), ({ commit }) => commit)) {
    for (const { status, path, blob } of changes) {
      const file = sample(`${HISTORY}/${blob}`);
      if (status === "D") tree.delete(path);
      else if (existsSync(file)) tree.set(path, readFileSync(file));
    }
    yield stylesOf(tree);
  }
}

/** A file with two neighbouring versions of it. */
export type VersionPair = readonly [path: string, before: Uint8Array, after: Uint8Array];

/** Each version of a style beside the one before it. */
export function styleVersions(): readonly VersionPair[] {
  const last = new Map<string, Uint8Array>();
  return edits().flatMap(({ status, path, blob }): readonly VersionPair[] => {
    if (status === "D" || !path.endsWith(".sld")) return [];
    const before = last.get(path);
    const after = readFileSync(sample(`${HISTORY}/${blob}`));
    last.set(path, after);
    return before === undefined ? [] : [[path, before, after]];
  });
}
