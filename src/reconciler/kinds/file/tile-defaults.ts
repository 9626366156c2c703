/**
 * What a stock server gives to new tile layers, and how it serves tiles: a file that no address of its interface but
 * `/resource` shows (docs/compatibility.md, "Tile layers"). Every server has it; somebody set it where it says
 * something unusual.
 */
import { compareText } from "../../../model/address.ts";
import { members, textsBelow, type Tree } from "../../../wire/tree.ts";
import { decodeText } from "../../../wire/text.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { parseXml } from "../../../wire/xml.ts";

/** Where it lies in the data directory. */
export const TILE_DEFAULTS = "gwc-gs.xml";

const GUAVA = "org.geowebcache.storage.blobstore.memory.guava.GuavaCacheProvider";
const BOTH = ["image/jpeg", "image/png"];

/** What servers of all versions write by themselves; texts of lists in order. */
const USUAL: Readonly<Record<string, readonly (readonly string[])[]>> = {
  directWMSIntegrationEnabled: [["false"]],
  requireTiledParameter: [["true"]],
  WMSCEnabled: [["true"]],
  TMSEnabled: [["true"]],
  WMTSEnabled: [["true"]],
  securityEnabled: [["false"]],
  innerCachingEnabled: [["false"]],
  persistenceEnabled: [["true"]],
  cacheProviderClass: [[GUAVA]],
  cacheConfigurations: [["120", "16", "4", "NULL", GUAVA]],
  cacheLayersByDefault: [["true"]],
  cacheNonDefaultStyles: [["true"]],
  metaTilingX: [["4"]],
  metaTilingY: [["4"]],
  gutter: [["0"]],
  defaultCachingGridSetIds: [["EPSG:4326", "EPSG:900913"]],
  defaultCoverageCacheFormats: [BOTH, ["image/jpeg"]],
  defaultVectorCacheFormats: [BOTH, ["image/png"]],
  defaultOtherCacheFormats: [BOTH],
};

/** Whether a file of them says anything that servers do not write by themselves; true for one that nobody can read. */
export function saysTileDefaults(bytes: Uint8Array): boolean {
  try {
    const { content } = parseXml(decodeText(bytes));
    return members(content).some(([name, node]) => name !== "version" && !isUsual(name, node));
  } catch (error) {
    if (error instanceof WireError) return true;
    throw error;
  }
}

function isUsual(name: string, node: Tree): boolean {
  // Java writes what a name is in front of it.
  const plain = textsBelow(node).map((text) => text.replace(/^class /, ""));
  const texts = plain.toSorted(compareText).join("\n");
  return texts === "" || (USUAL[name] ?? []).some((usual) => usual.join("\n") === texts);
}
