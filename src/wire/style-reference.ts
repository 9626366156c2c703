/** References to styles: the name, and the workspace unless the style is global. */
import { splitQualifiedName, type QualifiedName } from "../model/layer.ts";
import { optional, value, type DocumentNode } from "./document.ts";
import { stylePath } from "./paths.ts";
import { member, referenceName, type Tree } from "./tree.ts";
import type { XmlValue } from "./xml.ts";

export function styleNode({ workspace, name }: QualifiedName): DocumentNode {
  return {
    type: "reference",
    path: stylePath(workspace, name),
    fields: [
      ["name", value(workspace === null ? name : `${workspace}:${name}`)],
      ["workspace", optional(workspace)],
    ],
  };
}

/** The workspace may be part of the name or a separate member. */
export function parseStyleReference(tree: Tree | undefined): QualifiedName | undefined {
  const name = referenceName(tree);
  if (name === undefined || name === "") return undefined;
  const split = splitQualifiedName(name);
  const scope = member(tree, "workspace");
  const workspace = split.workspace ?? referenceName(scope) ?? null;
  return { workspace: workspace === "" ? null : workspace, name: split.name };
}

export function styleInput({ workspace, name }: QualifiedName): Record<string, XmlValue> {
  return workspace === null ? { name } : { name, workspace };
}
