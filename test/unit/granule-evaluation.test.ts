/** Judging rows in code has a bound on the time that it takes, over all pieces of one request. */
import { expect, test } from "vitest";
import { withinTime } from "../../src/server/storage/granule-index-paging.ts";

test("rows are evaluated until their time is over, waiting apart", () => {
  let clock = 0;
  const judge = withinTime(
    (row: number) => {
      clock += 20;
      return row % 2 === 0;
    },
    () => clock,
  );
  for (let row = 0; row < 100; row++) {
    expect(judge(row)).toBe(row % 2 === 0);
    // Time that passes between rows is somebody else's.
    clock += 1_000;
  }
  expect(() => judge(100)).toThrowError(
    expect.objectContaining({ code: "too-large", message: expect.stringMatching(/2000 ms/) }),
  );
});
