/** The history of a real estate as pages show it: each version of a style beside the one before it, within the bounds. */
import { describe, expect, test } from "vitest";
import { pictureOf } from "../../src/cli/commands/pictures/draw-changes.ts";
import { report as limits } from "../../src/model/limits.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { contentIdentity } from "../../src/wire/content-identity.ts";
import { WireError } from "../../src/wire/wire-error.ts";
import { describeSamples } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { styleVersions } from "../support/estates/style-history.ts";
import { readSvg, unsafeParts } from "../support/styles/svg-documents.ts";
import { css, line, styleOf } from "./support.ts";

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
      const { pictures } = pictureOf({ before: versionOf(before), after: versionOf(after) });
      const caption = pictures[0]?.caption ?? "";
      const drawn = pictures.flatMap(({ svg = [] }) => svg);
      if (isProof)
        process.stdout.write(`${Math.round(performance.now() - start)} ms  ${path}: ${caption}\n`);
      // Without a picture there is a sentence.
      expect(drawn.length > 0 || caption.includes("ot drawn"), path).toBe(true);
      if (drawn.length === 0) continue;
      for (const svg of drawn) expect(unsafeParts(readSvg(svg)), path).toEqual([]);
      expect(drawn.join("").length, path).toBeLessThanOrEqual(limits.pictureBytes);
      const isSame = contentIdentity("a.sld", before) === contentIdentity("a.sld", after);
      if (isSame) expect(caption, path).toMatch(/every rule draws the same/);
    }
  });
});

describe("where not all is drawn", () => {
  const version = versionOf(Buffer.from(styleOf("<Rule><Name>one</Name></Rule>")));

  test("of two versions the other one is, and the reason is said", () => {
    const rule = { caption: "one", svg: expect.stringContaining("<title>one</title>") as string };
    const legend = { caption: "Legend", svg: expect.stringContaining("one") as string };
    expect(pictureOf({ before: "it is broken", after: version }).pictures).toEqual([
      { caption: "After: 1 rule. The version before: it is broken, so it is not drawn" },
      rule,
      legend,
    ]);
    expect(pictureOf({ before: version, after: "it is broken" }).pictures).toEqual([
      { caption: "Before: 1 rule. The version after: it is broken, so it is not drawn" },
      rule,
      legend,
    ]);
    expect(pictureOf({ before: undefined, after: "it holds secrets" })).toEqual({
      pictures: [{ caption: "New, not drawn: it holds secrets" }],
      rules: 0,
    });
  });

  test("of many rules those that differ are drawn, and the others counted", () => {
    const rules = (colour: string) =>
      Array.from(
        { length: 60 },
        (_unused, at) =>
          `<Rule><Name>r${at}</Name>${line(css("stroke", at % 2 === 0 ? colour : "#123123"))}</Rule>`,
      );
    const of = (colour: string) => versionOf(Buffer.from(styleOf(rules(colour).join(""))));
    const { pictures } = pictureOf({ before: of("#aa0000"), after: of("#00aa00") });
    const [first, ...drawn] = pictures;
    expect(first?.caption).toMatch(
      /30 of 60 rules differ.*\. 30 rules that draw the same are not shown$/,
    );
    expect(drawn.map(({ caption }) => caption)).toEqual(
      Array.from({ length: 30 }, (_none, at) => `“r${2 * at}” changed`),
    );
    for (const { svg } of drawn) {
      expect(svg).toMatch(/#aa0000.*#00aa00/s);
      expect(svg).not.toContain("#123123");
    }
  });
});
