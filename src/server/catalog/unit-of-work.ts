/**
 * The port to the storage: atomic units of work over records and files of the data directory.
 * `server/storage` implements it; one contract suite runs against every implementation.
 */
import type { IndexSchema } from "../../model/granule.ts";
import type { GranuleIndex, GranuleIndexReader, IndexKey, IndexPlace } from "./granule-index.ts";
import type { RecordKind, RecordValues, Stored } from "./records.ts";

/** A file of the data directory; `path` is relative, with `/`; `modified` is ISO 8601. */
export interface StoredFile {
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
  readonly modified: string;
}

/** A file, with what its content means. */
export interface IdentifiedFile extends Omit<StoredFile, "modified"> {
  /** The identity of the content; null while it is not known. */
  readonly identity: string | null;
}

/** A direct child of a folder. */
export interface FolderChild {
  readonly name: string;
  readonly type: "resource" | "directory";
}

/** The random id of a catalog and its revision. */
export interface CatalogState {
  readonly catalog: string;
  readonly revision: number;
}

/** The account and request that make a change. */
export interface Origin {
  /** User name; empty for the server itself. */
  readonly account: string;
  /** Network address of the client; empty for the server itself. */
  readonly address: string;
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** The estate that the client applies, if it names one. */
  readonly estate?: string | undefined;
}

/** Details of audit entries; entries of earlier versions have none. */
export interface AuditAbout extends Pick<Origin, "estate"> {
  /** Sorted addresses; `*` stands for omitted ones. Absent in older entries. */
  readonly objects?: readonly string[] | undefined;
}

/** A change of the catalog; `at` is ISO 8601. */
export interface AuditEntry extends Origin, AuditAbout {
  /** Increases by one per entry and is never reused. */
  readonly id: number;
  readonly at: string;
  readonly revision: number;
  /** Sorted keys of removed access rules, if any. */
  readonly removedRules?: readonly string[] | undefined;
}

/** A session. Changing it is no change of the catalog. */
export interface StoredSession {
  /** Digest of the browser's token. */
  readonly digest: string;
  readonly account: string;
  /** Ties the session to the password at login. */
  readonly mark: string;
  /** Time of the last use in ISO 8601. */
  readonly used: string;
}

/** What a value follows from. */
export interface Basis {
  /** A revision in force before anything was read. */
  readonly since: number;
  /** What was read: names of records, files, lists and folders, in the form of the storage. */
  readonly dependencies: readonly string[];
}

/** Reads one consistent state of the catalog. */
export interface CatalogReader {
  get<Kind extends RecordKind>(
    kind: Kind,
    workspace: string | null,
    name: string,
  ): Promise<Stored<Kind> | undefined>;
  /** Ordered by name. Without `workspace`, lists all workspaces; null is the global scope. */
  list<Kind extends RecordKind>(
    kind: Kind,
    workspace?: string | null,
  ): Promise<readonly Stored<Kind>[]>;
  linked<Kind extends RecordKind>(kind: Kind, link: string): Promise<readonly Stored<Kind>[]>;
  file(path: string): Promise<StoredFile | undefined>;
  /** Throws content-damaged if the content does not have its digest. */
  content(file: Pick<StoredFile, "path" | "digest">): Promise<Uint8Array>;
  children(folder: string): Promise<readonly FolderChild[]>;
  filesUnder(folder: string): Promise<readonly StoredFile[]>;
  /** As `filesUnder`, with what is known from `keepIdentities`. */
  identities(folder: string): Promise<readonly IdentifiedFile[]>;
  /** Number of changes; files under `plumbline/` do not count. */
  revision(): Promise<number>;
  /** Entries with ids above `after`, oldest first. */
  audit(after: number, limit: number): Promise<readonly AuditEntry[]>;
  /** Entries with ids below `before` (if given), newest first. */
  auditBackwards(before: number | undefined, limit: number): Promise<readonly AuditEntry[]>;
  session(digest: string): Promise<StoredSession | undefined>;
  /** Marks of networks that an account logged in from, newest first. */
  knownNetworks(account: string): Promise<readonly string[]>;
  /** The catalog's own index of a coverage, if it has one. */
  granules(key: IndexKey): Promise<GranuleIndexReader | undefined>;
  /** What was read so far. Contents are left out, since they are immutable per digest. */
  dependencies(): readonly string[];
  /** Whether all of it is the same in the state that is read; false where that is not known. */
  isUnchanged(basis: Basis): Promise<boolean>;
}

/** Key of a record. */
export interface RecordKey<Kind extends RecordKind> {
  readonly kind: Kind;
  readonly workspace: string | null;
  readonly name: string;
}

/** Changes the catalog atomically. */
export interface CatalogWriter extends CatalogReader {
  /**
   * Must be called before waiting for anything outside of the catalog, so that other units do not
   * wait too. Let a rejection pass: the unit is then run again from its start.
   */
  stayAlone(): Promise<void>;
  /** Creates or replaces a record and its links; they default to those of the value. */
  put<Kind extends RecordKind>(
    key: RecordKey<Kind>,
    value: RecordValues[Kind],
    links?: readonly string[],
  ): Promise<void>;
  /** Keeps value, links and creation date. */
  rename<Kind extends RecordKind>(
    key: RecordKey<Kind>,
    to: Omit<RecordKey<Kind>, "kind">,
  ): Promise<void>;
  remove<Kind extends RecordKind>(key: RecordKey<Kind>): Promise<void>;
  writeFile(path: string, content: Uint8Array): Promise<void>;
  moveFile(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** Adds an audit entry even without a change, for reading secrets. */
  leaveTrace(): void;
  /** Adds or updates a session; the account keeps its `most` recently used ones. */
  keepSession(session: StoredSession, most: number): Promise<void>;
  removeSession(digest: string): Promise<void>;
  removeSessions(account: string): Promise<void>;
  /** Removes sessions unused since an ISO 8601 time. */
  removeIdleSessions(since: string): Promise<void>;
  /** Adds a network and keeps the newest `most`. This is no change of the catalog. */
  keepKnownNetwork(known: {
    readonly account: string;
    readonly mark: string;
    readonly most: number;
  }): Promise<void>;
  /** The index for changes, which are part of this unit. */
  granules(key: IndexKey): Promise<GranuleIndex | undefined>;
  /** Rejects if there is an index. */
  createGranules(key: IndexKey, schema: IndexSchema): Promise<GranuleIndex>;
  /** Moves indexes to another workspace, or store if both places name one. */
  moveGranules(from: IndexPlace, to: IndexPlace): Promise<void>;
  /** Drops all indexes of a place, with their rows. */
  dropGranules(place: IndexPlace): Promise<void>;
}

/** The origin of the server's own changes. */
export const serverOrigin: Origin = { account: "", address: "", method: "", path: "" };

/** Reconcilers store their state in this folder. */
const STATE_FOLDER = "plumbline/";

/** Writing a reconciler's state is no change of the catalog. */
export function isReconcilerState(path: string): boolean {
  return path.startsWith(STATE_FOLDER);
}

/** The storage of a catalog. */
export interface Catalog {
  /** Reads one consistent state; never waits for writers. */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>;
  /**
   * Current revision, including changes of other servers, far cheaper than in `read`. Caches are
   * valid while it is unchanged. It never decreases and identifies one state. Synchronous if
   * possible; throws or rejects if the storage fails or was itself set back.
   */
  revision(): number | Promise<number>;
  /** Whether all of it is the same at the revision that was told last; false where not known. */
  isUnchanged(basis: Basis): boolean;
  /**
   * Runs work atomically and resolves when its changes are durable. Changes add an audit entry in
   * the same transaction. Works that come at once have the effect of one order, which is that of
   * the audit. A work may run repeatedly, with the last run counting, so it must have no
   * unrepeatable effects outside of the catalog. It does not read sessions and networks that it has
   * changed itself.
   */
  write<Result>(origin: Origin, work: (writer: CatalogWriter) => Promise<Result>): Promise<Result>;
  /**
   * Stores values by digest of the bytes while the bytes exist. This is no change of the catalog.
   */
  keepIdentities(identities: ReadonlyMap<string, string>): Promise<void>;
  close(): Promise<void>;
}
