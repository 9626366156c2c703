/** Copies workspaces with their namespaces, and which of them is the default one. */
import { parseNames } from "../wire/list.ts";
import { parseNamespace } from "../wire/namespace.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { memberText } from "../wire/tree.ts";
import { renderXml, parseXml } from "../wire/xml.ts";
import { documentAt, each, xmlRequest, type Copying } from "./copying.ts";

/** Names of all workspaces of the original. */
export async function workspaceNames({ original }: Copying): Promise<readonly string[]> {
  const list = await getIfThere(original.read, pathTo("workspaces", {}, "xml"));
  return list === undefined ? [] : parseNames(list, "workspace");
}

/** Copies workspaces; those that are not there are left out. */
export async function copyWorkspaces(copying: Copying, names: readonly string[]): Promise<void> {
  const found = await each(names, async (name) => {
    const document = await documentAt(copying, pathTo("namespace", { namespace: name }, "xml"));
    return document && { name, ...parseNamespace(document.response) };
  });
  for (const one of found) {
    if (one === undefined) continue;
    const { name: prefix, uri = "", isolated } = one;
    const body = renderXml("namespace", {
      prefix,
      uri,
      ...(isolated === undefined ? {} : { isolated }),
    });
    const address = { kind: "Workspace", workspace: null, name: prefix };
    await copying.write(address, xmlRequest("POST", pathTo("namespaces", {}), body));
  }
}

/** The name of the default workspace of the original; undefined when there is none. */
export async function defaultWorkspace({ original }: Copying): Promise<string | undefined> {
  const path = pathTo("workspace", { workspace: "default" }, "xml");
  const found = await getIfThere(original.read, path);
  return found && memberText(parseXml(bodyText(found)).content, "name");
}

/** Makes a workspace of the copy the default one. */
export async function setDefaultWorkspace(copying: Copying, name: string): Promise<void> {
  const address = { kind: "Workspace", workspace: null, name };
  const path = pathTo("workspace", { workspace: "default" });
  await copying.write(address, xmlRequest("PUT", path, renderXml("workspace", { name })));
}
