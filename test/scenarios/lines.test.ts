/** What the line of a stock server means for plans: fields that it drops, versions that nobody knows. */
import { expect, onTestFinished, test } from "vitest";
import { lineHabits, type StockLine } from "../stock/lines.ts";
import { stockServer } from "../stock/server.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

function serverOf(line: StockLine, version?: string) {
  const { app, state } = stockServer({ line });
  onTestFinished(() => app.close());
  if (version !== undefined) {
    const about = lineHabits[line].about.replace(/<Version>[^<]*/, `<Version>${version}`);
    Object.assign(state, { habits: { ...state.habits, about } });
  }
  return { app, state };
}

const service = (spec: object) => ({
  "service.yaml": manifest("Service", { name: "wms" }, { title: "Maps", ...spec }),
});

test("a field that the line drops stops the plan before anything is sent, with its place", async () => {
  const { app, state } = serverOf("2.28");
  const folder = temporaryFolder();
  writeFiles(folder, service({ disabledVersions: ["1.1.1"] }));
  const { plan } = await planFolder(app, folder);
  expect(plan?.diagnostics).toEqual([
    {
      code: "field-dropped",
      severity: "error",
      message:
        "Service/wms sets disabledVersions, which GeoServer 2.28.2 answers with 200 and drops",
      hint: expect.stringMatching(/^Take disabledVersions out of the manifest/),
      where: expect.objectContaining({ file: expect.stringMatching(/service\.yaml$/), line: 1 }),
      address: "Service/wms",
    },
  ]);
  const { result } = await applyFolder(app, folder).catch(() => ({ result: undefined }));
  expect(result?.converged).not.toBe(true);
  expect(state.services.get(":wms")?.get("title")).toBe("My GeoServer WMS");
});

test.for([
  ["2.28", []],
  ["3.0", []],
  ["3.0", ["1.1.1"]],
] as const)(
  "%s: what it keeps, or is nothing, is applied: %j",
  async ([line, disabledVersions]) => {
    const { app } = serverOf(line);
    const folder = temporaryFolder();
    writeFiles(folder, service({ disabledVersions }));
    const { result } = await applyFolder(app, folder);
    expect(result?.converged).toBe(true);
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  },
);

test.for(["2.29.1", "3.1.0", "2.28.2-ours", "2.12.0"])(
  "%s is taken for the nearest line, with a warning",
  async (version) => {
    const { app } = serverOf("2.28", version);
    const folder = temporaryFolder();
    writeFiles(folder, service({}));
    const { plan } = await planFolder(app, folder);
    expect(plan?.diagnostics).toEqual([
      expect.objectContaining({
        code: "server-line",
        severity: "warning",
        message: expect.stringContaining(`GeoServer ${version} is of no line that is known`),
      }),
    ]);
  },
);

test.for(["2.28", "3.0"] as const)(
  "the included server answers as %s, and a plan knows it by the version",
  async (line) => {
    const { app } = await startCatalog({ dialect: "geoserver", line });
    const folder = temporaryFolder();
    writeFiles(folder, service({ disabledVersions: ["1.1.1"] }));
    const { plan } = await planFolder(app, folder);
    const codes = plan?.diagnostics.map(({ code }) => code);
    expect(codes).toEqual(line === "2.28" ? ["field-dropped"] : []);
    writeFiles(folder, service({}));
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  },
);
