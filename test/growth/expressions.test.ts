/**
 * Every regular expression of the program costs time in line with the text it looks at. Those that are made while the
 * program runs, and those of libraries that do not, are listed with the reason why no text of a user makes them slow.
 */
import { expect, test } from "vitest";
import { expressionsOf, type Expression } from "../support/project/expressions.ts";
import { testInProof } from "../support/run/scale.ts";
import { filesBelow, textOf } from "../support/project/sources.ts";
import { literalText, made, ofLibraries, slow } from "./exceptions.ts";
import { matchesProblem } from "./matches.ts";
import { growthOf } from "./recheck.ts";

const TIMEOUT = 1_800_000;

const CODE = /(?<!\.d)\.(?:ts|js)$/;

const sources = filesBelow("src", CODE);

/** The literals of files, each once; what only ASCII is left of in a bundle is the same. */
function literalsOf(files: readonly string[]): ReadonlyMap<string, Expression> {
  const all = files.flatMap((file) => expressionsOf(file).literals);
  return new Map(all.map((one) => [literalText(one), one]));
}

test("expressions that are made while the program runs are known, with a reason each", () => {
  const calls = sources
    .filter((file) => textOf(file).includes("RegExp"))
    .flatMap((file) => expressionsOf(file).calls.map((call) => `${file}: ${call}`));
  expect(calls.toSorted()).toEqual(Object.keys(made).toSorted());
});

testInProof(
  "ours cost twice as much for twice the text",
  async () => {
    const literals = literalsOf(sources);
    expect(literals.size).toBeGreaterThan(700);
    const found = new Map([...literals].map(([text, one]) => [`${one.at} ${text}`, growthOf(one)]));
    expect([...found].filter(([, problem]) => problem !== undefined)).toEqual([]);
  },
  TIMEOUT,
);

testInProof(
  "and so does looking for all of their matches",
  async () => {
    const found: (readonly [string, string])[] = [];
    for (const [text, one] of literalsOf(sources)) {
      const problem = await matchesProblem(one);
      if (problem !== undefined) found.push([`${one.at} ${text}`, problem]);
    }
    expect(found).toEqual([]);
  },
  TIMEOUT,
);

testInProof(
  "those of libraries in the bundle do so too, or meet no text of a user",
  async () => {
    const ours = literalsOf(sources);
    const all = literalsOf(filesBelow("dist", CODE));
    const bundled = [...all].filter(([text]) => !ours.has(text));
    expect(bundled.length).toBeGreaterThan(200);
    const known = new Map(ofLibraries());
    const found = bundled
      .filter(([text]) => !known.has(text))
      .map(([text, one]) => [`${one.at} ${text}`, growthOf(one)] as const);
    expect(found.filter(([, problem]) => problem !== undefined)).toEqual([]);
    expect(Object.keys(slow).filter((text) => !all.has(text))).toEqual([]);
  },
  TIMEOUT,
);
