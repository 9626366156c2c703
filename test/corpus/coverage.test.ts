/**
 * The corpus leaves nothing out: every action and field rule of every kind, every danger and every field
 * of every manifest has a case. What cases exercise is what they say; that it is so is checked where
 * they run.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { elsewhere, fieldCoverage, ruleCoverage, type Coverage } from "../../scripts/coverage.ts";
import { root, textOf } from "../support/project/sources.ts";

function holes(coverage: Coverage): readonly string[] {
  return [...coverage].flatMap(([name, cases]) => (cases.length === 0 ? [name] : []));
}

const [rules, fields] = [ruleCoverage(), fieldCoverage()];

describe("every one has a case", () => {
  test.for([
    ["rules", rules, 120],
    ["fields", fields, 120],
  ] as const)("%s", ([, coverage, least]) => {
    expect(coverage.size).toBeGreaterThanOrEqual(least);
    expect(holes(coverage).filter((name) => !elsewhere.has(name))).toEqual([]);
  });

  test("but for what a case cannot hold, which a test does", () => {
    const left = [...holes(rules), ...holes(fields)];
    expect(left.toSorted()).toEqual([...elsewhere.keys()].toSorted());
    for (const [name, file] of elsewhere)
      expect(textOf(file), file).toContain(name.split(".").at(-1) ?? "");
  });
});

test("every case says what it exercises", () => {
  const cases = join(root, "test/corpus/cases");
  const silent = readdirSync(cases).filter(
    (name) => !existsSync(join(cases, name, "exercises.txt")),
  );
  expect(silent).toEqual([]);
});
