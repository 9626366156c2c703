/** Slots for hashing: two at work, sixteen waiting, the next is refused; nothing is lost. */
import { expect, test } from "vitest";
import { hashSlots } from "../../src/server/plugins/hash-slots.ts";

test("two at a time, sixteen wait, more are refused, and the order is kept", async () => {
  const inSlot = hashSlots();
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = (n: number) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => void setImmediate(resolve));
    running--;
    done.push(n);
    if (n % 3 === 0) throw new Error(`work ${n}`);
    return n;
  };
  const started = Array.from({ length: 20 }, (_unused, n) => inSlot(work(n)));
  const settled = await Promise.allSettled(started);
  expect(most).toBe(2);
  expect(done).toEqual(Array.from({ length: 18 }, (_unused, n) => n));
  for (const [n, outcome] of settled.entries()) {
    if (n >= 18)
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { code: "busy", retryAfter: 1 },
      });
    else expect(outcome.status).toBe(n % 3 === 0 ? "rejected" : "fulfilled");
  }
  // Whoever failed has given the slot back.
  expect(await Promise.all([inSlot(work(1)), inSlot(work(2))])).toEqual([1, 2]);
});
