/** Copies workspaces, their namespaces, and the default workspace. */
import { each } from "../model/each.ts";
import { documentIn } from "../wire/answered-document.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { member, members, memberText } from "../wire/tree.ts";
import { parseXml, renderXml } from "../wire/xml.ts";
import { ifShown, xmlRequest, type Copying } from "./copying.ts";
import { readDocument, writeDocument } from "./documents.ts";
import { addressOf, workspaces as noun } from "./nouns.ts";

const GLOBAL = { workspace: null };

/** Includes the default workspace; missing workspaces are left out. */
export async function copyWorkspaces(copying: Copying, names: readonly string[]): Promise<void> {
  const current = await defaultWorkspace(copying);
  const all = new Set(current === undefined ? names : [...names, current]);
  const found = await each([...all], (name) => readDocument(copying, noun, { at: GLOBAL, name }));
  for (const one of found) if (one !== undefined) await writeDocument(copying, noun, one);
  await each([...all], (name) => copyMetadata(copying, name));
  if (current === undefined) return;
  const path = pathTo("workspace", { workspace: "default" });
  const body = renderXml("workspace", { name: current });
  await copying.write(addressOf(noun, GLOBAL, current), xmlRequest("PUT", path, body));
}

/** The namespace document does not show the metadata. */
async function copyMetadata(copying: Copying, name: string): Promise<void> {
  const from = pathTo("workspace", { workspace: name }, "xml");
  const address = addressOf(noun, GLOBAL, name);
  const found = await ifShown(copying, address, () => getIfThere(copying.original.read, from));
  const text = found === undefined ? "" : bodyText(found);
  if (found === undefined || members(member(parseXml(text).content, "metadata")).length === 0)
    return;
  const path = pathTo("workspace", { workspace: name });
  await copying.write(address, xmlRequest("PUT", path, text));
}

/** Undefined if there is none. */
async function defaultWorkspace({ original }: Copying): Promise<string | undefined> {
  const path = pathTo("workspace", { workspace: "default" }, "xml");
  const found = await getIfThere(original.read, path);
  return found && memberText(documentIn(found).content, "name");
}
