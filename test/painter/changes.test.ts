/** One property of one rule is changed, in real styles: exactly the pictures of that rule differ. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pairsOf, tileText } from "../../src/painter/pairs.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { tilesOf, type Tile } from "../../src/painter/tile.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { scale } from "../support/run/scale.ts";

/** How a property is changed to something that it was not. */
const changes: Readonly<Record<string, (value: string) => string>> = {
  fill: otherColour,
  stroke: otherColour,
  "stroke-width": otherNumber,
  "stroke-opacity": otherPart,
  "fill-opacity": otherPart,
  "stroke-dasharray": (value) => `${value} 3 7`,
  "stroke-linecap": (value) => (value === "round" ? "square" : "round"),
  "stroke-linejoin": (value) => (value === "round" ? "bevel" : "round"),
  "font-size": otherNumber,
  "font-family": (value) => `${value} Other`,
  "font-style": (value) => (value === "italic" ? "normal" : "italic"),
  "font-weight": (value) => (value === "bold" ? "normal" : "bold"),
  Size: otherNumber,
  Rotation: otherNumber,
  Radius: otherNumber,
  WellKnownName: (value) => (value.trim().toLowerCase() === "star" ? "circle" : "star"),
  AnchorPointX: otherPart,
  AnchorPointY: otherPart,
  DisplacementX: otherNumber,
  PerpendicularOffset: otherNumber,
  Priority: otherNumber,
  VendorOption: (value) => (value === "true" ? "false" : `${value}1`),
  // Half of a number is another one wherever numbers end.
  Literal: (value) => (Number(value) > 0 ? String(Number(value) / 2) : `${value}1`),
  MinScaleDenominator: (value) => String(Number(value) + 1000),
};

function otherColour(value: string): string {
  return value.trim().toLowerCase() === "#123456" ? "#654321" : "#123456";
}

function otherNumber(value: string): string {
  return String(Number(value) + 2);
}

function otherPart(value: string): string {
  return Number(value) > 0.5 ? "0.25" : "0.75";
}

/** A value in a rule of a document: where it stands in the text, and what it becomes. */
interface Change {
  readonly rule: number;
  readonly property: string;
  readonly text: string;
}

const RULE = /<((?:\w+:)?Rule)(?=[\s>])[^]*?<\/\1>/g;
const VALUE =
  /<((?:\w+:)?(?:Css|Svg)Parameter\s+name="([\w-]+)"|(?:\w+:)?(Size|Rotation|Radius|WellKnownName|AnchorPoint[XY]|DisplacementX|PerpendicularOffset|Priority|VendorOption|Literal|MinScaleDenominator)(?:\s[^>]*)?)>([^<>${}&]+)</g;

/** Changes that a document can have, one for each value of each rule. */
function changesOf(text: string): readonly Change[] {
  return [...text.matchAll(RULE)].flatMap((match, rule) => {
    const [whole] = match;
    const at = match.index;
    return [...whole.matchAll(VALUE)].flatMap((found): readonly Change[] => {
      const [all, opening = "", parameter, element, value = ""] = found;
      const property = parameter ?? element ?? "";
      const change = changes[property];
      const isNumber = change === otherNumber || change === otherPart;
      if (change === undefined || value.trim() === "" || (isNumber && !(Number(value) >= 0)))
        return [];
      const from = at + found.index;
      const made = `<${opening}>${change(value)}<`;
      return [{ rule, property, text: text.slice(0, from) + made + text.slice(from + all.length) }];
    });
  });
}

/** Which rules of a document have a picture that differs, counted over all of its levels. */
function differingRules(before: readonly Tile[], after: readonly Tile[]): ReadonlySet<string> {
  const texts = (tiles: readonly Tile[]) =>
    Map.groupBy(tiles, ({ level, rule }) => `${level}.${rule}`);
  const [old, now] = [texts(before), texts(after)];
  const told = (tiles: readonly Tile[] | undefined) => (tiles ?? []).map(tileText).join("\n");
  return new Set(
    [...old.keys(), ...now.keys()].filter((key) => told(old.get(key)) !== told(now.get(key))),
  );
}

function tilesIn(text: string): readonly Tile[] {
  return tilesOf(readStyle(Buffer.from(text)), () => undefined).tiles;
}

describeSamples("one property of one rule", () => {
  // Comments could hold rules of their own, and other encodings would be other bytes.
  const documents = readdirSync(sample("sld"))
    .filter((file) => /^(?:plain|prefixed|extgraphic|cdata|function)__.*\.sld$/.test(file))
    .map((file) => ({ file, text: readFileSync(sample(`sld/${file}`), "utf8") }))
    .filter(({ text }) => text.length < 60_000 && !text.includes("\ufffd"))
    .map(({ file, text }) => ({
      file,
      text: text.replaceAll(/<!--[^]*?-->/g, "").replace(/^\s*<\?xml[^>]*\?>/, ""),
    }));
  const count = scale({ test: 24, proof: 200 });
  const all = documents.flatMap(({ file, text }) => {
    const found = changesOf(text);
    // A few of each document, spread over its rules.
    const step = Math.max(1, Math.floor(found.length / 6));
    return found
      .filter((_one, at) => at % step === 0)
      .map((change) => ({ file, before: text, change }));
  });
  const step = Math.max(1, Math.floor(all.length / count));
  const chosen = all.filter((_one, at) => at % step === 0).slice(0, count);

  test(`${count} changes, each seen in the pictures of its rule and in no other`, () => {
    expect(chosen.length).toBe(count);
    const wrong: string[] = [];
    for (const { file, before, change } of chosen) {
      const [old, now] = [tilesIn(before), tilesIn(change.text)];
      const keys = [...new Set(old.map(({ level, rule }) => `${level}.${rule}`))];
      const differing = differingRules(old, now);
      const asked = keys[change.rule];
      const isRight = differing.size === 1 && asked !== undefined && differing.has(asked);
      if (!isRight)
        wrong.push(
          `${file}: ${change.property} of rule ${asked}: ${[...differing].join(" ") || "none"} differ`,
        );
    }
    expect(wrong).toEqual([]);
  });

  test("what is painted with is seen in the picture itself, not only told", () => {
    const painted = chosen.filter(({ change }) =>
      /^(?:fill|stroke|stroke-width)$/.test(change.property),
    );
    const pictures = (text: string) =>
      JSON.stringify(tilesIn(text).map(({ drawing }) => [drawing.nodes, [...drawing.definitions]]));
    const unseen = painted.filter(
      ({ before, change }) => pictures(before) === pictures(change.text),
    );
    expect(painted.length).toBeGreaterThan(count / 10);
    // Graphics along a line have a colour of their own, some symbolizers are for legends only, a stroke has no fill.
    expect(unseen.length).toBeLessThanOrEqual(painted.length * 0.1);
  });

  test("and marked where both versions stand beside each other", () => {
    for (const { before, change } of chosen.slice(0, 8)) {
      const pairs = pairsOf(tilesIn(before), tilesIn(change.text));
      const marked = pairs.filter((pair) => pair.change !== "none");
      expect(new Set(marked.map(({ after }) => after?.rule)).size).toBe(1);
      expect(marked.every((pair) => pair.change === "changed")).toBe(true);
    }
  });
});
