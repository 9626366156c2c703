/** Reports on harvests against goldens written by hand. */
import { describe, expect, test } from "vitest";
import type { HarvestReport } from "../../src/model/harvest.ts";
import { harvest as limits } from "../../src/model/limits.ts";
import { parseHarvest, renderHarvest, renderHarvests } from "../../src/wire/harvest.ts";
import { compactGolden, golden } from "../support/estates/goldens.ts";

const report: HarvestReport = {
  id: "h-1",
  workspace: "hydro",
  store: "rain",
  state: "done",
  files: { found: 3, harvested: 1, skipped: 2 },
  granules: { added: 4, replaced: 1 },
  skipped: [
    { file: "a & b.tif", reason: "No matches found for: a & b" },
    { file: "note.txt", reason: "The file is no raster" },
  ],
  message: null,
  started: "2026-11-20T18:56:35.900Z",
  ended: "2026-11-20T18:56:37.000Z",
};

test("is rendered in both forms", () => {
  expect(renderHarvest(report, "xml")).toEqual({
    contentType: "application/xml",
    text: compactGolden("harvest.xml"),
  });
  expect(renderHarvest(report, "json")).toEqual({
    contentType: "application/json",
    text: golden("harvest.json"),
  });
});

test("one that runs has no end, one that failed says why", () => {
  const running: HarvestReport = { ...report, state: "running", ended: null, skipped: [] };
  expect(JSON.parse(renderHarvest(running, "json").text)).toMatchObject({
    state: "running",
    ended: null,
    skipped: [],
  });
  const text = renderHarvest(running, "xml").text;
  expect(text).not.toContain("<ended");
  expect(text).toContain("<skipped/>");
  const failed: HarvestReport = { ...report, state: "failed", message: "disk\u0000 <full>" };
  expect(renderHarvest(failed, "xml").text).toContain(
    "<message>disk\ufffd &lt;full&gt;</message><started>",
  );
});

test("names a bounded number of files, and says how many there are", () => {
  const count = limits.skipped + 1;
  const skipped = Array.from({ length: count }, (_, at) => ({ file: `f${at}\u0001`, reason: "r" }));
  const long = { ...report, skipped, files: { ...report.files, skipped: count } };
  const json = JSON.parse(renderHarvest(long, "json").text) as { skipped: readonly unknown[] };
  expect(json).toMatchObject({ files: { skipped: count } });
  expect(json.skipped).toHaveLength(limits.skipped);
  expect(json.skipped[0]).toEqual({ file: "f0\u0001", reason: "r" });
  const xml = renderHarvest(long, "xml").text;
  expect(xml.match(/<skippedFile>/g)).toHaveLength(limits.skipped);
  expect(xml).toContain("<file>f0\ufffd</file>");
});

describe("is read from JSON", () => {
  test("as it was rendered", () => {
    expect(parseHarvest(golden("harvest.json"))).toEqual(report);
    const failed: HarvestReport = {
      ...report,
      state: "failed",
      message: " why ",
      skipped: [{ file: " a\u0001\n ", reason: "" }],
      ended: null,
    };
    expect(parseHarvest(renderHarvest(failed, "json").text)).toEqual(failed);
  });

  const document = { ...report, format_version: "1.0" };
  test.for([
    ["{", "malformed"],
    ["{}", "meaningless"],
    [{ ...document, format_version: "2.0" }, "meaningless"],
    [{ ...document, state: "lost" }, "meaningless"],
    [{ ...document, id: 7 }, "malformed"],
    [{ ...document, files: null }, "malformed"],
    [{ ...document, granules: { added: -1, replaced: 0 } }, "malformed"],
    [{ ...document, skipped: ["a.tif"] }, "malformed"],
  ] as const)("%j is refused", ([body, fault]) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    expect(() => parseHarvest(text)).toThrow(
      expect.objectContaining({ name: "WireError", code: fault }),
    );
  });

  test("of a later minor version with more in it", () => {
    const later = JSON.stringify({ ...document, format_version: "1.7", more: 1 });
    expect(parseHarvest(later)).toEqual(report);
  });
});

describe("the list", () => {
  test("holds no skipped files", () => {
    const { skipped: _skipped, ...summary } = report;
    expect(JSON.parse(renderHarvests([report], "json").text)).toEqual({
      format_version: "1.0",
      harvests: [summary],
    });
    const one = compactGolden("harvest.xml").replace(/<skipped><skippedFile>.*<\/skipped>/, "");
    expect(renderHarvests([report], "xml").text).toBe(`<harvests>${one}</harvests>`);
  });

  test("may be empty", () => {
    expect(renderHarvests([], "xml").text).toBe("<harvests/>");
    expect(renderHarvests([], "json").text).toBe('{"format_version":"1.0","harvests":[]}');
  });
});
