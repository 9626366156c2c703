/** Reads what defines a mosaic from the server, and says whether it means what is wanted. */
import { digestOf, digestOfValue } from "../../../model/digest.ts";
import { isSecretParameter } from "../../../model/data-store.ts";
import { mosaicDefinition as limits } from "../../../model/limits.ts";
import { readMosaic } from "../../../wire/mosaic.ts";
import { readProperties } from "../../../wire/mosaic/properties.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import { parseResourceListing } from "../../../wire/resource.ts";
import type { Facts, KindContext } from "../../kind.ts";
import { fitsHoles, meansTheSameButForHoles } from "../artefact/holes.ts";
import { indexText, schemaTexts, textsDigest, type DefinitionText } from "./definition.ts";
import { placeOf, type MosaicPayload } from "./payload.ts";
import type { Address } from "../../../model/address.ts";

/** A file as it lies on the server. */
interface StoredText {
  readonly bytes: Uint8Array;
  /** Whether it is what the manifest brings. */
  readonly equal: boolean;
}

/**
 * Facts about the definition of a store in a folder of the data directory; none where the server
 * does not show it.
 */
export async function observeDefinition(
  context: KindContext,
  wanted: { readonly address: Address; readonly facts: Facts; readonly payload: MosaicPayload },
  folder: string,
): Promise<Facts> {
  if (!context.server.resources) return {};
  const stored = await readTexts(context, wanted.payload, folder);
  if (stored === undefined) return {};
  const { texts } = wanted.payload.found;
  const same = [...texts.keys()].every((path) => stored.get(path)?.equal === true);
  const further = [...stored.keys()].some(
    (path) =>
      !texts.has(path) && /^(?:indexer\.(?:xml|properties)|datastore\.properties)$/.test(path),
  );
  const definition = same ? (wanted.facts["definition"] ?? null) : liveDigest(stored, texts);
  if (same && !further) {
    const { index = null, schema = null } = wanted.facts;
    return { index, schema, definition };
  }
  return { ...structure(stored, wanted), definition };
}

/** Where the index lies and what columns it has, by what the server holds. */
function structure(
  stored: ReadonlyMap<string, StoredText>,
  { address, payload, facts }: Parameters<typeof observeDefinition>[1],
): Facts {
  const files = new Map([...stored].map(([path, { bytes }]) => [path, bytes]));
  const { store } = placeOf(address);
  const others = [...payload.granules.local.keys()];
  const live = readMosaic({ files, others }, { name: store }).definition;
  const same = indexText(live) === indexText(payload.definition);
  // What the manifest fills in as a secret is not shown.
  const hidden = String(facts["index"]).includes("${{");
  const index = hidden ? "another one" : indexText(live);
  return { index: same ? (facts["index"] ?? null) : index, schema: schemaTexts(live) };
}

/** The text files of a folder; undefined when the server does not show it. */
async function readTexts(
  { read }: KindContext,
  { found }: MosaicPayload,
  folder: string,
): Promise<ReadonlyMap<string, StoredText> | undefined> {
  const path = resourcePath(folder);
  const listing = await get(read, path, { query: { format: "xml" } });
  if (listing.status === 404 || listing.status === 403) return undefined;
  const names = parseResourceListing(expectFound(listing, path)).filter((name) =>
    /\.(?:properties|xml)$/i.test(name),
  );
  const stored = await Promise.all(
    names.map(async (name): Promise<readonly (readonly [string, StoredText])[]> => {
      const address = resourcePath(`${folder}/${name}`);
      const response = await get(read, address);
      if (response.status === 404 || response.body.byteLength > limits.fileBytes) return [];
      const bytes = expectFound(response, address).body;
      const text = found.texts.get(name);
      const equal = text !== undefined && (await meansTheSame(name, bytes, text));
      return [[name, { bytes, equal }]];
    }),
  );
  return new Map(stored.flat());
}

async function meansTheSame(
  name: string,
  bytes: Uint8Array,
  text: DefinitionText,
): Promise<boolean> {
  const sent = await text.sent();
  if (digestOf(bytes) === digestOf(sent)) return true;
  return /\.xml$/i.test(name)
    ? meansTheSameButForHoles(name, bytes, sent)
    : sameProperties(bytes, sent);
}

/** Keys and values count; a password that a server keeps to itself is taken for the one sent. */
function sameProperties(bytes: Uint8Array, sent: Uint8Array): boolean {
  const [live, own] = [readProperties(bytes), readProperties(sent)];
  const keys = new Set([...live.keys(), ...own.keys()]);
  return [...keys].every((key) => {
    const value = live.get(key)?.value;
    if (own.has(key) && isSecretParameter(key) && isWithheld(value)) return true;
    const wanted = own.get(key)?.value;
    if (value === undefined || wanted === undefined) return value === wanted;
    return fitsHoles(value, wanted);
  });
}

/** Servers leave secrets out, blank them, or show them as they keep them. */
function isWithheld(value: string | undefined): boolean {
  return value === undefined || /^(?:|\*+|\(secret\)|(?:plain|crypt\d|sealed):.*)$/.test(value);
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
