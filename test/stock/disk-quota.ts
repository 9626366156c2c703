/** The disk quota of the stock server's tile cache: shown by the name of a class, changed in memory. */
import { anyBody, type Call } from "./call.ts";
import { field, type Answer } from "./documents.ts";
import { tileDocument } from "./grid-sets.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { child, childText, elementsOf, textOf, type Element } from "./xml-tree.ts";

const ROOT = "org.geowebcache.diskquota.DiskQuotaConfig";
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

export const freshQuota: readonly (readonly [string, string])[] = [
  ["enabled", "false"],
  ["cacheCleanUpFrequency", "10"],
  ["cacheCleanUpUnits", "SECONDS"],
  ["maxConcurrentCleanUps", "2"],
  ["globalExpirationPolicyName", "LFU"],
  ["globalQuota", "524288000"],
];

function read(call: Call): Answer {
  const { state, suffix } = call;
  const fields = [...state.diskQuota].map(([name, text]) =>
    name === "globalQuota" ? quotaXml(name, text) : `<${name}>${text}</${name}>`,
  );
  const form = state.habits.describesInJson ? suffix : undefined;
  const { body } = tileDocument({ ...call, suffix: form }, `<${ROOT}>${fields.join("")}</${ROOT}>`);
  const types: Readonly<Record<string, string>> = {
    xml: "application/xml;charset=UTF-8",
    json: "application/json",
  };
  return { status: 200, type: types[suffix ?? ""] ?? "text/plain;charset=iso-8859-1", body };
}

function put(call: Call): Answer {
  if (call.suffix === "json") throw new Refusal(500, "");
  for (const element of elementsOf(anyBody(call))) {
    const text = textOf(element);
    if (element.name === "cacheCleanUpFrequency" && Number(text) < 0)
      throw new Refusal(500, "cacheCleanUpFrequency shall be a positive integer");
    const isQuota = element.name === "globalQuota";
    if (element.name === "layerQuotas")
      call.state.diskQuota.set(element.name, elementsOf(element).map(layerXml).join(""));
    else if (call.state.diskQuota.has(element.name))
      call.state.diskQuota.set(element.name, isQuota ? bytesIn(element) : text);
  }
  return read(call);
}

function bytesIn(quota: Element): string {
  const units = UNITS.indexOf(childText(quota, "units") ?? "B");
  return childText(quota, "bytes") ?? String(Number(childText(quota, "value")) * 1024 ** units);
}

function quotaXml(name: string, bytes: string): string {
  return `<${name}><id>0</id><bytes>${bytes}</bytes></${name}>`;
}

/** Shown by the name of its class, as all of it. */
function layerXml(layer: Element): string {
  const quota = child(layer, "quota");
  const name = "org.geowebcache.diskquota.storage.LayerQuota";
  const said = ["layer", "expirationPolicyName"].map((one) => field(one, childText(layer, one)));
  const size = quota === undefined ? "" : quotaXml("quota", bytesIn(quota));
  return `<${name}>${said.join("")}${size}</${name}>`;
}

export const diskQuotaRoutes: readonly Route[] = [
  { path: "/gwc/rest/diskquota", GET: read, PUT: put },
];
