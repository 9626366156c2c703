/** Real styles with other words in their values and other names of their elements: drawn or refused, and safe to look at. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sheetOf } from "../../src/painter/page/sheet.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { scale } from "../support/run/scale.ts";
import { readSvg, unsafeParts } from "../support/styles/svg-documents.ts";

const words = (
  "-1 1e99 NaN Infinity 0 -0.5 999999999 #zzz ${ ${a ${a>1} ttf:// wkt://POINT( " +
  "wkt://LINESTRING((0_0,0_0)) shape:// % __proto__ constructor true 1,2,3,4,5 \u{1f600} \u0663"
).split(" ");

const elements = "Mark Fill Stroke Graphic Size Literal Label Halo And PropertyName Rule".split(
  " ",
);

/** One change of a text: the place of a value from 0 to 1, and what stands there instead; or an element without its name. */
const mutation = fc.oneof(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), word: fc.constantFrom(...words) }),
  fc.record({ element: fc.constantFrom(...elements) }),
);

function mutated(text: string, change: { at?: number; word?: string; element?: string }): string {
  if (change.element !== undefined)
    return text.replaceAll(
      new RegExp(`<(/?)((?:\\w+:)?)${change.element}\\b`, "g"),
      "<$1$2constructor",
    );
  const values = [...text.matchAll(/>([^<>]{1,40})</g)].filter(([, value]) => value?.trim() !== "");
  const found = values[Math.floor((change.at ?? 0) * (values.length - 1))];
  if (found === undefined) return text;
  const from = found.index + 1;
  const word = (change.word ?? "").replaceAll("_", " ");
  return text.slice(0, from) + word + text.slice(from + (found[1]?.length ?? 0));
}

describeSamples("mutated styles", () => {
  const texts = readdirSync(sample("sld"))
    .filter((file) => /^(?:plain|function|extgraphic|cdata)__.*\.sld$/.test(file))
    .map((file) => readFileSync(sample(`sld/${file}`), "utf8"))
    .filter((text) => text.length < 12_000);

  test("are drawn or refused, and nothing in a picture is no number or leads elsewhere", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (text, changes) => {
          const { svg } = sheetOf(
            readStyle(Buffer.from(changes.reduce(mutated, text))),
            () => undefined,
          );
          expect(unsafeParts(readSvg(svg))).toEqual([]);
          expect(svg.replaceAll(/>[^<]*</g, "><")).not.toMatch(/\b(?:NaN|Infinity|undefined)\b/);
        },
      ),
      { numRuns: scale({ test: 20, proof: 2_000 }), seed: 20 },
    );
  });
});
