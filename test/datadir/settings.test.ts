/** How much of a data directory an import declares, setting by setting, and that it is silent about nothing else. */
import { expect, test } from "vitest";
import { describeSamples, sample } from "../support/samples.ts";
import { isProof, slice } from "../support/scale.ts";
import { directoryFiles } from "./settings/directory-files.ts";
import { holes, reasonOf } from "./settings/holes.ts";
import { measure, type Setting } from "./settings/measure.ts";
import { isFound } from "./settings/what-counts.ts";
import { smallDirectory } from "./small-directory.ts";

/** Places that are not declared, with how many settings are there. */
function undeclaredIn(settings: readonly Setting[]): readonly string[] {
  const others = settings.filter(({ fate }) => fate !== "declared");
  const byPlace = Map.groupBy(others, ({ path, fate }) => `${path} (${fate})`);
  return [...byPlace].map(([place, { length }]) => `${place} × ${length}`).toSorted();
}

function shareOf(settings: readonly Setting[]): string {
  const declared = settings.filter(({ fate }) => fate === "declared").length;
  const share = settings.length === 0 ? 100 : (100 * declared) / settings.length;
  return `${declared} of ${settings.length}, ${share.toFixed(1)} %`;
}

test("a directory with one of everything", async () => {
  const files = new Map(Object.entries(smallDirectory));
  const settings = await measure(files, (all) => slice(all, { test: 60 }));
  expect(settings.filter(({ fate }) => fate === "silent").map(({ path }) => path)).toEqual([]);
  expect(undeclaredIn(settings)).toEqual([]);
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
    const settings = await measure(files, (all) => slice(all, { test: 30 }));
    if (isProof) {
      const own = settings.filter(({ path }) => !isFound(path));
      const lines = [`${name}: ${shareOf(settings)}; but what servers find: ${shareOf(own)}`];
      process.stderr.write(`${[...lines, ...undeclaredIn(settings)].join("\n  ")}\n`);
    }
    const silent = settings.filter(({ fate, path }) => fate === "silent" && reasonOf(path) === undefined);
    expect([...new Set(silent.map(({ path }) => path))].toSorted()).toEqual([]);
    const unlisted = settings.filter(
      ({ fate, path }) => fate !== "declared" && reasonOf(path) === undefined,
    );
    expect([...new Set(unlisted.map(({ path }) => path))].toSorted()).toEqual([]);
  });
});

test("every hole has a reason", () => {
  expect(holes.every(([, reason]) => reason !== "")).toBe(true);
});
