/** The disk quota document (docs/compatibility.md, "Tile cache"). */
import { documentIn } from "./answered-document.ts";
import {
  bytesOf,
  cleanUpUnits,
  expirationPolicies,
  sizeText,
  type DiskQuota,
  usualPolicy,
  type DiskQuotaPatch,
  type LayerQuota,
} from "../model/disk-quota.ts";
import { defined } from "../model/defined.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { type WireResponse } from "./request.ts";
import { renderTileCacheDocument } from "./tile-cache.ts";
import { listIn, filledNumberIn } from "./tile-values.ts";
import { member, memberFlag, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { renderXml, type XmlValue } from "./xml.ts";

/** Root of request bodies and of published documents. */
export const DISK_QUOTA = "gwcQuotaConfiguration";

/** Root of GeoServer's documents. */
export const STOCK_DISK_QUOTA = "org.geowebcache.diskquota.DiskQuotaConfig";

/** Element of a layer's quota, by root. */
const LAYER_QUOTA = "LayerQuota";
const STOCK_LAYER_QUOTA = "org.geowebcache.diskquota.storage.LayerQuota";

/** Parses a body. Throws WireError. */
export function parseDiskQuotaInput(body: Tree): DiskQuotaPatch {
  return {
    enabled: memberFlag(body, "enabled"),
    cleanUpFrequency: count(body, "cacheCleanUpFrequency", 0),
    cleanUpUnits: oneOf(body, "cacheCleanUpUnits", cleanUpUnits),
    maxConcurrentCleanUps: count(body, "maxConcurrentCleanUps", 1),
    policy: oneOf(body, "globalExpirationPolicyName", expirationPolicies),
    bytes: quotaIn(member(body, "globalQuota"), "globalQuota"),
    layers: layersIn(body),
  };
}

/** The first quota of a layer wins; one without a size is ignored. */
function layersIn(body: Tree): readonly LayerQuota[] | undefined {
  const own = listIn(body, "layerQuotas", LAYER_QUOTA);
  if (own === undefined) return undefined;
  const all = own.length > 0 ? own : (listIn(body, "layerQuotas", STOCK_LAYER_QUOTA) ?? []);
  const found = new Map<string, LayerQuota>();
  for (const one of all) {
    const layer = memberText(one, "layer") ?? "";
    if (layer === "") throw new WireError("meaningless", `A ${LAYER_QUOTA} names no layer`);
    const bytes = quotaIn(member(one, "quota"), `quota of layer ${layer}`);
    const policy = oneOf(one, "expirationPolicyName", expirationPolicies) ?? usualPolicy;
    if (bytes !== undefined && !found.has(layer)) found.set(layer, { layer, policy, bytes });
  }
  return [...found.values()];
}

/** Parses a response in XML with any root. Throws WireError. */
export function parseDiskQuota(response: WireResponse): DiskQuotaPatch {
  return parseDiskQuotaInput(documentIn(response).content);
}

function count(body: Tree, name: string, least: number): number | undefined {
  const found = filledNumberIn(body, name);
  if (found === undefined || (Number.isInteger(found) && found >= least)) return found;
  throw new WireError("meaningless", `${name} shall be a positive integer`);
}

function oneOf<Value extends string>(
  body: Tree,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = memberText(body, name) ?? "";
  const found = values.find((one) => one === text);
  if (text === "" || found !== undefined) return found;
  throw new WireError("meaningless", `${name} is ${text}; it is one of ${values.join(", ")}`);
}

function quotaIn(quota: Tree | undefined, what: string): number | undefined {
  const bytes = filledNumberIn(quota, "bytes");
  const value = memberText(quota, "value");
  if (bytes === undefined && value === undefined) return undefined;
  const found = bytes ?? bytesOf(`${value} ${memberText(quota, "units") ?? "B"}`);
  if (found !== undefined && Number.isSafeInteger(found) && found >= 0) return found;
  throw new WireError("meaningless", `${what} is a number of bytes, or value and units`);
}

/** Renders the quota under a root. */
export function renderDiskQuota(
  root: string,
  quota: DiskQuota,
  rendering: Pick<Rendering, "format">,
): RenderedDocument {
  const { bytes, layers, ...fields } = quota;
  const content = { ...membersOf(fields), globalQuota: shownQuota(bytes) };
  if (layers.length === 0)
    return renderTileCacheDocument(root, { xml: content, json: content }, rendering);
  const shown = layers.map(({ layer, policy, bytes: own }) => ({
    layer,
    expirationPolicyName: policy,
    quota: shownQuota(own),
  }));
  const item = root === STOCK_DISK_QUOTA ? STOCK_LAYER_QUOTA : LAYER_QUOTA;
  const xml = { ...content, layerQuotas: { [item]: shown } };
  return renderTileCacheDocument(
    root,
    { xml, json: { ...content, layerQuotas: shown } },
    rendering,
  );
}

function shownQuota(bytes: number) {
  return { id: 0, bytes };
}

/** The body that changes some settings. */
export function renderDiskQuotaInput({ bytes, layers, ...fields }: DiskQuotaPatch): string {
  return renderXml(DISK_QUOTA, {
    ...membersOf(fields),
    ...(bytes === undefined ? {} : { globalQuota: sizeInput(bytes) }),
    ...(layers === undefined ? {} : { layerQuotas: layersInput(layers) }),
  });
}

function sizeInput(bytes: number) {
  const [value = "", units = ""] = sizeText(bytes).split(" ");
  return { value, units };
}

function layersInput(layers: readonly LayerQuota[]): XmlValue {
  if (layers.length === 0) return "";
  return {
    [LAYER_QUOTA]: layers.map(({ layer, policy, bytes }) => ({
      layer,
      expirationPolicyName: policy,
      quota: sizeInput(bytes),
    })),
  };
}

function membersOf(fields: Omit<DiskQuotaPatch, "bytes" | "layers">) {
  const { enabled, cleanUpFrequency, maxConcurrentCleanUps, policy } = fields;
  return defined({
    enabled,
    cacheCleanUpFrequency: cleanUpFrequency,
    cacheCleanUpUnits: fields.cleanUpUnits,
    maxConcurrentCleanUps,
    globalExpirationPolicyName: policy,
  });
}
