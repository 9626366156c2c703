/** Manifests for workspaces. */
import { defaultNamespaceUri } from "../../../model/workspace.ts";
import { parseNamespace } from "../../../wire/namespace.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { bodyText } from "../../../wire/request.ts";
import { memberFlag } from "../../../wire/tree.ts";
import { parseXml } from "../../../wire/xml.ts";
import type { Declare } from "../../kind.ts";
import { declareEach, goneMeanwhile, NOTHING } from "../declare/each.ts";

/** Declares the workspace of the place, in its own folder. */
export const declareWorkspace: Declare = async ({ read }, place) => {
  const name = place.workspace;
  if (name === null) return NOTHING;
  return declareEach([{ kind: "Workspace", workspace: null, name }], place, async (address) => {
    const found = await getIfThere(read, pathTo("namespace", { namespace: name }, "xml"));
    if (found === undefined) return goneMeanwhile(address);
    const uri = parseNamespace(found).uri ?? "";
    const isIsolated = memberFlag(parseXml(bodyText(found)).content, "isolated") === true;
    return {
      kind: "Workspace",
      workspace: null,
      name,
      home: name,
      spec: uri === defaultNamespaceUri(name) ? {} : { namespace: uri },
      remarks: isIsolated ? ["that it is isolated"] : [],
    };
  });
};
