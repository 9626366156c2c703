/** A secret shows itself to nobody but `reveal`. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { reveal, secret } from "../../src/model/secret.ts";

test("a secret prints as a mask in every manner", () => {
  const hidden = secret("canary-4711");
  const seen = [
    String(hidden),
    `${hidden}`,
    JSON.stringify({ hidden }),
    inspect(hidden),
    inspect({ deep: [hidden] }, { showHidden: true }),
    Object.values(hidden).join(),
  ];
  expect(seen.join("\n")).not.toContain("canary");
  expect(JSON.stringify({ hidden })).toBe('{"hidden":"(secret)"}');
  expect(reveal(hidden)).toBe("canary-4711");
});

test("only what was made a secret can be revealed", () => {
  expect(() => reveal({ toString: () => "x", toJSON: () => "x" })).toThrow(TypeError);
});
