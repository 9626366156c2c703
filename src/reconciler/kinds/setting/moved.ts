/**
 * Settings of a renamed workspace, which servers delete with the old one. The document is kept as
 * a fact, to create it again under the new name with the declared values.
 */
import type { Address } from "../../../model/address.ts";
import { sendable } from "../../../wire/kept-settings.ts";
import { xmlRequest } from "../../../wire/request.ts";
import { readSettings } from "../../../wire/setting.ts";
import { parseXml, renderXml } from "../../../wire/xml.ts";
import type { AffectedObject, KindContext, Resource, Step } from "../../kind.ts";
import { documentWith } from "./body.ts";
import type { SettingsKind, SettingsPayload } from "./contract.ts";
import { readSettingsDocument } from "./document.ts";
import { allFacts } from "./facts.ts";

/** Name of the fact: the document as XML. */
const DOCUMENT = "document";

/** Returns undefined where the settings are gone. */
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
 * A stock server applies settings for a missing workspace to the server itself
 * (docs/compatibility.md, "Services").
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
  return [
    {
      summary: `create ${about.title(address)} as under the old name`,
      request: xmlRequest("PUT", path, text),
      expects: requires,
    },
  ];
}
