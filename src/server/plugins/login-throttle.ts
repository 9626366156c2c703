/**
 * Slows down guessing without locking anybody out: failed logins are counted per account and
 * network, the wait doubles, and an hour has a budget per account that one network cannot use up. Beside
 * that, credentials that come again are looked at at a slow rate
 * (docs/compatibility.md, "Failed logins"). Everything is in memory and bounded.
 */
import { login as limits } from "../../model/limits.ts";
import { networkOf } from "../../model/network.ts";
import { recent, type Recent } from "../../model/recent.ts";
import { CatalogError } from "../catalog/errors.ts";

const HOUR_MS = 3_600_000;

/** Who tries to log in. */
export interface Login {
  readonly user: string;
  /** Whether there is such an account; the rules are the same, the memory is another. */
  readonly exists: boolean;
  readonly address: string;
  /** Whether the account has logged in from this network before, be it before this start. */
  readonly isKnown?: boolean;
  /** Whether the same credentials were sent away before. */
  readonly isAgain?: boolean;
}

/** A login under way; it counts as failed until one of these is called. */
export interface LoginAttempt {
  /** The password was right. */
  readonly succeeded: () => void;
  /** The password was not looked at. */
  readonly withdraw: () => void;
}

/** Decides whether a password may be looked at. */
export interface LoginThrottle {
  /** Starts an attempt, or refuses with login-throttled. */
  readonly begin: (login: Login) => LoginAttempt;
}

interface Failure {
  readonly at: number;
  /** Position among all attempts of the server. */
  readonly order: number;
  readonly network: string;
  readonly isKnown: boolean;
}

interface Account {
  failures: Failure[];
  /** Networks from which the account logged in, with the order of the last time; 0 is before this start. */
  readonly known: Recent<number>;
  /** When credentials that come again were last looked at: from known networks, and from others. */
  readonly slow: Record<"known" | "others", number>;
}

/**
 * The throttle of one server; `clock` gives milliseconds that only rise.
 * Deviation: login-throttle.
 */
export function loginThrottle(clock: () => number): LoginThrottle {
  const accounts = recent<Account>(limits.accounts);
  const unknownClients = recent<Account>(limits.unknownClients);
  let order = 0;
  return {
    begin: ({ user, exists, address, isKnown: wasKnown = false, isAgain = false }) => {
      const account = remembered(exists ? accounts : unknownClients, user);
      const now = clock();
      account.failures = account.failures.filter(({ at }) => at > now - HOUR_MS);
      const network = networkOf(address);
      if (wasKnown && !account.known.has(network)) account.known.keep(network, 0);
      const isKnown = account.known.has(network);
      const succeeded = () => account.known.keep(network, ++order);
      const until = waitUntil(account, network, isKnown);
      if (until > now) {
        const from = isKnown ? "known" : "others";
        const slow = isAgain ? beginSlowly(account.slow, from, now) : undefined;
        if (slow === undefined) throw tooMany(toWait(until, account.slow[from], now) - now);
        return { succeeded, withdraw: slow };
      }
      const failure: Failure = { at: now, order: ++order, network, isKnown };
      account.failures.push(failure);
      const withdraw = () => {
        account.failures = account.failures.filter((one) => one !== failure);
      };
      return {
        succeeded: () => {
          withdraw();
          succeeded();
        },
        withdraw,
      };
    },
  };
}

/** Takes the slow turn of credentials that come again; what it returns gives it back. */
function beginSlowly(
  slow: Account["slow"],
  from: keyof Account["slow"],
  now: number,
): (() => void) | undefined {
  const last = slow[from];
  if (now < last + limits.slowMs) return undefined;
  slow[from] = now;
  return () => {
    slow[from] = last;
  };
}

/** When the same credentials may come again: after a long wait it is the slow turn that lets them in. */
function toWait(until: number, lastSlow: number, now: number): number {
  if (until - now <= limits.longestWaitMs) return until;
  return Math.max(lastSlow + limits.slowMs, now + limits.returnMs);
}

/** When the next attempt may be made; -Infinity when at once. */
function waitUntil({ failures, known }: Account, network: string, isKnown: boolean): number {
  const own = failures.filter((failure) => failure.network === network);
  const sinceSuccess = own.filter(({ order }) => order > (known.get(network) ?? 0));
  const alike = failures.filter((failure) => failure.isKnown === isKnown);
  return Math.max(
    afterBackOff(sinceSuccess),
    afterBudget(own, limits.networkFailures),
    afterBudget(alike, isKnown ? limits.knownFailures : limits.unknownFailures),
  );
}

function afterBackOff(failures: readonly Failure[]): number {
  const last = failures.at(-1);
  const beyond = failures.length - limits.freeFailures;
  if (last === undefined || beyond < 0) return -Infinity;
  return last.at + Math.min(limits.firstWaitMs * 2 ** beyond, limits.longestWaitMs);
}

/** A budget is free again when its oldest failure is an hour old. */
function afterBudget(failures: readonly Failure[], budget: number): number {
  const oldest = failures.at(-budget);
  return oldest === undefined ? -Infinity : oldest.at + HOUR_MS;
}

function tooMany(milliseconds: number): CatalogError {
  const seconds = Math.ceil(milliseconds / 1_000);
  return new CatalogError(
    "login-throttled",
    `Too many failed logins of this account; try again in ${seconds} s`,
    { retryAfter: seconds },
  );
}

/** The entry of a user name, made when it is missing. */
function remembered(entries: Recent<Account>, user: string): Account {
  // A longer name belongs to no account; cut, so that memory stays bounded.
  const key = user.slice(0, 255);
  const found = entries.get(key) ?? {
    failures: [],
    known: recent(limits.knownNetworks),
    slow: { known: -Infinity, others: -Infinity },
  };
  entries.keep(key, found);
  return found;
}
