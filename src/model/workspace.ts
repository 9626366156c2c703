/** A workspace's name is the prefix of a namespace URI. */
import { type NounDocument, type Patch, names } from "./schema.ts";

/** A workspace. */
export interface Workspace {
  readonly name: string;
  /** Absent if unset. */
  readonly metadata?: ReadonlyMap<string, string> | undefined;
  readonly isolated: boolean;
}

/** A change of a workspace. */
export type WorkspacePatch = Patch<Workspace>;

/** The document of a workspace. */
export const workspaceDocument: NounDocument<Workspace> = {
  root: "workspace",
  fields: { name: { type: "word" }, metadata: { type: "parameters" }, isolated: { type: "flag" } },
  elements: names("name metadata isolated dateCreated dateModified"),
  written: ["dataStores", "coverageStores", "wmsStores", "wmtsStores"],
};

/** A workspace as a namespace. */
export interface Namespace {
  readonly prefix: string;
  readonly uri: string;
  readonly isolated: boolean;
}

/** A change of a namespace. */
export type NamespacePatch = Patch<Namespace>;

/** The document of a namespace. */
export const namespaceDocument: NounDocument<Namespace> = {
  root: "namespace",
  fields: { prefix: { type: "word" }, uri: { type: "word" }, isolated: { type: "flag" } },
  elements: names("prefix uri isolated"),
  written: ["featureTypes"],
};

/** The URI of a workspace that was created without one (docs/interface.md, 2.1). */
export function defaultNamespaceUri(name: string): string {
  return `http://${name}`;
}

/** Why a text is not a namespace URI. */
export function namespaceUriProblem(uri: string): string | undefined {
  if (uri.trim() === "") return "is empty";
  return /[\s<>"{}|\\^`\u0000-\u001f]/.test(uri)
    ? "holds characters that no URI may hold"
    : undefined;
}
