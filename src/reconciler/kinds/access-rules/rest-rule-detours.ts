/**
 * Ways to delete a rule on requests from a stock server. Its key is a path, which the server decodes
 * twice: encoded twice it is refused by strict firewalls and some containers, as it is by containers
 * that take no empty segment or drop it; and then only the file of the rules is left, which such a server
 * reads again when it changes (docs/compatibility.md, "Plumbline against a stock server").
 */
import { readAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import type { WireRequest } from "../../../wire/request.ts";
import type { Detour, KindContext } from "../../kind.ts";
import { rulesFileRequest } from "./rules-file-request.ts";

const LIST = `${rulesPath("rest")}/`;

/** Refusals of an address: by a container or a firewall, also an older one. */
const OF_TWICE_ENCODED: ReadonlySet<number> = new Set([400, 500]);
/** Where the empty segment is dropped, the key is none or unknown. */
const OF_PLAIN: ReadonlySet<number> = new Set([400, 404, 422, 500]);

/** The path of a rule whose key is encoded twice. */
export function twiceEncoded(key: string): string {
  return `${LIST}${encodeURIComponent(encodeURIComponent(key))}`;
}

/** The path of a rule with the slashes of its key. */
function plain(key: string): string {
  return `${LIST}${key.split("/").map(encodeURIComponent).join("/")}`;
}

/** What to send where a server refused to delete a rule; undefined where nothing is left to try. */
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

/** Takes the line of a rule out of the file. */
async function changingFile(key: string, context: KindContext): Promise<Detour | undefined> {
  const request = await rulesFileRequest("rest", new Map([[key, undefined]]), context);
  const isInForce = async () => !(await readAccessRules(context.read, "rest")).rules.has(key);
  return request && { request, isInForce };
}
