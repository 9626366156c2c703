/** Values that are kept while what they follow from is unchanged. */
import { expect, test } from "vitest";
import { keptValues } from "../../src/server/catalog/kept.ts";

function memory(most: number) {
  const changed = new Set<string>();
  const isUnchanged = ({ dependencies }: { readonly dependencies: readonly string[] }) =>
    !dependencies.some((name) => changed.has(name));
  return { changed, kept: keptValues<string>(most, { isUnchanged }) };
}

const basis = (...dependencies: readonly string[]) => ({ since: 5, dependencies });

test("a value is found until something changes that it follows from", () => {
  const { changed, kept } = memory(100);
  kept.keep("one", "first", basis("a", "b"), 10);
  kept.keep("other", "second", basis("c"), 20);
  changed.add("b");
  expect([kept.at("one"), kept.at("other")]).toEqual([undefined, "second"]);
  expect(kept.size()).toBe(20);
  changed.clear();
  expect(kept.at("one")).toBeUndefined();
});

test("what nobody has asked for longest makes room, and what is too large is not kept", () => {
  const { kept } = memory(30);
  for (const key of ["a", "b", "c"]) kept.keep(key, key, basis(key), 10);
  expect(kept.at("a")).toBe("a");
  kept.keep("d", "d", basis("d"), 10);
  kept.keep("e", "e", basis("e"), 31);
  expect(["a", "b", "c", "d", "e"].map((key) => kept.at(key))).toEqual([
    "a",
    undefined,
    "c",
    "d",
    undefined,
  ]);
  kept.keep("c", "more", basis("c"), 20);
  expect([kept.at("c"), kept.size()]).toEqual(["more", 30]);
  kept.keep("c", "less", basis("c"), 10);
  kept.keep("c", "older", { ...basis("c"), since: 4 }, 20);
  expect([kept.at("c"), kept.size()]).toEqual(["more", 30]);
  kept.keep("c", "newer", { ...basis("c"), since: 6 }, 10);
  expect([kept.at("c"), kept.size()]).toEqual(["newer", 20]);
});
