/** Commands on nouns with a regular document: create and change. */
import type { Dialect } from "./dialect.ts";
import type { RecordKind, RecordValues, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter, RecordKey } from "./unit-of-work.ts";

/** What a change may name: the object, and its workspace. */
export interface Naming {
  readonly name?: string | undefined;
  readonly workspace?: string | undefined;
}

/** What a body asks for in a place. */
export interface Asked<Change> {
  readonly dialect: Dialect;
  readonly workspace: string | null;
  readonly change: Change;
}

/** What differs between the nouns. */
export interface ObjectNoun<Kind extends RecordKind, Change extends Naming> {
  readonly record: Kind;
  /** Returns the workspace; throws if nothing can be created in the place. Absent outside of them. */
  readonly home?: (reader: CatalogReader, asked: Asked<Change>) => Promise<Stored<"workspace">>;
  /** Throws if another object has the name, or none can have it. */
  readonly checkFree: (
    reader: CatalogReader,
    key: { readonly workspace: string | null; readonly name: string },
  ) => Promise<void>;
  /** Throws if a body asks for what a change cannot do. */
  readonly checkChange?: (asked: Asked<Change>, name: string) => void;
  readonly created: (
    asked: Asked<Change>,
    home: Stored<"workspace"> | undefined,
  ) => RecordValues[Kind];
  readonly changed: (before: RecordValues[Kind], asked: Asked<Change>) => RecordValues[Kind];
  /** Moves what belongs to an object; absent if names are fixed. */
  readonly renamed?: (
    writer: CatalogWriter,
    key: { readonly workspace: string; readonly from: string; readonly to: string },
  ) => Promise<void>;
}

/** Returns the name. Throws if it is taken or invalid. */
export async function createObject<Kind extends RecordKind, Change extends Naming>(
  writer: CatalogWriter,
  noun: ObjectNoun<Kind, Change>,
  asked: Asked<Change>,
): Promise<string> {
  const { workspace, change } = asked;
  const home = await noun.home?.(writer, asked);
  const { name = "" } = change;
  await noun.checkFree(writer, { workspace, name });
  await writer.put<Kind>({ kind: noun.record, workspace, name }, noun.created(asked, home));
  return name;
}

/** Changes an object; a new name applies to what belongs to it. */
export async function updateObject<Kind extends RecordKind, Change extends Naming>(
  writer: CatalogWriter,
  noun: ObjectNoun<Kind, Change>,
  { name: from, workspace, value }: Stored<Kind>,
  said: Omit<Asked<Change>, "workspace">,
): Promise<void> {
  const asked = { ...said, workspace };
  noun.checkChange?.(asked, from);
  const to = said.change.name ?? from;
  const isRenamed = noun.renamed !== undefined && to !== from;
  if (isRenamed) await noun.checkFree(writer, { workspace, name: to });
  const key: RecordKey<Kind> = { kind: noun.record, workspace, name: from };
  await writer.put(key, noun.changed(value, asked));
  if (!isRenamed) return;
  await writer.rename(key, { workspace, name: to });
  await noun.renamed?.(writer, { workspace: workspace ?? "", from, to });
}
