/**
 * Remembers credentials that were found right, as keyed digests, so that hashing does not cap the
 * throughput. A key depends on the stored hash: another password is in force with the next
 * request.
 */
import { createHmac, randomBytes } from "node:crypto";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";

/** What is known of credentials: right and hashed lately, right at some time, or nothing. */
export type Freshness = "fresh" | "stale" | "unknown";

/** Digests of credentials that were found right. */
export interface CredentialCache {
  /** The key of a user, a password and the hash it is checked against. */
  readonly of: (user: string, password: string, hash: string) => string;
  readonly freshness: (credentialKey: string) => Freshness;
  readonly remember: (credentialKey: string) => void;
  /** Forgets everything, so that each is looked up and hashed again. */
  readonly forget: () => void;
}

/** The cache of one server; `clock` gives milliseconds that only rise. */
export function credentialCache(clock: () => number): CredentialCache {
  const key = randomBytes(32);
  const found = recent<number>(limits.credentials);
  return {
    of: (user, password, hash) =>
      createHmac("sha256", key)
        .update(`${user.length}:${user}${hash.length}:${hash}${password}`)
        .digest("base64"),
    freshness: (credentialKey) => {
      const at = found.get(credentialKey);
      if (at === undefined) return "unknown";
      return clock() - at < limits.credentialMs ? "fresh" : "stale";
    },
    remember: (credentialKey) => found.keep(credentialKey, clock()),
    forget: found.clear,
  };
}
