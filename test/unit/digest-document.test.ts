/** The digest document is made in pieces, and is the same as JSON made in one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { digestPieces } from "../../src/wire/digest.ts";

const names = fc.oneof(
  fc.string(),
  fc.nat().map(String),
  fc.constantFrom("__proto__", "0", "00", "4294967294", "4294967295", "-1", "1.5", "1e3"),
);
const texts = fc.array(fc.tuple(names, fc.string())).map((entries) => new Map(entries));

test("pieces are the text of one object", () => {
  fc.assert(
    fc.property(texts, texts, texts, fc.option(fc.string()), (digests, exact, files, workspace) => {
      const scope = { kind: "Style", workspace } as const;
      const whole = JSON.stringify({
        ...scope,
        digests: Object.fromEntries(digests),
        exact: Object.fromEntries(exact),
        files: Object.fromEntries(files),
      });
      expect([...digestPieces(scope, { digests, exact, files })].join("")).toBe(whole);
    }),
    { seed: 72 },
  );
});

test("many are several pieces", () => {
  const digests = new Map(Array.from({ length: 1_201 }, (_none, at) => [`s${at}`, `d${at}`]));
  const found = { digests, exact: new Map<string, string>(), files: new Map<string, string>() };
  const pieces = [...digestPieces({ kind: "Style", workspace: null }, found)];
  expect(pieces.length).toBeGreaterThan(5);
  expect(JSON.parse(pieces.join(""))).toMatchObject({ digests: Object.fromEntries(digests) });
});
