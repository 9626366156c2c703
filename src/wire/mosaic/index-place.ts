/**
 * Finds the place of a mosaic's index by the files in its folder. A purge makes GeoServer drop the
 * whole database of an index, so that only an index that is certainly in the folder may be purged
 * (docs/compatibility.md, "Plumbline against a stock server").
 */
import { propertyIn, readProperties } from "./properties.ts";

/** `folder` only if no file refers to another place. */
export type IndexPlace = "folder" | "database" | "unknown";

/** Contents by name; undefined for unreadable files. */
export type FolderTexts = ReadonlyMap<string, Uint8Array | undefined>;

/** Factories with index files in the folder. */
const FILES = /(?:^|\.)(?:ShapefileDirectory|Shapefile|Property)DataStoreFactory(?:Spi)?$/;

/** `texts` are all .properties and .xml files; undefined if the folder could not be listed. */
export function indexPlaceOf(texts: FolderTexts | undefined): IndexPlace {
  // Without a definition, the index may be anywhere.
  if (texts === undefined || texts.size === 0) return "unknown";
  const places = [...texts].map(([name, bytes]) => placeIn(name, bytes, texts));
  if (places.includes("database")) return "database";
  return places.includes("unknown") ? "unknown" : "folder";
}

function placeIn(name: string, bytes: Uint8Array | undefined, texts: FolderTexts): IndexPlace {
  if (bytes === undefined) return "unknown";
  if (!/\.properties$/i.test(name)) return namedFiles(bytes, texts);
  const properties = readProperties(bytes);
  const isDatabase = ["StoreName", "dbtype", "jndiReferenceName"].some(
    (key) => propertyIn(properties, key) !== undefined,
  );
  const factory = propertyIn(properties, "SPI");
  if (isDatabase || (factory !== undefined && !FILES.test(factory))) return "database";
  if (factory === undefined && /^datastore\.properties$/i.test(name)) return "unknown";
  return namedFiles(bytes, texts);
}

const ENDING = ".properties";

/** An indexer can name a file of connection parameters elsewhere. */
function namedFiles(bytes: Uint8Array, texts: FolderTexts): IndexPlace {
  const text = Buffer.from(bytes).toString("latin1");
  if (!/AuxiliaryDatastoreFile/i.test(text)) return "folder";
  const named = (text.match(/[\w.\-/\\:]+/g) ?? []).flatMap((word) => {
    const end = word.lastIndexOf(ENDING);
    return end < 1 ? [] : word.slice(0, end + ENDING.length);
  });
  return named.length > 0 && named.every((file) => texts.has(file)) ? "folder" : "unknown";
}
