/** Every row of the fault table gets the verdict and the words that the table foretells. */
import { describe, expect, test } from "vitest";
import type { HealthDocument } from "../../src/reconciler/report/documents.ts";
import type { Fault } from "../support/ogc/faults.ts";
import { ground, notShown, rowFiles, rows, type FaultRow } from "./fault-rows.ts";
import { BOUNDS, serveEstate } from "./served-estate.ts";

const all = [...rows, ...notShown];

async function foundOf(): Promise<{ code: number | null; found: HealthDocument }> {
  const faults: Record<string, Fault> = Object.assign({}, ...all.map((one) => one.faults ?? {}));
  const { verify, tell } = await serveEstate(
    [
      ...ground,
      { kind: "Style", at: "point", spec: { source: "./point.sld" } },
      ...all.flatMap(({ declared }) => declared),
    ],
    { faults, traits: Object.assign({}, ...all.map((one) => one.traits ?? {})), files: rowFiles },
  );
  // A stock server works it out when the layer is made.
  await tell("PUT", "/workspaces/city/wmsstores/far/wmslayers/remote", {
    wmsLayer: { latLonBoundingBox: BOUNDS.geographic },
  });
  return verify();
}

describe("fault table", () => {
  test("each row is judged as foretold", async () => {
    const { code, found } = await foundOf();
    expect(code).toBe(7);
    const wrong = all.flatMap((row) => differenceIn(row, found));
    expect(wrong.join("\n")).toBe("");
  });
});

function differenceIn(
  { row, address, health, says, cause }: FaultRow,
  { objects }: HealthDocument,
): readonly string[] {
  const found = objects.find((one) => one.address === address);
  const [first] = found?.findings ?? [];
  const isSaid =
    says === undefined ||
    (typeof says === "string" ? first?.text === says : says.test(first?.text ?? ""));
  if (found?.health === health && isSaid && (cause === undefined || first?.cause === cause))
    return [];
  return [`${row}: ${address} is ${JSON.stringify(found)}`];
}
