/**
 * What bounds guessing without locking anybody out (docs/compatibility.md, "Failed logins"): credentials that were
 * right before pass at once. Of others, failures are counted per account and network, the wait doubles, and an hour has
 * a budget per account that one network cannot use up; few passwords are hashed at a time. Credentials that were sent
 * away and come again have a slow turn of their own. Everything is bounded, and in memory but for known networks.
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { hashing, login as limits } from "../../model/limits.ts";
import { networkOf } from "../../model/network.ts";
import { recent, type Recent } from "../../model/recent.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import { serverOrigin, type Catalog, type CatalogReader } from "../catalog/unit-of-work.ts";
import { openTurns, staying } from "./turns.ts";

const HOUR_MS = 3_600_000;
const SALT_BYTES = 12;

/** Runs work within the limit, in the turn of the named client, or refuses with busy when too much of it waits already. */
type WithinHashLimit = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** The limit of hashing of one server. */
export interface HashLimit {
  readonly run: WithinHashLimit;
  readonly waiting: () => number;
}

/** Few passwords are hashed at a time and few of one client wait, so that hashing starves nothing else. */
export function hashLimit(): HashLimit {
  const turns = openTurns({
    places: hashing.concurrency,
    waiting: hashing.queued,
    sliceMs: Infinity,
    newcomerTurns: 0,
    shared: false,
    refusal: `More than ${hashing.queued} passwords wait to be checked; try again`,
    retrySeconds: hashing.retrySeconds,
  });
  // Several requests may wait for one check, so it is made even if the first of them is gone.
  return {
    run: (name, work) => turns.take(staying(name), work),
    waiting: () => turns.counts().waiting,
  };
}

/** Who tries to log in, with a password, and the hash that it should belong to. */
export interface Login {
  readonly user: string;
  /** The account, when there is one that may log in. */
  readonly account: Stored<"account"> | undefined;
  readonly address: string;
  /** Checks of one name wait in one line. */
  readonly asker: string;
  /** The credentials, as `keyOf` names them. */
  readonly key: string;
  /** Finds out whether they are right. */
  readonly verify: () => Promise<boolean>;
}

/** What became of credentials that were not known yet: checked, or sent away to wait or for want of a place. */
export interface LoginCounts {
  right: number;
  wrong: number;
  waiting: number;
  busy: number;
}

/** The check of credentials of one server, with what it remembers. */
export interface LoginLimits {
  /** The key of a user, a password and the hash it is checked against: another password is in force at once. */
  readonly keyOf: (user: string, password: string, hash: string) => string;
  /** Whether credentials were found right lately. */
  readonly isFresh: (key: string) => boolean;
  /** Whether credentials are right; refuses with login-throttled or busy. */
  readonly check: (login: Login) => Promise<boolean>;
  /** Forgets which credentials were right, so that each is looked up and hashed again. */
  readonly forget: () => void;
  readonly counts: LoginCounts;
  /** Resolves when the networks of those who logged in are kept. */
  readonly settled: () => Promise<void>;
}

/** What checking needs. */
export interface LoginParts {
  readonly catalog: Pick<Catalog, "read" | "write">;
  /** Milliseconds that only rise. */
  readonly clock: () => number;
  readonly withinLimit: WithinHashLimit;
}

/** The limits of one server; `onError` is told when a network cannot be kept. */
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
  const evaluate = async ({ user, account, asker, key, verify }: Login, network: string) => {
    const isAgain = clock() - (sentAway.get(key) ?? Infinity) >= limits.returnMs;
    // Who was right before is no guesser, however many others guess from the same network.
    const isUnknown = !right.has(key);
    const isKnown = isUnknown && (await networks.has(user, account, network));
    const exists = account !== undefined;
    const attempt = isUnknown
      ? throttle.begin({ user, exists, network, isKnown, isAgain })
      : undefined;
    try {
      // A flood of guesses has a line of its own.
      const isRight = await withinLimit(isAgain ? `${asker} again` : asker, verify);
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
    // The same credentials sent several times at once are one attempt.
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
      // The first time counts: who comes too often does not begin again.
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
 * From which networks accounts have logged in, also before this start: who guesses from elsewhere does not use up
 * what is looked at from there. Kept are salted digests: anyone who reads the catalog sees no addresses.
 */
function knownNetworks(catalog: LoginParts["catalog"], onError: (error: unknown) => void) {
  const isKept = async (reader: CatalogReader, account: Named, network: string) => {
    const marks = await reader.knownNetworks(account.name);
    return marks.some((mark) => mark === markOf(mark.split(":", 1)[0] ?? "", account, network));
  };
  let last = Promise.resolve();
  return {
    /** Names without an account have logged in from none, which takes the same time. */
    has: (user: string, account: Stored<"account"> | undefined, network: string) =>
      catalog.read((reader) => isKept(reader, account ?? { name: user, created: "" }, network)),
    /** Nobody waits for that. */
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

/** What tells an account: one that is recreated under the same name is another one. */
type Named = Pick<Stored<"account">, "name" | "created">;

function markOf(salt: string, { name, created }: Named, network: string): string {
  const text = JSON.stringify([salt, name, created, network]);
  return `${salt}:${createHash("sha256").update(text).digest("base64")}`;
}

/** Who begins an attempt. */
export interface Attempt {
  readonly user: string;
  /** Whether there is such an account; the rules are the same, the memory is another. */
  readonly exists: boolean;
  readonly network: string;
  /** Whether the account has logged in from this network before, be it before this start. */
  readonly isKnown: boolean;
  /** Whether the same credentials were sent away before. */
  readonly isAgain: boolean;
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
  readonly begin: (attempt: Attempt) => LoginAttempt;
}

interface Failure {
  readonly at: number;
  readonly network: string;
  readonly isKnown: boolean;
  /** Whether somebody has logged in from the network since: it costs no waiting any more. */
  isForgiven: boolean;
}

interface Account {
  failures: Failure[];
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

/** When the same credentials may come again: after a long wait it is the slow turn that lets them in. */
function toWait(until: number, nextSlow: number, now: number): number {
  if (until - now <= limits.longestWaitMs) return until;
  return Math.max(nextSlow, now + limits.returnMs);
}

/** When the next attempt may be made; -Infinity when at once. */
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
  const slow = { known: -Infinity, others: -Infinity };
  const found = entries.get(key) ?? { failures: [], slow };
  entries.keep(key, found);
  return found;
}
