/** The namespace document: prefix and URI of a workspace. */
import { renderDocument, value, type Rendering, type RenderedDocument } from "./document.ts";
import { pathOf } from "./paths.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { memberFlag, memberText, type Tree } from "./tree.ts";
import { parseXml, renderXml } from "./xml.ts";

/** What the document shows. */
export interface NamespaceDocument {
  readonly prefix: string;
  readonly uri: string;
  readonly isolated: boolean;
}

/** What a client sends; absent fields keep their value. */
export interface NamespaceInput {
  readonly prefix?: string | undefined;
  readonly uri?: string | undefined;
  readonly isolated?: boolean | undefined;
}

/** Renders the document. */
export function renderNamespace(
  namespace: NamespaceDocument,
  rendering: Rendering,
): RenderedDocument {
  const own = pathOf("workspace", { workspace: namespace.prefix });
  const featureTypes = { type: "link", path: `${own}/featuretypes` } as const;
  return renderDocument(
    "namespace",
    [
      ["prefix", value(namespace.prefix)],
      ["uri", value(namespace.uri)],
      ["isolated", value(namespace.isolated)],
      ["featureTypes", rendering.lists === "stock" ? undefined : featureTypes],
    ],
    rendering,
  );
}

/** Reads the content of a `namespace` body. */
export function parseNamespaceInput(tree: Tree): NamespaceInput {
  return {
    prefix: memberText(tree, "prefix"),
    uri: memberText(tree, "uri"),
    isolated: memberFlag(tree, "isolated"),
  };
}

/** Reads a namespace document a server answered with. Throws WireError. */
export function parseNamespace(response: WireResponse): NamespaceInput {
  return parseNamespaceInput(parseXml(bodyText(response)).content);
}

/** A body that creates or changes a namespace. */
export function renderNamespaceInput({
  prefix,
  uri,
  isolated,
}: NamespaceInput & { readonly uri: string }): string {
  return renderXml("namespace", {
    ...(prefix === undefined ? {} : { prefix }),
    uri,
    ...(isolated === undefined ? {} : { isolated }),
  });
}
