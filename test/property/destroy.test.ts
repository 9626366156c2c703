/**
 * The end of random estates: what they made is gone, the catalog is as it was before them, and what
 * another estate made in between is untouched.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { planDestruction } from "../../src/reconciler/destroy.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { dumpWithoutDates } from "../support/servers/catalog-dump.ts";
import { createGroups } from "../support/servers/accounts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  asFiles,
  generatedEstate,
  type GeneratedEstate,
} from "../support/estates/generated-estates.ts";
import { document, type Files } from "../support/estates/passes.ts";
import { oneByFile, scale } from "../support/run/scale.ts";

/** What somebody else declares, in a workspace of their own and beside it. */
const theirs: Files = {
  "w.yaml": document("Workspace", { name: "other" }, {}),
  "s.yaml": document("Style", { name: "theirs" }, { source: "./s.sld" }),
  "i.yaml": document("Style", { workspace: "other", name: "inside" }, { source: "./s.sld" }),
  "m.yaml": document("AppSchemaStore", { workspace: "other", name: "st" }, { mapping: "./m.xml" }),
  "l.yaml": document("Layer", { workspace: "other", name: "T9" }, { defaultStyle: "theirs" }),
  "r.yaml": document(
    "AccessRules",
    { name: "r" },
    { mode: "merge", rules: { "other.*.r": ["X"] } },
  ),
  "s.sld": sld(),
  "m.xml": mapping(["t:T9"]),
};

/** The mode of a catalog is not made by anybody, so nobody can unmake it. */
const withoutMode = ({ "CatalogMode/catalog": _mode, ...rest }: Readonly<Record<string, string>>) =>
  rest;

function folderOf(files: Files): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

/** An estate that lets nothing stay, and sweeps nothing away: both have cases of their own. */
function whole({ manifests, artefacts }: GeneratedEstate): Files {
  const bare = manifests.map((one) => {
    const { lifecycle: _lifecycle, previousName: _name, ...metadata } = one.metadata;
    const { rules, domain } = one.spec;
    const spec = one.kind === "AccessRules" ? { domain, mode: "merge", rules } : one.spec;
    return { ...one, metadata, spec };
  });
  return asFiles({ manifests: bare, artefacts });
}

test.for(oneByFile(import.meta.url, dialects))(
  "%s: an estate that ends leaves the catalog as it found it",
  { timeout: 1_800_000 },
  async (dialect) => {
    let ended = 0;
    await fc.assert(
      fc.asyncProperty(generatedEstate, async (generated) => {
        const { app, close } = await startCatalog({ dialect });
        await createGroups(app, ["editors", "readers"]);
        const others = folderOf(theirs);
        expect((await applyFolder(app, others, { name: "theirs" })).result?.converged).toBe(true);
        const before = await dumpWithoutDates(app);
        const folder = folderOf(whole(generated));
        const allow = [...dangerNames];
        const applied = await applyFolder(app, folder, { allow });
        const { plan } = applied.planned;
        // What cannot be applied has no end to try.
        if (plan?.blocks.some(({ name }) => name === undefined)) return close();
        ended++;
        expect(applied.result?.converged).toBe(true);
        const connection = await connectTo(app);
        const estate = estateOf(folder, { allow });
        const planned = await planDestruction(estate, connection);
        expect(planned.plan?.blocks).toEqual([]);
        const result = await applyPlan(planned, connection);
        expect([result.converged, result.diagnostics]).toEqual([true, []]);
        expect((await connection.inventory.load()).objects.size).toBe(0);
        expect(withoutMode(await dumpWithoutDates(app))).toEqual(withoutMode(before));
        const still = await planFolder(app, others, { name: "theirs", prune: "owned" });
        expect(still.plan?.steps).toEqual([]);
        await close();
      }),
      {
        numRuns: scale({ test: 2, proof: 100 }),
        seed: 20_261_122,
        endOnFailure: true,
      },
    );
    expect(ended).toBeGreaterThan(0);
  },
);
