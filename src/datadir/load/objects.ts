/** What is read of a data directory, as records of the server, with references resolved to names. */
import type { PublishedKind } from "../../server/catalog/published.ts";
import type { RecordKind, RecordValues } from "../../server/catalog/records.ts";
import type { StoreKind } from "../../server/catalog/store.ts";
import type { StoredDocument } from "./document.ts";

/** A record that is not looked for by others. */
export interface DirectoryRecord<Kind extends RecordKind = RecordKind> {
  readonly kind: Kind;
  readonly workspace: string | null;
  readonly name: string;
  /** Secrets as they are stored. */
  readonly value: RecordValues[Kind];
  /** Absent where a file of several records has no dates. */
  readonly created?: string;
  readonly modified?: string | null;
}

/** An object with a document of its own. */
export interface DirectoryObject<Kind extends RecordKind> extends DirectoryRecord<Kind> {
  readonly id: string | undefined;
  /** The path of its document. */
  readonly file: string;
}

type AnyOf<Kinds extends RecordKind> = { [Kind in Kinds]: DirectoryObject<Kind> }[Kinds];

/** A workspace with its namespace; its folder is that of its document. */
export type Workspace = DirectoryObject<"workspace">;

/** A store of any sort. */
export type Store = AnyOf<StoreKind>;

/** A published resource. */
export type Published = AnyOf<PublishedKind>;

/** A layer. Its style is null if the document names none that exists. */
export type Layer = DirectoryObject<"layer">;

/** A style. Its format may be a language unknown to servers. */
export type Style = DirectoryObject<"style">;

/** A layer group. */
export type LayerGroup = DirectoryObject<"layer-group">;

/** All objects of a directory. Names are unique within each list and scope. */
export interface DirectoryCatalog {
  readonly workspaces: readonly Workspace[];
  readonly defaultWorkspace: string | undefined;
  readonly stores: readonly Store[];
  readonly published: readonly Published[];
  readonly layers: readonly Layer[];
  readonly styles: readonly Style[];
  readonly groups: readonly LayerGroup[];
}

/** Makes a record without a workspace and dates. */
export function recordOf<Kind extends RecordKind>(
  kind: Kind,
  name: string,
  value: RecordValues[Kind],
): DirectoryRecord<Kind> {
  return { kind, workspace: null, name, value };
}

/** Makes an object of its document. */
export function objectOf<Kind extends RecordKind>(
  { id, file, created, modified }: StoredDocument,
  { kind, workspace, name }: Pick<DirectoryObject<Kind>, "kind" | "workspace" | "name">,
  value: RecordValues[Kind],
): DirectoryObject<Kind> {
  return { kind, workspace, name, value, id, file, created, modified };
}
