/** The metadata of a workspace: a field of its manifest. */
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { workspaceDocument } from "../../../model/workspace.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Tree } from "../../../wire/tree.ts";
import { renderXml } from "../../../wire/xml.ts";
import type { KindContext, Step } from "../../kind.ts";
import { metadataField, metadataSpec, type WithMetadata } from "../document/entries.ts";
import type { Members } from "../document/fields.ts";
import { FOLLOWING, settingFields } from "../document/setting-fields.ts";

/** It in a spec. */
export const workspaceSettingsSpec = {
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts; others stay, and null takes one away."),
};

/** It as a field; the namespace says the URI. */
export const workspaceSettingFields = settingFields(
  { metadata: metadataField },
  new Set([...FOLLOWING, ...workspaceDocument.elements, ...workspaceDocument.written, "name"]),
);

/** The document of a workspace; undefined where it is not there. */
export async function readWorkspace(
  { read }: Pick<KindContext, "read">,
  workspace: string,
): Promise<Tree | undefined> {
  const response = await getIfThere(read, pathTo("workspace", { workspace }, "xml"));
  return response && documentIn(response).content;
}

/** What a step is made of. */
interface MetadataStep {
  readonly declared: WithMetadata;
  /** The document that is there; undefined for a new one. */
  readonly before: Tree | undefined;
  /** Whether the workspace is isolated then: a stock server takes it for not isolated where a body does not say it. */
  readonly isIsolated: boolean;
}

/** Sets what is declared, beside the entries that are there. */
export function metadataStep(
  { name }: Address,
  { declared, before, isIsolated }: MetadataStep,
): Step {
  const written = metadataField.body({ declared, before, secrets: "written" });
  return {
    summary: `set metadata of workspace ${name}`,
    request: requestOf(name, written, isIsolated),
  };
}

/** The same for a new one; nothing where it is to have none. */
export function firstMetadata(address: Address, of: MetadataStep): readonly Step[] {
  const values = Object.values(of.declared.metadata ?? {});
  return values.every((value) => value === null) ? [] : [metadataStep(address, of)];
}

function requestOf(workspace: string, written: Members, isolated: boolean): Step["request"] {
  const text = renderXml("workspace", { ...written, isolated });
  return {
    method: "PUT",
    path: pathTo("workspace", { workspace }),
    mediaType: mediaTypes.xml,
    body: { kind: "text", text },
  };
}
