/** Judging rows in code has a bound on the time that it takes, over all pieces of one request. */
import { expect, test } from "vitest";
import { withinTime } from "../../src/server/storage/granule-index-evaluation.ts";

test("rows are evaluated until what they compute is too much, waiting apart", () => {
  let now = 0;
  let computed = 0;
  const judge = withinTime(
    (row: number) => {
      now += row < 100 ? 1_000 : 20;
      computed += 20;
      return row % 2 === 0;
    },
    { now: () => now, computed: () => computed },
  );
  for (let row = 0; row < 103; row++) {
    expect(judge(row)).toBe(row % 2 === 0);
    // What passes between rows is somebody else's.
    now += 1_000;
    computed += 1_000;
  }
  expect(() => judge(103)).toThrowError(
    expect.objectContaining({ code: "too-large", message: expect.stringMatching(/2000 ms/) }),
  );
});
