/** The namespace document: prefix and URI of a workspace. */
import { documentIn } from "./answered-document.ts";
import { namespaceDocument, type Namespace, type NamespacePatch } from "../model/workspace.ts";
import { fieldsIn, renderNoun, writtenFields } from "./codec.ts";
import type { Fields, Rendering, RenderedDocument } from "./document.ts";
import { pathOf } from "./paths.ts";
import { type WireResponse } from "./request.ts";
import type { Tree } from "./tree.ts";
import { renderXml } from "./xml.ts";

/** Renders a namespace. */
export function renderNamespace(namespace: Namespace, rendering: Rendering): RenderedDocument {
  const path = `${pathOf("workspace", { workspace: namespace.prefix })}/featuretypes`;
  const linked: Fields = [["featureTypes", { type: "link", path }]];
  const irregular = rendering.lists === "stock" ? [] : linked;
  return renderNoun(namespaceDocument, { noun: namespace, irregular, kept: {} }, rendering);
}

/** Parses a `namespace` body. */
export function parseNamespaceInput(tree: Tree): NamespacePatch {
  return fieldsIn(namespaceDocument, tree);
}

/** Parses a response. Throws WireError. */
export function parseNamespace(response: WireResponse): NamespacePatch {
  return parseNamespaceInput(documentIn(response).content);
}

/** The body that creates or changes a namespace. */
export function renderNamespaceInput(namespace: NamespacePatch): string {
  return renderXml("namespace", writtenFields(namespaceDocument, namespace));
}
