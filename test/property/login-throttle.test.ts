/**
 * The throttle of logins against what it promises, under a clock of its own: guessing is bounded
 * for every account whatever the guesser does, waits are honest, and who is right gets in
 * (docs/compatibility.md, "Failed logins").
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import { loginThrottle, type LoginAttempt } from "../../src/server/plugins/login-limits.ts";
import { networkOf } from "../../src/model/network.ts";
import { scale } from "../support/run/scale.ts";

const HOUR = 3_600_000;

/** A throttle on a clock that the test moves. */
function throttled() {
  let now = 5;
  const throttle = loginThrottle(() => now);
  const known = new Set<string>();
  const begin = (user: string, address: string, exists = true): LoginAttempt | number => {
    const network = networkOf(address);
    const isKnown = known.has(`${user} ${network}`);
    try {
      const attempt = throttle.begin({ user, exists, network, isKnown, isAgain: false });
      const succeeded = () => {
        known.add(`${user} ${network}`);
        attempt.succeeded();
      };
      return { ...attempt, succeeded };
    } catch (error) {
      if (!(error instanceof CatalogError) || error.retryAfter === undefined) throw error;
      expect(error.code).toBe("login-throttled");
      return error.retryAfter;
    }
  };
  return {
    begin,
    /** A wrong guess: 0 when it was looked at, else the seconds to wait. */
    guess: (user: string, address: string, exists = true) => {
      const attempt = begin(user, address, exists);
      return typeof attempt === "number" ? attempt : 0;
    },
    /** A login with the right password. */
    login: (user: string, address: string) => {
      const attempt = begin(user, address);
      if (typeof attempt === "number") return attempt;
      attempt.succeeded();
      return 0;
    },
    wait: (milliseconds: number) => void (now += milliseconds),
    now: () => now,
  };
}

describe("the wait", () => {
  test("three are free, then it doubles up to 32 s", () => {
    const { guess, wait } = throttled();
    expect([1, 2, 3].map(() => guess("a", "192.0.2.1"))).toEqual([0, 0, 0]);
    for (const seconds of [1, 2, 4, 8, 16, 32, 32, 32]) {
      expect(guess("a", "192.0.2.1")).toBe(seconds);
      wait(seconds * 1_000 - 1);
      expect(guess("a", "192.0.2.1"), "a moment too early").toBe(1);
      wait(1);
      expect(guess("a", "192.0.2.1"), "in time").toBe(0);
    }
  });

  test("counts the neighbours, not the others", () => {
    const { guess } = throttled();
    for (const last of [1, 2, 3]) guess("a", `192.0.2.${last}`);
    expect(guess("a", "192.0.2.77")).toBe(1);
    expect(guess("a", "192.0.3.1")).toBe(0);
    expect(guess("b", "192.0.2.1")).toBe(0);
  });

  test("is the same for names without an account", () => {
    const { guess } = throttled();
    expect([1, 2, 3, 4].map(() => guess("nobody", "192.0.2.1", false))).toEqual([0, 0, 0, 1]);
  });

  test("a login forgives what came before", () => {
    const { guess, login } = throttled();
    guess("a", "192.0.2.1");
    guess("a", "192.0.2.1");
    expect(login("a", "192.0.2.1")).toBe(0);
    expect([1, 2, 3, 4].map(() => guess("a", "192.0.2.1"))).toEqual([0, 0, 0, 1]);
  });

  test("an attempt that was not looked at does not count", () => {
    const { begin, guess } = throttled();
    for (let n = 0; n < 10; n++) {
      const attempt = begin("a", "192.0.2.1");
      if (typeof attempt !== "number") attempt.withdraw();
    }
    expect([1, 2, 3, 4].map(() => guess("a", "192.0.2.1"))).toEqual([0, 0, 0, 1]);
  });

  test("attempts at the same time count as failed until they are not", () => {
    const { begin } = throttled();
    const all = Array.from({ length: 5 }, () => begin("a", "192.0.2.1"));
    expect(all.map((one) => typeof one === "number")).toEqual([false, false, false, true, true]);
  });
});

describe("the hour", () => {
  test("10,000 guesses from one network: 25 are looked at, and the owner gets in from elsewhere", () => {
    const { guess, login, wait } = throttled();
    let seen = 0;
    for (let n = 0; n < 10_000; n++) {
      if (guess("a", "192.0.2.1") === 0) seen++;
      if (n % 100 === 0) expect(login("a", `198.51.${n / 100}.1`)).toBe(0);
      wait(359);
    }
    expect(seen).toBe(25);
  });

  test("10,000 guesses from 10,000 networks: 50 are looked at, and known networks get in", () => {
    const { guess, login, wait } = throttled();
    expect(login("a", "198.51.100.1")).toBe(0);
    let seen = 0;
    for (let n = 0; n < 10_000; n++) {
      if (guess("a", `10.${n >> 8}.${n & 255}.1`) === 0) seen++;
      if (n % 100 === 0) expect(login("a", "198.51.100.1")).toBe(0);
      wait(359);
    }
    expect(seen).toBe(50);
    wait(HOUR);
    expect(guess("a", "192.0.2.1")).toBe(0);
  });

  const step = fc.record({
    wait: fc.oneof(fc.constant(0), fc.nat(2_000), fc.nat(120_000), fc.constant(32_000)),
    network: fc.nat(60),
    kind: fc.constantFrom("guess", "guess", "guess", "guess", "guess", "login", "cut"),
    user: fc.constantFrom("a", "a", "a", "b"),
    repeat: fc.integer({ min: 1, max: 12 }),
  });

  test("whatever is tried: at most 100 failures of an account in any hour, and waits are honest", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
        const { begin, wait, now } = throttled();
        const failures = new Map<string, number[]>([
          ["a", []],
          ["b", []],
        ]);
        const barred = new Map<string, number>();
        for (const { wait: pause, network, kind, user, repeat } of steps) {
          wait(pause);
          const address = `10.0.${network}.9`;
          for (let n = 0; n < repeat; n++) {
            const attempt = begin(user, address);
            const until = barred.get(`${user} ${network}`) ?? 0;
            if (typeof attempt === "number") {
              expect(attempt).toBeGreaterThan(0);
              expect(attempt).toBeLessThanOrEqual(HOUR / 1_000);
              barred.set(`${user} ${network}`, now() + (attempt - 1) * 1_000);
              continue;
            }
            expect(now(), "let in before its time").toBeGreaterThanOrEqual(until);
            if (kind === "login") attempt.succeeded();
            else if (kind === "cut") attempt.withdraw();
            else failures.get(user)?.push(now());
          }
        }
        for (const times of failures.values()) {
          for (const [index, at] of times.entries())
            expect(
              times.filter((time, other) => other >= index && time < at + HOUR).length,
            ).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: scale({ test: 100, proof: 1_000 }), seed: 20_261_121 },
    );
  });

  test("many names do not push an account's failures out of memory", () => {
    const { guess } = throttled();
    for (let n = 0; n < 4; n++) guess("a", "192.0.2.1");
    for (let n = 0; n < 20_000; n++) guess(`name ${n}`, "192.0.2.1", false);
    expect(guess("a", "192.0.2.1")).toBe(1);
    // Of names without an account only the last thousand are kept.
    for (let n = 0; n < 2; n++) guess("name 19999", "192.0.2.1", false);
    expect(guess("name 19999", "192.0.2.1", false)).toBe(1);
    for (let n = 0; n < 3; n++) expect(guess("name 0", "192.0.2.1", false)).toBe(0);
  });
});

describe("networks", () => {
  test.for([
    ["192.0.2.7", "192.0.2.0/24"],
    ["::ffff:192.0.2.7", "192.0.2.0/24"],
    ["::FFFF:192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
    ["2001:0DB8:0000:0001::5", "2001:db8:0:1::/64"],
    ["2001:db8::5", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["127.0.0.1", "127.0.0.0/24"],
    ["", ""],
  ] as const)("%s is of %s", ([address, network]) => expect(networkOf(address)).toBe(network));

  test("spellings of one IPv6 network are one", () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const full = groups.map((one) => one.toString(16).padStart(4, "0")).join(":");
        const short = new URL(`http://[${full}]/`).hostname.slice(1, -1);
        expect(networkOf(short)).toBe(networkOf(full));
      }),
    );
  });
});
