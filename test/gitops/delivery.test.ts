/** How webhooks are delivered: tries, order, bounds, and what a restart does. */
import { describe, expect, test } from "vitest";
import { type WebhookMemory } from "../../src/reconciler/watch/webhooks.ts";
import { applied, drifted, listen, open, receiver } from "../support/watch/webhooks.ts";
import { passEnd } from "../support/watch/pass-ends.ts";

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}

describe("delivery", () => {
  test.for([[408], [429], [500], [503], ["hang up"]] as const)(
    "is tried again after %s, with the same id and the same words",
    async ([answer]) => {
      const { url, sent } = await listen(answer, answer);
      const { tell, waits, notes } = await open([receiver(url)]);
      await tell(applied(), passEnd());
      expect(sent).toHaveLength(3);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
      expect(waits).toHaveLength(2);
      if (answer === 429) expect(Math.min(...waits)).toBeGreaterThanOrEqual(7_000);
      expect(notes).toEqual([]);
    },
  );

  test.for([400, 401, 403, 404, 410, "redirect"] as const)(
    "is given up after %s",
    async (answer) => {
      const { url, sent } = await listen(answer);
      const { tell, notes } = await open([receiver(url)]);
      await tell(applied());
      await tell(applied());
      expect(sent.map(({ path }) => path)).toEqual(["/hook/canary-token", "/hook/canary-token"]);
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(/ to ops: refused with \d+, given up$/);
    },
  );

  test("ends some time, and no note names the address", async () => {
    const { url, sent } = await listen(...Array.from({ length: 50 }, () => 503));
    const gone = "http://127.0.0.1:1/canary-path";
    const { tell, waits, notes } = await open([receiver(url), receiver(gone, { name: "gone" })]);
    await tell(applied());
    expect(sent).toHaveLength(12);
    expect(Math.max(...waits)).toBeLessThanOrEqual(300_000);
    expect(notes).toHaveLength(2);
    expect(notes.join()).toMatch(/answered 503, given up after 12 tries/);
    expect(notes.join()).toMatch(/no answer \(ECONNREFUSED\), given up/);
    expect(notes.join()).not.toMatch(/canary|127\.0\.0\.1/);
  });

  test("keeps the order, and one slow receiver does not hold up the others", async () => {
    const slow = await listen(503, 503, 503);
    const quick = await listen();
    const blocked = new Promise<void>(() => undefined);
    const { passEnded } = await open(
      [receiver(slow.url, { name: "slow" }), receiver(quick.url, { name: "quick" })],
      { wait: (_ms, signal) => Promise.race([blocked, aborted(signal)]) },
    );
    const ends = [applied(), applied(), applied()];
    for (const end of ends) passEnded(end);
    await expect.poll(() => quick.sent.length).toBe(3);
    expect(quick.messages().map(({ id }) => id)).toEqual(ends.map(({ id }) => `maps/${id}`));
    expect(slow.sent).toHaveLength(1);
  });

  test("keeps a bounded number of messages, the newest", async () => {
    const { url, messages } = await listen(503);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { passEnded, idle, notes } = await open([receiver(url)], { wait: () => held });
    const ends = Array.from({ length: 130 }, () => applied());
    for (const end of ends) passEnded(end);
    release();
    await idle();
    expect(notes).toHaveLength(30);
    expect(notes[0]).toMatch(/dropped, too many wait/);
    // The first was under way; it is tried once more and then the newest follow.
    expect(messages().map(({ id }) => id)).toEqual(
      [ends[0], ends[0], ...ends.slice(31)].map((end) => `maps/${end?.id}`),
    );
  });
});

describe("over a restart", () => {
  function keep(): WebhookMemory & { text: () => string | undefined } {
    let text: string | undefined;
    return {
      load: () => Promise.resolve(text),
      save: (next) => {
        text = next;
        return Promise.resolve();
      },
      text: () => text,
    };
  }

  test("nothing is reported twice, and what was not delivered is", async () => {
    const { url, messages } = await listen(503);
    const memory = keep();
    const first = await open([receiver(url)], {
      memory,
      wait: (_ms, signal) => aborted(signal),
    });
    const end = drifted("a");
    first.passEnded(end);
    await expect.poll(() => messages().length).toBe(1);
    first.passEnded(applied({ drifted: end.drifted }));
    const closing = first.close();
    await closing;
    expect(messages()).toHaveLength(1);
    expect(memory.text()).not.toMatch(/canary|127\.0\.0\.1:\d+\/hook/);
    expect(first.notes).toEqual([]);

    const second = await open([receiver(url)], { memory });
    await second.tell(drifted("a"));
    expect(messages().map(({ events, id }) => [events, id])).toEqual([
      [["drift-detected"], `maps/${end.id}`],
      [["drift-detected"], `maps/${end.id}`],
      [["applied"], messages()[2]?.["id"]],
    ]);
    await second.close();
    const third = await open([receiver(url)], { memory });
    await third.tell(drifted("a"));
    expect(messages()).toHaveLength(3);
  });

  test("what could not be remembered is, as soon as it can", async () => {
    const { url, messages } = await listen();
    const kept = keep();
    let isAway = true;
    const save = (text: string) =>
      isAway ? Promise.reject(new Error("no server")) : kept.save(text);
    const first = await open([receiver(url)], { memory: { ...kept, save } });
    await first.tell(drifted("a"));
    expect([messages().length, kept.text()]).toEqual([1, undefined]);
    isAway = false;
    await first.tell(drifted("a"));
    await first.close();
    const second = await open([receiver(url)], { memory: kept });
    await second.tell(drifted("a"));
    expect(messages()).toHaveLength(1);
  });

  test.for([
    ["cannot be read", () => Promise.reject(new Error("no server"))],
    ["is no document", () => Promise.resolve("{")],
    [
      "holds what is no message",
      () =>
        Promise.resolve(
          '{"waiting":[{"receiver":"ops","message":{"id":"x","events":["failed"]}}]}',
        ),
    ],
  ] as const)("a memory that %s is noted, and messages go on", async ([_label, load]) => {
    const { url, messages } = await listen();
    const memory = { load, save: () => Promise.reject(new Error("no server")) };
    const { tell, notes } = await open([receiver(url, { format: "slack" })], { memory });
    await tell(applied());
    expect(messages()).toHaveLength(1);
    expect(notes.length).toBeGreaterThan(0);
  });
});
