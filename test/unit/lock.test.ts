/** The lease of an estate, in every place it can be kept: taken once, taken over, lost, ended by force. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { catalogLock } from "../../src/reconciler/lock/catalog-lock.ts";
import type { Here, Holder, LockStore } from "../../src/reconciler/lock/lease.ts";
import { localLock } from "../../src/reconciler/lock/local-lock.ts";
import { forceUnlock, openLock, type LockOptions } from "../../src/reconciler/lock/lock.ts";
import type { Transport } from "../../src/wire/request.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { cutting } from "../support/servers/no-answer.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { faults } from "../support/servers/faults.ts";

const me: Holder & Here = {
  who: "me",
  host: "here",
  machine: "m1",
  pid: 1,
  isAlive: () => true,
};
const other = { ...me, who: "other", host: "there", machine: "m2", pid: 2 };
const MINUTES = 60_000;
/** Renewed never by itself, and looked at before each write. */
const times = { ttlMs: 10 * MINUTES, renewMs: MINUTES, checkMs: 0 };

function lockOf(store: LockStore, more: Partial<LockOptions> = {}) {
  return openLock({ store, holder: me, waitMs: 0, times, ...more });
}

/** Answers as a server without conditional requests: it sends no ETags and knows no conditions. */
const unconditional =
  (real: Transport): Transport =>
  async (request) => {
    const { headers: _conditions, ...plain } = request;
    const response = await real(plain);
    return { ...response, headers: { ...response.headers, etag: undefined } };
  };

/** A place for leases: a store, the same seen through a clock that is ahead, one that fails. */
interface Place {
  readonly store: LockStore;
  readonly later: (ms: number) => LockStore;
  readonly failing: (fault: keyof typeof faults) => LockStore;
}

async function inCatalog(atomic: boolean): Promise<Place> {
  const { app } = await startCatalog();
  const { send } = await connectTo(app, "e", atomic ? undefined : unconditional);
  const at = (transport: Transport) =>
    catalogLock("e", {
      read: send,
      send: cutting(transport),
      atomic,
      confirmMs: 100,
      wait: async () => {},
    });
  /** A server whose clock has gone on. */
  const ahead =
    (ms: number): Transport =>
    async (request) => {
      const response = await send(request);
      const date = new Date(Date.parse(response.headers["date"] ?? "") + ms).toUTCString();
      return { ...response, headers: { ...response.headers, date } };
    };
  return {
    store: at(send),
    later: (ms) => catalogLock("e", { read: ahead(ms), send, atomic, confirmMs: 100 }),
    failing: (fault) => at((request) => (faults[fault] ?? expect.unreachable())(send)(request)),
  };
}

async function inFolder(): Promise<Place> {
  const store = localLock("e", join(temporaryFolder(), "state", "lock.json"));
  const later = (ms: number): LockStore => ({
    ...store,
    read: async () => {
      const kept = await store.read();
      return kept && { ...kept, ageMs: kept.ageMs + ms };
    },
  });
  const failing = (): LockStore => ({
    ...store,
    replace: () => Promise.reject(new Error("disk on fire")),
  });
  return { store, later, failing };
}

const places = [
  ["in the catalog", () => inCatalog(true)],
  ["in a catalog without conditions", () => inCatalog(false)],
  ["in a folder", inFolder],
] as const;

describe.for(places)("%s", ([, open]) => {
  test("one holds it; it is free again when it is released, with a higher number", async () => {
    const { store } = await open();
    const lock = lockOf(store);
    const first = await lock.take(await lock.look());
    expect(first).toMatchObject({ undisturbed: true, notice: undefined });
    await expect(lockOf(store, { holder: other }).look()).rejects.toMatchObject({
      code: "locked",
      message: expect.stringMatching(
        /locked by me on here \(process 1, since 2.*\); lock [0-9a-f-]{36}/,
      ),
      hint: expect.stringMatching(/plumbline unlock --force [0-9a-f-]{36}/),
    });
    expect(await first.mayWrite()).toBeUndefined();
    expect(await first.release()).toBeUndefined();
    expect(await first.release()).toBeUndefined();
    expect(first.writes()).toBe(2);
    const second = await lock.take(await lock.look());
    expect(second.undisturbed).toBe(true);
    expect((await store.read())?.lease).toMatchObject({ number: 2, released: false });
    await second.release();
  });

  test("of many who saw it free one takes it", async () => {
    const { store } = await open();
    for (let round = 1; round <= 3; round++) {
      const locks = Array.from({ length: 4 }, (_unused, pid) =>
        lockOf(store, { holder: { ...me, pid } }),
      );
      const seen = await Promise.all(locks.map((lock) => lock.look()));
      const taken = await Promise.allSettled(locks.map((lock, at) => lock.take(seen[at])));
      const held = taken.filter((one) => one.status === "fulfilled");
      expect(taken.filter((one) => one.status === "rejected").map(({ reason }) => reason)).toEqual(
        Array.from({ length: 3 }, () => expect.objectContaining({ code: "locked" })),
      );
      expect((await store.read())?.lease.number).toBe(round);
      for (const { value } of held) expect(await value.release()).toBeUndefined();
    }
  });

  test("who waits gets it later, and knows that somebody was in between", async () => {
    const { store } = await open();
    const lock = lockOf(store);
    const seen = await lock.look();
    const first = await lock.take(seen);
    const waited: string[] = [];
    const patient = lockOf(store, {
      holder: other,
      waitMs: 20_000,
      onWait: ({ who }) => waited.push(who),
    });
    const taking = patient.take(seen);
    await expect.poll(() => waited).toEqual(["me"]);
    await first.release();
    const second = await taking;
    expect(second).toMatchObject({ undisturbed: false, notice: undefined });
    await second.release();
  });

  test("a lease that ran out is taken over, and its holder writes no more", async () => {
    const { store, later } = await open();
    const lock = lockOf(store);
    const first = await lock.take(await lock.look());
    const before = lockOf(later(9 * MINUTES), { holder: other });
    await expect(before.look()).rejects.toMatchObject({ code: "locked" });
    const after = lockOf(later(11 * MINUTES), { holder: other });
    const second = await after.take(await after.look());
    expect(second).toMatchObject({
      undisturbed: false,
      notice: expect.stringMatching(
        /^The lock of me on here .* was taken over: that lease has run out/,
      ),
    });
    expect((await store.read())?.lease).toMatchObject({ number: 2, who: "other" });
    expect(await first.mayWrite()).toMatchObject({ code: "lock-lost" });
    expect(await first.release()).toBeUndefined();
    expect((await store.read())?.lease).toMatchObject({ who: "other", released: false });
    await second.release();
  });

  test("that of a process which is gone is taken over at once, on its machine only", async () => {
    const { store } = await open();
    const lock = lockOf(store);
    const first = await lock.take(await lock.look());
    const isAlive = () => false;
    const elsewhere = lockOf(store, { holder: { ...other, isAlive } });
    await expect(elsewhere.look()).rejects.toMatchObject({ code: "locked" });
    const here = lockOf(store, { holder: { ...me, pid: 3, isAlive } });
    const second = await here.take(await here.look());
    expect(second.notice).toMatch(/that process is gone/);
    expect((await store.read())?.lease.number).toBe(2);
    await Promise.all([first.release(), second.release()]);
  });

  test("it is renewed by itself", async () => {
    const { store } = await open();
    const lock = lockOf(store, { times: { ...times, renewMs: 30 } });
    const held = await lock.take(await lock.look());
    const { renewed = "" } = (await store.read())?.lease ?? {};
    await expect.poll(() => held.writes(), { timeout: 10_000 }).toBeGreaterThan(2);
    expect(await held.mayWrite()).toBeUndefined();
    const kept = await store.read();
    expect(kept?.lease.number).toBe(1);
    expect(Date.parse(kept?.lease.renewed ?? "")).toBeGreaterThan(Date.parse(renewed));
    expect(await held.release()).toBeUndefined();
  });

  test("by force it is ended by its id only, and its holder notices", async () => {
    const { store } = await open();
    expect(await forceUnlock(store, "any", other)).toBeUndefined();
    const lock = lockOf(store);
    const held = await lock.take(await lock.look());
    const { id = "" } = (await store.read())?.lease ?? {};
    await expect(forceUnlock(store, "another", other)).rejects.toMatchObject({ code: "locked" });
    expect(await held.mayWrite()).toBeUndefined();
    expect(await forceUnlock(store, id, other)).toMatchObject({ who: "me", id });
    expect(await held.mayWrite()).toMatchObject({ code: "lock-lost" });
    expect((await store.read())?.lease).toMatchObject({ number: 2, released: true });
    const next = await lock.take(await lock.look());
    expect((await store.read())?.lease.number).toBe(3);
    await next.release();
  });

  test("a place that fails is no lock", async () => {
    const { failing, store } = await open();
    const lock = lockOf(failing("lost on the way there"));
    await expect(lock.take(undefined)).rejects.toThrow(/connection reset|disk on fire/);
    expect(await store.read()).toBeUndefined();
  });
});

describe("in the catalog", () => {
  test("an answer that was lost is found out", async () => {
    const { failing, store } = await inCatalog(true);
    const lock = lockOf(failing("lost on the way back"));
    const held = await lock.take(await lock.look());
    expect((await store.read())?.lease).toMatchObject({ number: 1, released: false });
    expect(await held.release()).toBeUndefined();
    expect((await store.read())?.lease.released).toBe(true);
  });

  test("a renewal on a connection that is closed is sent again", async () => {
    const { app } = await startCatalog();
    const { send } = await connectTo(app);
    let closed = 0;
    const wrap = cutting(async (request) => {
      if (request.method === "PUT" && closed === 1) {
        closed++;
        throw new Error("other side closed");
      }
      return send(request);
    });
    const wait = async () => {};
    const store = catalogLock("e", { read: wrap, send: wrap, atomic: true, confirmMs: 0, wait });
    const lock = lockOf(store, { times: { ...times, renewMs: 20, checkMs: MINUTES } });
    const held = await lock.take(await lock.look());
    closed = 1;
    await expect.poll(() => held.writes(), { timeout: 10_000 }).toBeGreaterThan(1);
    expect(closed).toBe(2);
    expect(await held.mayWrite()).toBeUndefined();
    expect(await held.release()).toBeUndefined();
    expect((await store.read())?.lease).toMatchObject({ number: 1, released: true });
  });

  test("a renewal that fails stops the writing", async () => {
    const { app } = await startCatalog();
    const { send } = await connectTo(app);
    let broken = false;
    const wrap = cutting((request) =>
      broken ? Promise.reject(new Error("no route")) : send(request),
    );
    const store = catalogLock("e", { read: wrap, send: wrap, atomic: true, confirmMs: 0 });
    const lock = lockOf(store, { times: { ...times, renewMs: 20, checkMs: MINUTES } });
    const held = await lock.take(await lock.look());
    onTestFinished(() => void held.release());
    expect(await held.mayWrite()).toBeUndefined();
    broken = true;
    await expect
      .poll(() => held.mayWrite(), { timeout: 10_000 })
      .toMatchObject({ code: "lock-lost", message: expect.stringMatching(/no route/) });
    broken = false;
    expect(await held.mayWrite()).toMatchObject({ code: "lock-lost" });
  });

  test.for([
    ["what is no lease", "{}"],
    ["the lease of another estate", undefined],
  ] as const)("%s there is no lock to be had", async ([, text]) => {
    const { app } = await startCatalog();
    const { send } = await connectTo(app);
    const own = catalogLock("e", { read: send, send, atomic: true, confirmMs: 0 });
    const lock = lockOf(own);
    const held = await lock.take(await lock.look());
    await held.release();
    const path = "/resource/plumbline/e/lock.json";
    const kept = new TextDecoder().decode((await send({ method: "GET", path })).body);
    const body = {
      kind: "text",
      text: text ?? kept.replace('"estate": "e"', '"estate": "f"'),
    } as const;
    await send({ method: "PUT", path, mediaType: "application/json", body });
    await expect(lock.look()).rejects.toMatchObject({
      code: "lock-unreachable",
      message: expect.stringMatching(
        /^The lock \/resource\/plumbline\/e\/lock\.json cannot be read/,
      ),
    });
  });

  test("clocks of holders say nothing", async () => {
    const { store } = await inCatalog(true);
    const wrong = () => Date.now() - 60 * MINUTES;
    const lock = lockOf(store, { clock: wrong });
    const held = await lock.take(await lock.look());
    expect((await store.read())?.ageMs).toBeLessThan(MINUTES);
    await expect(lockOf(store, { holder: other }).look()).rejects.toMatchObject({ code: "locked" });
    await held.release();
  });
});
