/**
 * Opens the keystore of a data folder. All available passwords are tried on the wrapped key in the
 * database, which is authoritative (docs/decisions/0011-keystore.md).
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DerivationCost } from "../../model/derivation.ts";
import { reveal, secret, type Secret } from "../../model/secret.ts";
import { CatalogError } from "../catalog/errors.ts";
import { findWrappedKey, inTurn, putWrappedKey } from "../catalog/keystore.ts";
import type { Keystore, WrappedKey } from "../catalog/keystore.ts";
import { serverOrigin, type Catalog } from "../catalog/unit-of-work.ts";
import { firstToUnwrap, wrapKey } from "./key-wrap.ts";
import { passwordFile, type PasswordFile } from "./password-file.ts";
import { KEY_BYTES, sealerOf } from "./seal.ts";

export interface KeystoreOptions {
  readonly folder: string;
  /** The operator's password; surrounding white space is ignored. */
  readonly given: Secret | undefined;
  readonly make: () => Secret;
  readonly cost: DerivationCost;
}

export interface OpenedKeystore {
  readonly keystore: Keystore;
  readonly origin: "given" | "file" | "made";
  /** The password file; it may be missing while a given password is in force. */
  readonly file: string;
}

type Found = Pick<OpenedKeystore, "origin"> & { readonly password: Secret; readonly key: Buffer };

/**
 * Creates the keystore at the first start. Rejects when no available password opens it, or when the
 * folder is unusable.
 */
export async function openKeystore(
  catalog: Catalog,
  options: KeystoreOptions,
): Promise<OpenedKeystore> {
  const file = passwordFile(options.folder);
  const given = options.given && secret(reveal(options.given).trim());
  const stored = await catalog.read(findWrappedKey);
  const { origin, ...found } =
    stored === undefined
      ? await create(catalog, file, { ...options, given })
      : await open(stored, file, given);
  dropFormerKey(options.folder, found.key);
  return { keystore: keystoreOf(catalog, file, found, options.cost), origin, file: file.path };
}

/** Writes the password to disk before the key depends on it. */
async function create(
  catalog: Catalog,
  file: PasswordFile,
  { folder, given, make, cost }: KeystoreOptions,
): Promise<Found> {
  const kept = file.current();
  const password = given ?? kept ?? make();
  const origin = given === undefined ? "made" : "given";
  if (given === undefined && kept === undefined) {
    file.propose(password);
    file.accept();
  }
  const key = formerKey(folder) ?? randomBytes(KEY_BYTES);
  if (key.byteLength !== KEY_BYTES) throw new Error(`${formerPath(folder)} holds no key`);
  const wrapped = await wrapKey(key, password, cost);
  await catalog.write(serverOrigin, (writer) => putWrappedKey(writer, wrapped));
  return { password, key, origin };
}

/** Tries the given password, the file, then an interrupted change, which is ended. */
async function open(
  stored: WrappedKey,
  file: PasswordFile,
  given: Secret | undefined,
): Promise<Found> {
  const found = await firstToUnwrap(stored, [given, file.current(), file.next()]);
  if (found === undefined)
    throw new Error(
      `No available password opens the keystore; set PLUMBLINE_MASTER_PASSWORD, or write the password to ${file.path}`,
    );
  const { password, key, at } = found;
  if (at === 2) file.accept();
  else file.withdraw();
  return { password, key, origin: at === 0 ? "given" : "file" };
}

function keystoreOf(
  catalog: Catalog,
  file: PasswordFile,
  { key, password: opening }: Pick<Found, "key" | "password">,
  cost: DerivationCost,
): Keystore {
  let password = opening;
  return {
    ...sealerOf(key),
    password: async () => password,
    replace: inTurn(async (choose, commit) => {
      const next = choose(password);
      const wrapped = await wrapKey(key, next, cost);
      // The next password is on disk before the catalog depends on it.
      proposing(() => file.propose(next));
      try {
        await commit(wrapped, undefined);
      } finally {
        // Whatever commit reported, the catalog's password is in force.
        const stored = await catalog.read(findWrappedKey);
        if (stored?.wrapped === wrapped.wrapped) {
          password = next;
          file.accept();
        } else {
          file.withdraw();
        }
      }
    }),
  };
}

const REFUSED = new Set(["EACCES", "EISDIR", "EPERM", "EROFS", "ERR_FS_EISDIR"]);

function proposing(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!REFUSED.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new CatalogError(
      "keystore-not-writable",
      "Master password provider does not allow writes",
    );
  }
}

/** The key of a folder from before keystores. */
function formerKey(folder: string): Buffer | undefined {
  const path = formerPath(folder);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Removes the file once its key is wrapped; a file with another key stays. */
function dropFormerKey(folder: string, key: Buffer): void {
  if (formerKey(folder)?.equals(key) === true) rmSync(formerPath(folder));
}

function formerPath(folder: string): string {
  return join(folder, "seal.key");
}
