/**
 * Whether credentials are right: those found right before pass at once, others go through the throttle
 * and then to the few slots for hashing (docs/compatibility.md, "Failed logins").
 */
import { networkOf } from "../../model/network.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import type { CredentialCache } from "./credential-cache.ts";
import type { WithinHashLimit } from "./hash-limit.ts";
import type { KnownNetworks } from "./known-networks.ts";
import { loginThrottle } from "./login-throttle.ts";
import { returningCredentials } from "./returning.ts";

/** A password with the hash it should belong to, by their key in the cache, and the work that finds out. */
export interface Credentials {
  readonly credentialKey: string;
  readonly verify: () => Promise<boolean>;
}

/** Who tries to log in. */
export interface Login {
  readonly user: string;
  /** The account, when there is one that may log in. */
  readonly account: Stored<"account"> | undefined;
  readonly address: string;
  /** Checks of one name wait in one line. */
  readonly asker: string;
}

/** Whether credentials are right; refuses with login-throttled or busy. */
export type CredentialCheck = (login: Login, credentials: Credentials) => Promise<boolean>;

/** What became of credentials that were not known yet: checked, or sent away to wait or for want of a place. */
export interface LoginCounts {
  right: number;
  wrong: number;
  waiting: number;
  busy: number;
}

/** What checking needs. */
export interface CheckParts {
  /** Milliseconds that only rise. */
  readonly clock: () => number;
  readonly withinLimit: WithinHashLimit;
  readonly cache: CredentialCache;
  readonly networks: KnownNetworks;
  /** Is counted up. */
  readonly counts: LoginCounts;
}

/** The check of one server, with what it remembers. */
export function credentialCheck(parts: CheckParts): CredentialCheck {
  const { clock, withinLimit, networks, cache, counts } = parts;
  const throttle = loginThrottle(clock);
  const returning = returningCredentials(clock);
  const running = new Map<string, Promise<boolean>>();
  const begin = async ({ user, account, address }: Login, isAgain: boolean) => {
    const isKnown = await networks.has(user, account, networkOf(address));
    return throttle.begin({ user, exists: account !== undefined, address, isKnown, isAgain });
  };
  const evaluate = async (login: Login, credentialKey: string, verify: () => Promise<boolean>) => {
    const isAgain = returning.have(credentialKey);
    // Who was right before is no guesser, however many others guess from the same network.
    const isUnknown = cache.freshness(credentialKey) === "unknown";
    const attempt = isUnknown ? await begin(login, isAgain) : undefined;
    try {
      // A flood of guesses has a line of its own.
      const right = await withinLimit(isAgain ? `${login.asker} again` : login.asker, verify);
      returning.seen(credentialKey);
      if (!right) return false;
      cache.remember(credentialKey);
      attempt?.succeeded();
      if (attempt !== undefined && login.account !== undefined)
        networks.add(login.account, networkOf(login.address));
      return true;
    } catch (error) {
      attempt?.withdraw();
      throw error;
    }
  };
  return async (login, { credentialKey, verify }) => {
    if (cache.freshness(credentialKey) === "fresh") return true;
    // The same credentials sent several times at once are one attempt.
    const key = `${credentialKey} ${networkOf(login.address)}`;
    const under = running.get(key);
    if (under !== undefined) return under;
    const started = evaluate(login, credentialKey, verify);
    running.set(key, started);
    try {
      const right = await started;
      counts[right ? "right" : "wrong"]++;
      return right;
    } catch (error) {
      returning.refused(credentialKey);
      if (error instanceof CatalogError)
        counts[error.code === "login-throttled" ? "waiting" : "busy"]++;
      throw error;
    } finally {
      running.delete(key);
    }
  };
}
