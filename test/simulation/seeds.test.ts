/**
 * Histories drawn from seeds: estates over all kinds, commits, edits of others and faults, on each of the
 * servers. What holds after each step is in `run/simulate.ts`, who sees what in `oracle/`.
 */
import { describe, expect, test } from "vitest";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { isProof } from "../support/run/scale.ts";
import { drawHistory } from "./draw/history.ts";
import { makers } from "./draw/makers.ts";
import { readProgress, writeProgress } from "./progress.ts";
import { trySeed } from "./try-seed.ts";

/** Seeds of a proof. */
const MANY = 3_000;

/** Seeds of every run: a few of each server. */
const FEW = [2, 8, 11, 13, 24, 30, 36, 38, 42, 43];

/** Failures of which the shortest history is looked for. */
const SHORTENED = 3;

const DAY_MS = 86_400_000;

/** One seed that is asked for, seeds for some hours, or as many as a run has. */
function seedsOfRun(): Iterable<number> {
  const { PLUMBLINE_SIMULATE_SEED: seed, PLUMBLINE_SIMULATE_HOURS: hours } = process.env;
  if (seed !== undefined) return [Number(seed)];
  if (hours !== undefined) return seedsUntil(Date.now() + Number(hours) * 3_600_000);
  return isProof ? Array.from({ length: MANY }, (_unused, index) => index + 1) : FEW;
}

function* seedsUntil(end: number): Generator<number> {
  for (let seed = readProgress(MANY).tried + 1; Date.now() < end; seed++) {
    yield seed;
    writeProgress({ ...readProgress(MANY), tried: seed });
  }
}

describe("histories", () => {
  test("seeds of this run", { timeout: 10 * DAY_MS }, async () => {
    const isSoak = process.env["PLUMBLINE_SIMULATE_HOURS"] !== undefined;
    const failures: string[] = [];
    let count = 0;
    for (const seed of seedsOfRun()) {
      const { text } = await trySeed(seed, { shortens: failures.length < SHORTENED });
      count++;
      if (isSoak && count % 100 === 0)
        console.log(`seed ${seed}: ${count} tried, ${failures.length} failed`);
      if (text === undefined) continue;
      failures.push(text);
      if (!isSoak) continue;
      const { tried, failed } = readProgress(MANY);
      writeProgress({ tried, failed: [...failed, seed] });
      console.log(text);
    }
    expect(failures.join("\n\n")).toBe("");
  });
});

test("every kind that has manifests can be drawn", () => {
  const declared = [...kinds.values()].flatMap(({ name, manifest }) =>
    manifest === undefined ? [] : (manifest.kind ?? name),
  );
  expect(Object.keys(makers).toSorted()).toEqual(declared.toSorted());
});

test("a seed draws the same history each time, and seeds all kinds and servers", () => {
  const drawn = Array.from({ length: 300 }, (_unused, index) => drawHistory(index + 1));
  expect(drawHistory(7)).toEqual(drawn[6]);
  const steps = drawn.flatMap((history) => history.steps);
  const things = steps.flatMap((step) => step.things);
  expect(new Set(things.map(({ kind }) => kind))).toEqual(new Set(Object.keys(makers)));
  expect(new Set(drawn.map(({ server }) => server)).size).toBe(3);
  expect(Math.max(...steps.map((step) => step.things.length))).toBeLessThanOrEqual(12);
  expect(Math.max(...drawn.map((history) => history.steps.length))).toBeLessThanOrEqual(6);
});
