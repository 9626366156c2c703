/** Checks the keystore of a folder, and sealed texts. */
import type { Secret } from "../../model/secret.ts";
import type { CheckFinding } from "../catalog/check-finding.ts";
import { findWrappedKey } from "../catalog/keystore.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { firstToUnwrap } from "./key-wrap.ts";
import { passwordFile } from "./password-file.ts";
import { sealerOf } from "./seal.ts";
import type { Connection } from "./sqlite-connection.ts";

/** Tries all available passwords, as a start does. A note says why nothing was tried. */
export async function inspectKeystore(
  { folder, given }: { readonly folder: string; readonly given: Secret | undefined },
  reader: CatalogReader,
  database: Connection,
): Promise<{ readonly findings: readonly CheckFinding[]; readonly notes: readonly string[] }> {
  const wrapped = await findWrappedKey(reader);
  if (wrapped === undefined) return { findings: [], notes: [] };
  const file = passwordFile(folder);
  const passwords = [given, file.current(), file.next()];
  if (passwords.every((one) => one === undefined))
    return {
      findings: [],
      notes: ["No password is available, so the keystore was not tested"],
    };
  const found = await firstToUnwrap(wrapped, passwords);
  if (found !== undefined) return { findings: inspectSealed(database, found.key), notes: [] };
  const message = "No available password opens the keystore";
  return {
    findings: [{ code: "keystore-closed", where: "keystore-password", message }],
    notes: [],
  };
}

/** All records are readable. */
function inspectSealed(database: Connection, key: Buffer): readonly CheckFinding[] {
  const { unseal } = sealerOf(key);
  const sealed = `SELECT kind || ' ' || workspace || ':' || name AS place, found.atom AS text
    FROM records, json_tree(records.value) AS found WHERE found.atom GLOB 'crypt1:*'`;
  const rows = database.prepare(sealed).all();
  return rows
    .filter(({ text }) => unseal(String(text)) === undefined)
    .map(({ place }) => ({
      code: "secret-damaged",
      where: String(place),
      message: "A sealed password cannot be opened",
    }));
}
