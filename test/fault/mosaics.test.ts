/**
 * Mosaics whose requests fail at every place: running again ends where a run without faults would
 * have ended, whatever was done before, and whether or not it was remembered.
 */
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import type { InventoryStore } from "../../src/reconciler/inventory/store.ts";
import { StateError } from "../../src/reconciler/inventory/state-store.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  type TestCatalog,
} from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { faults } from "../support/servers/faults.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { isProof } from "../support/run/scale.ts";

/** A mosaic with granules beside the manifest and in a folder of the server. */
function estate(folder: string, server: string, columns: readonly string[] = []): void {
  const sources = [`${join(server, "rasters")}/`];
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest(
      "ImageMosaic",
      { workspace: "w", name: "s" },
      {
        definition: "./s/",
        coverages: [{ name: "s", title: "Sea" }],
        granules: { local: "./granules/", sources },
      },
    ),
    "s/indexer.properties": indexer({ columns }),
    "s/timeregex.properties": TIME_REGEX,
    "granules/a_20260101.tif": raster(1),
    "granules/b_20260102.tif": raster(2),
  });
}

async function locations({ app }: TestCatalog): Promise<readonly string[]> {
  const answer = await app.inject({
    url: "/rest/workspaces/w/coveragestores/s/coverages/s/index/granules.json",
    headers: { authorization: AUTHORIZATION },
  });
  const { features } = JSON.parse(answer.body) as {
    features: readonly { readonly properties: { readonly location: string } }[];
  };
  return features.map(({ properties }) => properties.location.split("/").at(-1) ?? "").toSorted();
}

interface Failing {
  readonly request: number;
  readonly fault: string;
  /** Whether the run ends before anything is remembered, as when it is killed. */
  readonly forgets: boolean;
}

/** Applies with one request failing; shows how many there were. */
async function applyBroken(
  catalog: TestCatalog,
  folder: string,
  { request: failing, fault, forgets }: Failing,
): Promise<number> {
  const connection = await connectTo(catalog.app);
  const paths = [folder];
  const options = { name: "test", paths, prune: "none", allow: new Set<never>() } as const;
  const planned = await planEstate(options, connection);
  let count = 0;
  const broken = faults[fault]?.(connection.send) ?? connection.send;
  const inventory: InventoryStore = forgets
    ? {
        ...connection.inventory,
        save: () => Promise.reject(new StateError("inventory.json", "is cut off")),
      }
    : connection.inventory;
  await applyPlan(planned, {
    inventory,
    send: (request) => (count++ === failing ? broken : connection.send)(request),
  });
  return planned.plan?.steps.length ?? 0;
}

/** A proof fails every request in every way; otherwise creations fail where it reports most. */
const requests = [0, 1, 2, 3, 4];
const creations = isProof ? requests : [1];
const recreations = isProof ? requests : [1, 3];

describe.for(isProof ? dialects : (["documented"] as const))(
  "a mosaic, %s dialect",
  (dialect: DialectName) => {
    let catalog: TestCatalog;
    let folder: string;

    beforeEach(async () => {
      catalog = await startCatalog({ dialect });
      folder = temporaryFolder();
      writeFiles(catalog.folder, { "rasters/c_20260103.tif": raster(3) });
      estate(folder, catalog.folder);
    });

    const ends = async () => {
      const again = await applyFolder(catalog.app, folder);
      expect(again.result?.converged, JSON.stringify(again.result)).toBe(true);
      expect(await locations(catalog)).toEqual([
        "a_20260101.tif",
        "b_20260102.tif",
        "c_20260103.tif",
      ]);
      const third = await applyFolder(catalog.app, folder);
      expect([...third.writes, ...third.bookkeeping]).toEqual([]);
    };

    describe.for(Object.keys(faults))("one request %s", (fault) => {
      const forgetting = fault === "lost on the way back";

      test.for(creations)("creation, number %i", async (request) => {
        expect(await applyBroken(catalog, folder, { request, fault, forgets: forgetting })).toBe(5);
        await ends();
      });

      test.for(recreations)("recreation, number %i", async (request) => {
        await applyFolder(catalog.app, folder);
        estate(folder, catalog.folder, ["level:Integer"]);
        expect(await applyBroken(catalog, folder, { request, fault, forgets: forgetting })).toBe(5);
        await ends();
      });
    });
  },
);
