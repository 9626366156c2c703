/**
 * Defaults of a stock server for tile layers and tile services: a file that only `/resource`
 * shows (docs/compatibility.md, "Tile layers"). Every server has it, so only unusual content is
 * declared.
 */
import { compareText } from "../../../model/address.ts";
import { members, textsBelow, type Tree } from "../../../wire/tree.ts";
import { decodeText } from "../../../wire/text.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { parseXml } from "../../../wire/xml.ts";

export const TILE_DEFAULTS = "gwc-gs.xml";

const GUAVA = "org.geowebcache.storage.blobstore.memory.guava.GuavaCacheProvider";
const BOTH = ["image/jpeg", "image/png"];

/** What all versions write by themselves; list texts are sorted. */
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

/** Returns true where the file cannot be parsed. */
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
  // Java writes `class ` before the name of a class.
  const plain = textsBelow(node).map((text) => text.replace(/^class /, ""));
  const texts = plain.toSorted(compareText).join("\n");
  return texts === "" || (USUAL[name] ?? []).some((usual) => usual.join("\n") === texts);
}
