/**
 * The keystore: a random key seals the passwords of stores, and the keystore password wraps that
 * key. `server/storage` implements this port (docs/interface.md, 4.4;
 * docs/decisions/0011-keystore.md).
 */
import { isShorter, passwordProblem, passwordWeakness } from "../../model/password.ts";
import { reveal, sameSecret, type Secret } from "../../model/secret.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import type { RecordValues } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const KEY = { kind: "keystore", workspace: null, name: "key" } as const;

/** The wrapped key as stored in the catalog. */
export type WrappedKey = RecordValues["keystore"];

/** An open keystore. */
export interface Keystore {
  /** Returns already sealed text unchanged. */
  readonly seal: (text: string) => string;
  /** Returns undefined if this keystore did not seal the text. */
  readonly unseal: (sealed: string) => string | undefined;
  readonly password: () => Promise<Secret>;
  /** Throws keystore-not-writable if the next start could not read the password. */
  readonly replace: ReplacePassword;
}

/**
 * `choose` maps the current password to the next, or throws. `commit` writes the wrapped key in a
 * unit of work, replacing `before` if known. Calls must not overlap.
 */
export type ReplacePassword = (
  choose: (current: Secret) => Secret,
  commit: (key: WrappedKey, before: WrappedKey | undefined) => Promise<void>,
) => Promise<void>;

/** Serializes password changes. */
export function inTurn(replace: ReplacePassword): ReplacePassword {
  let last: Promise<unknown> = Promise.resolve();
  return (choose, commit) => {
    const turn = last.then(() => replace(choose, commit));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Returns undefined in a catalog without a key. */
export async function findWrappedKey(reader: CatalogReader): Promise<WrappedKey | undefined> {
  return (await reader.get(KEY.kind, KEY.workspace, KEY.name))?.value;
}

/** Stores the wrapped key. Throws busy if the stored key is not `before`. */
export async function putWrappedKey(
  writer: CatalogWriter,
  key: WrappedKey,
  before?: WrappedKey,
): Promise<void> {
  if (before !== undefined && (await findWrappedKey(writer))?.wrapped !== before.wrapped)
    throw new CatalogError("busy", "The keystore password is being changed by another request");
  await writer.put(KEY, key);
}

/** Blank fields are undefined. */
export interface PasswordChange {
  readonly old: string | undefined;
  readonly next: string | undefined;
}

/** Throws if a field is missing. */
export function requirePasswordChange(
  { old, next }: PasswordChange,
  wrap: (text: string) => Secret,
): { readonly old: Secret; readonly next: Secret } {
  if (old === undefined || next === undefined)
    throw new CatalogError("keystore-field-missing", "no master password");
  return { old: wrap(old), next: wrap(next) };
}

/** The old password must be right, the next one different and strong. */
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
  // One text for all reasons does not reveal which part of a guess was right.
  if (!isRight || isWeak || passwordProblem(next) !== undefined || sameSecret(change.next, current))
    throw new CatalogError("keystore-change", "Cannot change master password");
  return change.next;
}
