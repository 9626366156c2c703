/** A workspace and its namespace: the workspace's name is the prefix, and a URI belongs to it. */

/** The URI that a catalog gives to a workspace made without one (docs/interface.md, 2.1). */
export function defaultNamespaceUri(name: string): string {
  return `http://${name}`;
}

/** Why a text cannot be a namespace URI; undefined when it can. */
export function namespaceUriFault(uri: string): string | undefined {
  if (uri.trim() === "") return "is empty";
  return /[\s<>"{}|\\^`\u0000-\u001f]/.test(uri)
    ? "holds characters that no URI may hold"
    : undefined;
}
