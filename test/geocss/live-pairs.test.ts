/**
 * Sheets with the SLD that a running server (3.0) made of each: what we make is equal as a model once
 * what that server adds when it writes is left out, but for the tables below. They hold in both
 * directions: an entry that is not needed fails.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { translateSheet } from "../../src/geocss/translate.ts";
import { describeRecordings, recording } from "../support/run/samples.ts";
import { isProof } from "../support/run/scale.ts";
import { compareStyles } from "../support/styles/sld-compare.ts";
import { meantStyle } from "../support/styles/sld-manners.ts";
import { readSld } from "../support/styles/sld-model.ts";

/** Not the same rules, but the same symbolizers on every feature and at every scale. */
const sameMeaning: Readonly<Record<string, string>> = {
  "dd--ne_10m_roads": "two rules for neighbouring scales that draw the same are one",
  "ne-ne_10m_roads--ne_10m_roads": "two rules for neighbouring scales that draw the same are one",
  roads: "the conditions of rules in rules are written twice",
};

/** What is drawn differs. */
const different: Readonly<Record<string, string>> = {
  "gt-integration-complex-label--complex-label":
    "the server writes blanks around texts between expressions that the sheet does not have: it read them so",
  "gt-integration-zorder--zorder":
    "a sheet for one type of features: this server names the type in the layer, older ones in the feature type style",
};

/** Sheets that this server refuses, and we take. */
const refused: Readonly<Record<string, string>> = {
  "gsrest-multilayer--multilayer":
    "a layer for each type of features, and none of them is in its catalog",
  "melb-planet_osm_line--planet_osm_line": "a number has a digit before its point",
  "workshop-point_example2--point_example2":
    "an expression in a symbol is written over several lines",
};

const namesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(recording(folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

function likenessOf(folder: string, name: string): string {
  const css = readFileSync(join(recording(folder), `${name}.css`), "utf8");
  const { sld, problems } = translateSheet(css);
  if (problems !== undefined) throw new Error(JSON.stringify(problems));
  const expected = readFileSync(join(recording(folder), `${name}.sld`), "utf8");
  const likeness = compareStyles(meantStyle(readSld(sld)), meantStyle(readSld(expected)));
  return likeness.kind;
}

const kindOf = (name: string): string =>
  name in different ? "different" : name in sameMeaning ? "meaning" : "equal";

describeRecordings("sheets and the SLD that a running server made of them", "css", () => {
  const names = namesIn("css", ".sld");

  test.for(names)("%s", (name) => {
    expect(likenessOf("css", name)).toBe(kindOf(name));
  });

  test("what the server refuses is translated here", () => {
    expect(namesIn("css", ".err").toSorted()).toEqual(Object.keys(refused).toSorted());
    for (const name of Object.keys(refused))
      expect(
        translateSheet(readFileSync(recording(`css/${name}.css`), "utf8")).problems,
      ).toBeUndefined();
  });

  test("there are all of them, and every entry of the tables is one", () => {
    expect(names.length).toBeGreaterThanOrEqual(127);
    const all = new Set([...names, ...namesIn("css-large", ".sld")]);
    const listed = [...Object.keys(sameMeaning), ...Object.keys(different)];
    expect(listed.filter((name) => !all.has(name))).toEqual([]);
  });
});

describeRecordings("large sheets", "css-large", () => {
  /** These take a second together. */
  const small = new Set(["admin_labels", "buildings", "populated_places_dark"]);
  const names = namesIn("css-large", ".sld").filter((name) => isProof || small.has(name));

  describe("and the SLD that a running server made of them", () => {
    test.for(names)("%s", (name) => {
      expect(likenessOf("css-large", name)).toBe(kindOf(name));
    });
  });
});
