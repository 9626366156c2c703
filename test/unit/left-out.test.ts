/** What the end of a run says of the lane that it left out. */
import { expect, test } from "vitest";
import { tellLeftOut } from "../support/run/left-out.ts";

test.for([
  ["npm test", ["!programs"], 70, /LEFT OUT: 70 tests .*\n.*npm run test:programs/],
  ["a part of it with one such test", ["!programs"], 1, /LEFT OUT: 1 test of/],
  ["a part of it without such tests", ["!programs"], 0, /^$/],
  ["the lane itself", ["programs"], 70, /^$/],
  ["everything", [], 70, /^$/],
] as const)(
  "the end of a run tells which lane was left out: %s",
  ([_name, filter, count, said]) => {
    expect(tellLeftOut(filter, count)).toMatch(said);
  },
);
