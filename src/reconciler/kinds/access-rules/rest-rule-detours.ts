/**
 * Ways to delete a REST rule from a stock server, which decodes the key twice. Strict firewalls
 * and some containers refuse a twice encoded key; some containers refuse or drop an empty
 * segment. Then only the rules file is left, which the server reads again when it changes
 * (docs/compatibility.md, "Plumbline against a stock server").
 */
import { readAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import type { WireRequest } from "../../../wire/request.ts";
import type { Detour, KindContext } from "../../kind.ts";
import { rulesFileRequest } from "./rules-file-request.ts";

const LIST = `${rulesPath("rest")}/`;

/** Statuses for a refused URL, also of older containers and firewalls. */
const OF_TWICE_ENCODED: ReadonlySet<number> = new Set([400, 500]);
/** Where the empty segment is dropped, the key is invalid or unknown. */
const OF_PLAIN: ReadonlySet<number> = new Set([400, 404, 422, 500]);

export function twiceEncoded(key: string): string {
  return `${LIST}${encodeURIComponent(encodeURIComponent(key))}`;
}

function plain(key: string): string {
  return `${LIST}${key.split("/").map(encodeURIComponent).join("/")}`;
}

/** The request after a refused deletion of a rule; undefined where nothing is left to try. */
export async function restRuleDetour(
  { method, path }: WireRequest,
  status: number,
  context: KindContext,
): Promise<Detour | undefined> {
  if (context.server.software !== "geoserver" || method !== "DELETE") return undefined;
  if (!path.startsWith(LIST)) return undefined;
  const written = decodeURIComponent(path.slice(LIST.length));
  const isPlain = path.startsWith(`${LIST}/`);
  if (isPlain) return OF_PLAIN.has(status) ? changingFile(written, context) : undefined;
  const key = decodeURIComponent(written);
  return OF_TWICE_ENCODED.has(status)
    ? { request: { method: "DELETE", path: plain(key) } }
    : undefined;
}

async function changingFile(key: string, context: KindContext): Promise<Detour | undefined> {
  const request = await rulesFileRequest("rest", new Map([[key, undefined]]), context);
  const isInForce = async () => !(await readAccessRules(context.read, "rest")).rules.has(key);
  return request && { request, isInForce };
}
