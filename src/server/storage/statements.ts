/**
 * The statements of units of work, prebuilt: building one costs several times its execution. They
 * have names, so that a database can be asked to compare and to change many rows in one call.
 */
import { DummyDriver, Kysely, sql, type Compilable, type DialectAdapter } from "kysely";
import type { QueryCompiler, DatabaseIntrospector } from "kysely";
import type { StoredSession } from "../catalog/unit-of-work.ts";
import type { Tables } from "./schema.ts";

/** A value in a statement; workspaces are in their stored form (`schema.ts`). */
export type Parameter = string | number | null | Uint8Array;

/** `example` has a value of the right type per parameter. */
export interface Built {
  readonly sql: string;
  readonly example: readonly unknown[];
}

/** The rows of each query. */
export interface QueryRows {
  /** Kind, workspace, name: at most one row. */
  readonly record: Tables["records"];
  /** Kind, limit; ordered by workspace and name. */
  readonly ofKind: Tables["records"];
  /** Kind, workspace, name, limit: the rows after that key. */
  readonly ofKindBehind: Tables["records"];
  /** Kind, workspace, limit; ordered by name. */
  readonly ofWorkspace: Tables["records"];
  /** Kind, workspace, name, limit: the rows after that name. */
  readonly ofWorkspaceBehind: Tables["records"];
  /** Kind, link; ordered by workspace and name. */
  readonly linked: Tables["records"];
  /** Kind, workspace, name: the links of a record. */
  readonly links: Pick<Tables["links"], "link">;
  /** Path: at most one row. */
  readonly file: Tables["files"];
  /** Path, limit: the files after that path. */
  readonly filesBehind: Tables["files"];
  /** Path, path, limit: the files between. */
  readonly filesBetween: Tables["files"];
  /** Digest: at most one row. */
  readonly content: Pick<Tables["blobs"], "content">;
  /** Digest: at most one row. */
  readonly session: StoredSession;
  /** Account: its marks, newest first. */
  readonly networks: Pick<Tables["known_networks"], "mark">;
}

export type QueryName = keyof QueryRows;

/** Runs a query. */
export type Ask = <Name extends QueryName>(
  name: Name,
  ...parameters: readonly Parameter[]
) => Promise<readonly QueryRows[Name][]>;

export type Queries = Readonly<Record<QueryName, Built>>;

/** The changes of units, and what ends one. */
export type Changes = ReturnType<typeof catalogChanges>;
export type ChangeName = keyof Changes;

/** A change by its name, with its parameters. */
export type ListedChange = readonly [name: ChangeName, parameters: readonly Parameter[]];

/** What differs between dialects of SQL. */
export interface Compiler {
  readonly createQueryCompiler: () => QueryCompiler;
  readonly createAdapter: () => DialectAdapter;
  readonly createIntrospector: (database: Kysely<Tables>) => DatabaseIntrospector;
}

/** Builds statements without a connection. */
export function builderOf(dialect: Compiler): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: { ...dialect, createDriver: () => new DummyDriver() } });
}

function built(query: Compilable): Built {
  const { sql: text, parameters } = query.compile();
  return { sql: text, example: parameters };
}

/** The queries in the dialect of a builder. */
export function catalogQueries(database: Kysely<Tables>): Queries {
  const records = database.selectFrom("records").selectAll("records");
  const ofKind = records.where("records.kind", "=", "");
  const ofWorkspace = ofKind.where("records.workspace", "=", "");
  const linked = records
    .innerJoin("links", (join) =>
      join
        .onRef("links.kind", "=", "records.kind")
        .onRef("links.workspace", "=", "records.workspace")
        .onRef("links.name", "=", "records.name"),
    )
    .where("links.kind", "=", "")
    .where("links.link", "=", "");
  const links = database
    .selectFrom("links")
    .select("link")
    .where("kind", "=", "")
    .where("workspace", "=", "")
    .where("name", "=", "");
  const files = database.selectFrom("files").selectAll();
  const behind = files.where("path", ">", "");
  const networks = database.selectFrom("known_networks").select("mark").where("account", "=", "");
  const inOrder = (query: typeof records) =>
    query.orderBy("records.workspace").orderBy("records.name");
  const afterKey = sql<boolean>`(records.workspace, records.name) > (${""}, ${""})`;
  return {
    record: built(ofWorkspace.where("records.name", "=", "")),
    ofKind: built(inOrder(ofKind).limit(0)),
    ofKindBehind: built(inOrder(ofKind.where(afterKey)).limit(0)),
    ofWorkspace: built(inOrder(ofWorkspace).limit(0)),
    ofWorkspaceBehind: built(inOrder(ofWorkspace.where("records.name", ">", "")).limit(0)),
    linked: built(inOrder(linked)),
    links: built(links.orderBy("link")),
    file: built(files.where("path", "=", "")),
    filesBehind: built(behind.orderBy("path").limit(0)),
    filesBetween: built(behind.where("path", "<", "").orderBy("path").limit(0)),
    content: built(database.selectFrom("blobs").select("content").where("digest", "=", "")),
    session: built(database.selectFrom("sessions").selectAll().where("digest", "=", "")),
    networks: built(networks.orderBy("id", "desc")),
  };
}

/** The changes in the dialect of a builder; parameters are in the order of the statement. */
export function catalogChanges(database: Kysely<Tables>) {
  return {
    ...recordChanges(database),
    ...fileChanges(database),
    ...contentChanges(database),
    ...sessionChanges(database),
    ...networkChanges(database),
  };
}

function recordChanges(database: Kysely<Tables>) {
  const key = { kind: "", workspace: "", name: "" };
  const putRecord = database
    .insertInto("records")
    .values({ ...key, value: "", created: "" })
    .onConflict((conflict) =>
      conflict.columns(["kind", "workspace", "name"]).doUpdateSet((row) => ({
        value: row.ref("excluded.value"),
        modified: row.ref("excluded.created"),
      })),
    );
  const link = database.insertInto("links").values({ ...key, link: "" });
  const removal = (table: "records" | "links") =>
    database
      .deleteFrom(table)
      .where("kind", "=", "")
      .where("workspace", "=", "")
      .where("name", "=", "");
  const move = (table: "records" | "links") =>
    database
      .updateTable(table)
      .set({ workspace: "", name: "" })
      .where("kind", "=", "")
      .where("workspace", "=", "")
      .where("name", "=", "");
  return {
    /** Kind, workspace, name, value, time: creates or replaces a record. */
    putRecord: built(putRecord),
    /** Kind, workspace, name. */
    removeRecord: built(removal("records")),
    /** Workspace and name to have, then kind, workspace, name. */
    moveRecord: built(move("records")),
    moveLinks: built(move("links")),
    /** Kind, workspace, name, link. */
    addLink: built(link),
    /** As `addLink`, if the link is missing. */
    keepLink: built(link.onConflict((conflict) => conflict.doNothing())),
    /** Kind, workspace, name. */
    removeLinks: built(removal("links")),
    /** Kind, workspace, name, and the link to keep. */
    removeOtherLinks: built(
      database
        .deleteFrom("links")
        .where("kind", "=", "")
        .where("workspace", "=", "")
        .where("name", "=", "")
        .where("link", "<>", ""),
    ),
  };
}

function fileChanges(database: Kysely<Tables>) {
  const putFile = database
    .insertInto("files")
    .values({ path: "", digest: "", bytes: 0, modified: "" })
    .onConflict((conflict) =>
      conflict.column("path").doUpdateSet((row) => ({
        digest: row.ref("excluded.digest"),
        bytes: row.ref("excluded.bytes"),
        modified: row.ref("excluded.modified"),
      })),
    );
  return {
    /** Path, digest, bytes, time: creates or replaces a file. */
    putFile: built(putFile),
    /** The path to have, the path. */
    moveFile: built(database.updateTable("files").set({ path: "" }).where("path", "=", "")),
    /** Path. */
    removeFile: built(database.deleteFrom("files").where("path", "=", "")),
  };
}

function contentChanges(database: Kysely<Tables>) {
  const content = database.insertInto("blobs").values({ digest: "", content: new Uint8Array() });
  const addContent = content.onConflict((conflict) => conflict.column("digest").doNothing());
  const putContent = content.onConflict((conflict) =>
    conflict.column("digest").doUpdateSet((row) => ({ content: row.ref("excluded.content") })),
  );
  const keepIdentity = database
    .insertInto("identities")
    .columns(["digest", "identity"])
    .expression((build) =>
      build
        .selectFrom("blobs")
        .select((row) => [row.ref("digest").as("digest"), row.val("").as("identity")])
        .where("digest", "=", ""),
    )
    .onConflict((conflict) => conflict.column("digest").doNothing());
  /** Rows of a content are dropped with its last file. */
  const dropUnused = (table: "blobs" | "identities") =>
    database
      .deleteFrom(table)
      .where("digest", "=", "")
      .where((where) => {
        const used = where.selectFrom("files").select("path").where("files.digest", "=", "");
        return where.not(where.exists(used));
      });
  return {
    /** Digest, content: adds a missing content. */
    addContent: built(addContent),
    /** As `addContent`, replacing an existing one. */
    putContent: built(putContent),
    /** Identity, digest: of an existing content that has none. */
    keepIdentity: built(keepIdentity),
    /** Digest, digest: a content that no file has. */
    dropContent: built(dropUnused("blobs")),
    dropIdentity: built(dropUnused("identities")),
  };
}

function sessionChanges(database: Kysely<Tables>) {
  const keepSession = database
    .insertInto("sessions")
    .values({ digest: "", account: "", mark: "", used: "" })
    .onConflict((conflict) =>
      conflict.column("digest").doUpdateSet((row) => ({
        account: row.ref("excluded.account"),
        mark: row.ref("excluded.mark"),
        used: row.ref("excluded.used"),
      })),
    );
  const ofAccount = database.deleteFrom("sessions").where("account", "=", "");
  const kept = database
    .selectFrom("sessions")
    .select("digest")
    .where("account", "=", "")
    .orderBy("used", "desc")
    .orderBy("digest")
    .limit(0);
  const idle = database
    .deleteFrom("sessions")
    .where((where) =>
      where.or([where("used", "<", ""), where("account", "not in", accountsOf(database))]),
    );
  return {
    /** Digest, account, mark, time. */
    keepSession: built(keepSession),
    /** Account, account, limit: all but those used last. */
    removeOldSessions: built(ofAccount.where("digest", "not in", kept)),
    /** Digest. */
    removeSession: built(database.deleteFrom("sessions").where("digest", "=", "")),
    /** Account. */
    removeSessions: built(ofAccount),
    /** Time: those unused since, and those of deleted accounts. */
    removeIdleSessions: built(idle),
  };
}

function networkChanges(database: Kysely<Tables>) {
  const own = database.deleteFrom("known_networks").where("account", "=", "");
  const kept = database
    .selectFrom("known_networks")
    .select("id")
    .where("account", "=", "")
    .orderBy("id", "desc")
    .limit(0);
  return {
    /** Account, mark. */
    addNetwork: built(database.insertInto("known_networks").values({ account: "", mark: "" })),
    /** Account, mark. */
    removeNetwork: built(own.where("mark", "=", "")),
    /** Account, account, limit: all but the newest. */
    removeOldNetworks: built(own.where("id", "not in", kept)),
    /** Those of deleted accounts. */
    removeLostNetworks: built(
      database.deleteFrom("known_networks").where("account", "not in", accountsOf(database)),
    ),
  };
}

function accountsOf(database: Kysely<Tables>) {
  // A literal, since a parameter would be one more for each statement with it.
  const isAccount = sql<boolean>`kind = 'account'`;
  return database.selectFrom("records").select("name").where(isAccount);
}
