/** Reads, writes and deletes files of the data directory. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { digestOf } from "../../../model/digest.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { etagText, resourceAddress } from "../../../model/etag.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import { confidentialIf, ifMatch, type RequestBody } from "../../../wire/request.ts";
import { getResource, listFolder, resourceTypeAt } from "../../../wire/resource.ts";
import type {
  Artefact,
  ArtefactSet,
  FactValue,
  FoundObject,
  KindContext,
  Live,
  Step,
  WantedObject,
} from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";

export function fileAt(name: string): Address {
  return { kind: "File", workspace: null, name };
}

export interface FilePayload {
  readonly artefact: Artefact;
  readonly body: RequestBody;
}

export function contentOf({ artefact }: FilePayload): ArtefactSet {
  return new Map([[CONTENT, artefact]]);
}

const CONTENT = "content";

/** Returns undefined where there is none, or a folder. */
export async function observeFile(
  { read }: KindContext,
  { address, facts, payload, presence, isSameFile }: WantedObject<FilePayload>,
  file: string,
): Promise<Pick<Live, "address" | "facts" | "etag"> | undefined> {
  const wanted = facts?.["content"];
  const isOpen = typeof wanted === "string" && payload?.artefact.isSecret !== true;
  const known = isOpen ? etagText(wanted, resourceAddress(file)) : undefined;
  const path = resourcePath(file);
  const response = await get(read, path, { known });
  if (response.status === 404 || response.headers["resource-type"] === "directory")
    return undefined;
  const etag = response.headers["etag"];
  if (response.status === 304) return { address, facts: { content: wanted ?? null }, etag };
  const { body: bytes } = expectFound(response, path);
  if (presence === true) return { address, facts: {}, etag };
  const isWanted = await isSameFile?.({ field: "content", path: CONTENT, bytes });
  return { address, facts: { content: spelt(wanted, isWanted) ?? digestOf(bytes) }, etag };
}

/** A sealed digest differs from that of the bytes, so the wanted one is repeated. */
function spelt(wanted: FactValue | undefined, isWanted: boolean | undefined): string | undefined {
  return isWanted === true && typeof wanted === "string" ? wanted : undefined;
}

export function writingFile(
  file: string,
  { artefact, body }: FilePayload,
  etag: string | undefined,
  isNew = false,
): Step {
  return {
    summary: `write the file ${file}`,
    request: {
      method: "PUT",
      path: resourcePath(file),
      mediaType: mediaTypes.binary,
      body,
      ...ifMatch(etag),
      ...confidentialIf(artefact.isSecret === true, isNew),
    },
  };
}

export function deletingFile(file: string, etag: string | undefined): Step {
  return deletion(`delete the file ${file}`, resourcePath(file), { etag });
}

export function filesUnreachable(
  address: Address,
  found: FoundObject | undefined,
): readonly Diagnostic[] {
  if (found?.context.server.resources !== false) return [];
  const own = formatAddress(address);
  const message = `The server shows no files of its data directory, so ${own} can be neither read nor written`;
  const hint = "Files are at /resource, for accounts that administer the server.";
  return [fault("reference-missing", message, { hint, address: own })];
}

/** Returns no names where the folder is not shown. */
export async function namesInFolder(
  { read, server }: Pick<KindContext, "read" | "server">,
  folder: string,
): Promise<readonly string[]> {
  if (!server.resources) return [];
  return (await listFolder(read, folder)) ?? [];
}

export async function isFileAt({ read }: KindContext, file: string): Promise<boolean> {
  return (await resourceTypeAt(read, file)) === "resource";
}

/** Returns undefined where there is none, or a folder. */
export async function bytesOfFile(
  { read, server }: Pick<KindContext, "read" | "server">,
  file: string,
): Promise<Uint8Array | undefined> {
  if (!server.resources) return undefined;
  const response = await getResource(read, file);
  if (response.status === 404 || response.headers["resource-type"] === "directory")
    return undefined;
  return expectFound(response, resourcePath(file)).body;
}
