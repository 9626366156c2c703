/** Accounts. In this catalog there is the administrator; the hash is made elsewhere. */
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Role that may do everything. */
const ADMINISTRATOR = "ROLE_ADMINISTRATOR";

/** The account of a user name. */
export async function findAccount(
  reader: CatalogReader,
  user: string,
): Promise<Stored<"account"> | undefined> {
  return reader.get("account", null, user);
}

/** Creates an administrator or gives it another password hash. */
export async function putAdministrator(
  writer: CatalogWriter,
  user: string,
  hash: string,
): Promise<void> {
  await writer.put(
    { kind: "account", workspace: null, name: user },
    { hash, roles: [ADMINISTRATOR] },
  );
}
