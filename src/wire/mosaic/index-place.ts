/**
 * Where the index of a mosaic lies, by the files that are in its folder now. A stock server that is
 * asked to purge a mosaic drops the whole database of an index, so only an index that is surely a file
 * of the folder may go with it (docs/compatibility.md, "Plumbline against a stock server").
 */
import { propertyIn, readProperties } from "./properties.ts";

/** `folder` only when nothing in the folder speaks of anything else. */
export type IndexPlace = "folder" | "database" | "unknown";

/** Files of a folder by name; undefined for one that is there and could not be read. */
export type FolderTexts = ReadonlyMap<string, Uint8Array | undefined>;

/** Factories whose index is files beside the mosaic's own. */
const FILES = /(?:^|\.)(?:ShapefileDirectory|Shapefile|Property)DataStoreFactory(?:Spi)?$/;

/**
 * Reports the place of an index. `texts` are all files of the folder that end with .properties or .xml;
 * undefined when the folder could not be listed.
 */
export function indexPlaceOf(texts: FolderTexts | undefined): IndexPlace {
  // A folder without a definition shows nothing: a server may have its index anywhere.
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

/** An indexer can name a file of connection parameters, which may lie elsewhere. */
function namedFiles(bytes: Uint8Array, texts: FolderTexts): IndexPlace {
  const text = Buffer.from(bytes).toString("latin1");
  if (!/AuxiliaryDatastoreFile/i.test(text)) return "folder";
  const named = (text.match(/[\w.\-/\\:]+/g) ?? []).flatMap((word) => {
    const end = word.lastIndexOf(ENDING);
    return end < 1 ? [] : word.slice(0, end + ENDING.length);
  });
  return named.length > 0 && named.every((file) => texts.has(file)) ? "folder" : "unknown";
}
