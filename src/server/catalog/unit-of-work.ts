/**
 * The port between the catalog and its storage: one atomic unit of work over records and the
 * files of the data directory. Implementations live in `server/storage`; one contract suite runs
 * against each. Nothing here may know how or where things are kept.
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

/** A direct child of a folder. */
export interface FolderChild {
  readonly name: string;
  readonly type: "resource" | "directory";
}

/** A catalog as it was at one time: its id, made at random when it was new, and its revision. */
export interface CatalogState {
  readonly catalog: string;
  readonly revision: number;
}

/** Who makes a change, and by which request. */
export interface Origin {
  /** User name; empty for the server itself. */
  readonly account: string;
  /** Network address of the client; empty for the server itself. */
  readonly address: string;
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  /** The estate that the client says it applies; absent where it says none. */
  readonly estate?: string | undefined;
}

/** What entries say beside who made a change and how; nothing where an earlier version made it. */
export interface AuditAbout extends Pick<Origin, "estate"> {
  /**
   * Text forms of the addresses of the objects that were changed, in order; the last one is `*` where there were more
   * than are kept. Absent in older entries.
   */
  readonly objects?: readonly string[] | undefined;
}

/** One change as the catalog remembers it; `at` is ISO 8601. */
export interface AuditEntry extends Origin, AuditAbout {
  /** Rises by one with every entry and is never used twice. */
  readonly id: number;
  readonly at: string;
  /** The revision after the change. */
  readonly revision: number;
  /** Keys of the rules of access that the change removed, in order; absent where it removed none. */
  readonly removedRules?: readonly string[] | undefined;
}

/** What the catalog keeps of somebody's session; that is no change of the catalog. */
export interface StoredSession {
  /** Digest of the token that a browser shows. */
  readonly digest: string;
  /** User name. */
  readonly account: string;
  /** What ties it to the password that it began with. */
  readonly mark: string;
  /** When it was used last, in ISO 8601. */
  readonly used: string;
}

/** What was read of a state of the catalog, but for contents: those never are others under their digest. */
export interface Trace {
  /**
   * The revision in force, if all of it would be read just so at that revision; undefined if anything would not, and
   * where the storage fails.
   */
  readonly sameAt: () => number | undefined;
  /** How much memory it takes, in characters of texts. */
  readonly characters: number;
}

/** Reads one consistent state of the catalog. */
export interface CatalogReader {
  get<Kind extends RecordKind>(
    kind: Kind,
    workspace: string | null,
    name: string,
  ): Promise<Stored<Kind> | undefined>;
  /** Records in order of name; of every workspace when none is given (null is the global scope). */
  list<Kind extends RecordKind>(
    kind: Kind,
    workspace?: string | null,
  ): Promise<readonly Stored<Kind>[]>;
  /** Records that were put with this link. */
  linked<Kind extends RecordKind>(kind: Kind, link: string): Promise<readonly Stored<Kind>[]>;
  file(path: string): Promise<StoredFile | undefined>;
  /** The content of a file. Refuses with damaged what is not what its digest says. */
  content(file: Pick<StoredFile, "path" | "digest">): Promise<Uint8Array>;
  children(folder: string): Promise<readonly FolderChild[]>;
  filesUnder(folder: string): Promise<readonly StoredFile[]>;
  /** What `keepIdentities` was given for the contents of a folder, by digest of the bytes. */
  identities(folder: string): Promise<ReadonlyMap<string, string>>;
  /** Number of changes the catalog has seen; what is written under `plumbline/` does not count. */
  revision(): Promise<number>;
  /** Changes with an id above `after`, oldest first. */
  audit(after: number, limit: number): Promise<readonly AuditEntry[]>;
  /** Changes with an id below `before`, newest first; the last ones where it is undefined. */
  auditBackwards(before: number | undefined, limit: number): Promise<readonly AuditEntry[]>;
  /** The session of a token, by its digest. */
  session(digest: string): Promise<StoredSession | undefined>;
  /** Marks of the networks from which an account logged in, the newest first. */
  knownNetworks(account: string): Promise<readonly string[]>;
  /** The index that the catalog itself keeps for a coverage; undefined when it keeps none. */
  granules(key: IndexKey): Promise<GranuleIndexReader | undefined>;
  /** Indexes that the catalog keeps for a workspace or store, in order of store and coverage. */
  granuleIndexes(place: IndexPlace): Promise<readonly IndexKey[]>;
  /**
   * What was read so far; undefined where it was more than can be compared in no time, or other things than records
   * and files by their names, or where the storage cannot compare it at once.
   */
  trace(): Trace | undefined;
}

/** Key of a record. */
export interface RecordKey<Kind extends RecordKind> {
  readonly kind: Kind;
  readonly workspace: string | null;
  readonly name: string;
}

/** Changes the catalog; everything takes effect together, or nothing does. */
export interface CatalogWriter extends CatalogReader {
  /**
   * Is called before the unit waits for anything outside of the catalog: units of others do not wait with
   * it then. It may reject, and must be let through then: the unit is run once more from its beginning.
   */
  stayAlone(): Promise<void>;
  /** Creates or replaces a record; `links` replace those given before, and are those of the value by default. */
  put<Kind extends RecordKind>(
    key: RecordKey<Kind>,
    value: RecordValues[Kind],
    links?: readonly string[],
  ): Promise<void>;
  /** Gives a record another key, keeping its value, links and date of creation. */
  rename<Kind extends RecordKind>(
    key: RecordKey<Kind>,
    to: Omit<RecordKey<Kind>, "kind">,
  ): Promise<void>;
  remove<Kind extends RecordKind>(key: RecordKey<Kind>): Promise<void>;
  writeFile(path: string, content: Uint8Array): Promise<void>;
  moveFile(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** Leaves an audit entry even if nothing is changed: for reading what is secret. */
  leaveTrace(): void;
  /** Adds a session, or says when it was used last. Of its account, the `most` used last stay. */
  keepSession(session: StoredSession, most: number): Promise<void>;
  removeSession(digest: string): Promise<void>;
  /** Removes all sessions of an account. */
  removeSessions(account: string): Promise<void>;
  /** Removes sessions that were not used since a time, in ISO 8601. */
  removeIdleSessions(since: string): Promise<void>;
  /** Keeps one, and the newest `most` of the account. This is no change of the catalog. */
  keepKnownNetwork(known: {
    readonly account: string;
    readonly mark: string;
    readonly most: number;
  }): Promise<void>;
  /** The same index as of a reader, with what changes it; its changes are part of this unit. */
  granules(key: IndexKey): Promise<GranuleIndex | undefined>;
  /** Makes an empty index for a coverage that has none; rejects when it has one. */
  createGranules(key: IndexKey, schema: IndexSchema): Promise<GranuleIndex>;
  /** Gives indexes another workspace, and another store when both places name one. */
  moveGranules(from: IndexPlace, to: IndexPlace): Promise<void>;
}

/** The origin of what the server does by itself, such as filling a new catalog. */
export const serverOrigin: Origin = { account: "", address: "", method: "", path: "" };

/** Folder of the data directory that reconcilers keep their state in. */
const STATE_FOLDER = "plumbline/";

/** Whether a file belongs to a reconciler's state, so that writing it is no change of the catalog. */
export function isReconcilerState(path: string): boolean {
  return path.startsWith(STATE_FOLDER);
}

/** The catalog as a whole. */
export interface Catalog {
  /** Runs work on one consistent state; never waits for writers. */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>;
  /**
   * The revision as it is now, by whomever it was raised, at far less cost than reading it in a
   * state of its own: what is kept of the catalog is believed as long as it is the same. It never goes back, and is
   * never that of another state. At once where the storage can; it throws or rejects where the storage fails, or was
   * set back itself.
   */
  revision(): number | Promise<number>;
  /**
   * Runs work atomically; resolves when its changes are durable, rejects with none of them. What
   * changes anything leaves an audit entry, in the same transaction. Works run in the order in which they
   * come. One may be run more than once, of which the last time counts: it does nothing outside of the
   * catalog that cannot be done again.
   */
  write<Result>(origin: Origin, work: (writer: CatalogWriter) => Promise<Result>): Promise<Result>;
  /**
   * Remembers what was worked out from contents, by digest of their bytes, for as long as the
   * contents are there. This is no change of the catalog.
   */
  keepIdentities(identities: ReadonlyMap<string, string>): Promise<void>;
  close(): Promise<void>;
}
