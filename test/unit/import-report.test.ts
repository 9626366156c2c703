/** Reports of imports: on a terminal many objects with one reason are one line, few are a line each. */
import { expect, test } from "vitest";
import {
  importDocument,
  importReport,
  renderImport,
} from "../../src/cli/commands/import/report.ts";
import type { Undeclared } from "../../src/reconciler/kind.ts";

function left(kind: string, count: number, reason: string): readonly Undeclared[] {
  return Array.from({ length: count }, (_, at) => ({
    address: { kind, workspace: null, name: `${at}` },
    reason,
  }));
}

const undeclared = [...left("File", 6052, "too many"), ...left("Style", 10, "no content")];
const imported = { files: new Map(), objects: [], undeclared, missing: [] };

test("on a terminal", () => {
  const lines = renderImport(imported, { source: "s", out: "o", needless: 0 } as never).split("\n");
  expect(lines.filter((line) => line.includes("File/"))).toEqual([
    "  File/0 and 6051 more  too many",
  ]);
  expect(lines.filter((line) => line.includes("Style/"))).toHaveLength(10);
  expect(lines.some((line) => line.includes("6062 objects"))).toBe(true);
});

test("the file names each", () => {
  const lines = importReport(imported, { source: "s", notes: [] }).split("\n");
  expect(lines.filter((line) => line.includes("File/"))).toHaveLength(6052);
});

test("what is left out on purpose is told apart from what cannot be declared", () => {
  const address = { kind: "AccessRule", workspace: null, name: "*.*.w" };
  const chosen = { address, reason: "nothing removes it", onPurpose: true } as const;
  const all = { ...imported, undeclared: [...left("Style", 1, "no content"), chosen] };
  const way = { source: "s", out: "o", diagnostics: [] };
  const text = renderImport(all, way);
  expect(text).toMatch(
    /Not declared, 1 object:\n.*Style\/0[^]*Left out on purpose:\n +AccessRule\/\*\.\*\.w +nothing removes it/,
  );
  expect(importReport(all, { source: "s", notes: [] })).toMatch(
    /## Left out on purpose\n[^#]*- `AccessRule\/\*\.\*\.w`: nothing removes it\n/,
  );
  expect(importDocument(all, way)).toMatchObject({
    undeclared: [{ address: "Style/0" }],
    left_out_on_purpose: [{ address: "AccessRule/*.*.w" }],
  });
});
