/** Slots for hashing: two at work, sixteen of one client waiting, the next is refused; nothing is lost. */
import { expect, test } from "vitest";
import { hashLimit } from "../../src/server/plugins/login-limits.ts";

test("two at a time, sixteen wait, more are refused, and the order is kept", async () => {
  const { run: inSlot } = hashLimit();
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
  const started = Array.from({ length: 20 }, (_unused, n) => inSlot("a", work(n)));
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
  // Anyone who failed has given the slot back.
  expect(await Promise.all([inSlot("a", work(1)), inSlot("a", work(2))])).toEqual([1, 2]);
});

test("a flood from one client refuses and delays nobody else", async () => {
  const { run: inSlot } = hashLimit();
  const done: string[] = [];
  const work = (label: string) => async () => {
    await new Promise((resolve) => void setImmediate(resolve));
    done.push(label);
  };
  const flood = Array.from({ length: 40 }, (_unused, n) => inSlot("flood", work(`flood ${n}`)));
  const other = inSlot("other", work("other"));
  const settled = await Promise.allSettled([...flood, other]);
  expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(22);
  expect(settled.at(-1)?.status).toBe("fulfilled");
  expect(done.indexOf("other")).toBeLessThan(5);
});
