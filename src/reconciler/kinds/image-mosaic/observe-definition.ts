/** Reads the definition of a mosaic from the server. */
import { storePlace } from "../../../model/store.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { mosaicDefinition as limits } from "../../../model/limits.ts";
import { readMosaic } from "../../../wire/mosaic.ts";
import type { FolderTexts } from "../../../wire/mosaic/index-place.ts";
import { readProperties } from "../../../wire/mosaic/properties.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import { getResource, parseResourceListing } from "../../../wire/resource.ts";
import type { Facts, KindContext, Live, WantedObject } from "../../kind.ts";
import { indexText, schemaTexts, textsDigest, type DefinitionText } from "./definition.ts";
import type { MosaicPayload } from "./payload.ts";

interface StoredText {
  readonly bytes: Uint8Array;
  /** Whether it equals the manifest's file. */
  readonly equal: boolean;
}

export interface WantedDefinition extends Pick<
  WantedObject<MosaicPayload>,
  "address" | "isSameFile"
> {
  readonly facts: Facts;
  readonly payload: MosaicPayload;
}

/** Returns no facts where the files are not shown. */
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

function structure(
  stored: ReadonlyMap<string, StoredText>,
  { address, payload, facts }: WantedDefinition,
): Facts {
  const files = new Map([...stored].map(([path, { bytes }]) => [path, bytes]));
  const { store } = storePlace(address);
  const others = [...payload.granules.local.keys()];
  const live = readMosaic({ files, others }, { name: store }).definition;
  const same = indexText(live) === indexText(payload.definition);
  // The place may hold a secret of the manifest, so it is not shown.
  const hidden = String(facts["index"]).includes("${{");
  const index = hidden ? "another one" : indexText(live);
  return { index: same ? (facts["index"] ?? null) : index, schema: schemaTexts(live) };
}

/** The text files of a folder; undefined when the server does not show it. */
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

/** A digest of files that differ, without the values of secret keys. */
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

function structureOf(bytes: Uint8Array): string {
  return digestOfValue([...readProperties(bytes).keys()].toSorted());
}
