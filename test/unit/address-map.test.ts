/** Maps and sets of addresses, and digests of values: what says the same is one key, and has one digest. */
import { describe, expect, test } from "vitest";
import { formatAddress, type Address } from "../../src/model/address.ts";
import { addressMap, addressSet } from "../../src/model/address-map.ts";
import { digestOf, digestOfValue } from "../../src/model/digest.ts";

const at = (name: string, workspace: string | null = null, kind = "Style"): Address => ({
  kind,
  workspace,
  name,
});

test("addresses that say the same are one key, whoever made them", () => {
  const map = addressMap<number>([[at("a"), 1]]);
  map.set(at("a"), 2);
  expect([map.size, map.get(at("a")), map.has(at("b"))]).toEqual([1, 2, false]);
});

test("kinds, workspaces and names tell addresses apart", () => {
  const all = [
    at("a"),
    at("a", "w"),
    at("w:a"),
    at("a", "w", "Layer"),
    at("__proto__"),
    at("constructor", "__proto__"),
  ];
  const set = addressSet(all);
  expect([...set]).toEqual(all);
  expect(all.every((one) => set.has({ ...one }))).toBe(true);
  expect([at("__proto__", "__proto__"), at("toString"), at("", "a")].some(set.has)).toBe(false);
});

test("the order is that in which they were added; what is set again keeps its place", () => {
  const map = addressMap<number>();
  for (const [index, name] of ["c", "a", "b"].entries()) map.set(at(name), index);
  map.set(at("a"), 9);
  map.delete(at("c"));
  map.delete(at("unknown"));
  map.set(at("c"), 7);
  expect([...map].map(([address, value]) => [formatAddress(address), value])).toEqual([
    ["Style/a", 9],
    ["Style/b", 2],
    ["Style/c", 7],
  ]);
  expect([[...map.values()], [...map.addresses()].length, map.size]).toEqual([[9, 2, 7], 3, 3]);
});

describe("a digest of a value is that of its JSON with sorted keys", () => {
  test.for([
    ["keys", { b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
    [
      "numbers as keys, which come first",
      { b: 1, 10: 2, 9: 3, "01": 4 },
      '{"9":3,"10":2,"01":4,"b":1}',
    ],
    ["what is left out", { a: undefined, b: [undefined, () => 1] }, '{"b":[null,null]}'],
    [
      "by code units",
      { é: 1, z: 2, "\u{10000}": 3, "\uffff": 4 },
      '{"z":2,"é":1,"\u{10000}":3,"\uffff":4}',
    ],
    [
      "a name of the language",
      JSON.parse('{"z":1,"__proto__":{"y":1,"x":2}}'),
      '{"__proto__":{"x":2,"y":1},"z":1}',
    ],
    ["a text", "a", '"a"'],
  ] as const)("%s", ([, value, json]) => {
    expect(digestOfValue(value)).toBe(digestOf(json));
  });
});
