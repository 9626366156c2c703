/** The disk quota of the stock server's tile cache: shown by the name of a class, changed in memory. */
import { anyBody, type Call } from "./call.ts";
import type { Answer } from "./documents.ts";
import { tileDocument } from "./grid-sets.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { childText, elementsOf, textOf } from "./xml-tree.ts";

const ROOT = "org.geowebcache.diskquota.DiskQuotaConfig";
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** That of a new server. */
export const freshQuota: readonly (readonly [string, string])[] = [
  ["enabled", "false"],
  ["cacheCleanUpFrequency", "10"],
  ["cacheCleanUpUnits", "SECONDS"],
  ["maxConcurrentCleanUps", "2"],
  ["globalExpirationPolicyName", "LFU"],
  ["globalQuota", "524288000"],
];

function read({ state, suffix }: Call): Answer {
  const fields = [...state.diskQuota].map(([name, text]) =>
    name === "globalQuota"
      ? `<globalQuota><id>0</id><bytes>${text}</bytes></globalQuota>`
      : `<${name}>${text}</${name}>`,
  );
  const { body } = tileDocument(`<${ROOT}>${fields.join("")}</${ROOT}>`);
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
    const size =
      Number(childText(element, "value")) *
      1024 ** UNITS.indexOf(childText(element, "units") ?? "B");
    const isQuota = element.name === "globalQuota";
    if (call.state.diskQuota.has(element.name))
      call.state.diskQuota.set(
        element.name,
        isQuota ? (childText(element, "bytes") ?? String(size)) : text,
      );
  }
  return read(call);
}

/** `/gwc/rest/diskquota`. */
export const diskQuotaRoutes: readonly Route[] = [
  { path: "/gwc/rest/diskquota", GET: read, PUT: put },
];
