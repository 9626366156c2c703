/**
 * A value that must not be seen. Printing it in any manner gives "(secret)"; only `reveal` opens
 * it, at the last moment, where a request is sent or a hash is checked.
 */
import { Failure } from "./failure.ts";
import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";

/** An opaque secret text. */
export interface Secret {
  readonly toString: () => string;
  readonly toJSON: () => string;
}

const values = new WeakMap<Secret, string>();
const reasons = new WeakMap<Secret, string>();
const MASK = "(secret)";

/** A secret that nobody gave was to be opened; the message says why there is none. */
export class SecretNotGivenError extends Failure {
  constructor(reason: string) {
    super(`A secret is needed that is not given here: ${reason}`);
    this.name = "SecretNotGivenError";
  }
}

/** Wraps a text so that it cannot leak by logging, JSON or string conversion. */
export function secret(value: string): Secret {
  const wrapped = masked();
  values.set(wrapped, value);
  return wrapped;
}

/**
 * Stands for a secret that is not given here, for a reason in words. Nothing is compared with it. It
 * cannot be opened, so it is never sent; a rehearsal gives a text that stands in.
 */
export function secretNotGiven(reason: string, standIn?: string): Secret {
  const wrapped = masked();
  reasons.set(wrapped, reason);
  if (standIn !== undefined) values.set(wrapped, standIn);
  return wrapped;
}

function masked(): Secret {
  return Object.freeze({
    toString: () => MASK,
    toJSON: () => MASK,
    [inspect.custom]: () => MASK,
  });
}

/** Why a secret is not given here; undefined for one that is. */
export function reasonNotGiven(wrapped: Secret): string | undefined {
  return reasons.get(wrapped);
}

/**
 * The text inside. Throws SecretNotGivenError where there is none, and TypeError when the value was
 * not made by this module.
 */
export function reveal(wrapped: Secret): string {
  const value = values.get(wrapped);
  if (value !== undefined) return value;
  const reason = reasons.get(wrapped);
  throw reason === undefined
    ? new TypeError("not a secret of this process")
    : new SecretNotGivenError(reason);
}

/** Whether two secrets are the same text, found in a time that does not show where they differ. */
export function sameSecret(one: Secret, other: Secret): boolean {
  const digest = (wrapped: Secret) => createHash("sha256").update(reveal(wrapped)).digest();
  return timingSafeEqual(digest(one), digest(other));
}
