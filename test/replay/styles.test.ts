/** Real styles: each applied and then found equal, and the commits of a real estate one by one. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { startCatalog } from "../support/catalog.ts";
import { applyFolder } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { describeSamples, sample } from "../support/samples.ts";
import { isProof, slice } from "../support/scale.ts";
import { judge, manifest, tell, withoutLayout } from "./support.ts";
import { refusedStyles } from "./verdicts.ts";

describeSamples("real styles", () => {
  test.for(dialects)("every SLD, %s dialect", { timeout: 300_000 }, async (dialect) => {
    const { app } = await startCatalog({ dialect });
    const files = readdirSync(sample("sld"))
      .filter((name) => name.endsWith(".sld"))
      .toSorted();
    const counts = { accepted: 0, refused: 0 };
    for (const [index, file] of slice(files, { test: 20 }).entries()) {
      const folder = temporaryFolder();
      const bytes = readFileSync(sample(`sld/${file}`));
      writeFiles(folder, {
        "a.sld": bytes,
        "a.yaml": manifest("Style", { name: `s${index}` }, { source: "./a.sld" }),
      });
      const applied = await applyFolder(app, folder);
      const verdict = judge(file, applied, refusedStyles);
      counts[verdict]++;
      if (verdict === "refused") continue;
      expect(applied.writes, file).toHaveLength(1);
      expect((await applyFolder(app, folder)).planned.plan?.steps, file).toEqual([]);
    }
    tell(
      `SLD files, ${dialect}: ${counts.accepted} accepted, ${counts.refused} refused as written down, 0 unexplained`,
    );
  });
});

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
interface Wanted {
  readonly workspace: string | null;
  readonly name: string;
  readonly content: Buffer;
}

/** The styles that a tree of files declares: an entry that names a file which is there. */
function stylesOf(tree: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Wanted> {
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

function write(folder: string, styles: ReadonlyMap<string, Wanted>): void {
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
function compare(
  before: ReadonlyMap<string, Wanted>,
  after: ReadonlyMap<string, Wanted>,
): { changed: number; layout: number } {
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

describeSamples("a real estate's commits", () => {
  test.for(dialects)(
    "as many writes as styles changed, %s dialect",
    { timeout: 600_000 },
    async (dialect) => {
      const { app } = await startCatalog({ dialect });
      const folder = join(temporaryFolder(), "estate");
      const tree = new Map<string, Buffer>();
      let before: ReadonlyMap<string, Wanted> = new Map();
      const commits = [...Map.groupBy(edits(), ({ commit }) => commit)];
      const counts = { commits: 0, changed: 0, layout: 0, writes: 0 };
      write(folder, before);
      // Some commits change more than the brakes let through.
      const options = { prune: "owned", allow: ["over-limit"] } as const;
      await applyFolder(app, folder, options);
      for (const [, changes] of isProof ? commits : commits.slice(0, 15)) {
        for (const { status, path, blob } of changes) {
          const file = sample(`${HISTORY}/${blob}`);
          if (status === "D") tree.delete(path);
          else if (existsSync(file)) tree.set(path, readFileSync(file));
        }
        const after = stylesOf(tree);
        write(folder, after);
        const applied = await applyFolder(app, folder, options);
        const { changed, layout } = compare(before, after);
        const label = `commit ${counts.commits}`;
        expect(applied.result?.converged, label).toBe(true);
        expect(applied.writes.length, label).toBe(changed);
        expect((await applyFolder(app, folder, options)).writes, label).toEqual([]);
        counts.commits++;
        counts.changed += changed;
        counts.layout += layout;
        counts.writes += applied.writes.length;
        before = after;
      }
      tell(
        `style history, ${dialect}: ${counts.commits} commits, ${counts.changed} styles changed (${counts.layout} more in layout alone), ${counts.writes} writes, 0 unexplained`,
      );
    },
  );
});
