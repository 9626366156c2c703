/** Lists settings. An unreadable document exists; reading it reports the error. */
import type { Address } from "../../../model/address.ts";
import { isUnreadable } from "../../../wire/reading.ts";
import type { KindContext, Listing } from "../../kind.ts";
import type { SettingsKind } from "./contract.ts";
import { readSettingsDocument } from "./document.ts";

export async function listSettings(
  about: SettingsKind,
  context: KindContext,
  workspace: string | null,
  known: ReadonlySet<string> = new Set(),
): Promise<readonly Address[]> {
  const named = about.named(workspace).filter(({ name }) => !known.has(name));
  const found = await Promise.all(
    named.map(async (address) => ((await isThere(about, context, address)) ? [address] : [])),
  );
  return found.flat();
}

export function listingOf(about: SettingsKind): Listing {
  return {
    outside: (context) => listSettings(about, context, null),
    ...(about.workspace === "optional" && {
      inWorkspace: (context, { workspace, known }) =>
        listSettings(about, context, workspace, known),
    }),
  };
}

async function isThere(
  about: SettingsKind,
  context: KindContext,
  address: Address,
): Promise<boolean> {
  try {
    return (await readSettingsDocument(about, context, address)) !== undefined;
  } catch (error) {
    if (isUnreadable(error)) return true;
    throw error;
  }
}
