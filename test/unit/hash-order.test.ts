/** The order in which a stock server reported sets of roles. */
import { expect, test } from "vitest";
import { hashOrder } from "../../src/model/hash-order.ts";

test.for([
  [
    ["ADMIN", "GROUP_ADMIN"],
    ["GROUP_ADMIN", "ADMIN"],
  ],
  [
    ["ADMIN", "GROUP_ADMIN", "R1", "ZEBRA"],
    ["ZEBRA", "GROUP_ADMIN", "ADMIN", "R1"],
  ],
  [
    ["ADMIN", "ROLE_x", "ROLE_y", "a", "b"],
    ["a", "b", "ROLE_x", "ROLE_y", "ADMIN"],
  ],
] as const)("%s", ([sent, told]) => {
  expect(hashOrder(sent)).toEqual(told);
});
