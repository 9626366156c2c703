/** Facts of tile layers: what of a grid set counts is found in them again, whatever it is called. */
import { expect, test } from "vitest";
import { blankTileLayer, type GridSubset } from "../../src/model/tile-layer.ts";
import {
  extentsIn,
  gridSetIn,
  tileFacts,
} from "../../src/reconciler/kinds/published/tile-facts.ts";

const extent = [-1.5e-7, 0, 1e21, 1] as const;

test.for<GridSubset>([
  { gridSet: "EPSG:4326" },
  { gridSet: "my set", zoomStart: 1 },
  { gridSet: "my set", zoomStop: 9, minCachedLevel: 2, extent },
  { gridSet: "a zoom within", maxCachedLevel: 3, extent },
])("%o is named in its text", (subset) => {
  const { gridsets } = tileFacts({ gridSubsets: [subset] }, () => true);
  expect((gridsets as readonly string[]).map(gridSetIn)).toEqual([subset.gridSet]);
});

test("an extent counts of the grid set that is said to have one, and of none that begins like it", () => {
  const gridSubsets = ["grid", "grid of tiles"].map((gridSet) => ({ gridSet, extent }));
  const live = { ...blankTileLayer, gridSubsets };
  const wanted = tileFacts({ gridSubsets }, (gridSet) => gridSet === "grid of tiles");
  expect(tileFacts(live, extentsIn(wanted))["gridsets"]).toEqual(wanted["gridsets"]);
});
