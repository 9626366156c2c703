/** Small parts that many use: slots, what is remembered of late, circles. */
import { expect, test } from "vitest";
import { findCycles } from "../../src/model/cycle.ts";
import { recent } from "../../src/model/recent.ts";
import { openSemaphore } from "../../src/model/semaphore.ts";

test("slots go to who waits longest, whatever becomes of the work before", async () => {
  const slots = openSemaphore(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => {
    ends.set(name, Promise.withResolvers());
    return slots.run(async () => {
      begun.push(name);
      await ends.get(name)?.promise;
    });
  };
  const all = ["a", "b", "c", "d"].map(work);
  await Promise.resolve();
  expect(begun).toEqual(["a", "b"]);
  expect(slots.counts()).toEqual({ running: 2, waiting: 2 });
  ends.get("b")?.reject(new Error("no"));
  await expect(all[1]).rejects.toThrow("no");
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c", "d"]) ends.get(name)?.resolve();
  await Promise.all([all[0], all[2], all[3]]);
  expect(begun).toEqual(["a", "b", "c", "d"]);
  expect(slots.counts()).toEqual({ running: 0, waiting: 0 });
});

test("who waits too long for a slot is refused and takes none", async () => {
  const slots = openSemaphore(1, { waitMs: 1, refusal: () => new Error("too many") });
  const release = await slots.take();
  await expect(slots.take()).rejects.toThrow("too many");
  expect(slots.counts()).toEqual({ running: 1, waiting: 0 });
  release();
  release();
  expect(slots.counts()).toEqual({ running: 0, waiting: 0 });
});

test("what was kept longest ago makes room, and keeping again counts as new", () => {
  const kept = recent<number>(2);
  for (const [key, value] of [
    ["a", 1],
    ["b", 2],
    ["a", 3],
    ["c", 4],
  ] as const)
    kept.keep(key, value);
  expect([...kept.entries()]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});

test("each circle of a graph is found once, with the way around it", () => {
  const graph: Readonly<Record<string, readonly string[]>> = {
    start: ["a", "x"],
    a: ["b"],
    b: ["a", "c"],
    c: ["b", "end"],
    x: ["x"],
  };
  const found = [...findCycles(Object.keys(graph), (node) => graph[node] ?? [])];
  expect(found).toEqual([
    ["a", "b", "a"],
    ["b", "c", "b"],
    ["x", "x"],
  ]);
});
