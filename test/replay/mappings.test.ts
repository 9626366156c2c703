/**
 * Real app-schema mappings, alone and with their folders: each accepted with the names its index
 * says, or refused for the reason written down. Then their histories, version by version.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { AUTHORIZATION, startCatalog, type TestCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { slice } from "../support/run/scale.ts";
import { assess, manifest, methodsOf, tell, withoutLayout } from "./support.ts";
import { refusedAlone, refusedPacked, type Verdict } from "./verdicts.ts";

interface Indexed {
  readonly file: string;
  /** Published names without prefix, as the index of the samples has them. */
  readonly names: readonly string[];
}

function index(): readonly Indexed[] {
  const [, ...rows] = readFileSync(sample("appschema/INDEX.tsv"), "utf8").trim().split("\n");
  return rows.map((row) => {
    const [bundle = "", file = "", , published = ""] = row.split("\t");
    const names = published.split(",").map((name) => name.slice(name.lastIndexOf(":") + 1));
    return { file: `${bundle}/${file}`, names: [...new Set(names)].toSorted() };
  });
}

async function publishedBy({ app }: TestCatalog): Promise<readonly string[]> {
  const url = "/rest/workspaces/w/datastores/store/featuretypes.json";
  const answer = await app.inject({ url, headers: { authorization: AUTHORIZATION } });
  const list = JSON.parse(answer.body) as {
    featureTypes: { featureType: readonly { name: string }[] };
  };
  return list.featureTypes.featureType.map(({ name }) => name).toSorted();
}

const workspace = manifest("Workspace", { name: "w" }, {});

/** Applies one mapping in the manner that `lay` lays it out, into a catalog that is emptied after. */
async function replay(
  catalog: TestCatalog,
  { file, names }: Indexed,
  verdicts: readonly Verdict[],
  lay: (folder: string) => object,
): Promise<"accepted" | "refused"> {
  const folder = temporaryFolder();
  const spec = lay(folder);
  writeFiles(folder, {
    "w.yaml": workspace,
    "store.yaml": manifest("AppSchemaStore", { workspace: "w", name: "store" }, spec),
  });
  const applied = await applyFolder(catalog.app, folder);
  const verdict = assess(file, applied, verdicts);
  if (verdict === "refused") return verdict;
  expect(await publishedBy(catalog), file).toEqual(names);
  expect((await applyFolder(catalog.app, folder)).planned.plan?.steps, file).toEqual([]);
  const headers = { authorization: AUTHORIZATION };
  await catalog.app.inject({ method: "DELETE", url: "/rest/workspaces/w?recurse=true", headers });
  return verdict;
}

describeSamples("real mappings", () => {
  test("alone", async () => {
    const catalog = await startCatalog();
    const counts = { accepted: 0, refused: 0 };
    for (const entry of slice(index(), { test: 8 })) {
      const verdict = await replay(catalog, entry, refusedAlone, (folder) => {
        cpSync(sample(`appschema/${entry.file}`), join(folder, "mapping.xml"));
        return { mapping: "./mapping.xml" };
      });
      counts[verdict]++;
    }
    tell(
      `mappings alone: ${counts.accepted} accepted, ${counts.refused} refused as written down, 0 unexplained`,
    );
  }, 300_000);

  test("with their folders", async () => {
    const catalog = await startCatalog();
    const counts = { accepted: 0, refused: 0 };
    for (const entry of slice(index(), { test: 8 })) {
      const verdict = await replay(catalog, entry, refusedPacked, (folder) => {
        const bundle = join(folder, "bundle");
        mkdirSync(bundle);
        cpSync(dirname(sample(`appschema/${entry.file}`)), bundle, { recursive: true });
        return { mapping: "./bundle/", main: basename(entry.file) };
      });
      counts[verdict]++;
    }
    tell(
      `mappings with their folders: ${counts.accepted} accepted, ${counts.refused} refused as written down, 0 unexplained`,
    );
  }, 300_000);
});

/** The published names of a mapping by a reading of its own. */
function namesIn(text: string): string {
  const bare = text.replaceAll(/<!--.*?-->/gs, "");
  const types = bare.split(/<(?:\w+:)?FeatureTypeMapping>/).slice(1);
  const names = types.map((type) => {
    const name =
      /<mappingName>\s*([^<]+?)\s*</.exec(type) ?? /<targetElement>\s*([^<]+?)\s*</.exec(type);
    return (name?.[1] ?? "").replace(/^.*:/, "");
  });
  return [...new Set(names)].toSorted().join();
}

describeSamples("histories of real mappings", () => {
  test("recreate exactly where the set of names changed, one PUT elsewhere", async () => {
    const histories = slice(readdirSync(sample("appschema-history")).toSorted(), { test: 4 });
    const counts = { versions: 0, recreated: 0, replaced: 0, "layout only": 0 };
    for (const history of histories) {
      const catalog = await startCatalog();
      const folder = temporaryFolder();
      const store = manifest(
        "AppSchemaStore",
        { workspace: "w", name: "store" },
        { mapping: "./mapping.xml" },
      );
      writeFiles(folder, { "w.yaml": workspace, "store.yaml": store });
      let before: string | undefined;
      for (const version of readdirSync(sample(`appschema-history/${history}`)).toSorted()) {
        const text = readFileSync(sample(`appschema-history/${history}/${version}`), "utf8");
        writeFiles(folder, { "mapping.xml": text });
        const applied = await applyFolder(catalog.app, folder);
        expect(applied.result?.converged, `${history}/${version}`).toBe(true);
        counts.versions++;
        if (before !== undefined)
          counts[kindOfChange(before, text)] += expectChange(
            before,
            text,
            methodsOf(applied),
            `${history}/${version}`,
          );
        expect((await applyFolder(catalog.app, folder)).writes, `${history}/${version}`).toEqual(
          [],
        );
        before = text;
      }
      await catalog.close();
    }
    const { versions, recreated, replaced } = counts;
    tell(
      `histories: ${histories.length} with ${versions} versions, ${recreated} recreated, ${replaced} replaced by one PUT, ${counts["layout only"]} layout only, 0 unexplained`,
    );
  }, 300_000);
});

function kindOfChange(before: string, after: string): "recreated" | "replaced" | "layout only" {
  if (namesIn(before) !== namesIn(after)) return "recreated";
  return withoutLayout(before) === withoutLayout(after) ? "layout only" : "replaced";
}

function expectChange(before: string, after: string, methods: string, label: string): number {
  const expected = { recreated: "DELETE PUT", replaced: "PUT", "layout only": "" };
  expect(methods, label).toBe(expected[kindOfChange(before, after)]);
  return 1;
}
