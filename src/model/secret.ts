/**
 * Secrets print as "(secret)". Only `reveal` returns the text, for sending a request or checking a
 * hash.
 */
import { Failure } from "./failure.ts";
import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";

/** An opaque secret. */
export interface Secret {
  readonly toString: () => string;
  readonly toJSON: () => string;
}

const values = new WeakMap<Secret, string>();
const reasons = new WeakMap<Secret, string>();
const MASK = "(secret)";

/** Thrown by revealing a secret that is not given. */
export class SecretNotGivenError extends Failure {
  constructor(reason: string) {
    super(`A secret is needed that is not given here: ${reason}`);
    this.name = "SecretNotGivenError";
  }
}

/** Wraps a text against leaks by logging, JSON and string conversion. */
export function secret(value: string): Secret {
  const wrapped = masked();
  values.set(wrapped, value);
  return wrapped;
}

/**
 * A secret that is not given, with the reason. It is neither compared nor revealed, so it is never
 * sent; a rehearsal passes a stand-in.
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

/** Why a secret is not given. */
export function reasonNotGiven(wrapped: Secret): string | undefined {
  return reasons.get(wrapped);
}

/** Throws SecretNotGivenError without a text, and TypeError for values of other origin. */
export function reveal(wrapped: Secret): string {
  const value = values.get(wrapped);
  if (value !== undefined) return value;
  const reason = reasons.get(wrapped);
  throw reason === undefined
    ? new TypeError("not a secret of this process")
    : new SecretNotGivenError(reason);
}

/** Compares two secrets in constant time. */
export function sameSecret(one: Secret, other: Secret): boolean {
  const digest = (wrapped: Secret) => createHash("sha256").update(reveal(wrapped)).digest();
  return timingSafeEqual(digest(one), digest(other));
}
