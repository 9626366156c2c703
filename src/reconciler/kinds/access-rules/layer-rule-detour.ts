/**
 * Rules on layers that requests cannot say, those on global layer groups and, for a stock server, on names with dots,
 * are written to the file of the rules, which such a server reads again when that changes (docs/compatibility.md,
 * "Access rules").
 */
import { isSaidByRequests } from "../../../model/access-rule.ts";
import { parseAccessRules, readAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import type { WireRequest } from "../../../wire/request.ts";
import type { RuleEdits } from "../../../wire/rules-file.ts";
import type { Detour, GuardFinding, KindContext, SetChange } from "../../kind.ts";
import { rolesOf } from "./domains.ts";
import { rulesFileRequest } from "./rules-file-request.ts";

const ONE = `${rulesPath("layers")}/`;

/** A key that is none, or an address that a container refuses. */
const UNTAKEN: ReadonlySet<number> = new Set([400, 404, 422, 500]);

/** What to send where a server refused a change of rules; undefined where nothing is left to try. */
export async function layerRuleDetour(
  refused: WireRequest,
  status: number,
  context: KindContext,
): Promise<Detour | undefined> {
  if (!UNTAKEN.has(status)) return undefined;
  const edits = editsIn(refused);
  if ([...edits.keys()].every(isSaidByRequests)) return undefined;
  const request = await rulesFileRequest("layers", edits, context);
  return request && { request, isInForce: async () => isInForce(edits, context) };
}

/** The rules that a request is about; none where it is about none. */
function editsIn({ method, path, body, mediaType = "" }: WireRequest): RuleEdits {
  if (method === "DELETE" && path.startsWith(ONE))
    return new Map([[decodeURIComponent(path.slice(ONE.length)), undefined]]);
  if (path !== rulesPath("layers") || body?.kind !== "text") return new Map();
  return parseAccessRules(new TextEncoder().encode(body.text), mediaType);
}

async function isInForce(edits: RuleEdits, { read }: KindContext): Promise<boolean> {
  const { rules } = await readAccessRules(read);
  return [...edits].every(([key, roles]) => rules.get(key)?.join() === roles?.join());
}

/** Changes of such rules on a server that shows no files. */
export function unsayableRules(
  { before, after }: SetChange,
  { server }: KindContext,
): readonly GuardFinding[] {
  if (server.resources) return [];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !isSaidByRequests(key) && isChanged(key, before, after),
  );
  return changed.map((key) => ({
    message: `The access rule ${key} can only be changed in the file of the rules, which this server does not show`,
    hint: "Allow the account /resource, or change security/layers.properties on the server.",
  }));
}

function isChanged(key: string, before: SetChange["before"], after: SetChange["after"]): boolean {
  return (
    before.has(key) !== after.has(key) || rolesOf(before, key).join() !== rolesOf(after, key).join()
  );
}
