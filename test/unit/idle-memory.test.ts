/** When a server looks for memory that nobody uses any more; the figures are made up. */
import { expect, test } from "vitest";
import { memoryWatch } from "../../src/cli/commands/serve/memory.ts";
import { idleMemory } from "../../src/model/limits.ts";

const MIB = 1_024 * 1_024;

/** What resident memory is at each look, who asks then, and whether memory is collected. */
function looks(steps: readonly (readonly [mib: number, requests: number])[], isUseful = true) {
  let resident = 0;
  let collected = 0;
  const look = memoryWatch({
    resident: () => resident * MIB,
    requests: () => requests,
    collect: () => {
      collected++;
      if (isUseful) resident = 150;
    },
  });
  let requests = 0;
  return steps.map(([mib, now]) => {
    resident = mib;
    requests = now;
    collected = 0;
    look();
    return collected;
  });
}

test("what a crowd has left is collected once it has gone", () => {
  const steps = looks([
    [150, 0],
    [400, 300],
    [650, 300],
    [650, 0],
    [150, 0],
    [160, 0],
  ]);
  expect(steps).toEqual([0, 0, 0, 1, 0, 0]);
});

test("a few who ask go on being there", () => {
  const steps = looks([
    [150, 1],
    [650, 300],
    [650, idleMemory.requests],
  ]);
  expect(steps).toEqual([0, 0, 1]);
});

test("nothing is collected while memory still grows, or little has come", () => {
  const grown = idleMemory.grownBytes / MIB;
  expect(
    looks([
      [150, 0],
      [650, 0],
      [700, 0],
      [690, 0],
    ]),
  ).toEqual([0, 0, 0, 1]);
  expect(
    looks([
      [150, 0],
      [150 + grown, 0],
      [150 + grown, 0],
    ]),
  ).toEqual([0, 0, 0]);
});

test("what is in use is looked for ever more rarely, and at once when more has come and gone", () => {
  const { pauseLooks } = idleMemory;
  const rest = (count: number) => Array.from({ length: count }, () => [650, 0] as const);
  const steps = looks(
    [[150, 0], [650, 9], ...rest(1 + 3 * pauseLooks + 2), [900, 9], [900, 0]],
    false,
  );
  const none = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
  const expected = [0, 0, 1, ...none(pauseLooks), 1, ...none(2 * pauseLooks), 1, 0, 1];
  expect(steps).toEqual(expected);
});

test("what goes by itself is what the next growth is measured from", () => {
  expect(
    looks([
      [650, 0],
      [150, 0],
      [400, 9],
      [400, 0],
    ]),
  ).toEqual([0, 0, 0, 1]);
});
