/**
 * Opens the keystore of a shared catalog. Each server is given the password; no file holds it. The
 * catalog stores it sealed by the wrapped key, so that all servers know a changed one
 * (docs/decisions/0081-several-servers.md).
 */
import { randomBytes } from "node:crypto";
import type { DerivationCost } from "../../model/derivation.ts";
import { reveal, secret, type Secret } from "../../model/secret.ts";
import { CatalogError } from "../catalog/errors.ts";
import { findWrappedKey, inTurn, putWrappedKey } from "../catalog/keystore.ts";
import type { Keystore, WrappedKey } from "../catalog/keystore.ts";
import { serverOrigin, type Catalog } from "../catalog/unit-of-work.ts";
import { unwrapKey, wrapKey } from "./key-wrap.ts";
import { decrypt, encrypt, KEY_BYTES, sealerOf } from "./seal.ts";

/**
 * Opens or creates the keystore. White space around the password is ignored. Rejects when the
 * password is wrong.
 */
export async function openSharedKeystore(
  catalog: Catalog,
  { given, cost }: { readonly given: Secret; readonly cost: DerivationCost },
): Promise<Keystore> {
  const password = secret(reveal(given).trim());
  const stored = (await catalog.read(findWrappedKey)) ?? (await create(catalog, password, cost));
  const key = await unwrapKey(stored, password);
  if (key === undefined)
    throw new Error(
      "PLUMBLINE_MASTER_PASSWORD does not open the keystore of this catalog; set it to the current keystore password",
    );
  // The password is missing in a catalog copied from a folder.
  if (stored.password === undefined)
    await catalog.write(serverOrigin, (writer) =>
      putWrappedKey(writer, { ...stored, password: sealed(key, password) }, stored),
    );
  const current = async () => {
    const found = await catalog.read(findWrappedKey);
    const bytes = decrypt(key, found?.password ?? "");
    if (found === undefined || bytes === undefined)
      throw new CatalogError("catalog-damaged", "The catalog does not know the keystore password");
    return { stored: found, password: secret(bytes.toString("utf8")) };
  };
  return {
    ...sealerOf(key),
    password: async () => (await current()).password,
    replace: inTurn(async (choose, commit) => {
      const before = await current();
      await commit(await wrapped(key, choose(before.password), cost), before.stored);
    }),
  };
}

/** Returns the key of another server that was faster. */
async function create(
  catalog: Catalog,
  password: Secret,
  cost: DerivationCost,
): Promise<WrappedKey> {
  const made = await wrapped(randomBytes(KEY_BYTES), password, cost);
  return catalog.write(serverOrigin, async (writer) => {
    const found = await findWrappedKey(writer);
    if (found === undefined) await putWrappedKey(writer, made);
    return found ?? made;
  });
}

async function wrapped(key: Buffer, password: Secret, cost: DerivationCost): Promise<WrappedKey> {
  return { ...(await wrapKey(key, password, cost)), password: sealed(key, password) };
}

function sealed(key: Buffer, password: Secret): string {
  return encrypt(key, Buffer.from(reveal(password), "utf8"));
}
