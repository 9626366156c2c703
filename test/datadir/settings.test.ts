/** How much of a data directory an import declares, setting by setting, and that it is silent about nothing else. */
import { expect, test } from "vitest";
import { describeSamples, sample } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { directoryFiles } from "./settings/directory-files.ts";
import { reasonOf } from "./settings/holes.ts";
import { measure, type Setting } from "./settings/measure.ts";
import { isBeyond, isFound, isOwn } from "./settings/what-counts.ts";
import { smallDirectory } from "./small-directory.ts";

/** Places that are not declared, with how many settings are there. */
function undeclaredIn(settings: readonly Setting[]): readonly string[] {
  const others = settings.filter(({ fate }) => fate !== "declared");
  const byPlace = Map.groupBy(others, ({ path, fate }) => `${path} (${fate})`);
  return [...byPlace].map(([place, { length }]) => `${place} × ${length}`).toSorted();
}

/**
 * Places that are neither declared nor named by the import, and that nobody has given a reason for, of the documents
 * of a server itself.
 */
function unexplainedIn(settings: readonly Setting[]): readonly string[] {
  const others = settings.filter(({ fate, path }) => fate === "silent" && isOwn(path));
  const paths = others.filter((one) => reasonOf(one) === undefined).map(({ path }) => path);
  return [...new Set(paths)].toSorted();
}

/** Kinds that were not there before services, settings, tile layers, cascades and files could be declared. */
const LATER = new Set(
  `Service Settings Logging TileLayer GridSet BlobStore DiskQuota WmsStore WmsLayer WmtsStore WmtsLayer
   File Template UrlCheck DefaultWorkspace`.split(/\s+/),
);

function shareOf(settings: readonly Setting[], is: (one: Setting) => boolean): string {
  const declared = settings.filter(is).length;
  const share = settings.length === 0 ? 100 : (100 * declared) / settings.length;
  return `${declared} of ${settings.length} (${share.toFixed(1)} %)`;
}

/** A row of the table in docs/evidence.md, and the holes. */
function reportOn(name: string, all: readonly Setting[]): string {
  const settings = all.filter(({ path }) => isOwn(path));
  const said = settings.filter(({ path }) => !isFound(path));
  const isDeclared = ({ fate }: Setting) => fate === "declared";
  const wasDeclared = ({ by }: Setting) => by.some((kind) => !LATER.has(kind));
  const others = all.filter(({ path }) => !isOwn(path));
  const row = [
    name,
    shareOf(said, wasDeclared),
    shareOf(said, isDeclared),
    shareOf(
      said.filter(({ path }) => !isBeyond(path)),
      isDeclared,
    ),
    shareOf(settings, isDeclared),
    shareOf(others, isDeclared),
  ];
  return [`| ${row.join(" | ")} |`, ...undeclaredIn(all)].join("\n  ");
}

test("a directory with one of everything", async () => {
  const files = new Map(Object.entries(smallDirectory));
  const settings = await measure(files, (all) => slice(all, { test: 20 }));
  if (isProof) process.stderr.write(`${reportOn("small", settings)}\n`);
  expect(unexplainedIn(settings)).toEqual([]);
});

describeSamples("settings of real data directories", () => {
  const directories = [
    "imas-ws-SoE.tar.gz",
    "aodn.tar.gz",
    "gs-release.tar.gz",
    "imas-ws-RERI.tar.gz",
    "gs-app-schema-tutorial.tar.gz",
    "imas-ws-SDM.tar.gz",
    "imas-ws-TNC.tar.gz",
    "imas-ws-Tas_Marine_Atlas.tar.gz",
    "georchestra-minimal.tar.gz",
    "imas-ws-bathy_composites.tar.gz",
    "ne-styles",
    "ott-trimet",
  ];

  test.for(slice(directories, { test: 1 }))("%s", async (name) => {
    const files = directoryFiles(sample(`datadirs/${name}`));
    const settings = await measure(files, (all) => slice(all, { test: 20 }));
    if (isProof) process.stderr.write(`${reportOn(name, settings)}\n`);
    expect(unexplainedIn(settings)).toEqual([]);
  });
});
