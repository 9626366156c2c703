/** Checks the keystore of a folder, and sealed texts. */
import type { Secret } from "../../model/secret.ts";
import type { CheckFinding } from "../catalog/check-finding.ts";
import { findWrappedKey } from "../catalog/keystore.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { unwrapKey } from "./key-wrap.ts";
import { passwordFile } from "./password-file.ts";
import { isSealed, sealerOf } from "./seal.ts";
import type { Connection } from "./sqlite-connection.ts";

/** `note` says why nothing was tried. */
export interface InspectedKeystore {
  readonly findings: readonly CheckFinding[];
  readonly note?: string;
}

/** Tries all available passwords, as a start does. */
export async function inspectKeystore(
  { folder, given }: { readonly folder: string; readonly given: Secret | undefined },
  reader: CatalogReader,
  database: Connection,
): Promise<InspectedKeystore> {
  const wrapped = await findWrappedKey(reader);
  if (wrapped === undefined) return { findings: [] };
  const file = passwordFile(folder);
  const candidates = [given, file.current(), file.next()].filter((one) => one !== undefined);
  if (candidates.length === 0)
    return {
      findings: [],
      note: "No password is at hand; whether one opens the keystore is not known",
    };
  for (const password of candidates) {
    const key = await unwrapKey(wrapped, password);
    if (key !== undefined) return { findings: inspectSealed(database, sealerOf(key).unseal) };
  }
  const message = "No password at hand opens the keystore";
  return { findings: [{ code: "keystore-closed", where: "keystore-password", message }] };
}

function inspectSealed(
  database: Connection,
  unseal: (text: string) => string | undefined,
): readonly CheckFinding[] {
  const findings: CheckFinding[] = [];
  const rows = database.prepare("SELECT kind, workspace, name, value FROM records").iterate();
  for (const { kind, workspace, name, value } of rows) {
    for (const text of textsIn(String(value))) {
      if (!isSealed(text) || unseal(text) !== undefined) continue;
      const where = `${String(kind)} ${String(workspace)}:${String(name)}`;
      findings.push({
        code: "secret-damaged",
        where,
        message: "A sealed password cannot be opened",
      });
    }
  }
  return findings;
}

function* textsIn(json: string): Generator<string> {
  const found: string[] = [];
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === "string") found.push(value);
      return value;
    });
  } catch {
    return;
  }
  yield* found;
}
