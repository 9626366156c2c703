/** The workspace document (docs/compatibility.md, "Workspaces and namespaces"). */
import { renderDate } from "./date.ts";
import {
  optional,
  renderDocument,
  value,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { pathOf } from "./paths.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { memberFlag, memberText, type Tree } from "./tree.ts";
import { parseXml, renderXml } from "./xml.ts";

/** What the document shows; dates are ISO 8601. */
export interface WorkspaceDocument {
  readonly name: string;
  readonly isolated: boolean;
  readonly created: string;
  readonly modified: string | null;
}

/** What a client sends; absent fields keep their value. */
export interface WorkspaceInput {
  readonly name?: string | undefined;
  readonly isolated?: boolean | undefined;
}

/** Renders the document. */
export function renderWorkspace(
  workspace: WorkspaceDocument,
  rendering: Rendering,
): RenderedDocument {
  const own = pathOf("workspace", { workspace: workspace.name });
  return renderDocument(
    "workspace",
    [
      ["name", value(workspace.name)],
      ["isolated", value(workspace.isolated)],
      ["dateCreated", value(renderDate(workspace.created))],
      ["dateModified", optional(workspace.modified && renderDate(workspace.modified))],
      ["dataStores", { type: "link", path: `${own}/datastores` }],
      ["coverageStores", { type: "link", path: `${own}/coveragestores` }],
      ["wmsStores", { type: "link", path: `${own}/wmsstores` }],
      ["wmtsStores", { type: "link", path: `${own}/wmtsstores` }],
    ],
    rendering,
  );
}

/** Reads the content of a `workspace` body. */
export function parseWorkspaceInput(tree: Tree): WorkspaceInput {
  return { name: memberText(tree, "name"), isolated: memberFlag(tree, "isolated") };
}

/** The name in a workspace document that a server answered with. Throws WireError. */
export function workspaceNameIn(response: WireResponse): string {
  return memberText(parseXml(bodyText(response)).content, "name") ?? "";
}

/** A body that names a workspace. */
export function renderWorkspaceInput(name: string): string {
  return renderXml("workspace", { name });
}
