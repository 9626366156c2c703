/** A style as other documents refer to it: by name, with its workspace unless it is global. */
import { splitQualifiedName, type QualifiedName } from "../model/layer.ts";
import { optional, value, type DocumentNode } from "./document.ts";
import { stylePath } from "./paths.ts";
import { member, referenceName, type Tree } from "./tree.ts";
import type { XmlValue } from "./xml.ts";

/** The reference in a document. */
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

/** Reads a reference: its name, bare or with its workspace; undefined when there is none. */
export function parseStyleReference(tree: Tree | undefined): QualifiedName | undefined {
  const name = referenceName(tree);
  if (name === undefined || name === "") return undefined;
  const split = splitQualifiedName(name);
  const scope = member(tree, "workspace");
  const workspace = split.workspace ?? referenceName(scope) ?? null;
  return { workspace: workspace === "" ? null : workspace, name: split.name };
}

/** The reference in a body. */
export function styleInput({ workspace, name }: QualifiedName): Record<string, XmlValue> {
  return workspace === null ? { name } : { name, workspace };
}
