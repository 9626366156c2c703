/** Warnings about mappings. */
import { lintMapping } from "../../../lint/mapping.ts";
import { formatAddress } from "../../../model/address.ts";
import { warning, type Diagnostic } from "../../../model/diagnostic.ts";
import { SecretNotGivenError } from "../../../model/secret.ts";
import { WireError } from "../../../wire/wire-error.ts";
import type { Artefact, Resource } from "../../kind.ts";
import type { StorePayload } from "./source.ts";

/** Unreadable mappings are reported elsewhere. */
export async function lintMappings(
  stores: readonly Resource<StorePayload>[],
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const { payload, address } of stores) {
    const text = formatAddress(address);
    for (const [path, file] of payload.files)
      if (/\.(?:appschema|xml)$/i.test(path))
        found.push(...(await warnings(file)).map((one) => ({ ...one, address: text })));
  }
  return found;
}

async function warnings(file: Artefact): Promise<readonly Diagnostic[]> {
  try {
    return lintMapping(await file.load()).map(({ type, message, hint, line, column }) =>
      warning(type === "refused" ? "stock-refuses" : "passed-over", message, {
        hint,
        where: { file: file.path, line, column },
      }),
    );
  } catch (error) {
    // The same file is checked where its secrets are available.
    if (error instanceof WireError || error instanceof SecretNotGivenError) return [];
    throw error;
  }
}
