/** Edits rules in the file of a stock server, where its requests do not accept them. */
import { get } from "../../../wire/reading.ts";
import type { RuleDomain } from "../../../model/rule-domain.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { ifMatch, succeeded, type WireRequest } from "../../../wire/request.ts";
import { editedRules, rulesFile, type RuleEdits } from "../../../wire/rules-file.ts";
import type { KindContext } from "../../kind.ts";

/** Returns undefined where the file cannot be read or the edit is not clear. */
export async function rulesFileRequest(
  domain: RuleDomain,
  edits: RuleEdits,
  { read, server }: KindContext,
): Promise<WireRequest | undefined> {
  if (!server.resources) return undefined;
  const path = resourcePath(rulesFile(domain));
  const response = await get(read, path);
  if (!succeeded(response)) return undefined;
  const text = editedRules(Buffer.from(response.body).toString("latin1"), domain, edits);
  if (text === undefined) return undefined;
  const body = { kind: "base64", text: Buffer.from(text, "latin1").toString("base64") } as const;
  const { etag } = response.headers;
  return { method: "PUT", path, mediaType: "application/octet-stream", body, ...ifMatch(etag) };
}
