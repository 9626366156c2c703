/** What can be a password, and what is too easy to guess. */
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { passwordProblem, passwordWeakness } from "../../src/model/password.ts";
import { sameSecret, secret } from "../../src/model/secret.ts";

describe("weakness", () => {
  test.for([
    ["fourteen chars", "has fewer than 15 characters"],
    ["fifteen chars .", undefined],
    ["ööööö-äääää-üüü", "repeats a few characters"],
    ["𝒶𝒷𝒸𝒹𝑒𝒻𝑔𝒽𝒾𝒿𝓀𝓁𝓂𝓃", "has fewer than 15 characters"],
    ["GeoServer-2026-2026", "is a well-known word"],
    ["123456789012345", "is a well-known word"],
    ["Correct Horse Battery Staple", "is a well-known word"],
    ["aaaaaaaaaaaaaaaa", "repeats a few characters"],
    ["quiet harbours at seven", undefined],
  ] as const)("of %s", ([text, weakness]) => expect(passwordWeakness(text)).toBe(weakness));
});

describe("fault", () => {
  test.for([
    ["p", undefined],
    [" ", "is blank"],
    ["a\u2028b", "holds a control character"],
    ["a\u007fb", "holds a control character"],
    ["é".repeat(512), undefined],
    ["é".repeat(513), "is longer than 1024 bytes"],
  ] as const)("of %j", ([text, fault]) => expect(passwordProblem(text)).toBe(fault));
});

test("secrets are compared by what they hold, and still do not show it", () => {
  expect(sameSecret(secret("a word"), secret("a word"))).toBe(true);
  expect(sameSecret(secret("a word"), secret("a longer word"))).toBe(false);
  expect(inspect(secret("a word"))).not.toContain("word");
});
