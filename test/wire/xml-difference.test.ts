/** Differences of XML documents with very many parts, and how those are told apart. */
import { expect, test } from "vitest";
import { xmlDifferences } from "../../src/wire/xml-difference.ts";
import { beginWork } from "../support/run/thread-time.ts";

const style = (rules: readonly string[]) =>
  new TextEncoder().encode(`<FeatureTypeStyle>${rules.join("")}</FeatureTypeStyle>`);
const rule = (name: string, width = 1) =>
  `<Rule>${name === "" ? "" : `<Name>${name}</Name>`}<LineSymbolizer><Stroke><CssParameter name="stroke-width">${width}</CssParameter></Stroke></LineSymbolizer></Rule>`;

test("one rule of a style with very many is found at little cost", () => {
  const names = Array.from({ length: 1500 }, (_, at) => `r${at}`);
  const before = style(names.map((name) => rule(name)));
  const after = style(names.map((name, at) => rule(name, at === 1000 ? 2 : 1)));
  const spent = beginWork();
  const found = xmlDifferences(before, after);
  expect(spent()).toBeLessThan(900);
  expect(found.map(({ place }) => place)).toEqual([
    ['rule "r1000"', "LineSymbolizer", "Stroke", "stroke-width"],
  ]);
});

test("rules of one name, and of none, are told apart by their numbers", () => {
  const before = style([rule("a"), rule("b"), rule("a"), rule(""), rule("")]);
  const after = style([rule("a"), rule("b", 3), rule("a", 2), rule(""), rule("", 4)]);
  const found = xmlDifferences(before, after);
  expect(found.map(({ place: [first] }) => first)).toEqual(['rule "b"', 'rule "a" (2)', "rule 5"]);
});
