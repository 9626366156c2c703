/** The history of a real estate as pages show it: each version of a style beside the one before it, within the bounds. */
import { expect, test } from "vitest";
import { pictureOf } from "../../src/cli/commands/pictures/draw-changes.ts";
import { report as limits } from "../../src/model/limits.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { contentIdentity } from "../../src/wire/content-identity.ts";
import { WireError } from "../../src/wire/wire-error.ts";
import { describeSamples } from "../support/samples.ts";
import { isProof, slice } from "../support/scale.ts";
import { styleVersions } from "../support/style-history.ts";
import { readSvg, unsafeParts } from "../support/svg-documents.ts";

function versionOf(bytes: Uint8Array) {
  try {
    return { styling: readStyle(bytes), findImage: () => undefined };
  } catch (error) {
    if (error instanceof WireError) return error.message;
    throw error;
  }
}

describeSamples("styles before and after", () => {
  test("of each change of a history: safe to look at, small, and different only where the documents are", () => {
    for (const [path, before, after] of slice(styleVersions(), { test: 6 })) {
      const start = performance.now();
      const { caption, svg } = pictureOf({ before: versionOf(before), after: versionOf(after) });
      if (isProof)
        process.stdout.write(`${Math.round(performance.now() - start)} ms  ${path}: ${caption}\n`);
      // Without a picture there is a sentence.
      expect(svg !== undefined || caption.includes("ot drawn"), path).toBe(true);
      if (svg === undefined) continue;
      expect(unsafeParts(readSvg(svg)), path).toEqual([]);
      expect(svg.length, path).toBeLessThanOrEqual(limits.pictureBytes);
      const isSame = contentIdentity("a.sld", before) === contentIdentity("a.sld", after);
      if (isSame) expect(caption, path).toMatch(/every rule draws the same/);
    }
  });
});
