/**
 * Random mosaics: from any to any other the apply converges, the plan after it is empty, and the
 * server holds the granules and coverages that are declared. On a stock server and on ours.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DiagnosticCode } from "../../src/model/diagnostic.ts";
import { dialects } from "../../src/model/dialect.ts";
import type { Planned } from "../../src/reconciler/reconcile.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { oneByFile, scale } from "../support/run/scale.ts";
import { startStock } from "../scenarios/mosaics.ts";

const SEED = 20_261_121;

interface Mosaic {
  readonly columns: readonly string[];
  readonly regex: string;
  readonly configure: "afterHarvest" | "onUpload";
  readonly policy: "add-only" | "mirror";
  readonly coverages: readonly object[] | undefined;
  /** Days of January that lie beside the manifest, and what is in them. */
  readonly days: readonly number[];
  readonly bits: 8 | 16;
  readonly revision: string | undefined;
}

const coverage = fc.record(
  {
    name: fc.constantFrom("s", "t", "u"),
    nativeName: fc.constant("s"),
    title: fc.constantFrom("One", "Two & more"),
    dimensions: fc.constantFrom({}, { time: { presentation: "LIST" } }),
  },
  { requiredKeys: ["name", "nativeName"] },
);

const mosaic: fc.Arbitrary<Mosaic> = fc.record({
  columns: fc.subarray(["level:Integer", "run:String"], { maxLength: 1 }),
  regex: fc.constantFrom(TIME_REGEX, "regex=(?<=_)[0-9]{8}\n"),
  configure: fc.constantFrom("afterHarvest", "onUpload"),
  policy: fc.constantFrom("add-only", "mirror"),
  coverages: fc.option(
    fc.uniqueArray(coverage, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
    { nil: undefined, freq: 4 },
  ),
  days: fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 }),
  bits: fc.constantFrom(8, 16),
  revision: fc.option(fc.constantFrom("1", "2"), { nil: undefined }),
});

function write(folder: string, given: Mosaic): void {
  for (const path of ["s", "granules"])
    rmSync(join(folder, path), { recursive: true, force: true });
  const { configure, coverages, policy, revision, days, bits, columns, regex } = given;
  const granules = { local: "./granules/", policy, revision };
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest(
      "ImageMosaic",
      { workspace: "w", name: "s" },
      { definition: "./s/", configure, coverages, granules },
    ),
    "s/indexer.properties": indexer({ columns }),
    "s/timeregex.properties": regex,
    ...Object.fromEntries(days.map((day) => [`granules/${locationOf(day)}`, raster(day, bits)])),
  });
}

function locationOf(day: number): string {
  return `a_2026010${day}.tif`;
}

const ALLOW = ["over-limit", "irreversible"] as const;

/** What came of an apply; `errors` are codes. */
interface Attempt {
  readonly writes: number;
  readonly converged: boolean;
  readonly errors: readonly DiagnosticCode[];
}

/** A server with one estate. */
interface Target {
  readonly folder: string;
  /** Applies; gives the number of requests, whether everything converged, and what the plan is refused for. */
  readonly apply: () => Promise<Attempt>;
  /** Names of published coverages, and the locations in the index of the first of them. */
  readonly holds: () => Promise<{
    readonly coverages: readonly string[];
    readonly granules: readonly string[];
  }>;
}

function errorsOf({ diagnostics }: Planned): readonly DiagnosticCode[] {
  return diagnostics.flatMap(({ code, severity }) => (severity === "error" ? [code] : []));
}

async function goThrough(target: Target, mosaics: readonly Mosaic[]): Promise<void> {
  for (const one of mosaics) {
    write(target.folder, one);
    const before = await target.holds();
    const first = await target.apply();
    if (first.errors.length > 0) {
      // Nobody can take anything out of an index that no coverage shows.
      expect(first).toMatchObject({ writes: 0, errors: ["mosaic-granules"] });
      expect([one.policy, before.coverages]).toEqual(["mirror", []]);
      continue;
    }
    // What an index holds shows only once a coverage of it is published.
    if (before.coverages.length > 0) expect(first.converged, JSON.stringify(one)).toBe(true);
    else await target.apply();
    expect(await target.apply()).toEqual({ writes: 0, converged: true, errors: [] });
    const { coverages, granules } = await target.holds();
    if (one.coverages !== undefined) {
      const declared = one.coverages.map((coverage) => (coverage as { name: string }).name);
      expect(coverages).toEqual(declared.toSorted());
    }
    if (coverages.length === 0) continue;
    const wanted = one.days.map(locationOf);
    if (one.policy === "mirror") expect(granules).toEqual(wanted);
    else expect(granules).toEqual(expect.arrayContaining(wanted));
  }
}

const several = fc.array(mosaic, { minLength: 2, maxLength: 4 });

test("any mosaic becomes any other, stock server", { timeout: 600_000 }, async () => {
  const catalog = await startStock();
  const store = () => catalog.stock.stores.get("w:s");
  const target: Target = {
    folder: catalog.folder,
    apply: async () => {
      const errors = errorsOf(await catalog.plan({ allow: ALLOW }));
      if (errors.length > 0) return { writes: 0, converged: false, errors };
      const writes = await catalog.apply({ allow: ALLOW, failing: () => false });
      const left = await catalog.plan({ allow: ALLOW });
      return { writes: writes.length, converged: left.plan?.steps.length === 0, errors };
    },
    holds: async () => ({
      coverages: [...(store()?.coverages.keys() ?? [])].toSorted(),
      granules: [...(store()?.index ?? [])].toSorted(),
    }),
  };
  const property = fc.asyncProperty(several, async (mosaics) => {
    catalog.stock.stores.clear();
    await goThrough(target, mosaics);
  });
  await fc.assert(property, { numRuns: scale({ test: 2, proof: 300 }), seed: SEED });
});

test.for(oneByFile(import.meta.url, dialects))(
  "any mosaic becomes any other, %s dialect",
  { timeout: 600_000 },
  async (dialect) => {
    const { app } = await startCatalog({ dialect });
    const folder = temporaryFolder();
    const read = async <Document>(path: string): Promise<Document | undefined> => {
      const url = `/rest/workspaces/w/coveragestores/s/coverages${path}`;
      const answer = await app.inject({ url, headers: { authorization: AUTHORIZATION } });
      return answer.statusCode === 404 ? undefined : (JSON.parse(answer.body) as Document);
    };
    const target: Target = {
      folder,
      apply: async () => {
        const { writes, planned, result } = await applyFolder(app, folder, { allow: ALLOW });
        const converged = result?.converged === true;
        return { writes: writes.length, converged, errors: errorsOf(planned) };
      },
      holds: async () => {
        const list = await read<CoverageList>(".json");
        const found = list?.coverages === "" ? [] : (list?.coverages.coverage ?? []);
        const coverages = found.map(({ name }) => name).toSorted();
        const [first] = coverages;
        if (first === undefined) return { coverages, granules: [] };
        const { features } = (await read<Granules>(`/${first}/index/granules.json`)) ?? {
          features: [],
        };
        return {
          coverages,
          granules: features.map(({ properties }) => properties.location).toSorted(),
        };
      },
    };
    const property = fc.asyncProperty(several, (mosaics) => goThrough(target, mosaics));
    await fc.assert(property, { numRuns: scale({ test: 2, proof: 60 }), seed: SEED });
  },
);

interface CoverageList {
  readonly coverages: "" | { readonly coverage: readonly { readonly name: string }[] };
}

interface Granules {
  readonly features: readonly { readonly properties: { readonly location: string } }[];
}
