/** Declares workspaces. */
import { defaultNamespaceUri } from "../../../model/workspace.ts";
import { parseNamespace } from "../../../wire/namespace.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Declare } from "../../kind.ts";
import { readWorkspace, workspaceSettingFields } from "./metadata.ts";
import { declareEach, goneMeanwhile, NOTHING } from "../declare/each.ts";

export const declareWorkspace: Declare = async (context, place) => {
  const name = place.workspace;
  if (name === null) return NOTHING;
  return declareEach([{ kind: "Workspace", workspace: null, name }], place, async (address) => {
    const found = await getIfThere(context.read, pathTo("namespace", { namespace: name }, "xml"));
    if (found === undefined) return goneMeanwhile(address);
    const document = (await readWorkspace(context, name)) ?? "";
    const settings = workspaceSettingFields.declared(address, document, place.statedOnly);
    const { uri = "", isolated = false } = parseNamespace(found);
    return {
      kind: "Workspace",
      workspace: null,
      name,
      home: name,
      spec: {
        ...(uri !== defaultNamespaceUri(name) && { namespace: uri }),
        ...(isolated && { isolated }),
        ...settings.spec,
      },
      notes: settings.notes,
    };
  });
};
