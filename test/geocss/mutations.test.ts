/** Real sheets, and damaged ones: whatever the text, there is an SLD or a problem with its place. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeSamples, sample } from "../support/run/samples.ts";
import { scale } from "../support/run/scale.ts";
import { endsOf } from "../support/styles/sheet-ends.ts";
import { mutated, seeded } from "../support/styles/sheet-mutations.ts";

const sheets = () =>
  globSync(sample("**/*.css"))
    .toSorted()
    .map((path) => readFileSync(path, "utf8"));

async function failuresOf(texts: readonly string[]): Promise<readonly string[]> {
  const ends = await endsOf(texts);
  expect(ends).toHaveLength(texts.length);
  return ends.flatMap(({ result, message, misplaced, cpuMs }, at) => {
    const isFine = result !== "thrown" && misplaced === 0 && cpuMs < 2_000;
    return isFine ? [] : [`${at}: ${result} ${message}, ${misplaced} misplaced, ${cpuMs} ms`];
  });
}

describeSamples("sheets of servers", () => {
  test("all end well", async () => {
    const real = sheets();
    expect(real.length).toBeGreaterThan(100);
    expect(await failuresOf(real)).toEqual([]);
  }, 60_000);

  test("so do damaged ones", async () => {
    const real = sheets();
    const texts = Array.from({ length: scale({ test: 300, proof: 20_000 }) }, (_unused, at) => {
      const random = seeded(20_263 * 100_000 + at);
      const pick = () => real[Math.floor(random() * real.length)] ?? "";
      return mutated(pick(), pick(), random);
    });
    expect(await failuresOf(texts)).toEqual([]);
  }, 600_000);
});
