/** Changes that nearly every unit of work makes, built once, as the queries of `frequent-queries.ts` are. */
import { sql, type Compilable, type Kysely } from "kysely";
import { builtBy, type FrequentStatement, type RunFrequent } from "./frequent-statement.ts";
import type { Tables } from "./schema.ts";

/** Makes a change with parameters, in the order in which it was built with them. */
export type FrequentChange = (
  database: Kysely<Tables>,
  ...parameters: readonly (string | number | null | Uint8Array)[]
) => Promise<void>;

/** The changes; workspaces are given as the tables have them (`schema.ts`). */
export interface FrequentChanges {
  /** By kind, workspace, name, value and time: creates a record, or replaces its value. */
  readonly putRecord: FrequentChange;
  /** By kind, workspace and name. */
  readonly removeRecord: FrequentChange;
  /** By kind, workspace, name and link. */
  readonly addLink: FrequentChange;
  /** The same, one that may be there. */
  readonly keepLink: FrequentChange;
  /** By kind, workspace and name. */
  readonly removeLinks: FrequentChange;
  /** By kind, workspace, name and link: all but that one. */
  readonly removeOtherLinks: FrequentChange;
  /** By path, digest, bytes and time: creates a file, or replaces what is known of it. */
  readonly putFile: FrequentChange;
  /** By path. */
  readonly removeFile: FrequentChange;
  /** By digest and content: adds one that is not there. */
  readonly addContent: FrequentChange;
  /** The same, in place of what is there. */
  readonly putContent: FrequentChange;
  /** By path, digest and path: what is kept of the content of a file that gets another one, and that no other file has. */
  readonly dropReplaced: readonly FrequentChange[];
  /** By digest, twice: what is kept of a content that no file has. */
  readonly dropUnused: readonly FrequentChange[];
  /** Raises the revision by one. */
  readonly countChange: FrequentChange;
  /** By time, account, address, method, path, removed rules and what else is known, at the revision that is in force. */
  readonly addEntry: FrequentChange;
}

/** The revision as a unit of work has it. */
const CURRENT_REVISION = sql<number>`(select value from counters where name = 'revision')`;

/** Builds them in the words of a database; to be made in it, or in its transactions, and run as is said. */
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
  // Who looks for a link reads the records that it leads to.
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

/** Tables with something about contents, which goes with the last file that has them. */
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
    // Contents are looked for by digests that files have, and of those none is dropped.
    dropReplaced: ofContents.map((table) => builtBy(dropReplaced(table), table, 0)),
  };
}

/** By identity and digest: keeps what a content means, if it is there and nobody has kept it yet. */
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
