/** Manifests for workspaces. */
import { defaultNamespaceUri } from "../../../model/workspace.ts";
import { parseNamespace } from "../../../wire/namespace.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Declare } from "../../kind.ts";
import { declareEach, goneMeanwhile, NOTHING } from "../declare/each.ts";

/** Declares the workspace of the place, in its own folder. */
export const declareWorkspace: Declare = async ({ read }, place) => {
  const name = place.workspace;
  if (name === null) return NOTHING;
  return declareEach([{ kind: "Workspace", workspace: null, name }], place, async (address) => {
    const found = await getIfThere(read, pathTo("namespace", { namespace: name }, "xml"));
    if (found === undefined) return goneMeanwhile(address);
    const { uri = "", isolated = false } = parseNamespace(found);
    return {
      kind: "Workspace",
      workspace: null,
      name,
      home: name,
      spec: {
        ...(uri !== defaultNamespaceUri(name) && { namespace: uri }),
        ...(isolated && { isolated }),
      },
      notes: [],
    };
  });
};
