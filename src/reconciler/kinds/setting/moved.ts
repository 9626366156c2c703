/**
 * What a workspace has for itself and goes on under the name that the workspace has then: servers delete it with
 * the workspace of the old name. Its document is kept as a fact, so that it can be made again, with what is declared.
 */
import type { Address } from "../../../model/address.ts";
import { sendable } from "../../../wire/kept-settings.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { readSettings } from "../../../wire/setting.ts";
import { parseXml, renderXml } from "../../../wire/xml.ts";
import type { AffectedObject, KindContext, Resource, Step } from "../../kind.ts";
import { documentWith } from "./body.ts";
import type { SettingsKind, SettingsPayload } from "./contract.ts";
import { readSettingsDocument } from "./document.ts";
import { allFacts } from "./facts.ts";

/** Name of the fact: the document as XML. */
const DOCUMENT = "document";

/** What a workspace has for itself, as it goes on in another one; undefined where it is gone meanwhile. */
export async function movedSettings(
  about: SettingsKind,
  context: KindContext,
  { address, to }: { readonly address: Address; readonly to: Address },
): Promise<AffectedObject | undefined> {
  const found = await readSettingsDocument(about, context, address);
  if (found === undefined) return undefined;
  const { root, table } = about.place(address);
  const text = renderXml(root, sendable(found.document, ["workspace"]));
  const facts = { ...allFacts(table, readSettings(table, found.document)), [DOCUMENT]: text };
  return { address: { ...address, workspace: to.name }, facts, remains: {}, requires: [to] };
}

/**
 * Makes it again: as it was, but for what is declared. A stock server takes what is sent for a workspace that is not
 * there for the server itself (docs/compatibility.md, "Services").
 */
export function makingAgain(
  about: SettingsKind,
  { address, facts, requires }: AffectedObject,
  declared: Resource<SettingsPayload> | undefined,
): readonly Step[] {
  const { root, table, put: path } = about.place(address);
  const { content } = parseXml(String(facts[DOCUMENT]));
  const whole = documentWith(table, content, declared?.payload.declared ?? {});
  const text = renderXml(root, { workspace: { name: address.workspace ?? "" }, ...whole });
  const body = { kind: "text", text } as const;
  return [
    {
      summary: `create ${about.title(address)} as under the old name`,
      request: { method: "PUT", path, mediaType: mediaTypes.xml, body },
      expects: requires,
    },
  ];
}
