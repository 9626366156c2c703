/** Prebuilt changes of nearly every unit of work; see `frequent-queries.ts`. */
import { sql, type Compilable, type Kysely } from "kysely";
import { builtBy, type FrequentStatement, type RunFrequent } from "./frequent-statement.ts";
import type { Tables } from "./schema.ts";

/** Parameters are in the order in which the statement was built. */
export type FrequentChange = (
  database: Kysely<Tables>,
  ...parameters: readonly (string | number | null | Uint8Array)[]
) => Promise<void>;

/** Workspaces are in their stored form (`schema.ts`). */
export interface FrequentChanges {
  /** Kind, workspace, name, value, time: creates or replaces a record. */
  readonly putRecord: FrequentChange;
  /** Kind, workspace, name. */
  readonly removeRecord: FrequentChange;
  /** Kind, workspace, name, link. */
  readonly addLink: FrequentChange;
  /** As `addLink`, if the link is missing. */
  readonly keepLink: FrequentChange;
  /** Kind, workspace, name. */
  readonly removeLinks: FrequentChange;
  /** Kind, workspace, name, and the link to keep. */
  readonly removeOtherLinks: FrequentChange;
  /** Path, digest, bytes, time: creates or replaces a file. */
  readonly putFile: FrequentChange;
  readonly removeFile: FrequentChange;
  /** Digest, content: adds a missing content. */
  readonly addContent: FrequentChange;
  /** As `addContent`, replacing an existing one. */
  readonly putContent: FrequentChange;
  /** Path, new digest, path: drops the rows of a replaced content that no other file has. */
  readonly dropReplaced: readonly FrequentChange[];
  /** Digest, digest: drops the rows of a content that no file has. */
  readonly dropUnused: readonly FrequentChange[];
  readonly countChange: FrequentChange;
  /**
   * Time, account, address, method, path, removed rules, details; the revision is the current one.
   */
  readonly addEntry: FrequentChange;
}

const CURRENT_REVISION = sql<number>`(select value from counters where name = 'revision')`;

/** Compiles the statements for a dialect; `run` executes them. */
export function frequentChanges(database: Kysely<Tables>): (run: RunFrequent) => FrequentChanges {
  const built = statementsOn(database);
  return (run) => {
    const made =
      (statement: FrequentStatement): FrequentChange =>
      async (on, ...parameters) =>
        void (await run(on, statement, parameters));
    return {
      putRecord: made(built.putRecord),
      removeRecord: made(built.removeRecord),
      addLink: made(built.addLink),
      keepLink: made(built.keepLink),
      removeLinks: made(built.removeLinks),
      removeOtherLinks: made(built.removeOtherLinks),
      putFile: made(built.putFile),
      removeFile: made(built.removeFile),
      addContent: made(built.addContent),
      putContent: made(built.putContent),
      dropReplaced: built.dropReplaced.map(made),
      dropUnused: built.dropUnused.map(made),
      countChange: made(built.countChange),
      addEntry: made(built.addEntry),
    };
  };
}

function statementsOn(database: Kysely<Tables>) {
  const countChange = database
    .updateTable("counters")
    .set({ value: sql<number>`value + 1` })
    .where("name", "=", sql<string>`'revision'`);
  const origin = { account: "", address: "", method: "", path: "" };
  const entry = { at: "", revision: CURRENT_REVISION, ...origin, removed_rules: "", about: "" };
  return {
    ...recordStatements(database),
    ...fileStatements(database),
    ...contentStatements(database),
    countChange: builtBy(countChange, "counters", 0),
    addEntry: builtBy(database.insertInto("audit").values(entry), "audit", 0),
  };
}

function recordStatements(database: Kysely<Tables>) {
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
  const ofRecord = database
    .deleteFrom("records")
    .where("kind", "=", "")
    .where("workspace", "=", "")
    .where("name", "=", "");
  const link = database.insertInto("links").values({ ...key, link: "" });
  const ofLinks = database
    .deleteFrom("links")
    .where("kind", "=", "")
    .where("workspace", "=", "")
    .where("name", "=", "");
  // Queries by link read the linked records.
  const links = (statement: Compilable) => builtBy(statement, "records", 3);
  return {
    putRecord: builtBy(putRecord, "records", 3),
    removeRecord: builtBy(ofRecord, "records", 3),
    addLink: links(link),
    keepLink: links(link.onConflict((conflict) => conflict.doNothing())),
    removeLinks: links(ofLinks),
    removeOtherLinks: links(ofLinks.where("link", "<>", "")),
  };
}

function fileStatements(database: Kysely<Tables>) {
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
    putFile: builtBy(putFile, "files", 1),
    removeFile: builtBy(database.deleteFrom("files").where("path", "=", ""), "files", 1),
  };
}

/** Tables with rows per content, deleted with its last file. */
const ofContents = ["blobs", "identities"] as const;

function contentStatements(database: Kysely<Tables>) {
  const content = database.insertInto("blobs").values({ digest: "", content: new Uint8Array() });
  const addContent = content.onConflict((conflict) => conflict.column("digest").doNothing());
  const putContent = content.onConflict((conflict) =>
    conflict.column("digest").doUpdateSet((row) => ({ content: row.ref("excluded.content") })),
  );
  const dropUnused = (table: (typeof ofContents)[number]) =>
    database
      .deleteFrom(table)
      .where("digest", "=", "")
      .where((where) => {
        const used = where.selectFrom("files").select("path").where("files.digest", "=", "");
        return where.not(where.exists(used));
      });
  const dropReplaced = (table: (typeof ofContents)[number]) =>
    database
      .deleteFrom(table)
      .where("digest", "=", (where) =>
        where.selectFrom("files").select("files.digest").where("files.path", "=", ""),
      )
      .where("digest", "<>", "")
      .where((where) => {
        const used = where
          .selectFrom("files")
          .select("path")
          .whereRef("files.digest", "=", `${table}.digest`)
          .where("files.path", "<>", "");
        return where.not(where.exists(used));
      });
  return {
    addContent: builtBy(addContent, "blobs", 1),
    putContent: builtBy(putContent, "blobs", 1),
    dropUnused: ofContents.map((table) => builtBy(dropUnused(table), table, 1)),
    // Readers find contents by digests of files, which are never dropped.
    dropReplaced: ofContents.map((table) => builtBy(dropReplaced(table), table, 0)),
  };
}

/** Identity, digest: stores the identity of an existing content that has none. */
export function identityChange(database: Kysely<Tables>): FrequentChange {
  const compiled = database
    .insertInto("identities")
    .columns(["digest", "identity"])
    .expression((build) =>
      build
        .selectFrom("blobs")
        .select((row) => [row.ref("digest").as("digest"), row.val("").as("identity")])
        .where("digest", "=", ""),
    )
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .compile();
  return async (on, ...parameters) => {
    await on.executeQuery({ ...compiled, parameters });
  };
}
