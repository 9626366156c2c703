/** The document of the disk quota (docs/compatibility.md, "Tile cache"). */
import {
  bytesOf,
  cleanUpUnits,
  expirationPolicies,
  sizeText,
  type DiskQuota,
  type DiskQuotaPatch,
} from "../model/disk-quota.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { memberNumber, renderTileCacheDocument } from "./tile-cache.ts";
import { member, memberFlag, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { parseXml, renderXml } from "./xml.ts";

/** Root of bodies, and of documents as they are published. */
export const DISK_QUOTA = "gwcQuotaConfiguration";

/** Root of the documents of stock servers. */
export const STOCK_DISK_QUOTA = "org.geowebcache.diskquota.DiskQuotaConfig";

/** Reads what a body says. Throws WireError. */
export function parseDiskQuotaInput(body: Tree): DiskQuotaPatch {
  return {
    enabled: memberFlag(body, "enabled"),
    cleanUpFrequency: count(body, "cacheCleanUpFrequency", 0),
    cleanUpUnits: oneOf(body, "cacheCleanUpUnits", cleanUpUnits),
    maxConcurrentCleanUps: count(body, "maxConcurrentCleanUps", 1),
    policy: oneOf(body, "globalExpirationPolicyName", expirationPolicies),
    bytes: quotaIn(member(body, "globalQuota")),
  };
}

/** Reads what a server answered with, in XML, whatever it calls the root. Throws WireError. */
export function parseDiskQuota(response: WireResponse): DiskQuotaPatch {
  return parseDiskQuotaInput(parseXml(bodyText(response)).content);
}

function count(body: Tree, name: string, least: number): number | undefined {
  const found = memberNumber(body, name);
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

function quotaIn(quota: Tree | undefined): number | undefined {
  const bytes = memberNumber(quota, "bytes");
  const value = memberText(quota, "value");
  if (bytes === undefined && value === undefined) return undefined;
  const found = bytes ?? bytesOf(`${value} ${memberText(quota, "units") ?? "B"}`);
  if (found !== undefined && Number.isSafeInteger(found) && found >= 0) return found;
  throw new WireError("meaningless", "globalQuota is a number of bytes, or value and units");
}

/** Renders the document under a root. */
export function renderDiskQuota(
  root: string,
  quota: DiskQuota,
  rendering: Pick<Rendering, "format">,
): RenderedDocument {
  const { bytes, ...fields } = quota;
  const content = { ...membersOf(fields), globalQuota: { id: 0, bytes } };
  return renderTileCacheDocument(root, { xml: content, json: content }, rendering);
}

/** A body that changes some of it. */
export function renderDiskQuotaInput({ bytes, ...fields }: DiskQuotaPatch): string {
  const [value = "", units = ""] = bytes === undefined ? [] : sizeText(bytes).split(" ");
  const globalQuota = bytes === undefined ? {} : { globalQuota: { value, units } };
  return renderXml(DISK_QUOTA, { ...membersOf(fields), ...globalQuota });
}

function membersOf(fields: Omit<DiskQuotaPatch, "bytes">) {
  const { enabled, cleanUpFrequency, maxConcurrentCleanUps, policy } = fields;
  const members = {
    enabled,
    cacheCleanUpFrequency: cleanUpFrequency,
    cacheCleanUpUnits: fields.cleanUpUnits,
    maxConcurrentCleanUps,
    globalExpirationPolicyName: policy,
  };
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}
