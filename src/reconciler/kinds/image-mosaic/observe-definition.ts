/** Reads what defines a mosaic from the server. */
import { storePlace } from "../../../model/store.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { mosaicDefinition as limits } from "../../../model/limits.ts";
import { readMosaic } from "../../../wire/mosaic.ts";
import type { FolderTexts } from "../../../wire/mosaic/index-place.ts";
import { readProperties } from "../../../wire/mosaic/properties.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import { getResource, parseResourceListing } from "../../../wire/resource.ts";
import type { Facts, KindContext, Live, Wanted } from "../../kind.ts";
import { indexText, schemaTexts, textsDigest, type DefinitionText } from "./definition.ts";
import type { MosaicPayload } from "./payload.ts";

/** A file as it lies on the server. */
interface StoredText {
  readonly bytes: Uint8Array;
  /** Whether it is what the manifest brings. */
  readonly equal: boolean;
}

/** A mosaic that a manifest declares. */
export interface WantedDefinition extends Pick<Wanted<MosaicPayload>, "address" | "isSameFile"> {
  readonly facts: Facts;
  readonly payload: MosaicPayload;
}

/** Facts about the definition of a store by the files of its folder, and those; none where they are not shown. */
export async function observeDefinition(
  wanted: WantedDefinition,
  shown: FolderTexts | undefined,
): Promise<Pick<Live, "facts" | "paths">> {
  if (shown === undefined) return { facts: {} };
  const stored = await compared(wanted, shown);
  const { texts } = wanted.payload.found;
  const same = [...texts.keys()].every((path) => stored.get(path)?.equal === true);
  const isDefining = (path: string) =>
    texts.has(path) || /^(?:indexer\.(?:xml|properties)|datastore\.properties)$/.test(path);
  const defining = [...stored.keys()].filter(isDefining);
  const further = defining.some((path) => !texts.has(path));
  const paths = { definition: defining };
  const definition = same ? (wanted.facts["definition"] ?? null) : liveDigest(stored, texts);
  if (same && !further) {
    const { index = null, schema = null } = wanted.facts;
    return { facts: { index, schema, definition }, paths };
  }
  return { facts: { ...structure(stored, wanted), definition }, paths };
}

/** Where the index lies and what columns it has, by what the server holds. */
function structure(
  stored: ReadonlyMap<string, StoredText>,
  { address, payload, facts }: WantedDefinition,
): Facts {
  const files = new Map([...stored].map(([path, { bytes }]) => [path, bytes]));
  const { store } = storePlace(address);
  const others = [...payload.granules.local.keys()];
  const live = readMosaic({ files, others }, { name: store }).definition;
  const same = indexText(live) === indexText(payload.definition);
  // What the manifest fills in as a secret is not shown.
  const hidden = String(facts["index"]).includes("${{");
  const index = hidden ? "another one" : indexText(live);
  return { index: same ? (facts["index"] ?? null) : index, schema: schemaTexts(live) };
}

/** The text files of a folder of the data directory; undefined when the server does not show it. */
export async function readFolder(
  { read, server }: KindContext,
  folder: string,
): Promise<FolderTexts | undefined> {
  if (!server.resources) return undefined;
  const listing = await getResource(read, folder);
  if (listing.status === 404 || listing.status === 403) return undefined;
  const names = parseResourceListing(expectFound(listing, resourcePath(folder))).filter((name) =>
    /\.(?:properties|xml)$/i.test(name),
  );
  const texts = await Promise.all(
    names.map(async (name) => {
      const address = resourcePath(`${folder}/${name}`);
      const response = await get(read, address);
      if (response.status === 404 || response.body.byteLength > limits.fileBytes)
        return [name, undefined] as const;
      return [name, expectFound(response, address).body] as const;
    }),
  );
  return new Map(texts);
}

/** What can be read of a folder, each file with whether it is what the manifest brings. */
async function compared(
  { payload: { found }, isSameFile }: WantedDefinition,
  texts: FolderTexts,
): Promise<ReadonlyMap<string, StoredText>> {
  const stored = new Map<string, StoredText>();
  for (const [name, bytes] of texts) {
    if (bytes === undefined) continue;
    const file = { field: "definition", path: name, bytes };
    const equal = found.texts.has(name) && (await isSameFile?.(file)) === true;
    stored.set(name, { bytes, equal });
  }
  return stored;
}

/** A digest of files that are not as wanted, without the values of secret keys. */
function liveDigest(
  stored: ReadonlyMap<string, StoredText>,
  texts: ReadonlyMap<string, DefinitionText>,
): string {
  const kept = [...stored].filter(([path]) => texts.has(path));
  const shown = kept.map(([path, { bytes, equal }]): [string, Uint8Array] => {
    const text = texts.get(path);
    if (text !== undefined && equal) return [path, text.shown];
    if (text !== undefined && text.secrets.length > 0)
      return [path, Buffer.from(structureOf(bytes))];
    return [path, bytes];
  });
  return textsDigest(new Map(shown));
}

/** A file with secrets in it, by its keys only. */
function structureOf(bytes: Uint8Array): string {
  return digestOfValue([...readProperties(bytes).keys()].toSorted());
}
