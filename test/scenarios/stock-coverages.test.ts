/** Coverages on a stock server: what a manifest says of a new one arrives with the first apply. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

const place = { workspace: "w" };

/** Applies one coverage of a file; gives its requests, the document, and what was reported. */
async function publish(spec: object) {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": document("Workspace", { name: "w" }, {}),
    "store.yaml": document(
      "CoverageStore",
      { ...place, name: "r" },
      { type: "GeoTIFF", url: "file:data/relief.tif" },
    ),
    "coverage.yaml": document("Coverage", { ...place, name: "heights" }, { store: "r", ...spec }),
  });
  const { result, writes } = await applyFolder(app, folder);
  const { plan } = await planFolder(app, folder);
  return {
    converged: result?.converged,
    told: result?.execution.reports.flatMap(({ message }) => message ?? []),
    requests: writes
      .map(({ request: { method, path } }) => `${method} ${path.replace(/^.*\/r/, "r")}`)
      .slice(2),
    coverage: state.coverages.get("w:heights"),
    after: plan?.steps,
  };
}

const POST = "POST r/coverages";
const PUT = "PUT r/coverages/heights";

test.each<readonly [what: string, spec: object, requests: readonly string[]]>([
  ["nothing but its store", {}, [POST]],
  ["a title", { title: "Heights" }, [POST]],
  ["a title and its name in the store", { title: "Heights", nativeName: "relief" }, [POST]],
  ["its name in the store", { nativeName: "relief" }, [POST]],
  ["the policy that it would get", { projectionPolicy: "FORCE_DECLARED" }, [POST]],
  ["the policy NONE", { projectionPolicy: "NONE" }, [POST, PUT]],
  ["another policy", { projectionPolicy: "REPROJECT_TO_DECLARED" }, [POST, PUT]],
  ["policy and system", { projectionPolicy: "NONE", srs: "EPSG:25833" }, [POST]],
  ["that it is disabled", { enabled: false, title: "Heights" }, [POST, PUT]],
])("a coverage with %s is as declared after one apply", async (_what, spec, requests) => {
  const published = await publish(spec);
  expect(published.told).toEqual([]);
  expect(published.converged).toBe(true);
  expect(published.after).toEqual([]);
  const ofCoverage = published.requests.filter((one) => one.includes(" r/coverages"));
  expect(ofCoverage).toEqual(requests);
  const { coverage } = published;
  for (const [field, value] of Object.entries(spec)) {
    if (field !== "nativeName") expect(coverage?.fields.get(field)).toBe(String(value));
  }
  // What is filled in from the raster is not given up for nothing.
  const isNamesOnly = Object.keys(spec).join() === "nativeName";
  expect(coverage?.fields.has("keywords")).toBe(isNamesOnly);
});

test("a name that the file does not have is reported with what it has to be", async () => {
  const { converged, told } = await publish({ nativeName: "relief_2025" });
  expect(converged).toBe(false);
  expect(told).toEqual([
    "The store holds no coverage of this nativeName: a file such as a GeoTIFF holds one, named like the file, " +
      "for which nativeName is left out; a mosaic holds those that its definition names\n" +
      "The specified coverageName relief_2025is not supported",
  ]);
});
