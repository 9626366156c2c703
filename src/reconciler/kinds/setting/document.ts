/** Reads documents of settings. */
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere, ReadError } from "../../../wire/reading.ts";
import { type WireResponse } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import type { KindContext } from "../../kind.ts";
import type { SettingsKind } from "./contract.ts";

export async function readSettingsDocument(
  { place, isOwn }: SettingsKind,
  context: KindContext,
  address: Address,
): Promise<{ readonly document: Tree; readonly etag: string | undefined } | undefined> {
  const { workspace } = address;
  const { read } = place(address);
  const mayBeStandIn = workspace !== null && isOwn !== undefined;
  const response = mayBeStandIn
    ? await readInWorkspace(context, read, workspace)
    : await getIfThere(context.read, read);
  if (response === undefined) return undefined;
  const document = documentIn(response).content;
  const isStandIn = mayBeStandIn && !isOwn(document);
  return isStandIn ? undefined : { document, etag: response.headers["etag"] };
}

/** A stock server fails (500) for a missing workspace. */
async function readInWorkspace(
  { read }: KindContext,
  path: string,
  workspace: string,
): Promise<WireResponse | undefined> {
  try {
    return await getIfThere(read, path);
  } catch (error) {
    const isFailure = error instanceof ReadError && error.status === 500;
    const home = isFailure && (await getIfThere(read, pathTo("workspace", { workspace }, "xml")));
    if (home === undefined) return undefined;
    throw error;
  }
}
