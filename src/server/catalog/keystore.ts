/**
 * The keystore: one random key seals the passwords of stores, the keystore password wraps that
 * key. The port and the rules; keys and files are the storage's (docs/interface.md, 4.4;
 * docs/decisions/0011-keystore.md).
 */
import { isShorter, passwordProblem, passwordWeakness } from "../../model/password.ts";
import { reveal, sameSecret, type Secret } from "../../model/secret.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import type { RecordValues } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const KEY = { kind: "keystore", workspace: null, name: "key" } as const;

/** The wrapped key as the catalog remembers it. */
export type WrappedKey = RecordValues["keystore"];

/** An open keystore. */
export interface Keystore {
  /** The sealed form of a text; one that this keystore sealed already stays as it is. */
  readonly seal: (text: string) => string;
  /** The text in a sealed form; undefined when this keystore did not seal it. */
  readonly unseal: (sealed: string) => string | undefined;
  /** The password in force. */
  readonly password: () => Promise<Secret>;
  /** Refuses with keystore-not-writable when the next password cannot be kept for the next start. */
  readonly replace: ReplacePassword;
}

/**
 * Changes the keystore password. `choose` gets the one in force and gives the next, or refuses; `commit` puts the
 * wrapped key into the catalog, in a unit of work, in the place of the one before where it is known. One change
 * at a time.
 */
export type ReplacePassword = (
  choose: (current: Secret) => Secret,
  commit: (key: WrappedKey, before: WrappedKey | undefined) => Promise<void>,
) => Promise<void>;

/** Lets changes begin when the one before has ended. */
export function inTurn(replace: ReplacePassword): ReplacePassword {
  let last: Promise<unknown> = Promise.resolve();
  return (choose, commit) => {
    const turn = last.then(() => replace(choose, commit));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** The wrapped key; undefined in a catalog that has none yet. */
export async function findWrappedKey(reader: CatalogReader): Promise<WrappedKey | undefined> {
  return (await reader.get(KEY.kind, KEY.workspace, KEY.name))?.value;
}

/**
 * Puts the key wrapped by another password in the place of the one before. Refuses with busy when another one is
 * there than the one that is said.
 */
export async function putWrappedKey(
  writer: CatalogWriter,
  key: WrappedKey,
  before?: WrappedKey,
): Promise<void> {
  if (before !== undefined && (await findWrappedKey(writer))?.wrapped !== before.wrapped)
    throw new CatalogError("busy", "The keystore password is being changed by another request");
  await writer.put(KEY, key);
}

/** A change that a client asks for; blank fields are undefined. */
export interface PasswordChange {
  readonly old: string | undefined;
  readonly next: string | undefined;
}

/** Refuses a change without both fields. */
export function requirePasswordChange(
  { old, next }: PasswordChange,
  wrap: (text: string) => Secret,
): { readonly old: Secret; readonly next: Secret } {
  if (old === undefined || next === undefined)
    throw new CatalogError("keystore-field-missing", "no master password");
  return { old: wrap(old), next: wrap(next) };
}

/** The next password, if the change may be: the old one is right, the next another, and strong. */
export function nextPassword(
  current: Secret,
  change: { readonly old: Secret; readonly next: Secret },
  { keystorePassword }: Dialect,
): Secret {
  const { characters, refusesKnown } = keystorePassword;
  const next = reveal(change.next);
  const isWeak = refusesKnown
    ? passwordWeakness(next, characters) !== undefined
    : isShorter(next, characters);
  const isRight = sameSecret(change.old, current);
  // One text for every reason: it reveals to nobody which part of a guess was right.
  if (!isRight || isWeak || passwordProblem(next) !== undefined || sameSecret(change.next, current))
    throw new CatalogError("keystore-change", "Cannot change master password");
  return change.next;
}
