/** The workspace document (docs/compatibility.md, "Workspaces and namespaces"). */
import { documentIn } from "./answered-document.ts";
import type { Dated } from "../model/schema.ts";
import { workspaceDocument, type Workspace, type WorkspacePatch } from "../model/workspace.ts";
import { fieldsIn, renderNoun, writtenFields } from "./codec.ts";
import { dateFields } from "./date.ts";
import type { Fields, Rendering, RenderedDocument } from "./document.ts";
import { pathOf } from "./paths.ts";
import { type WireResponse } from "./request.ts";
import type { Tree } from "./tree.ts";
import { renderXml } from "./xml.ts";

/** Renders a workspace. */
export function renderWorkspace(
  workspace: Dated<Workspace>,
  rendering: Rendering,
): RenderedDocument {
  const own = pathOf("workspace", { workspace: workspace.name });
  const links = workspaceDocument.written.map(
    (noun) => [noun, { type: "link", path: `${own}/${noun.toLowerCase()}` }] as const,
  );
  const irregular: Fields = [...dateFields(workspace), ...links];
  return renderNoun(workspaceDocument, { noun: workspace, irregular, kept: {} }, rendering);
}

/** Parses the content of a `workspace` body. */
export function parseWorkspaceInput(tree: Tree): WorkspacePatch {
  return fieldsIn(workspaceDocument, tree);
}

/** The name in a workspace document. Throws WireError. */
export function workspaceNameIn(response: WireResponse): string {
  return parseWorkspaceInput(documentIn(response).content).name ?? "";
}

/** The body that names a workspace. */
export function renderWorkspaceInput(name: string): string {
  return renderXml("workspace", writtenFields(workspaceDocument, { name }));
}
