/**
 * Ways to delete a rule on requests from a stock server. Its key is a path, which the server decodes
 * twice: encoded twice it is refused by strict firewalls and some containers, as it is by containers
 * that take no empty segment or drop it; and then only the file of the rules is left, which such a server
 * reads again when it changes (docs/compatibility.md, "Plumbline against a stock server").
 */
import { readAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import { get } from "../../../wire/reading.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { succeeded, type WireRequest } from "../../../wire/request.ts";
import { withoutRule } from "../../../wire/rules-file.ts";
import type { Detour, KindContext } from "../../kind.ts";

const LIST = `${rulesPath("rest")}/`;
const FILE = resourcePath("security/rest.properties");

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

/** Takes the line of a rule out of the file; undefined where that cannot be read, or holds it in no clear way. */
async function changingFile(
  key: string,
  { read, server }: KindContext,
): Promise<Detour | undefined> {
  if (!server.resources) return undefined;
  const response = await get(read, FILE);
  if (!succeeded(response)) return undefined;
  const text = withoutRule(Buffer.from(response.body).toString("latin1"), key);
  if (text === undefined) return undefined;
  const body = { kind: "base64", text: Buffer.from(text, "latin1").toString("base64") } as const;
  return {
    request: { method: "PUT", path: FILE, mediaType: "application/octet-stream", body },
    isInForce: async () => !(await readAccessRules(read, "rest")).rules.has(key),
  };
}
