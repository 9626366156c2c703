/** The metadata of a workspace as a manifest field. */
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { workspaceDocument } from "../../../model/workspace.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { xmlRequest } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import { renderXml } from "../../../wire/xml.ts";
import type { KindContext, Step } from "../../kind.ts";
import { metadataField, metadataSpec, type WithMetadata } from "../fields/metadata.ts";
import type { Members } from "../fields/contract.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";

export const workspaceSettingsSpec = {
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts; others stay, and null takes one away."),
};

/** The namespace holds the URI. */
export const workspaceSettingFields = settingFields(
  () => ({ metadata: metadataField }),
  () => [...FOLLOWING, ...workspaceDocument.elements, ...workspaceDocument.written, "name"],
);

export async function readWorkspace(
  { read }: Pick<KindContext, "read">,
  workspace: string,
): Promise<Tree | undefined> {
  const response = await getIfThere(read, pathTo("workspace", { workspace }, "xml"));
  return response && documentIn(response).content;
}

interface MetadataStep {
  readonly declared: WithMetadata;
  /** The present document; undefined for a new one. */
  readonly before: Tree | undefined;
  /** A stock server takes a body without `isolated` as not isolated. */
  readonly isIsolated: boolean;
}

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

/** No step where it has no metadata. */
export function firstMetadata(address: Address, of: MetadataStep): readonly Step[] {
  const values = Object.values(of.declared.metadata ?? {});
  return values.every((value) => value === null) ? [] : [metadataStep(address, of)];
}

function requestOf(workspace: string, written: Members, isolated: boolean): Step["request"] {
  const text = renderXml("workspace", { ...written, isolated });
  return xmlRequest("PUT", pathTo("workspace", { workspace }), text);
}
