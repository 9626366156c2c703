/** Turns: what waits is taken from one requester after the other, within bounds, and not for who has left. */
import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import {
  openSlices,
  openTurns,
  type Requester,
  type TurnBounds,
} from "../../src/server/plugins/turns.ts";

const bounds = {
  places: 4,
  waiting: 5,
  shared: true,
  refusal: () => new CatalogError("busy", "Too much waits", { retryAfter: 3 }),
};
const newcomerMs = 20;

/** Somebody who asks, and may leave. */
function requester(
  name: string,
  patienceMs = Infinity,
): Requester & { readonly leave: () => void } {
  const client = Object.assign(new EventEmitter(), { destroyed: false });
  const leave = () => {
    client.destroyed = true;
    client.emit("close");
  };
  // What a queue asks of a response.
  return { name, client: client as unknown as NonNullable<Requester["client"]>, patienceMs, leave };
}

/** Turns of which the test ends each by hand. */
function byHand(more: Partial<TurnBounds> = {}) {
  const turns = openTurns({ ...bounds, ...more });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (who: Requester, label: string) =>
    turns.take(who, async () => {
      begun.push(label);
      await new Promise<void>((resolve) => ends.set(label, resolve));
      return label;
    });
  const end = async (label: string) => {
    ends.get(label)?.();
    await setImmediate();
  };
  return { turns, take, begun, end };
}

test("one requester leaves as many places as it has", async () => {
  const { take, begun, turns } = byHand();
  const [a, b, c] = [requester("a"), requester("b"), requester("c")];
  for (const n of [1, 2, 3]) void take(a, `a${n}`);
  await setImmediate();
  expect(begun).toEqual(["a1", "a2"]);
  void take(b, "b1");
  void take(b, "b2");
  void take(c, "c1");
  await setImmediate();
  expect(begun).toEqual(["a1", "a2", "b1", "c1"]);
  expect(turns.counts()).toEqual({ running: 4, waiting: 2 });
});

test("what waits is taken from each in turn, and of each in its order", async () => {
  const { take, begun, end } = byHand({ places: 2 });
  const requesters = [requester("a"), requester("b"), requester("c")];
  const all = requesters.flatMap((who) => [1, 2, 3].map((n) => take(who, `${who.name}${n}`)));
  await setImmediate();
  for (let n = 0; n < 9; n++) await end(begun[n] ?? "");
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "c1", "a3", "b3", "c2", "c3"]);
  expect(await Promise.all(all)).toHaveLength(9);
});

test("too much of one requester is refused, and of another is not", async () => {
  const { take } = byHand();
  const [a, b] = [requester("a"), requester("b")];
  for (let n = 0; n < 7; n++) void take(a, `a${n}`);
  await expect(take(a, "a7")).rejects.toMatchObject({
    code: "busy",
    message: "Too much waits",
    retryAfter: 3,
  });
  void take(b, "b0");
});

test("who has left is not worked for, and takes up no place in line", async () => {
  const { take, begun, end, turns } = byHand();
  const [a, gone] = [requester("a"), requester("a")];
  void take(a, "a1");
  void take(a, "a2");
  const left = [3, 4].map((n) => take(gone, `a${n}`));
  const stays = take(a, "a5");
  gone.leave();
  for (const one of left) await expect(one).rejects.toMatchObject({ code: "client-left" });
  expect(turns.counts()).toEqual({ running: 2, waiting: 1 });
  await end("a1");
  await end("a5");
  expect(await stays).toBe("a5");
  expect(begun).toEqual(["a1", "a2", "a5"]);
  await expect(take(gone, "late")).rejects.toMatchObject({ code: "client-left" });
});

test("work that fails gives its place back", async () => {
  const { turns } = byHand({ places: 1, shared: false });
  const a = requester("a");
  const fails = turns.take(a, async () => Promise.reject(new Error("broken")));
  const next = turns.take(a, async () => "next");
  await expect(fails).rejects.toThrow("broken");
  expect(await next).toBe("next");
  expect(turns.counts()).toEqual({ running: 0, waiting: 0 });
});

test("who has waited too long is refused, also in turn after turn", async () => {
  const { take, begun, end, turns } = byHand({ places: 1, shared: false });
  const impatient = requester("a", 60);
  void take(requester("a"), "a1");
  const busy = { code: "busy", message: "Too much waits" };
  const patient = take(requester("a"), "a2");
  await expect(take(impatient, "a3")).rejects.toMatchObject(busy);
  expect(turns.counts()).toEqual({ running: 1, waiting: 1 });
  await expect(take(impatient, "a4")).rejects.toMatchObject(busy);
  await end("a1");
  await end("a2");
  expect(await patient).toBe("a2");
  // Who does not have to wait is served.
  const last = take(impatient, "a5");
  await setImmediate();
  await end("a5");
  expect(await last).toBe("a5");
  expect(begun).toEqual(["a1", "a2", "a5"]);
});

test("who has too much unsent waits, and goes on when asked again", async () => {
  let isFull = true;
  const { take, begun, turns } = byHand({ hasRoom: (name) => name !== "a" || !isFull });
  void take(requester("a"), "a1");
  void take(requester("b"), "b1");
  await setImmediate();
  expect(begun).toEqual(["b1"]);
  isFull = false;
  turns.again();
  await setImmediate();
  expect(begun).toEqual(["b1", "a1"]);
});

describe("the loop", () => {
  const busy = (milliseconds: number) => {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
  };

  test("has a pause when turns have taken longer than a slice", async () => {
    const { turns } = byHand({
      slices: openSlices({ sliceMs: 1, newcomerMs }, () => 0),
      waiting: 100,
    });
    const order: string[] = [];
    const all = Array.from({ length: 6 }, (_unused, n) =>
      turns.take(requester("a"), async () => {
        busy(2);
        order.push(`turn ${n}`);
      }),
    );
    const pause = setImmediate().then(() => order.push("something else"));
    await Promise.all([...all, pause]);
    expect(order.indexOf("something else")).toBeLessThan(5);
  });

  test("turns for anybody who is new, but not for ever", async () => {
    let arrived = 0;
    const door = new AbortController();
    let turned = 0;
    const turnings = (async () => {
      for (; !door.signal.aborted; turned++) {
        arrived++;
        await setImmediate();
      }
    })();
    const { turns } = byHand({ slices: openSlices({ sliceMs: 1, newcomerMs }, () => arrived) });
    const a = requester("a");
    const pauses: { turned: number; ms: number }[] = [];
    for (let n = 0; n < 3; n++) {
      const before = { turned, ms: performance.now() };
      await turns.take(a, async () => busy(2));
      pauses.push({ turned: turned - before.turned, ms: performance.now() - before.ms });
    }
    door.abort();
    await turnings;
    expect(pauses[0]?.turned).toBe(0);
    for (const pause of pauses.slice(1)) {
      expect(pause.turned).toBeGreaterThan(3);
      expect(pause.ms).toBeGreaterThan(newcomerMs);
    }
  });

  test("has none as long as they are short", async () => {
    const { turns } = byHand({
      slices: openSlices({ sliceMs: 1_000, newcomerMs }, () => 0),
      waiting: 100,
    });
    let isLate = false;
    const pause = setImmediate().then(() => (isLate = true));
    for (let n = 0; n < 100; n++)
      await turns.take(requester("a"), async () => expect(isLate).toBe(false));
    await pause;
  });
});
