/** A workspace and its namespace: the workspace's name is the prefix, and a URI belongs to it. */
import { names, type NounDocument, type Patch } from "./fields.ts";

/** A workspace, as its document shows it. */
export interface Workspace {
  readonly name: string;
  /** Absent where nobody gave any. */
  readonly metadata?: ReadonlyMap<string, string> | undefined;
  readonly isolated: boolean;
}

/** What a client says of one. */
export type WorkspacePatch = Patch<Workspace>;

/** Its document. */
export const workspaceDocument: NounDocument<Workspace> = {
  root: "workspace",
  fields: { name: { type: "word" }, metadata: { type: "entries" }, isolated: { type: "flag" } },
  elements: names("name metadata isolated dateCreated dateModified"),
  written: ["dataStores", "coverageStores", "wmsStores", "wmtsStores"],
};

/** The same as a namespace. */
export interface Namespace {
  readonly prefix: string;
  readonly uri: string;
  readonly isolated: boolean;
}

/** What a client says of one. */
export type NamespacePatch = Patch<Namespace>;

/** Its document. */
export const namespaceDocument: NounDocument<Namespace> = {
  root: "namespace",
  fields: { prefix: { type: "word" }, uri: { type: "word" }, isolated: { type: "flag" } },
  elements: names("prefix uri isolated"),
  written: ["featureTypes"],
};

/** The URI that a catalog gives to a workspace made without one (docs/interface.md, 2.1). */
export function defaultNamespaceUri(name: string): string {
  return `http://${name}`;
}

/** Why a text cannot be a namespace URI; undefined when it can. */
export function namespaceUriProblem(uri: string): string | undefined {
  if (uri.trim() === "") return "is empty";
  return /[\s<>"{}|\\^`\u0000-\u001f]/.test(uri)
    ? "holds characters that no URI may hold"
    : undefined;
}
