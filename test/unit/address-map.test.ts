/** Maps and sets of addresses, and digests of values: what says the same is one key, and has one digest. */
import { describe, expect, test } from "vitest";
import { formatAddress, type Address } from "../../src/model/address.ts";
import { addressMap, addressSet } from "../../src/model/address-map.ts";
import { digestOf, digestOfValue } from "../../src/model/digest.ts";
import { numbers } from "../support/numbers.ts";

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

test("maps that are made like one another know nothing of each other's values", () => {
  const first = addressMap<number>([
    [at("a"), 1],
    [at("b"), 2],
  ]);
  const second = addressMap<string>(
    [
      [at("c"), "c"],
      [at("b"), "b"],
    ],
    first,
  );
  const third = addressSet([at("b")], second);
  expect([[...first.addresses()], [...first.values()]]).toEqual([
    [at("a"), at("b")],
    [1, 2],
  ]);
  expect([...second]).toEqual([
    [at("c"), "c"],
    [at("b"), "b"],
  ]);
  expect([[...third], third.size, third.has(at("a")), first.has(at("c"))]).toEqual([
    [at("b")],
    1,
    false,
    false,
  ]);
  second.delete(at("b"));
  expect([first.get(at("b")), second.has(at("b")), [...second.values()]]).toEqual([
    2,
    false,
    ["c"],
  ]);
});

test("whatever is done to maps that share what finds addresses, each is as a map of texts", () => {
  const random = numbers(7);
  const upTo = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 300; round++) {
    const first = addressMap<number>();
    const maps = [first, addressMap<number>([], first), addressMap<number>([], first)];
    const expected = maps.map(() => new Map<string, number>());
    for (let step = 0; step < 60; step++) {
      const which = upTo(maps.length);
      const [map, texts] = [maps[which] ?? first, expected[which] ?? new Map<string, number>()];
      const address = at(String(upTo(8)), [null, "w"][upTo(2)]);
      if (upTo(3) === 0) {
        map.delete(address);
        texts.delete(formatAddress(address));
      } else {
        map.set(address, step);
        texts.set(formatAddress(address), step);
      }
    }
    for (const [which, map] of maps.entries()) {
      const all = [...map].map(([address, value]) => [formatAddress(address), value] as const);
      const texts = expected[which] ?? new Map<string, number>();
      expect(all).toEqual([...texts]);
      expect([...map.addresses()].map(formatAddress)).toEqual([...texts.keys()]);
      expect([...map.values()]).toEqual([...texts.values()]);
      expect(map.size).toBe(texts.size);
    }
  }
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
