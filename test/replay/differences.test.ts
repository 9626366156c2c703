/** Real histories of styles and mappings: words for every difference of neighbouring versions, and for nothing else. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contentDifferences, readableText } from "../../src/wire/content-difference.ts";
import { contentIdentity } from "../../src/wire/content-identity.ts";
import { differenceLine } from "../../src/wire/difference.ts";
import { WireError } from "../../src/wire/wire-error.ts";
import { withXmlDocument } from "../../src/wire/xml-document.ts";
import { faultOf } from "../support/estates/masked-xml.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { slice } from "../support/run/scale.ts";
import { styleVersions, type VersionPair } from "../support/estates/style-history.ts";
import { tell } from "./support.ts";

/** Each version of a mapping beside the one before it. */
function mappingVersions(): readonly VersionPair[] {
  const home = "appschema-history";
  return readdirSync(sample(home), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".xml"))
    .toSorted()
    .flatMap((path, index, all): readonly VersionPair[] => {
      const folder = path.split("/")[0] ?? "";
      const before = all[index - 1];
      if (before === undefined || !before.startsWith(`${folder}/`)) return [];
      return [
        [path, readFileSync(sample(`${home}/${before}`)), readFileSync(sample(`${home}/${path}`))],
      ];
    });
}

/** Broken versions differ by their bytes, and nobody can say in what. */
function isWellFormed(bytes: Uint8Array): boolean {
  try {
    withXmlDocument(bytes, () => undefined);
    return true;
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

describeSamples("differences in words", () => {
  test("are there exactly where the meaning differs", { timeout: 300_000 }, () => {
    const counts = { equal: 0, told: 0, words: 0 };
    const styles = slice(styleVersions(), { test: 24 });
    const mappings = slice(mappingVersions(), { test: 24 });
    for (const [name, before, after] of [...styles, ...mappings]) {
      if (!isWellFormed(before) || !isWellFormed(after)) continue;
      const isEqual = contentIdentity(name, before) === contentIdentity(name, after);
      const found = contentDifferences(name, before, after);
      // Of equal meaning, all that is said is that the layout is another one.
      const sorts = found.map(({ sort }) => sort);
      expect(sorts.includes("unexplained"), name).toBe(isEqual);
      const listed = isEqual ? [] : found;
      expect(faultOf([before, after], listed), name).toBeUndefined();
      for (const difference of found)
        expect(differenceLine(difference).length, name).toBeLessThanOrEqual(200);
      expect(readableText(name, after), name).toBeDefined();
      counts[isEqual ? "equal" : "told"]++;
      counts.words += found.length;
    }
    expect(counts.told).toBeGreaterThan(20);
    tell(
      `versions: ${counts.told} told apart in ${counts.words} lines, ${counts.equal} of equal meaning`,
    );
  });
});
