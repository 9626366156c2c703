/** Whatever values stand in properties, what is written is a document that is read again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Filter } from "../../src/model/filter.ts";
import type { Value } from "../../src/geocss/value.ts";
import { writeStyle } from "../../src/geocss/sld/write-style.ts";
import { inspectStyle } from "../../src/wire/sld.ts";
import { scale } from "../support/run/scale.ts";
import { block, level, rule, styling, value } from "../support/styles/sld-stylings.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("]]>", "<x>&amp;", " a ", "\r\n", "\u0000", "\ud800", "", "${a}", "'\""),
);

const { value: anyValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constant(value.none),
    text.map(value.name),
    text.map(value.text),
    text.map(value.url),
    text.map(value.symbol),
    text.map(value.attribute),
    fc.constant(value.colour("#ff0000")),
    fc
      .tuple(fc.double(), fc.constantFrom("px", "m", "ft", "%", "deg", undefined))
      .map(([number, unit]) => value.number(number, unit)),
    fc
      .tuple(text, fc.array(tie("value"), { maxLength: 3 }))
      .map(([name, args]) => value.call(name, ...args)),
    fc.array(tie("value"), { maxLength: 3 }).map((args) => value.call("color-map-entry", ...args)),
    fc.array(tie("value"), { maxLength: 3 }).map((parts) => value.composite(...parts)),
    fc.array(tie("value"), { maxLength: 3 }).map((parts) => value.concatenation(...parts)),
    fc
      .tuple(text, fc.option(tie("value")))
      .map(([name, fallback]) => value.environment(name, fallback ?? undefined)),
    fc
      .tuple(
        text,
        fc.array(fc.record({ name: text, values: fc.array(tie("value"), { maxLength: 2 }) }), {
          maxLength: 2,
        }),
      )
      .map(([name, parameters]): Value => ({ type: "transform", name, parameters })),
  ),
}));

const names = [
  ..."fill fill-size fill-opacity fill-random stroke stroke-width stroke-dasharray stroke-offset".split(
    " ",
  ),
  ..."mark mark-size mark-anchor mark-mime label label-offset label-anchor label-priority".split(
    " ",
  ),
  ..."font-family halo-radius halo-color shield shield-margin geometry transform composite".split(
    " ",
  ),
  ..."sort-by raster-channels raster-color-map raster-gamma raster-contrast-enhancement".split(" "),
  ..."raster-color-map-type rce-min label-padding label-repeat".split(" "),
];
const written = fc.dictionary(fc.constantFrom(...names), fc.array(anyValue, { maxLength: 3 }), {
  maxKeys: 8,
});

test("documents are read again, or there is a problem with a place", () => {
  let documents = 0;
  const property = fc.property(written, written, text, (properties, pseudo, any) => {
    const filter: Filter = {
      type: "compare",
      operator: "=",
      left: { type: "attribute", name: any },
      right: { type: "literal", value: any },
    };
    const one = rule(properties, {
      filter,
      title: new Map([
        ["", any],
        [any, any],
      ]),
      pseudo: [block("symbol", pseudo), block("mark", pseudo, 2)],
    });
    const style = styling([level([one], { typeName: any }), level([one])], { title: any });
    const { sld, problems } = writeStyle(style);
    if (problems !== undefined) {
      expect(problems.every(({ place }) => place.line >= 1 && place.column >= 1)).toBe(true);
      return;
    }
    documents += 1;
    expect(inspectStyle(new TextEncoder().encode(sld), "sld").version).toBe("1.0.0");
  });
  const numRuns = scale({ test: 500, proof: 20_000 });
  fc.assert(property, { numRuns, seed: 20_261_122 });
  expect(documents).toBeGreaterThan(numRuns / 4);
});
