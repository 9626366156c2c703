/** Rules: a picture of each, for features that meet its condition, at scales that it draws at. */
import { describe, expect, test } from "vitest";
import { tooltipOf } from "../../src/painter/page/caption.ts";
import { pairsOf } from "../../src/painter/pairs.ts";
import { css, line, tilesIn } from "./support.ts";

const property = (name: string) => `<ogc:PropertyName>${name}</ogc:PropertyName>`;
const literal = (value: string) => `<ogc:Literal>${value}</ogc:Literal>`;
const compared = (operator: string, name: string, value: string) =>
  `<ogc:PropertyIs${operator}>${property(name)}${literal(value)}</ogc:PropertyIs${operator}>`;
const like = (name: string, pattern: string) =>
  `<ogc:PropertyIsLike wildCard="*" singleChar="?" escape="!">${property(name)}${literal(pattern)}</ogc:PropertyIsLike>`;

function ruleWith(filter: string, rest = ""): string {
  return `<Rule><ogc:Filter>${filter}</ogc:Filter>${rest}${line(css("stroke", "#ff0000"))}</Rule>`;
}

describe("conditions", () => {
  test.for([
    ["type = 'road'", compared("EqualTo", "type", "road")],
    ["type <> 'road'", compared("NotEqualTo", "type", "road")],
    [
      "lanes > 2 and lanes <= 4",
      `<ogc:And>${compared("GreaterThan", "lanes", "2")}${compared("LessThanOrEqualTo", "lanes", "4")}</ogc:And>`,
    ],
    [
      "(width > 0.1 and width < 0.2) or type is missing",
      `<ogc:Or><ogc:And>${compared("GreaterThan", "width", "0.1")}${compared("LessThan", "width", "0.2")}</ogc:And><ogc:PropertyIsNull>${property("type")}</ogc:PropertyIsNull></ogc:Or>`,
    ],
    [
      "not (type = 'a' or type = 'b')",
      `<ogc:Not><ogc:Or>${compared("EqualTo", "type", "a")}${compared("EqualTo", "type", "b")}</ogc:Or></ogc:Not>`,
    ],
    [
      "lanes between 2 and 3",
      `<ogc:PropertyIsBetween>${property("lanes")}<ogc:LowerBoundary>${literal("2")}</ogc:LowerBoundary><ogc:UpperBoundary>${literal("3")}</ogc:UpperBoundary></ogc:PropertyIsBetween>`,
    ],
    ["name like 'A_%'", like("name", "A?*")],
    [
      "in(type, 'a', 'b') = 'true'",
      `<ogc:PropertyIsEqualTo><ogc:Function name="in">${property("type")}${literal("a")}${literal("b")}</ogc:Function>${literal("true")}</ogc:PropertyIsEqualTo>`,
    ],
    [
      "dimension(geom) = 1",
      `<ogc:PropertyIsEqualTo><ogc:Function name="dimension">${property("geom")}</ogc:Function>${literal("1")}</ogc:PropertyIsEqualTo>`,
    ],
  ] as const)("%s is met by a feature that is made for it", ([words, filter]) => {
    const [tile] = tilesIn(ruleWith(filter));
    expect(tile?.condition).toBe(words);
    // A condition that is not met, or not understood, is a note.
    expect(tile?.drawing.notes).toEqual([]);
  });

  test("one that no feature meets, and one that is not understood, are told", () => {
    const never = `<ogc:And>${compared("EqualTo", "a", "1")}${compared("EqualTo", "a", "2")}</ogc:And>`;
    expect(tilesIn(ruleWith(never))[0]?.drawing.notes).toEqual([
      "no sample feature meets the condition",
    ]);
    const unknown = `<ogc:BBOX>${property("geom")}</ogc:BBOX>`;
    expect(tilesIn(ruleWith(unknown))[0]?.drawing.notes).toEqual([
      "parts of the condition are not supported; drawn as if it were met",
    ]);
  });

  test("the rest of all others", () => {
    const [, tile] = tilesIn(
      `${ruleWith(compared("EqualTo", "a", "1"))}<Rule><ElseFilter/>${line("")}</Rule>`,
    );
    expect(tile?.condition).toBe("all that no other rule draws");
  });
});

describe("scales", () => {
  const scaled = (symbolizer: string) =>
    tilesIn(
      `<Rule><MinScaleDenominator>1000</MinScaleDenominator><MaxScaleDenominator>16000</MaxScaleDenominator>${symbolizer}</Rule>`,
    );
  const metres = `<LineSymbolizer uom="http://www.opengeospatial.org/se/units/metre"><Stroke>${css("stroke-width", "10")}</Stroke></LineSymbolizer>`;

  test("a rule has one picture, whatever its range", () => {
    expect(scaled(line(""))).toMatchObject([
      { range: { min: 1000, max: 16_000 }, scale: undefined },
    ]);
  });

  test("one with lengths on the ground has several, the larger the scale the wider", () => {
    const tiles = scaled(metres);
    const widths = tiles.map(({ drawing }) =>
      Number(drawing.nodes[0]?.attributes?.["stroke-width"]),
    );
    expect(tiles.map(({ scale }) => scale)).toEqual([2000, 8000]);
    expect(widths[0]).toBeCloseTo(10 / 0.28 / 2, 1);
    expect(widths[1]).toBeCloseTo(10 / 0.28 / 8, 1);
  });
});

describe("two versions", () => {
  const rule = (name: string, colour: string) =>
    `<Rule><Name>${name}</Name>${line(css("stroke", colour))}</Rule>`;

  function changesBetween(before: readonly string[], after: readonly string[]): readonly string[] {
    return pairsOf(tilesIn(before.join("")), tilesIn(after.join(""))).map(
      ({ change, before: old, after: now }) => `${(now ?? old)?.name} ${change}`,
    );
  }

  test("rules belong together by what they draw, by their names, by their place", () => {
    const [a, b, c] = [rule("a", "#111111"), rule("b", "#222222"), rule("c", "#333333")];
    expect(changesBetween([a, b, c], [a, b, c])).toEqual(["a none", "b none", "c none"]);
    expect(changesBetween([a, b, c], [a, rule("b", "#222223"), c])).toEqual([
      "a none",
      "b changed",
      "c none",
    ]);
    expect(changesBetween([a, b, c], [a, c])).toEqual(["a none", "b removed", "c none"]);
    expect(changesBetween([b, c], [a, b, c])).toEqual(["a added", "b none", "c none"]);
    expect(changesBetween([a, b, c], [c, a, b])).toEqual(["c moved", "a none", "b none"]);
  });
});

test("a tooltip says how many texts it leaves out", () => {
  const [tile] = tilesIn(ruleWith(compared("EqualTo", "type", "road")));
  if (tile === undefined) throw new Error("nothing is drawn");
  const notes = Array.from({ length: 70 }, (_unused, at) => `note ${at}`);
  const told = (of: readonly string[]) =>
    tooltipOf({ ...tile, drawing: { ...tile.drawing, notes: of, details: [] } }).split("\n");
  const all = told([]).length + notes.length;
  const shown = told(notes);
  expect(shown.at(-1)).toBe(`and ${all - (shown.length - 1)} more`);
});
