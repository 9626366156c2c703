/** Real styles: each applied and then found equal, and the commits of a real estate one by one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { isProof, oneByFile, slice } from "../support/run/scale.ts";
import {
  compareStyles,
  styleCommits,
  writeStyles,
  type Styles,
} from "../support/estates/style-history.ts";
import { assess, assessRefusal, manifest, tell } from "./support.ts";
import { layeredStyles, refusedStyles } from "./verdicts.ts";

describeSamples("real styles", () => {
  test.for(oneByFile(import.meta.url, dialects))(
    "every SLD, %s dialect",
    { timeout: 300_000 },
    async (dialect) => {
      const { app } = await startCatalog({ dialect });
      const files = readdirSync(sample("sld"))
        .filter((name) => name.endsWith(".sld"))
        .toSorted();
      const counts = { accepted: 0, refused: 0 };
      for (const [index, file] of slice(files, { test: 12 }).entries()) {
        const folder = temporaryFolder();
        const bytes = readFileSync(sample(`sld/${file}`));
        writeFiles(folder, {
          "a.sld": bytes,
          "a.yaml": manifest("Style", { name: `s${index}` }, { source: "./a.sld" }),
        });
        const applied = await applyFolder(app, folder);
        const layered = layeredStyles.find((candidate) => candidate.file === file);
        if (dialect === "geoserver" && layered !== undefined) {
          assessRefusal(applied, layered);
          counts.refused++;
          continue;
        }
        const verdict = assess(file, applied, refusedStyles);
        counts[verdict]++;
        if (verdict === "refused") continue;
        expect(applied.writes, file).toHaveLength(1);
        expect((await applyFolder(app, folder)).planned.plan?.steps, file).toEqual([]);
      }
      tell(
        `SLD files, ${dialect}: ${counts.accepted} accepted, ${counts.refused} refused as written down, 0 unexplained`,
      );
    },
  );
});

describeSamples("a real estate's commits", () => {
  test.for(oneByFile(import.meta.url, dialects))(
    "as many writes as styles changed, %s dialect",
    { timeout: 600_000 },
    async (dialect) => {
      const { app } = await startCatalog({ dialect });
      const folder = join(temporaryFolder(), "estate");
      let before: Styles = new Map();
      const commits = [...styleCommits()];
      const counts = { commits: 0, changed: 0, layout: 0, writes: 0 };
      writeStyles(folder, before);
      // Some commits change more than the change limits let through.
      const options = { prune: "owned", allow: ["over-limit"] } as const;
      await applyFolder(app, folder, options);
      for (const after of isProof ? commits : commits.slice(0, 10)) {
        writeStyles(folder, after);
        const applied = await applyFolder(app, folder, options);
        const { changed, layout } = compareStyles(before, after);
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
