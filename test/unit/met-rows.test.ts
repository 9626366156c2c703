/** What a load keeps of the rows that the last one kept: each once, in the order in which it met them. */
import { expect, test } from "vitest";
import { metRows } from "../../src/reconciler/manifest/kept/met-rows.ts";
import { openRows, rowOf, writeRows } from "../../src/reconciler/manifest/kept/rows.ts";
import { numbers } from "../support/numbers.ts";

const row = (key: string, value: string) => rowOf(key, "stamp", [value]);

function openBefore(size: number) {
  const rows = Array.from({ length: size }, (_, at) => row(`k${at}`, "before"));
  return openRows(
    Buffer.concat(writeRows([Buffer.from(rows.join(""))], { binding: "b", rows: size })),
    "b",
  );
}

const textOf = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString();

test("rows that follow one another are one text", () => {
  const before = openBefore(4);
  const met = metRows(before);
  for (const key of ["k0", "k1", "k1", "k2", "k3", "k0"]) met.recall(before.find(key) ?? -1);
  const all = ["k0", "k1", "k2", "k3"].map((key) => row(key, "before"));
  expect([met.size(), met.parts().map((part) => textOf([part]))]).toEqual([4, [all.join("")]]);
});

test("whatever a load meets and keeps, each row is there once and in its place", () => {
  const random = numbers(11);
  const upTo = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 500; round++) {
    const before = openBefore(12);
    const met = metRows(before);
    const expected = new Map<string, string>();
    let next = 0;
    for (let step = 0; step < 30; step++) {
      // Mostly one after the other, as files are met that are as they were.
      next = upTo(4) === 0 ? upTo(12) : (next + 1) % 12;
      const key = `k${next}`;
      const what = upTo(6);
      if (what === 0 && expected.has(key)) {
        met.put(before.find(key) ?? -1, row(key, String(step)));
        expected.set(key, row(key, String(step)));
      } else if (what === 1) {
        met.put(`n${next}`, row(`n${next}`, String(step)));
        expected.set(`n${next}`, row(`n${next}`, String(step)));
      } else {
        met.recall(before.find(key) ?? -1);
        if (!expected.has(key)) expected.set(key, row(key, "before"));
      }
    }
    expect(textOf(met.parts())).toBe([...expected.values()].join(""));
    expect(met.size()).toBe(expected.size);
    const written = writeRows(met.parts(), { binding: "b", rows: met.size() });
    expect(openRows(Buffer.concat(written), "b").size).toBe(expected.size);
  }
});
