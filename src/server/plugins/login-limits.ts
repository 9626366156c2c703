/**
 * Limits password guessing without locking accounts (docs/compatibility.md, "Failed logins").
 * Recently right credentials pass at once. Other failures count per account and network: the wait
 * doubles, and one network cannot use up the hourly budget of an account. Refused credentials that
 * come again get a slow turn. Memory is bounded; only known networks are stored.
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { hashing, login as limits } from "../../model/limits.ts";
import { networkOf } from "../../model/network.ts";
import { recent, type Recent } from "../../model/recent.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import { serverOrigin, type Catalog, type CatalogReader } from "../catalog/unit-of-work.ts";
import { openTurns, uncancellable } from "./turns.ts";

const HOUR_MS = 3_600_000;
const SALT_BYTES = 12;

/** Runs work in the client's turn, or refuses with busy when too much is waiting. */
type WithinHashLimit = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** The hashing limit of a server. */
export interface HashLimit {
  readonly run: WithinHashLimit;
  readonly waiting: () => number;
}

/** Limits concurrent hashing, and how much of it one client may queue. */
export function hashLimit(): HashLimit {
  const { concurrency: places, queued: waiting, retrySeconds: retryAfter } = hashing;
  const text = `More than ${waiting} passwords wait to be checked; try again`;
  const refusal = () => new CatalogError("busy", text, { retryAfter });
  const turns = openTurns({ places, waiting, shared: false, refusal });
  // Several requests may share a check, so it runs even when the first client has left.
  return {
    run: (name, work) => turns.take(uncancellable(name), work),
    waiting: () => turns.counts().waiting,
  };
}

export interface Login {
  readonly user: string;
  /** The account, if it exists and may log in. */
  readonly account: Stored<"account"> | undefined;
  readonly address: string;
  /** Checks of one name share a queue. */
  readonly requester: string;
  readonly key: string;
  readonly verify: () => Promise<boolean>;
}

/** Outcomes of unknown credentials: checked, or refused by throttle or limit. */
export interface LoginCounts {
  right: number;
  wrong: number;
  waiting: number;
  busy: number;
}

export interface LoginLimits {
  /** Includes the hash, so that a changed password is in force at once. */
  readonly keyOf: (user: string, password: string, hash: string) => string;
  /** Whether the credentials were verified lately. */
  readonly isFresh: (key: string) => boolean;
  /** Verifies credentials. Refuses with login-throttled or busy. */
  readonly check: (login: Login) => Promise<boolean>;
  /** Makes the server look up and hash all credentials again. */
  readonly forget: () => void;
  readonly counts: LoginCounts;
  /** Resolves when pending known networks are stored. */
  readonly settled: () => Promise<void>;
}

export interface LoginParts {
  readonly catalog: Pick<Catalog, "read" | "write">;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly withinLimit: WithinHashLimit;
}

/** `onError` is called when a network could not be stored. */
export function loginLimits(parts: LoginParts, onError: (error: unknown) => void): LoginLimits {
  const { catalog, clock, withinLimit } = parts;
  const throttle = loginThrottle(clock);
  const networks = knownNetworks(catalog, onError);
  const secret = randomBytes(32);
  const right = recent<number>(limits.credentials);
  const sentAway = recent<number>(limits.returning);
  const running = new Map<string, Promise<boolean>>();
  const counts: LoginCounts = { right: 0, wrong: 0, waiting: 0, busy: 0 };
  const isFresh = (key: string) => clock() - (right.get(key) ?? -Infinity) < limits.credentialMs;
  const evaluate = async ({ user, account, requester, key, verify }: Login, network: string) => {
    const isAgain = clock() - (sentAway.get(key) ?? Infinity) >= limits.returnMs;
    // Recently right credentials are not throttled, whatever else their network sends.
    const isUnknown = !right.has(key);
    const isKnown = isUnknown && (await networks.has(user, account, network));
    const exists = account !== undefined;
    const attempt = isUnknown
      ? throttle.begin({ user, exists, network, isKnown, isAgain })
      : undefined;
    try {
      // Repeated credentials wait in a queue of their own.
      const isRight = await withinLimit(isAgain ? `${requester} again` : requester, verify);
      sentAway.forget(key);
      if (!isRight) return false;
      right.keep(key, clock());
      attempt?.succeeded();
      if (isUnknown && !isKnown && account !== undefined) networks.add(account, network);
      return true;
    } catch (error) {
      attempt?.withdraw();
      throw error;
    }
  };
  const check = async (login: Login) => {
    if (isFresh(login.key)) return true;
    const network = networkOf(login.address);
    // Identical concurrent logins count as one attempt.
    const name = `${login.key} ${network}`;
    const under = running.get(name);
    if (under !== undefined) return under;
    const started = evaluate(login, network);
    running.set(name, started);
    try {
      const isRight = await started;
      counts[isRight ? "right" : "wrong"]++;
      return isRight;
    } catch (error) {
      // The first refusal counts, so that retries do not restart the period.
      if (!sentAway.has(login.key)) sentAway.keep(login.key, clock());
      if (error instanceof CatalogError)
        counts[error.code === "login-throttled" ? "waiting" : "busy"]++;
      throw error;
    } finally {
      running.delete(name);
    }
  };
  return {
    keyOf: (user, password, hash) =>
      createHmac("sha256", secret)
        .update(`${user.length}:${user}${hash.length}:${hash}${password}`)
        .digest("base64"),
    isFresh,
    check,
    forget: right.clear,
    counts,
    settled: networks.settled,
  };
}

/**
 * Networks from which accounts have logged in, across restarts: guesses from elsewhere do not use
 * up their budget. Only salted digests are stored, so the catalog reveals no addresses.
 */
function knownNetworks(catalog: LoginParts["catalog"], onError: (error: unknown) => void) {
  const isKept = async (reader: CatalogReader, account: Named, network: string) => {
    const marks = await reader.knownNetworks(account.name);
    return marks.some((mark) => mark === markOf(mark.split(":", 1)[0] ?? "", account, network));
  };
  let last = Promise.resolve();
  return {
    /** Unknown names take the same time. */
    has: (user: string, account: Stored<"account"> | undefined, network: string) =>
      catalog.read((reader) => isKept(reader, account ?? { name: user, created: "" }, network)),
    /** Runs in the background. */
    add: (account: Stored<"account">, network: string) => {
      const kept = catalog.write(serverOrigin, async (writer) => {
        if (await isKept(writer, account, network)) return;
        const mark = markOf(randomBytes(SALT_BYTES).toString("base64"), account, network);
        const { knownNetworks: most } = limits;
        await writer.keepKnownNetwork({ account: account.name, mark, most });
      });
      last = Promise.all([last, kept]).then(() => undefined, onError);
    },
    settled: () => last,
  };
}

/** `created` tells a recreated account from the earlier one. */
type Named = Pick<Stored<"account">, "name" | "created">;

function markOf(salt: string, { name, created }: Named, network: string): string {
  const text = JSON.stringify([salt, name, created, network]);
  return `${salt}:${createHash("sha256").update(text).digest("base64")}`;
}

export interface Attempt {
  readonly user: string;
  /** Unknown users follow the same rules, in separate memory. */
  readonly exists: boolean;
  readonly network: string;
  /** Whether the account has ever logged in from this network. */
  readonly isKnown: boolean;
  /** Whether these credentials were refused before. */
  readonly isAgain: boolean;
}

/** A login in progress; it counts as failed until one of these is called. */
export interface LoginAttempt {
  readonly succeeded: () => void;
  readonly withdraw: () => void;
}

export interface LoginThrottle {
  /** Starts an attempt, or refuses with login-throttled. */
  readonly begin: (attempt: Attempt) => LoginAttempt;
}

interface Failure {
  readonly at: number;
  readonly network: string;
  readonly isKnown: boolean;
  /** A later login from the network succeeded, so the failure causes no wait. */
  isForgiven: boolean;
}

interface Account {
  failures: Failure[];
  /** When the last slow turns were, for known and for other networks. */
  readonly slow: Record<"known" | "others", number>;
}

/** `clock` gives monotonic milliseconds. Deviation: login-throttle. */
export function loginThrottle(clock: () => number): LoginThrottle {
  const accounts = recent<Account>(limits.accounts);
  const unknownClients = recent<Account>(limits.unknownClients);
  return {
    begin: ({ user, exists, network, isKnown, isAgain }) => {
      const account = remembered(exists ? accounts : unknownClients, user);
      const { slow } = account;
      const now = clock();
      account.failures = account.failures.filter(({ at }) => at > now - HOUR_MS);
      const forgive = () => {
        for (const failure of account.failures)
          if (failure.network === network) failure.isForgiven = true;
      };
      const until = waitUntil(account.failures, network, isKnown);
      if (until > now) {
        const from = isKnown ? "known" : "others";
        const before = slow[from];
        const next = before + limits.slowMs;
        if (!isAgain || now < next) throw tooMany(toWait(until, next, now) - now);
        slow[from] = now;
        return { succeeded: forgive, withdraw: () => void (slow[from] = before) };
      }
      const failure: Failure = { at: now, network, isKnown, isForgiven: false };
      account.failures.push(failure);
      const withdraw = () => {
        account.failures = account.failures.filter((one) => one !== failure);
      };
      const succeeded = () => {
        withdraw();
        forgive();
      };
      return { succeeded, withdraw };
    },
  };
}

/** After a long wait, the slow turn admits credentials earlier. */
function toWait(until: number, nextSlow: number, now: number): number {
  if (until - now <= limits.longestWaitMs) return until;
  return Math.max(nextSlow, now + limits.returnMs);
}

/** The next allowed time; -Infinity means at once. */
function waitUntil(failures: readonly Failure[], network: string, isKnown: boolean): number {
  const own = failures.filter((failure) => failure.network === network);
  const alike = failures.filter((failure) => failure.isKnown === isKnown);
  return Math.max(
    afterBackOff(own.filter(({ isForgiven }) => !isForgiven)),
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

/** A failure leaves the budget after an hour. */
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

function remembered(entries: Recent<Account>, user: string): Account {
  // No account has a longer name; the cut bounds memory.
  const key = user.slice(0, 255);
  const slow = { known: -Infinity, others: -Infinity };
  const found = entries.get(key) ?? { failures: [], slow };
  entries.keep(key, found);
  return found;
}
