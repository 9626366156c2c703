/**
 * The administrator's password: given, or made at the first start and written to a file that only
 * its owner can read. It never reaches a log (docs/decisions/0008-administrator.md).
 */
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DerivationCost } from "../model/derivation.ts";
import { reveal, secret, type Secret } from "../model/secret.ts";
import { findAccount, isAbleAdministrator, putAdministrator } from "./catalog/account.ts";
import { serverOrigin, type Catalog } from "./catalog/unit-of-work.ts";
import { hashPassword, verifyPassword } from "./plugins/password.ts";

const LENGTH = 24;
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** A given password replaces the stored one. */
export interface Administrator {
  readonly user: string;
  readonly password: Secret | undefined;
}

export interface AdministratorPlace {
  readonly catalog: Catalog;
  readonly folder: string;
  readonly cost: DerivationCost;
}

/** A random password of letters and digits. */
export function makePassword(): Secret {
  return secret(
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  );
}

/** Returns the path of the file with a generated password, or undefined. */
export async function prepareAdministrator(
  place: AdministratorPlace,
  { user, password }: Administrator,
): Promise<string | undefined> {
  const account = await place.catalog.read((reader) => findAccount(reader, user));
  if (password !== undefined) {
    const known =
      account !== undefined &&
      isAbleAdministrator(account.value) &&
      (await verifyPassword(reveal(password), account.value.hash));
    if (!known) await setPassword(place, user, password);
    return undefined;
  }
  if (account !== undefined) return undefined;
  const made = makePassword();
  const path = join(place.folder, "initial-admin-password");
  writeFileSync(path, `${reveal(made)}\n`, { mode: 0o600 });
  await setPassword(place, user, made);
  return path;
}

async function setPassword(
  { catalog, cost }: AdministratorPlace,
  user: string,
  password: Secret,
): Promise<void> {
  const hash = await hashPassword(reveal(password), cost);
  await catalog.write(serverOrigin, (writer) => putAdministrator(writer, user, hash));
}
