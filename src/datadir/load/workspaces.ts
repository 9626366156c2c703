/** Reads workspaces with their namespaces, each in a folder of `workspaces/`. */
import { each } from "../../model/each.ts";
import { workspaceNameProblem } from "../../model/name.ts";
import { defaultNamespaceUri } from "../../model/workspace.ts";
import {
  entryList,
  member,
  memberFlag,
  members,
  memberText,
  textOf,
  type Tree,
} from "../../wire/tree.ts";
import { nameOf } from "../tree/file-tree.ts";
import {
  foldersIn,
  readDocument,
  readDocumentOf,
  referenceIn,
  reportOthers,
  type Loading,
  type StoredDocument,
} from "./document.ts";
import { indexOf, type ObjectIndex } from "./index-by.ts";
import { objectOf, type Workspace } from "./objects.ts";

const FOLDER = "workspaces";

export async function loadWorkspaces(loading: Loading): Promise<ObjectIndex<Workspace>> {
  const found = await each(await foldersIn(loading, FOLDER), (folder) =>
    loadWorkspace(loading, folder),
  );
  return indexOf(found, loading.notes);
}

async function loadWorkspace(loading: Loading, folder: string): Promise<Workspace | undefined> {
  const { notes } = loading;
  const document = await readDocumentOf(loading, `${folder}/workspace.xml`, "workspace");
  const namespace = await readDocumentOf(loading, `${folder}/namespace.xml`, "namespace");
  const main = document ?? namespace;
  if (document !== undefined) reportOthers(loading, document, [...READ, "metadata"]);
  if (namespace !== undefined) reportOthers(loading, namespace, READ);
  if (main === undefined) {
    const message =
      "The folder contains no workspace: neither workspace.xml nor namespace.xml can be read";
    notes.damaged({ file: folder, message });
    return undefined;
  }
  const name = nameIn(document, "name") ?? nameIn(namespace, "prefix") ?? nameOf(folder);
  const uri = nameIn(namespace, "uri");
  const { file, content } = main;
  const has = { hasDocument: document !== undefined, hasUri: uri !== undefined };
  reportMissing(loading, { name, file }, has);
  const metadata = document === undefined ? [] : metadataIn(loading, document);
  const identified = { ...main, id: document?.id };
  return objectOf(
    identified,
    { kind: "workspace", workspace: null, name },
    {
      uri: uri ?? defaultNamespaceUri(name),
      isolated: memberFlag(content, "isolated") ?? false,
      ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
    },
  );
}

const READ = ["prefix", "uri", "isolated", "metadata"];

/** The metadata with plain text; other entries are reported. */
function metadataIn(
  { notes }: Loading,
  { file, content }: StoredDocument,
): readonly (readonly [string, string])[] {
  const entries = entryList(member(content, "metadata"));
  const isPlain = (entry: Tree) => members(entry).every(([name]) => /^[@$]/.test(name));
  for (const entry of entries.filter((one) => !isPlain(one))) {
    const key = memberText(entry, "@key") ?? "";
    notes.unread({
      file,
      message: `The metadata ${key} is no plain text, and no manifest says it`,
    });
  }
  const plain = entries.filter(isPlain);
  return plain.map((one) => [memberText(one, "@key") ?? "", textOf(one) ?? ""]);
}

function nameIn(document: StoredDocument | undefined, name: string): string | undefined {
  return memberText(document?.content, name) || undefined;
}

function reportMissing(
  { notes }: Loading,
  { name, file }: Pick<Workspace, "name" | "file">,
  { hasDocument, hasUri }: { readonly hasDocument: boolean; readonly hasUri: boolean },
): void {
  const address = { kind: "Workspace", workspace: null, name };
  const problem = workspaceNameProblem(name);
  const uri = defaultNamespaceUri(name);
  const messages = [
    ...(hasDocument
      ? []
      : ["There is no workspace.xml that can be read; the name is that of the namespace"]),
    ...(hasUri ? [] : [`No namespace gives the URI of workspace ${name}; ${uri} is taken`]),
    ...(problem === undefined ? [] : [`The workspace name ${JSON.stringify(name)} ${problem}`]),
  ];
  for (const message of messages) notes.damaged({ file, message, address });
}

/** The name of the default workspace; undefined if none that exists is named. */
export async function defaultWorkspaceOf(
  loading: Loading,
  workspaces: ObjectIndex<Workspace>,
): Promise<string | undefined> {
  const document = await readDocument(loading, `${FOLDER}/default.xml`);
  if (document === undefined) return undefined;
  const { id, content, file } = document;
  const reference = { id, name: referenceIn(content)?.name };
  const found =
    workspaces.find(reference) ?? workspaces.find({ id: undefined, name: reference.name });
  if (found === undefined) {
    const message = `The default workspace ${reference.name ?? id} is not there`;
    loading.notes.damaged({ file, message });
  }
  return found?.name;
}
