/**
 * Requests cannot express rules on global layer groups and, on a stock server, on names with
 * dots. They go into the rules file, which such a server reads again when it changes
 * (docs/compatibility.md, "Access rules").
 */
import { isSaidByRequests } from "../../../model/access-rule.ts";
import { parseAccessRules, readAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import type { WireRequest } from "../../../wire/request.ts";
import type { RuleEdits } from "../../../wire/rules-file.ts";
import type { Detour, GuardFinding, KindContext, SetChange } from "../../kind.ts";
import { rolesOf } from "./domains.ts";
import { rulesFileRequest } from "./rules-file-request.ts";

const ONE = `${rulesPath("layers")}/`;

/** Statuses for an invalid key, or for a URL that a container refuses. */
const UNTAKEN: ReadonlySet<number> = new Set([400, 404, 422, 500]);

/** The request to send after a refused change of rules; undefined where nothing is left to try. */
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

/** Refuses changes of such rules on a server that shows no files. */
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
