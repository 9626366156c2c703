/**
 * A value that must not be seen. Printing it in any manner gives "(secret)"; only `reveal` opens
 * it, at the last moment, where a request is sent or a hash is checked.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";

/** An opaque secret text. */
export interface Secret {
  readonly toString: () => string;
  readonly toJSON: () => string;
}

const values = new WeakMap<Secret, string>();
const MASK = "(secret)";

/** Wraps a text so that it cannot leak by logging, JSON or string conversion. */
export function secret(value: string): Secret {
  const wrapped = Object.freeze({
    toString: () => MASK,
    toJSON: () => MASK,
    [inspect.custom]: () => MASK,
  });
  values.set(wrapped, value);
  return wrapped;
}

/** The text inside. Throws TypeError when the value was not made by `secret`. */
export function reveal(wrapped: Secret): string {
  const value = values.get(wrapped);
  if (value === undefined) throw new TypeError("not a secret of this process");
  return value;
}

/** Whether two secrets are the same text, found in a time that does not tell where they differ. */
export function sameSecret(one: Secret, other: Secret): boolean {
  const digest = (wrapped: Secret) => createHash("sha256").update(reveal(wrapped)).digest();
  return timingSafeEqual(digest(one), digest(other));
}
