/** Tile cache documents that no table describes. */
import { blankTileLayer, tileWarnings } from "../../model/tile-layer.ts";
import { cleanUpUnits, expirationPolicies, freshDiskQuota } from "../../model/disk-quota.ts";
import type { DescribedDocument } from "./schemas.ts";

const texts = { type: "array", items: { type: "string" } } as const;
const count = { type: "integer", minimum: 0 } as const;
const policy = { type: "string", enum: expirationPolicies } as const;
const level = { type: "integer", minimum: 0, description: "A zoom level" } as const;

function listOf(properties: Readonly<Record<string, unknown>>) {
  return { type: "array", items: { type: "object", properties } } as const;
}

/** The JSON form; in XML, each list has elements for its items. */
export const tileLayerDocument: DescribedDocument = {
  root: "GeoServerLayer",
  properties: {
    enabled: { type: "boolean", default: blankTileLayer.enabled },
    name: { type: "string", description: "The id of its layer or layer group" },
    blobStoreId: { type: "string", description: "Its blob store; the default one if absent" },
    mimeFormats: texts,
    gridSubsets: listOf({
      gridSetName: { type: "string" },
      extent: {
        type: "object",
        properties: { coords: { type: "array", items: { type: "number" } } },
      },
      zoomStart: level,
      zoomStop: level,
      minCachedLevel: level,
      maxCachedLevel: level,
    }),
    metaWidthHeight: {
      type: "array",
      items: count,
      description: "Tiles of a metatile, across and down",
    },
    expireCache: { type: "integer", description: "Seconds; 0 is unset" },
    expireCacheList: listOf({
      "@minZoom": { type: "string" },
      "@expiration": { type: "string", description: "Seconds" },
    }),
    expireClients: { type: "integer", description: "Seconds; 0 is unset" },
    parameterFilters: { type: "array", items: { type: "object" } },
    gutter: { ...count, description: "Pixels that are cut off around a metatile" },
    cacheWarningSkips: { type: "array", items: { type: "string", enum: tileWarnings } },
  },
};

const quota = { type: "object", properties: { id: count, bytes: count } } as const;

/** A stock server responds in XML with another root. */
export const diskQuotaDocument: DescribedDocument = {
  root: "gwcQuotaConfiguration",
  properties: {
    enabled: { type: "boolean", default: freshDiskQuota.enabled },
    cacheCleanUpFrequency: count,
    cacheCleanUpUnits: { type: "string", enum: cleanUpUnits },
    maxConcurrentCleanUps: count,
    globalExpirationPolicyName: policy,
    globalQuota: quota,
    layerQuotas: listOf({ layer: { type: "string" }, expirationPolicyName: policy, quota }),
  },
};
